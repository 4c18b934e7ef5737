import {
  ArrowRight,
  Banknote,
  Check,
  CircleAlert,
  Clock,
  Globe,
  Grid3x3,
  Hash,
  Inbox,
  MessageSquareText,
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

export type GuideStep = { icon: LucideIcon; text: MessageId }
type Guide = { heading: MessageId; icon: LucideIcon; steps: readonly GuideStep[] }

export const SELLING: readonly Guide[] = [
  {
    heading: 'help.section.recharge',
    icon: Smartphone,
    steps: [
      { icon: Store, text: 'help.recharge.product' },
      { icon: Grid3x3, text: 'help.recharge.number' },
      { icon: MessageSquareText, text: 'help.recharge.review' },
      { icon: Banknote, text: 'help.recharge.pay' },
      { icon: Check, text: 'help.recharge.sold' },
    ],
  },
  {
    heading: 'help.section.voucher',
    icon: Ticket,
    steps: [
      { icon: Store, text: 'help.voucher.product' },
      { icon: Banknote, text: 'help.voucher.pay' },
      { icon: Printer, text: 'help.voucher.give' },
      { icon: Inbox, text: 'help.voucher.later' },
    ],
  },
  {
    heading: 'help.section.international',
    icon: Globe,
    steps: [
      { icon: Globe, text: 'help.international.start' },
      { icon: Smartphone, text: 'help.international.operator' },
      { icon: Banknote, text: 'help.international.amount' },
      { icon: Send, text: 'help.international.pay' },
    ],
  },
]
export const OPEN_ITEMS: readonly GuideStep[] = [
  { icon: Inbox, text: 'help.openItems.chip' },
  { icon: Clock, text: 'help.openItems.waiting' },
  { icon: CircleAlert, text: 'help.openItems.task' },
  { icon: ArrowRight, text: 'help.openItems.where' },
]
export const PRINTING: readonly GuideStep[] = [
  { icon: Printer, text: 'help.printing.print' },
  { icon: RotateCcw, text: 'help.printing.failed' },
  { icon: QrCode, text: 'help.printing.share' },
]
export const SUPPORT: readonly GuideStep[] = [
  { icon: UserRound, text: 'help.support.supervisor' },
  { icon: Hash, text: 'help.support.service' },
]
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
