import { decimal, formatDecimal, type Decimal } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'

/** The amount of a service sold most often among `sales`; of two, the one sold last. */
export function findMostSold(sales: readonly Sale[], serviceId: string): Decimal | undefined {
  const counts = new Map<string, number>()
  for (const sale of sales) {
    if (sale.serviceId !== serviceId || sale.state !== 'succeeded') continue
    const amount = formatDecimal(decimal(sale.amount.amount))
    counts.set(amount, (counts.get(amount) ?? 0) + 1)
  }
  // Sales come newest first, and sorting keeps that order among equals.
  const most = [...counts].toSorted(([, a], [, b]) => b - a)[0]
  return most && decimal(most[0])
}
