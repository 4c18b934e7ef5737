import type { SalesLimits } from '#domain/sales-limits.ts'
import { LIMIT_KINDS } from '#domain/limit-ref.ts'

/** Limits on one line for the audit log, such as `perSale 100, perDay 2000 AED`. */
export function describeLimits(limits: SalesLimits | null | undefined): string {
  const set = LIMIT_KINDS.filter((kind) => limits?.[kind] !== undefined)
  if (!limits || set.length === 0) return 'none'
  return `${set.map((kind) => `${kind} ${limits[kind]}`).join(', ')} ${limits.currency}`
}
