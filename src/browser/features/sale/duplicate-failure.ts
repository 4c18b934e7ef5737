import type { Failure } from '#contract/proxy/failure.ts'
import type { Sale } from '#domain/sale.ts'
import type { SaleSummary } from '#domain/sale-summary.ts'

/** The proxy knows another sale of the same, and names it (DESIGN rule 11). */
export type DuplicateFailure = Failure & { code: 'duplicate-open' | 'duplicate-ask'; sale: Sale | SaleSummary }

export const isDuplicate = (failure: Failure | undefined): failure is DuplicateFailure =>
  (failure?.code === 'duplicate-open' || failure?.code === 'duplicate-ask') && failure.sale !== undefined
