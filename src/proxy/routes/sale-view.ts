import { isNewsFor } from '#domain/desk.ts'
import type { Person } from '#domain/person.ts'
import { findAttention, type Sale, type SaleEvent, type SaleEventKind } from '#domain/sale.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import { mayKnowBatch } from '../sales/whose-sale.ts'

/** What happened to the cost is for supervisors, as the cost is (DESIGN rule 10). */
const OF_COST: readonly SaleEventKind[] = ['cost-differs']

/** A sale as this person may see it: field by field, so that nothing new slips out; cost and commission are absent for cashiers (DESIGN section 3). */
export function saleFor(person: Person, record: SaleRecord, now: number, events?: SaleEvent[]): Sale {
  const { next } = record
  const attention = findAttention(record, now)
  const maySeeCost = person.role === 'supervisor'
  return {
    id: record.id,
    number: record.number,
    version: record.version,
    kind: record.kind,
    state: record.state,
    serviceId: record.serviceId,
    serviceName: record.serviceName,
    brand: record.brand,
    shownTimes: record.shownTimes,
    printedTimes: record.printedTimes,
    amount: record.amount,
    pays: record.pays,
    openedAt: record.openedAt,
    finds: record.finds,
    cashier: record.cashier,
    terminal: record.terminal,
    ...pick(record, ['account', 'customer', 'reference', 'voucher', 'handedOver', 'printedAt']),
    ...(mayKnowBatch(record, person) ? pick(record, ['batch']) : {}),
    ...pick(record, ['international', 'mismatch']),
    ...pick(record, ['held', 'transactionId', 'serviceTime', 'problem', 'disputed', 'lastFindAt']),
    ...pick(record, ['closed', 'giveBack']),
    ...(attention ? { attention } : {}),
    ...(isNewsFor(person, record) ? { isNews: true as const } : {}),
    ...(maySeeCost && record.unseen?.because ? { newsBecause: record.unseen.because } : {}),
    ...pick(record, ['checkedAt', 'confirmedAt', 'settledAt']),
    ...(next?.do === 'find' ? { nextFindAt: next.at } : {}),
    ...(maySeeCost ? pick(record, ['cost', 'firstCost', 'commission']) : {}),
    ...(events ? { events: events.filter(({ kind }) => maySeeCost || !OF_COST.includes(kind)) } : {}),
  }
}

function pick<T extends object, K extends keyof T>(from: T, keys: readonly K[]): Pick<T, K> {
  return Object.fromEntries(keys.filter((key) => from[key] !== undefined).map((key) => [key, from[key]])) as Pick<T, K>
}
