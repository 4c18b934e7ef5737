import { useQuery } from '@tanstack/react-query'

import { type Money, compareDecimals, decimal, timesMoney } from '#domain/money/money.ts'
import { carriesCode } from '#domain/sale/reveal-rights.ts'
import type { RemainingLimit } from '#domain/sales-limits.ts'
import type { ServiceKind } from '#domain/catalog/service.ts'
import { remainingLimitsQuery } from '../api/catalog.ts'

export type LimitOwner = RemainingLimit['of']

/** As far as is known here; the server decides. `pays` is the price of one of `quantity` codes. */
export function useLimitNote(kind: ServiceKind, pays: Money | undefined, quantity = 1): LimitOwner | undefined {
  const { data } = useQuery(remainingLimitsQuery)
  return pays && data && findLimitAbove(data.limits, kind, pays, quantity)
}

/** Checks the person's own limit first. Reaching a limit exactly is allowed. */
export function findLimitAbove(
  limits: readonly RemainingLimit[],
  kind: ServiceKind,
  pays: Money,
  quantity: number,
): LimitOwner | undefined {
  return limits.find((limit) => {
    if (typeof limit.left === 'number') return carriesCode({ kind }) && quantity > limit.left
    // Each code is a separate sale.
    const { amount, currency } = limit.kind === 'perSale' ? pays : timesMoney(pays, quantity)
    return currency !== limit.left.currency || compareDecimals(decimal(amount), decimal(limit.left.amount)) > 0
  })?.of
}
