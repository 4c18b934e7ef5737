import { addDecimals, decimal, money, type Money } from './money.ts'
import type { SaleGroup } from './sale/group.ts'

/** So many sales of one group and price. `isPaid`: the wallet was charged, also while the code is still to come. */
export type CountedSales = { group: SaleGroup; isPaid: boolean; pays: Money; count: number }

/**
 * What was sold, in each currency: `count` sales of the group `sold`. `codesComing` counts those that are paid and wait for their code; they are
 * part of neither until it is there.
 */
export type Sold = { amount: Money[]; count: number; codesComing: number }

/** The one meaning of *sold*, for lists, totals and people alike: what counts against a limit is another figure (`limitOwner`). */
export function addUpSold(counted: readonly CountedSales[]): Sold {
  const sold = counted.filter(({ group }) => group === 'sold')
  const sums = new Map<string, Money>()
  for (const { pays, count } of sold) {
    const { units, scale } = decimal(pays.amount)
    const sum = addDecimals(decimal(sums.get(pays.currency)?.amount ?? '0'), { units: units * BigInt(count), scale })
    sums.set(pays.currency, money(sum, pays.currency))
  }
  return {
    amount: [...sums.values()],
    count: countOf(sold),
    codesComing: countOf(counted.filter(({ group, isPaid }) => group === 'waiting' && isPaid)),
  }
}

export const countOf = (counted: readonly { count: number }[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0)
