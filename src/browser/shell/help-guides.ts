import {
  ArrowRight,
  Banknote,
  CalendarClock,
  Check,
  CircleAlert,
  Clock,
  Globe,
  Grid3x3,
  Hash,
  Inbox,
  Keyboard,
  MessageSquareText,
  Phone,
  Printer,
  QrCode,
  RotateCcw,
  Send,
  Smartphone,
  Store,
  Ticket,
  UserRound,
  type LucideIcon,
} from 'lucide-react'

import type { MessageId } from '../i18n/locale.ts'
import type { HelpSection } from './open-help.ts'

export type GuideStep = { icon: LucideIcon; text: MessageId }
type Guide = { icon: LucideIcon; steps: readonly GuideStep[] }

/** The sections of Help. Those without steps show something else. */
export const GUIDES: Record<HelpSection, Guide> = {
  recharge: {
    icon: Smartphone,
    steps: [
      { icon: Store, text: 'help.recharge.product' },
      { icon: Grid3x3, text: 'help.recharge.number' },
      { icon: MessageSquareText, text: 'help.recharge.review' },
      { icon: Banknote, text: 'help.recharge.pay' },
      { icon: Check, text: 'help.recharge.sold' },
    ],
  },
  voucher: {
    icon: Ticket,
    steps: [
      { icon: Store, text: 'help.voucher.product' },
      { icon: Banknote, text: 'help.voucher.pay' },
      { icon: Printer, text: 'help.voucher.give' },
      { icon: Inbox, text: 'help.voucher.later' },
    ],
  },
  international: {
    icon: Globe,
    steps: [
      { icon: Globe, text: 'help.international.start' },
      { icon: Smartphone, text: 'help.international.operator' },
      { icon: Banknote, text: 'help.international.amount' },
      { icon: Send, text: 'help.international.pay' },
    ],
  },
  states: {
    icon: CalendarClock,
    steps: [],
  },
  openItems: {
    icon: Inbox,
    steps: [
      { icon: Inbox, text: 'help.openItems.chip' },
      { icon: Clock, text: 'help.openItems.waiting' },
      { icon: CircleAlert, text: 'help.openItems.task' },
      { icon: ArrowRight, text: 'help.openItems.where' },
    ],
  },
  printing: {
    icon: Printer,
    steps: [
      { icon: Printer, text: 'help.printing.print' },
      { icon: RotateCcw, text: 'help.printing.failed' },
      { icon: QrCode, text: 'help.printing.share' },
    ],
  },
  support: {
    icon: Phone,
    steps: [
      { icon: UserRound, text: 'help.support.supervisor' },
      { icon: Hash, text: 'help.support.service' },
    ],
  },
  keys: {
    icon: Keyboard,
    steps: [],
  },
}
export const STATES = [
  { state: 'succeeded' },
  { state: 'pending' },
  { state: 'pending', held: true },
  { state: 'unknown' },
  { state: 'succeeded', voucher: 'coming' },
  { state: 'failed' },
  { state: 'not-executed' },
  { state: 'canceled' },
] as const
