import type { SaleRecord } from '#domain/sale/record.ts'
import type { Clock } from '../clock.ts'
import { RequestRefused } from '../failures.ts'
import { auditSubject, auditActor, type SaleStaff, type Seller } from './sale-staff.ts'

/** A person has so many slips in the hand in a minute, and no more. */
export const LOOK_UPS_A_MINUTE = 10
const MINUTE_MS = 60_000

/**
 * Writes down that somebody looks up a colleague's complete sale. Durable when it resolves. Throws `Refused` 429 when they have looked up
 * too many in this minute, wherever they were signed in: numbers run from one, and whoever counts them up would read the shop's turnover.
 */
export type NoteLookUp = (sale: SaleRecord, seller: Seller) => Promise<void>

export function createLookUps({ clock, audit }: { clock: Clock } & Pick<SaleStaff, 'audit'>): NoteLookUp {
  /** When each person looked something up lately, epoch ms. */
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
    await audit({
      kind: 'looked-up',
      ...auditActor(seller),
      ...auditSubject(sale),
      detail: { seller: sale.cashier.name },
    })
  }
}
