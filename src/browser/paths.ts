/** Every screen's address, as the route table knows it. */
export const routes = {
  signIn: '/sign-in',
  enrol: '/enrol',
  sell: '/sell',
  category: '/sell/category/:categoryId',
  product: '/sell/product/:tileId',
  service: '/sell/service/:serviceId',
  sale: '/sale/:saleId',
  batch: '/batch/:batchId',
  sales: '/sales',
  saleDetails: '/sales/:saleId',
  desk: '/desk',
  wallet: '/wallet',
  printer: '/printer',
} as const

const fill = (route: string, id: string): string => route.replace(/:\w+$/, () => encodeURIComponent(id))

/** The one place where a screen's address is built. */
export const paths = {
  signIn: (): string => routes.signIn,
  enrol: (): string => routes.enrol,
  sell: (): string => routes.sell,
  category: (categoryId: string): string => fill(routes.category, categoryId),
  /** The ticket of a product tile. */
  product: (tileId: string): string => fill(routes.product, tileId),
  /** The ticket of a service, on a POS without a frontview. */
  service: (serviceId: string): string => fill(routes.service, serviceId),
  sale: (saleId: string): string => fill(routes.sale, saleId),
  /** Several codes at once, line by line. */
  batch: (batchId: string): string => fill(routes.batch, batchId),
  sales: (): string => routes.sales,
  /** What is known of a sale, over the list. */
  saleDetails: (saleId: string): string => fill(routes.saleDetails, saleId),
  /** The pending desk. */
  desk: (): string => routes.desk,
  wallet: (): string => routes.wallet,
  /** How this terminal prints. */
  printer: (): string => routes.printer,
} as const
