import * as v from 'valibot'

import { Money } from '#domain/money.ts'
import { NamedRef } from '#domain/person.ts'
import { BATCH_STATES, type BatchRecord } from '#domain/sale/batch.ts'
import { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { Sale } from '#domain/sale/sale.ts'
import { count, time } from '#domain/schema-parts.ts'
import { UnreadableRecord } from '../../lib/failures.ts'

/** Of a person there may be more than the name. */
const Named = v.object(NamedRef.entries)

/** What everything is decided by. The rest of a sale is not looked at again: each till reads it many times a minute. */
const StoredSale = v.object({
  ...v.pick(Sale, ['id', 'kind', 'state', 'amount', 'pays', 'cost', 'openedAt']).entries,
  cashier: Named,
  terminal: Named,
  transactionId: v.exactOptional(v.string()),
  stateVersion: count,
})

const StoredBatch = v.object({
  id: v.string(),
  state: v.picklist(BATCH_STATES),
  content: v.object({ ...v.pick(Sale, ['kind', 'serviceId']).entries, amount: Money }),
  cashier: Named,
  terminal: Named,
  openedAt: time,
  lines: v.array(v.object({ saleId: SaleId })),
  approvals: v.array(v.object({ at: time, by: Named, terminal: Named, lines: v.array(count) })),
})

const Json = v.pipe(v.string(), v.parseJson())

/** A record as the journal has it. Throws `UnreadableRecord`, which names it by `what`. */
export function readStored<T>(isReadable: (record: unknown) => record is T, text: string, what: string): T {
  const record = v.safeParse(Json, text)
  if (record.success && isReadable(record.output)) return record.output
  throw new UnreadableRecord(what)
}

export const isStoredSale = (record: unknown): record is SaleRecord => v.is(StoredSale, record)

/** The batch of a row. Throws `UnreadableRecord`. */
export const batchOf = ({ id, version, record }: { id: string; version: number; record: string }): BatchRecord => ({
  ...readStored((batch): batch is BatchRecord => v.is(StoredBatch, batch), record, `Quantity ${id}`),
  version,
})
