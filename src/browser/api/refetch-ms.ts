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
  catalogue: 5 * 60_000,
  /** Until the first catalogue arrives, nothing can be sold. */
  firstCatalogue: 10_000,
  /** The proxy reads the catalogue again behind an answer that is old. */
  oldCatalogue: 30_000,
  catalogueProblems: 60_000,
  walletMarks: 30_000,
} as const
