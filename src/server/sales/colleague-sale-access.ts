import type { SaleRecord } from '#domain/sale/record.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { auditSubject, auditActor, type Seller } from './sale-staff.ts'

/** More slips than a person handles in a minute. */
export const LOOK_UPS_A_MINUTE = 10
const MINUTE_MS = 60_000

/**
 * Durable when it resolves. Throws `RequestRefused` 429 after too many in a minute across all terminals: sale numbers are consecutive, so a person who tries
 * them all could work out the shop's turnover.
 */
export type NoteLookUp = (sale: SaleRecord, seller: Seller) => Promise<void>

export function createLookUps({ clock, audit }: Pick<ShopContext, 'clock' | 'audit'>): NoteLookUp {
  /** Times of each person's recent lookups (epoch ms). */
  const lately = new Map<string, number[]>()

  return async (sale, seller) => {
    const now = clock.now()
    for (const [id, times] of lately) if (times.every((at) => at + MINUTE_MS <= now)) lately.delete(id)
    const times = (lately.get(seller.person.id) ?? []).filter((at) => at + MINUTE_MS > now)
    const [first = now] = times
    if (times.length >= LOOK_UPS_A_MINUTE) {
      throw new RequestRefused(
        429,
        'rate-limited',
        'Too many sales of colleagues in a minute. Wait a moment, then try again.',
        {
          moneyMoved: 'unknown',
          retryAfterMs: first + MINUTE_MS - now,
        },
      )
    }
    lately.set(seller.person.id, [...times, now])
    await audit.append({
      kind: 'looked-up',
      ...auditActor(seller),
      ...auditSubject(sale),
      detail: { seller: sale.cashier.name },
    })
  }
}
