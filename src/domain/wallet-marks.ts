import { expectedCost, type CostFit } from './commission.ts'
import { compareDecimals, decimal, decimalsOf, money, type Decimal, type Money } from './money.ts'
import type { Service, ServiceKind } from './service.ts'

/** What the wallet may not cover: services even at their smallest amount, and any price from `from` on. */
export type WalletMarks = { services: string[]; from?: Money }

/** Which way the commission counts for a kind of sale; unknown until sales have shown it. */
export type LearnedCosts = (kind: ServiceKind) => CostFit | undefined

/**
 * What `free`, the balance less what open sales may take, may not cover. A service is judged by what its smallest amount costs, as far as that is
 * known, and else by its face value. `from` is a round price, so that it tells a cashier the balance only roughly.
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

/** Whether something costs more than there is. What is in another currency cannot be compared, and is not marked. */
export const isBeyond = (cost: Money, free: Money): boolean =>
  cost.currency === free.currency && compareDecimals(decimal(cost.amount), decimal(free.amount)) > 0

/** Whether the wallet may not cover this price. */
export const isMarked = ({ from }: Pick<WalletMarks, 'from'>, pays: Money): boolean =>
  from !== undefined &&
  pays.currency === from.currency &&
  compareDecimals(decimal(pays.amount), decimal(from.amount)) >= 0

/** The next amount of two digits and zeros above `amount`: 140 for 137.40. An amount of two digits or less is rounded to its tens. */
function roundAbove({ units, scale }: Decimal): Decimal {
  const size = 10n ** BigInt(Math.max(units.toString().length - 2, 1))
  return { units: (units / size + 1n) * size, scale }
}
