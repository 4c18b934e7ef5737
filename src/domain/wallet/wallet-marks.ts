import { expectedCost, type CostFit } from '../money/commission.ts'
import { compareDecimals, decimal, decimalsOf, money, type Decimal, type Money } from '../money/money.ts'
import type { Service, ServiceKind } from '../catalog/service.ts'

/** What the wallet may not cover: services that exceed it even at their smallest amount, and any price from `from` on. */
export type WalletMarks = { services: string[]; from?: Money }

/** How the commission applies to a kind of sale; unknown until sales have shown it. */
export type LearnedCosts = (kind: ServiceKind) => CostFit | undefined

/**
 * `free` is the balance minus what open sales may take. A service is judged by the cost of its smallest amount, or else by its face value. `from` is round, so
 * it shows a cashier the balance only roughly.
 */
export function findMarks(free: Money, services: readonly Service[], learned: LearnedCosts): Required<WalletMarks> {
  return {
    services: services
      .filter(({ kind, rule, commission }) => {
        if (kind === 'international') return false
        const face = money(rule.min, free.currency)
        const way = learned(kind)
        const isKnown = commission !== undefined && way !== undefined && way !== 'neither'
        return isBeyond(isKnown ? expectedCost(commission, face, way, decimalsOf(free.currency)) : face, free)
      })
      .map(({ id }) => id),
    from: money(roundAbove(decimal(free.amount)), free.currency),
  }
}

/** Amounts in another currency cannot be compared and are not marked. */
export const isBeyond = (cost: Money, free: Money): boolean =>
  cost.currency === free.currency && compareDecimals(decimal(cost.amount), decimal(free.amount)) > 0

export const isMarked = ({ from }: Pick<WalletMarks, 'from'>, pays: Money): boolean =>
  from !== undefined &&
  pays.currency === from.currency &&
  compareDecimals(decimal(pays.amount), decimal(from.amount)) >= 0

/** The next amount with two leading digits above `amount`: 140 for 137.40. Amounts up to two digits are rounded to tens. */
function roundAbove({ units, scale }: Decimal): Decimal {
  const size = 10n ** BigInt(Math.max(units.toString().length - 2, 1))
  return { units: (units / size + 1n) * size, scale }
}
