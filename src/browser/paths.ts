import { encodeText } from '#domain/web-address.ts'
import type { SettingsSection } from './settings/settings-index.ts'

export const routes = {
  signIn: '/sign-in',
  enroll: '/enroll',
  setup: '/setup',
  /** The code of the link on the console is in the fragment, as it is for set-up. */
  connect: '/connect',
  firstSteps: '/first-steps',
  ready: '/ready',
  today: '/today',
  sell: '/sell',
  category: '/sell/category/:categoryId',
  product: '/sell/product/:tileId',
  service: '/sell/service/:serviceId',
  /** The steps of an international top-up. `?group=` filters the countries, `?tile=` names the tile it was opened from. */
  international: '/sell/international',
  internationalCountry: '/sell/international/:countryId',
  /** `?amount=` is the amount to select once the number is entered. */
  internationalProvider: '/sell/international/:countryId/:providerId',
  internationalAmounts: '/sell/international/:countryId/:providerId/amounts',
  internationalAmount: '/sell/international/:countryId/:providerId/amounts/:denominationId',
  /** A list of numbers, before it is a batch. */
  list: '/sell/list',
  sale: '/sale/:saleId',
  batch: '/batch/:batchId',
  sales: '/sales',
  saleDetails: '/sales/:saleId',
  openItems: '/open-items',
  /** Orders that customers placed at a tablet, and a single order, which its QR code opens. */
  orders: '/orders',
  order: '/orders/:orderId',
  /** Where a customer's own phone begins. The invitation is in the fragment. */
  phone: '/order',
  /** The drawer of this till. `?till=` closes the drawer of another till. */
  shift: '/shift',
  closeShift: '/shift/close',
  wallet: '/wallet',
  recovery: '/recovery',
  reports: '/reports',
  shops: '/shops',
  /** Below the wallet path, so the rail highlights the wallet. */
  alerts: '/wallet/alerts',
  staff: '/staff',
  person: '/staff/:staffId',
  terminals: '/terminals',
  sessions: '/sessions',
  limits: '/limits',
  settings: '/settings',
  settingsSection: '/settings/:section',
  auditLog: '/audit-log',
  printer: '/printer',
  display: '/display',
  support: '/support',
  catalogProblems: '/catalog-problems',
  frontviewPage: '/page/:name',
} as const

/** All products, those of a category and the ticket beside them are one page, where a press counts even before the URL of the press before is rendered. */
export const isSellPath = (path: string): boolean => /^\/sell(?!\/(international|list)\b)/.test(path)

type IdsOf<Route extends string> = Route extends `${string}:${string}/${infer Rest}`
  ? [string, ...IdsOf<Rest>]
  : Route extends `${string}:${string}`
    ? [string]
    : []
type Paths = { [Name in keyof typeof routes]: (...ids: IdsOf<(typeof routes)[Name]>) => string }

const fill = (route: string, ids: readonly string[]): string => {
  let next = 0
  return route.replace(/:\w+/g, () => encodeText(ids[next++] ?? ''))
}

const asked = (path: string, name: string, value: string | null | undefined): string =>
  value ? `${path}${path.includes('?') ? '&' : '?'}${name}=${encodeText(value)}` : path

/** Keeps the tile in the URL up to the sale, which shows the tile's fraud warning even after a reload. */
export const withTile = (path: string, tileId: string | null | undefined): string => asked(path, 'tile', tileId)

/** Limits on names and payloads from the catalog layout, because URLs have limits. */
const LONGEST_NAME = 100
const LONGEST_PAYLOAD = 1_000

const ofRoutes = Object.fromEntries(
  Object.entries(routes).map(([name, route]) => [name, (...ids: string[]) => fill(route, ids)]),
) as Paths

export const paths = {
  ...ofRoutes,
  international: (group?: string): string => asked(routes.international, 'group', group),
  internationalProvider: (countryId: string, providerId: string, amountId?: string): string =>
    asked(ofRoutes.internationalProvider(countryId, providerId), 'amount', amountId),
  sales: (query?: Record<string, string>): string =>
    query ? `${routes.sales}?${new URLSearchParams(query).toString()}` : routes.sales,
  settings: (section?: SettingsSection): string => (section ? ofRoutes.settingsSection(section) : routes.settings),
  closeShift: (terminalId?: string): string => asked(routes.closeShift, 'till', terminalId),
  /** Leaves out a payload that is too long for a URL (spec 2.5). */
  frontviewPage: (name: string, payload?: string): string => {
    const path = ofRoutes.frontviewPage(name.slice(0, LONGEST_NAME))
    return payload && payload.length <= LONGEST_PAYLOAD ? asked(path, 'payload', payload) : path
  },
}
