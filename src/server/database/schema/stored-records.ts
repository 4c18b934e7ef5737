import * as v from 'valibot'

import { Money } from '#domain/money/money.ts'
import { NamedRef } from '#domain/person.ts'
import { BATCH_STATES, type BatchRecord } from '#domain/sale/batch.ts'
import { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { Sale } from '#domain/sale/sale.ts'
import { count, time } from '#domain/schema-parts.ts'
import { UnreadableRecord } from '../../lib/failures.ts'

/** The record may have more fields. */
const Named = v.object(NamedRef.entries)

/** Only fields that decide something are checked: each till reads sales many times a minute. */
const StoredSale = v.object({
  ...v.pick(Sale, ['id', 'kind', 'state', 'amount', 'pays', 'cost', 'openedAt']).entries,
  cashier: Named,
  terminal: Named,
  transactionId: v.exactOptional(v.string()),
  stateVersion: count,
})

const StoredContent = v.object({ ...v.pick(Sale, ['kind', 'serviceId']).entries, amount: Money })

const StoredBatch = v.object({
  id: v.string(),
  state: v.picklist(BATCH_STATES),
  content: StoredContent,
  cashier: Named,
  terminal: Named,
  openedAt: time,
  lines: v.array(v.object({ saleId: SaleId, content: v.exactOptional(StoredContent) })),
  approvals: v.array(v.object({ at: time, by: Named, terminal: Named, lines: v.array(count) })),
})

const Json = v.pipe(v.string(), v.parseJson())

/** Throws `UnreadableRecord`, naming the record by `what`. */
export function readStored<T>(isReadable: (record: unknown) => record is T, text: string, what: string): T {
  const record = v.safeParse(Json, text)
  if (record.success && isReadable(record.output)) return record.output
  throw new UnreadableRecord(what)
}

export const isStoredSale = (record: unknown): record is SaleRecord => v.is(StoredSale, record)

/** Throws `UnreadableRecord`. */
export const batchOf = ({ id, version, record }: { id: string; version: number; record: string }): BatchRecord => ({
  ...readStored((batch): batch is BatchRecord => v.is(StoredBatch, batch), record, `Quantity ${id}`),
  version,
})
