import { decimal, money, timesOver, type Money } from '#domain/money.ts'

/** What so many of the same cost. */
export const timesMoney = ({ amount, currency }: Money, count: number): Money =>
  money(timesOver(decimal(amount), count), currency)
