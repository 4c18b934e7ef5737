/** How often the page reads again, in milliseconds. */
export const REFETCH_MS = {
  customerDisplay: 1_000,
  sale: 2_000,
  /** Of a quantity of which nothing is under way here: another till may go on with it. */
  restingBatch: 5_000,
  openItems: 3_000,
  recovery: 3_000,
  readiness: 15_000,
  orders: 5_000,
  salesList: 5_000,
  settings: 5_000,
  status: 5_000,
  people: 10_000,
  terminals: 10_000,
  alerts: 10_000,
  report: 30_000,
  shops: 30_000,
  shopOfDisplay: 60_000,
  catalog: 5 * 60_000,
  /** Until the first catalog arrives, nothing can be sold. */
  firstCatalog: 10_000,
  /** The proxy reads the catalog again behind an answer that is old. */
  oldCatalog: 30_000,
  catalogProblems: 60_000,
  walletMarks: 30_000,
} as const
