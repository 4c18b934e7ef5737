import { isUnreadFor } from '#domain/sale/open-items.ts'
import type { Person } from '#domain/person.ts'
import type { SaleEventKind, SaleHistory } from '#domain/sale/event.ts'
import { findAttention, type Sale } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { pick } from '../lib/pick.ts'
import { mayKnowBatch } from './sale-access.ts'

/** Only supervisors see the cost (rule 10). */
const OF_COST: readonly SaleEventKind[] = ['cost-differs']

/** Field by field, so no new field is exposed by mistake. Cashiers get no cost or commission. */
export function saleFor(person: Person, record: SaleRecord, now: number, history?: SaleHistory): Sale {
  const { next } = record
  const attention = findAttention(record, now)
  const maySeeCost = person.role === 'supervisor'
  return {
    ...pick(record, ['id', 'number', 'version', 'kind', 'state', 'serviceId', 'serviceName', 'brand']),
    ...pick(record, ['revealCount', 'printCount', 'amount', 'pays', 'openedAt', 'findCount', 'cashier', 'terminal']),
    ...pick(record, ['account', 'customer', 'reference', 'voucher', 'isCodeUnreadable', 'delivered']),
    ...pick(record, [
      'mayBeDelivered',
      'printedAt',
      'print',
      'paymentMethod',
      'split',
      'cashTendered',
      'isTest',
      'isPractice',
    ]),
    ...(mayKnowBatch(record, person) ? pick(record, ['batch']) : {}),
    ...pick(record, ['international', 'mismatch']),
    ...pick(record, ['held', 'transactionId', 'serviceTime', 'problem', 'conflicting', 'lastFindAt']),
    ...pick(record, ['resolution', 'refund']),
    ...(attention ? { attention } : {}),
    ...(isUnreadFor(person, record) ? { isUnread: true as const } : {}),
    ...(maySeeCost && record.unread?.reasons ? { unreadReasons: record.unread.reasons } : {}),
    ...pick(record, ['checkedAt', 'confirmedAt', 'finalAt']),
    ...(next?.kind === 'find' ? { nextFindAt: next.at } : {}),
    ...(maySeeCost ? pick(record, ['cost', 'firstCost', 'commission']) : {}),
    ...(history
      ? { ...history, events: history.events.filter(({ kind }) => maySeeCost || !OF_COST.includes(kind)) }
      : {}),
  }
}
