export const REFETCH_MS = {
  customerDisplay: 1_000,
  sale: 2_000,
  /** A batch with nothing in progress here: another till may continue it. */
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
  /** Nothing can be sold before the first catalog arrives. */
  firstCatalog: 10_000,
  /** The server refreshes an old catalog after it has answered. */
  oldCatalog: 30_000,
  catalogProblems: 60_000,
  walletMarks: 30_000,
} as const
