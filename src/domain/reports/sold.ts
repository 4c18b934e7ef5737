import * as v from 'valibot'

import { addDecimals, money, Money, type Decimal } from '../money/money.ts'
import type { SaleGroup } from '../sale/group.ts'
import { count } from '../schema-parts.ts'

/** `isPaid`: the wallet was charged, even if the code is still coming. */
export type CountedSales = { group: SaleGroup; isPaid: boolean; sum: Decimal; currency: string; count: number }

/** `codesComing` counts paid sales that wait for their code. Until it arrives, they are in neither `amount` nor `count`. */
export const Sold = v.strictObject({ amount: v.array(Money), count, codesComing: count })
export type Sold = v.InferOutput<typeof Sold>

/** The only definition, for lists, totals and people. What counts toward a limit differs (`limitOwner`). */
export function addUpSold(counted: readonly CountedSales[]): Sold {
  const sold = counted.filter(({ group }) => group === 'sold')
  const sums = new Map<string, Decimal>()
  for (const { sum, currency } of sold) sums.set(currency, addDecimals(sums.get(currency) ?? ZERO, sum))
  return {
    amount: [...sums].map(([currency, sum]) => money(sum, currency)),
    count: countOf(sold),
    codesComing: countOf(counted.filter(({ group, isPaid }) => group === 'waiting' && isPaid)),
  }
}

const ZERO: Decimal = { units: 0n, scale: 0 }

export const countOf = (counted: readonly { count: number }[]): number =>
  counted.reduce((sum, { count }) => sum + count, 0)
