import type { Failure } from '#contract/proxy/failure.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'

/** The proxy knows another sale of the same, and names it (DESIGN rule 11). */
export type DuplicateFailure = Failure & { code: 'duplicate-blocked' | 'confirm-duplicate'; sale: Sale | SaleSummary }

export const isDuplicate = (failure: Failure | undefined): failure is DuplicateFailure =>
  (failure?.code === 'duplicate-blocked' || failure?.code === 'confirm-duplicate') && failure.sale !== undefined
