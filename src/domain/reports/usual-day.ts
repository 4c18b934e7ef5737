import { sorted } from '../in-order.ts'
import {
  addDecimals,
  atCommonScale,
  compareDecimals,
  decimal,
  decimalsOf,
  money,
  type Decimal,
  type Money,
} from '../money/money.ts'

const ZERO: Decimal = { units: 0n, scale: 0 }

type Hour = { id: string; paid: readonly Money[] }

/** The median of several days in each currency. A day without an amount counts as zero. */
export function medianOf(days: readonly (readonly Money[])[]): Money[] {
  const currencies = sorted(new Set(days.flat().map(({ currency }) => currency)))
  return currencies.flatMap((currency) => {
    const amounts = days.map((day) => day.find((paid) => paid.currency === currency)?.amount)
    const ordered = sorted(
      amounts.map((amount) => (amount === undefined ? ZERO : decimal(amount))),
      compareDecimals,
    )
    const [low = ZERO, high = low] = ordered.slice((ordered.length - 1) >> 1, (ordered.length >> 1) + 1)
    const middle = halfOf(addDecimals(low, high), decimalsOf(currency))
    return middle.units === 0n ? [] : [money(middle, currency)]
  })
}

/** The median of each hour, in the order of `hours`. Hours in which usually nothing is sold are left out. */
export const usualHours = (days: readonly (readonly Hour[])[], hours: readonly string[]) =>
  hours.flatMap((id) => {
    const paid = medianOf(days.map((day) => day.find((hour) => hour.id === id)?.paid ?? []))
    return paid.length === 0 ? [] : [{ id, paid }]
  })

/** Rounds half up. */
function halfOf({ units, scale }: Decimal, decimals: number): Decimal {
  const divisor = 2n * 10n ** BigInt(Math.max(0, scale - decimals))
  const multiplied = units * 10n ** BigInt(Math.max(0, decimals - scale))
  return { units: (multiplied + divisor / 2n) / divisor, scale: decimals }
}

/** How far `paid` is above what is usual, in whole percent, rounded half away from zero; negative if it is below. */
export function percentAbove(paid: Decimal, usual: Decimal): bigint | undefined {
  const [part, whole] = atCommonScale(paid, usual)
  if (whole <= 0n) return undefined
  const above = part - whole
  const size = (200n * (above < 0n ? -above : above) + whole) / (2n * whole)
  return above < 0n ? -size : size
}
