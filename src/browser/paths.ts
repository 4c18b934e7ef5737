import { encodeText } from '#domain/web-address.ts'

/** Every screen's address, as the route table knows it. */
export const routes = {
  signIn: '/sign-in',
  enrol: '/enrol',
  /** The first supervisor of a new shop. */
  setup: '/setup',
  /** What a new shop still needs. */
  firstSteps: '/first-steps',
  ready: '/ready',
  sell: '/sell',
  category: '/sell/category/:categoryId',
  product: '/sell/product/:tileId',
  service: '/sell/service/:serviceId',
  /** The steps of an international top-up; `?group=` shows one group of countries, `?tile=` names the tile that led there. */
  international: '/sell/international',
  internationalCountry: '/sell/international/:countryId',
  /** An operator is chosen, the number is typed. */
  internationalProvider: '/sell/international/:countryId/:providerId',
  internationalAmounts: '/sell/international/:countryId/:providerId/amounts',
  internationalAmount: '/sell/international/:countryId/:providerId/amounts/:denominationId',
  sale: '/sale/:saleId',
  batch: '/batch/:batchId',
  sales: '/sales',
  saleDetails: '/sales/:saleId',
  openItems: '/open-items',
  /** What customers ordered at a tablet, and one of them, as from its QR code. */
  orders: '/orders',
  order: '/orders/:orderId',
  /** The drawer of this till; `?till=` closes that of another one. */
  shift: '/shift',
  closeShift: '/shift/close',
  wallet: '/wallet',
  /** How the shop goes on after its journal was put back from a backup. */
  recovery: '/recovery',
  reports: '/reports',
  /** All shops of the installation, for their owner. */
  shops: '/shops',
  /** Below the wallet, so that the rail shows it there. */
  alerts: '/wallet/alerts',
  staff: '/staff',
  person: '/staff/:staffId',
  terminals: '/terminals',
  sessions: '/sessions',
  limits: '/limits',
  settings: '/settings',
  auditLog: '/audit-log',
  printer: '/printer',
  /** The customer display, in a window or on a tablet of its own. */
  display: '/display',
  support: '/support',
  catalogueProblems: '/catalogue-problems',
  frontviewPage: '/page/:name',
} as const

const fill = (route: string, ...ids: string[]): string => {
  let next = 0
  return route.replace(/:\w+/g, () => encodeText(ids[next++] ?? ''))
}

/** The tile that led to an international top-up stays in the address on the way to the sale: its warning is told there, also after a reload. */
export const withTile = (path: string, tileId: string | null | undefined): string =>
  tileId ? `${path}${path.includes('?') ? '&' : '?'}tile=${encodeText(tileId)}` : path

/** Of what a frontview names; an address has its limits. */
const LONGEST_NAME = 100
const LONGEST_PAYLOAD = 1_000

/** The one place where a screen's address is built. */
export const paths = {
  signIn: (): string => routes.signIn,
  enrol: (): string => routes.enrol,
  setup: (): string => routes.setup,
  firstSteps: (): string => routes.firstSteps,
  /** Whether the shop and this till can sell. */
  ready: (): string => routes.ready,
  sell: (): string => routes.sell,
  category: (categoryId: string): string => fill(routes.category, categoryId),
  /** The ticket of a product tile. */
  product: (tileId: string): string => fill(routes.product, tileId),
  /** The ticket of a service, on a POS without a frontview. */
  service: (serviceId: string): string => fill(routes.service, serviceId),
  international: (group?: string): string =>
    group === undefined ? routes.international : `${routes.international}?group=${encodeText(group)}`,
  internationalCountry: (countryId: string): string => fill(routes.internationalCountry, countryId),
  /** `amountId` is the amount that is wanted once the number is typed. */
  internationalProvider: (countryId: string, providerId: string, amountId?: string): string =>
    fill(routes.internationalProvider, countryId, providerId) +
    (amountId === undefined ? '' : `?amount=${encodeText(amountId)}`),
  internationalAmounts: (countryId: string, providerId: string): string =>
    fill(routes.internationalAmounts, countryId, providerId),
  internationalAmount: (countryId: string, providerId: string, denominationId: string): string =>
    fill(routes.internationalAmount, countryId, providerId, denominationId),
  sale: (saleId: string): string => fill(routes.sale, saleId),
  /** Several codes at once, line by line. */
  batch: (batchId: string): string => fill(routes.batch, batchId),
  /** `query` narrows the list, as its filters do. */
  sales: (query?: Record<string, string>): string =>
    query ? `${routes.sales}?${new URLSearchParams(query).toString()}` : routes.sales,
  /** What is known of a sale, over the list. */
  saleDetails: (saleId: string): string => fill(routes.saleDetails, saleId),
  /** The pending desk. */
  openItems: (): string => routes.openItems,
  orders: (): string => routes.orders,
  order: (orderId: string): string => fill(routes.order, orderId),
  shift: (): string => routes.shift,
  closeShift: (terminalId?: string): string =>
    terminalId === undefined ? routes.closeShift : `${routes.closeShift}?till=${encodeText(terminalId)}`,
  wallet: (): string => routes.wallet,
  recovery: (): string => routes.recovery,
  reports: (): string => routes.reports,
  shops: (): string => routes.shops,
  alerts: (): string => routes.alerts,
  /** The shop's people, and one of them over the list. */
  staff: (): string => routes.staff,
  person: (staffId: string): string => fill(routes.person, staffId),
  /** The enrolled browsers. */
  terminals: (): string => routes.terminals,
  /** Who is signed in where. */
  sessions: (): string => routes.sessions,
  /** What holds for the whole shop. */
  limits: (): string => routes.limits,
  /** What the shop adds to receipts, offers and keeps. */
  settings: (): string => routes.settings,
  /** What happened at the doors. */
  auditLog: (): string => routes.auditLog,
  /** How this terminal prints. */
  printer: (): string => routes.printer,
  display: (): string => routes.display,
  /** Whom to call, and what they will ask. */
  support: (): string => routes.support,
  /** What of the products is not on the shelves, or cannot be pressed there. */
  catalogueProblems: (): string => routes.catalogueProblems,
  /** A page by the name a frontview gives it, with its payload (spec 2.5); a payload too long for an address stays out. */
  frontviewPage: (name: string, payload?: string): string => {
    const path = fill(routes.frontviewPage, name.slice(0, LONGEST_NAME))
    return payload && payload.length <= LONGEST_PAYLOAD ? `${path}?payload=${encodeText(payload)}` : path
  },
} as const

/** Where the settings have the printers of the network. */
export const PRINTERS_SECTION = 'printers'
