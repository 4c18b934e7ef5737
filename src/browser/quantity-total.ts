import { decimal, money, type Money } from '#domain/money.ts'

/** What so many of the same cost. */
export function timesMoney({ amount, currency }: Money, count: number): Money {
  const { units, scale } = decimal(amount)
  return money({ units: units * BigInt(count), scale }, currency)
}
