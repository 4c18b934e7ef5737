import {
  Banknote,
  BellRing,
  CalendarClock,
  Coins,
  CreditCard,
  EyeOff,
  FlaskConical,
  Gauge,
  IdCard,
  Image,
  KeyRound,
  MonitorSmartphone,
  Palette,
  Printer,
  ReceiptText,
  ShieldAlert,
  Smartphone,
  Star,
  Timer,
  Wallet,
  type LucideIcon,
} from 'lucide-react'

import type { Findable } from '../lib/find-by-words.ts'
import type { MessageId } from '../i18n/locale.ts'

export type SettingsEntry = Findable & { icon: LucideIcon }

type Titled = Extract<MessageId, `settings.${string}`> extends `settings.${infer Id}` ? Id : never
const section = (id: Titled, icon: LucideIcon, ...words: MessageId[]): SettingsEntry => ({
  title: `settings.${id}`,
  words,
  icon,
})

export const SETTINGS_SECTIONS = {
  day: section('day', CalendarClock, 'settings.day.lead', 'settings.day.starts', 'settings.day.zone'),
  brand: section(
    'brand',
    Palette,
    'settings.brand.lead',
    'settings.brand.name',
    'settings.brand.phone',
    'settings.brand.accent',
  ),
  receipt: section(
    'receipt',
    ReceiptText,
    'settings.receipt.lead',
    'settings.receipt.heading',
    'settings.receipt.footer',
    'settings.receipt.taxNumber',
    'settings.receipt.language',
    'settings.receipt.logo',
    'settings.receipt.width',
    'settings.receipt.copies',
  ),
  printers: section('printers', Printer, 'settings.printers.lead', 'settings.printers.language'),
  quick: section('quick', Coins, 'settings.quick.lead', 'settings.quick.amounts'),
  favorites: section('favorites', Star, 'settings.favorites.lead'),
  wallet: section('wallet', Wallet, 'settings.wallet.low', 'settings.wallet.marks'),
  scam: section('scam', ShieldAlert, 'settings.scam.lead', 'settings.scam.ask'),
  payments: section('payments', CreditCard, 'settings.payments.lead', 'settings.payments.ask'),
  drawer: section('drawer', Banknote, 'settings.drawer.lead', 'settings.drawer.count', 'settings.drawer.above'),
  display: section('display', MonitorSmartphone, 'settings.display.lead', 'settings.display.ask'),
  phone: section('phone', Smartphone, 'settings.phone.lead', 'settings.phone.allow'),
  privacy: section(
    'privacy',
    EyeOff,
    'settings.privacy.lead',
    'settings.privacy.mask',
    'settings.privacy.known',
    'settings.privacy.erase',
  ),
  badge: section('badge', IdCard, 'settings.badge.lead', 'settings.badge.alone'),
  times: section('times', Timer, 'settings.times.lead', 'settings.times.byPerson'),
  pictures: section('pictures', Image, 'settings.pictures.lead', 'settings.pictures.hosts'),
  test: section('test', FlaskConical, 'settings.test.lead', 'settings.test.send'),
  account: { title: 'account.title', words: ['account.address', 'account.changeToken'], icon: KeyRound },
} satisfies Record<string, SettingsEntry>
export type SettingsSection = keyof typeof SETTINGS_SECTIONS

/** Pages elsewhere that a person may look for among the settings. */
export const SETTINGS_LINKS = {
  limits: { title: 'limits.tab', words: ['limits.lock', 'limits.idle', 'limits.shop'], icon: Gauge },
  alerts: { title: 'wallet.alerts', words: ['shopAlerts.title'], icon: BellRing },
} as const satisfies Record<string, SettingsEntry>

type SettingsGroup = { title: MessageId; entries: readonly (SettingsSection | keyof typeof SETTINGS_LINKS)[] }

export const SETTINGS_GROUPS = [
  { title: 'settings.group.shop', entries: ['day', 'brand'] },
  { title: 'settings.group.receipt', entries: ['receipt', 'printers'] },
  { title: 'settings.group.selling', entries: ['quick', 'favorites', 'wallet', 'scam', 'limits'] },
  { title: 'settings.group.money', entries: ['payments', 'drawer'] },
  { title: 'settings.group.customers', entries: ['display', 'phone', 'alerts'] },
  { title: 'settings.group.staff', entries: ['privacy', 'badge', 'times'] },
  { title: 'settings.group.advanced', entries: ['pictures', 'test', 'account'] },
] as const satisfies readonly SettingsGroup[]

export const isSettingsSection = (id: string): id is SettingsSection => Object.hasOwn(SETTINGS_SECTIONS, id)

/** Practice has no account. */
export const findSettings = (isPractice: boolean): SettingsSection[] =>
  SETTINGS_GROUPS.flatMap(({ entries }) => entries)
    .filter((id) => isSettingsSection(id))
    .filter((id) => id !== 'account' || !isPractice)
