import {
  Banknote,
  BellRing,
  Building2,
  Calendar,
  ChartColumn,
  ClipboardCheck,
  Gauge,
  Globe,
  Inbox,
  ListChecks,
  MonitorSmartphone,
  Phone,
  Printer,
  ReceiptText,
  ScrollText,
  Settings2,
  ShoppingBasket,
  Store,
  TriangleAlert,
  UserCheck,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react'

import type { Session } from '#api/session.ts'
import { hasPermission } from '#domain/person.ts'
import { isPracticing } from '../../api/session.ts'
import type { Findable } from '../../lib/find-by-words.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { mayOpen } from '../../page-access.ts'
import { paths } from '../../paths.ts'
import { findSettings, SETTINGS_SECTIONS } from '../../settings/settings-index.ts'
import { GUIDES } from '../help-guides.ts'
import { HELP_SECTIONS, type HelpSection } from '../open-help.ts'

export type Place = Findable & { id: string; icon: LucideIcon } & ({ path: string } | { help: HelpSection })

export type PlaceGroup = 'pages' | 'settings' | 'help'
type Places = Record<PlaceGroup, readonly Place[]>

const PAGES = {
  today: { title: 'shell.today', icon: Calendar },
  sell: { title: 'shell.sell', icon: Store },
  openItems: { title: 'openItems.title', icon: Inbox },
  sales: { title: 'salesList.title', icon: ReceiptText },
  orders: { title: 'orders.title', icon: ShoppingBasket },
  international: { title: 'sale.international.title', icon: Globe },
  shift: { title: 'shift.title', words: ['settings.drawer'], icon: Banknote },
  printer: { title: 'printer.title', icon: Printer },
  ready: { title: 'ready.title', icon: ClipboardCheck },
  support: { title: 'support.title', icon: Phone },
  reports: { title: 'shell.reports', words: ['reports.title'], icon: ChartColumn },
  wallet: { title: 'wallet.title', icon: Wallet },
  alerts: { title: 'wallet.alerts', icon: BellRing },
  shops: { title: 'shops.title', icon: Building2 },
  staff: { title: 'staff.title', icon: Users },
  terminals: { title: 'terminals.title', icon: MonitorSmartphone },
  sessions: { title: 'sessions.title', icon: UserCheck },
  limits: { title: 'limits.title', words: ['limits.tab'], icon: Gauge },
  settings: { title: 'settings.title', icon: Settings2 },
  auditLog: { title: 'auditLog.title', icon: ScrollText },
  catalogProblems: { title: 'catalogProblems.title', icon: TriangleAlert },
  firstSteps: { title: 'firstSteps.title', icon: ListChecks },
} as const satisfies Partial<
  Record<keyof typeof paths, { title: MessageId; words?: readonly MessageId[]; icon: LucideIcon }>
>

/** Pages, sections of the settings and of Help that this person may open at this till. */
export function placesFor(session: Session): Places {
  const { person, settings } = session
  const isOffered = (page: keyof typeof PAGES) =>
    mayOpen(page, session) &&
    (page !== 'shift' || settings?.drawer === true) &&
    (page !== 'international' || (person !== undefined && hasPermission(person, 'international')))
  return {
    pages: (Object.keys(PAGES) as (keyof typeof PAGES)[]).filter(isOffered).map((page) => {
      return { id: page, words: [], ...PAGES[page], path: paths[page]() }
    }),
    settings: isOffered('settings')
      ? findSettings(isPracticing(session)).map((section) => ({
          id: section,
          ...SETTINGS_SECTIONS[section],
          path: paths.settings(section),
        }))
      : [],
    help: HELP_SECTIONS.map((id) => ({
      id,
      title: `help.section.${id}`,
      words: GUIDES[id].steps.map(({ text }) => text),
      icon: GUIDES[id].icon,
      help: id,
    })),
  }
}
