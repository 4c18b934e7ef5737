import { refOf, type Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { saleCan } from '#domain/sale/sale.ts'
import type { SaleParts } from '../sale-parts.ts'
import { pollIntervalOf } from './poll-interval.ts'

const FIND_TIMEOUT_MS = 10_000

/** Sends nothing if the last find was sent too recently (rule 8). */
export async function findNow({ engine, clock, polling }: SaleParts, id: SaleId, person: Person): Promise<SaleRecord> {
  let before = 0
  const sale = await engine.apply(id, (current) => {
    before = current.findCount
    const isToAsk = saleCan.poll(current) && !wasJustFound(current) && !isFindDue(current)
    return isToAsk ? { kind: 'poll-requested', by: refOf(person) } : undefined
  })
  if (sale.next?.kind !== 'find' || sale.next.at > clock.now()) return sale
  return engine.waitUntil(id, (now) => now.findCount > before, FIND_TIMEOUT_MS)

  /** If a find is due, another request would only add an event. */
  function isFindDue({ next }: SaleRecord): boolean {
    return next?.kind === 'find' && next.at <= clock.now()
  }

  function wasJustFound({ lastFindAt, kind }: SaleRecord): boolean {
    if (lastFindAt === undefined) return false
    const age = clock.now() - lastFindAt
    // A negative age (another clock after a restart) counts as too old.
    return age >= 0 && age < pollIntervalOf(kind, polling).firstMs
  }
}
