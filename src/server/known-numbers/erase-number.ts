import { setImmediate as nextTurn } from 'node:timers/promises'

import { sql, type Kysely, type SqlBool, type Transaction } from 'kysely'
import * as v from 'valibot'

import { maskForGood } from '#domain/phone/contact.ts'
import { eraseInText } from '#domain/phone/known-number.ts'
import { eraseFromBatch, eraseFromSale, isToNumber, mayMaskNumbers } from '#domain/sale/retention.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { maskAll, maskBatchOf } from '../database/maintenance/retention.ts'
import { RECORD_COLUMNS, splitRecords } from '../database/schema/sale-row.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Log } from '../lib/log.ts'
import { nameUnreadable } from '../lib/readable-rows.ts'
import type { NumberIndex } from './number-index.ts'

type Db = Kysely<JournalTables>

type Deps = {
  db: Db
  audit: Pick<AuditLog, 'commit'>
  index: Pick<NumberIndex, 'erase'>
  /** Masks the number in the orders of self-order tablets. */
  eraseFromOrders: (number: string) => Promise<void>
  log: Log
}

/** Rows that one statement scans, and sales that one commit changes. */
const SCANNED_AT_ONCE = 2_000
/** Of which each may have 200 lines. */
const BATCHES_AT_ONCE = 50
const ERASED_AT_ONCE = 10
/** A sale may change between reading and masking. */
const TRIES = 5

/** `open`: numbers of sales to the number that are not complete. Then nothing was erased. */
type Erased = { sales: number; open: number[] }
export type EraseNumber = (number: string, actor: Actor) => Promise<Erased>

/**
 * From the index, sales, their events, quantities and orders, so later documents do not have it, either. Its last four digits are left, as after the retention.
 * Audit entries never contain a number, so their chain stays whole.
 */
export function createErasing(deps: Deps): EraseNumber {
  const { db, audit, index, log } = deps
  const name = (problem: string) => nameUnreadable(log, problem)

  return async (number, actor) => {
    const first = await readFound(db, number, name)
    if (first.open.length > 0) return { sales: 0, open: first.open }
    await audit.commit(async (trx, note) => {
      await index.erase(trx, number)
      await note({
        kind: 'number-erased',
        ...actor,
        detail: { number: maskForGood(number), sales: first.sales.length },
      })
    })
    await deps.eraseFromOrders(number)
    let erased = 0
    let { sales, batches } = first
    for (let tries = 0; sales.length + batches.length > 0 && tries < TRIES; tries += 1) {
      for (let at = 0; at < sales.length; at += ERASED_AT_ONCE)
        erased += await audit.commit((trx) => eraseFrom(trx, sales.slice(at, at + ERASED_AT_ONCE), number, name))
      for (const id of batches) await audit.commit((trx) => maskBatchOf(trx, id, name, eraseFromBatch(number)))
      const left = await readFound(db, number, name)
      if (left.open.length > 0) return { sales: erased, open: left.open }
      ;({ sales, batches } = left)
    }
    return { sales: erased, open: [...sales.map((sale) => sale.number), ...(await firstNumbersOf(db, batches))] }
  }
}

async function eraseFrom(
  trx: Transaction<JournalTables>,
  sales: readonly SaleRecord[],
  number: string,
  name: (problem: string) => void,
): Promise<number> {
  const erased = await maskAll(trx, sales, name, { sale: eraseFromSale(number), batch: eraseFromBatch(number) })
  for (const sale of sales.filter((one) => erased.includes(one.number))) {
    const events = await trx.selectFrom('sale_events').select(['id', 'detail']).where('sale_id', '=', sale.id).execute()
    for (const { id, detail } of events) {
      const without = eraseInDetail(detail, number)
      if (without !== detail)
        await trx.updateTable('sale_events').set({ detail: without }).where('id', '=', id).execute()
    }
  }
  return erased.length
}

/** Only texts may contain it. An unreadable event stays as it is. */
function eraseInDetail(detail: string, number: string): string {
  const read = v.safeParse(Detail, detail)
  if (!read.success) return detail
  const { note, reason } = read.output
  const without = {
    ...(note === undefined ? {} : { note: eraseInText(note, number) }),
    ...(reason === undefined ? {} : { reason: eraseInText(reason, number) }),
  }
  const isSame = without.note === note && without.reason === reason
  return isSame ? detail : JSON.stringify({ ...read.output, ...without })
}

const Detail = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({ note: v.optional(v.string()), reason: v.optional(v.string()) }),
)

/**
 * The sales to the number, and the batches that have it only in lines of which no sale was opened. `open`: the numbers of sales at which something may still
 * happen, or that cannot be read.
 */
async function readFound(db: Db, number: string, name: (problem: string) => void) {
  const numbers = await numbersOf(db, number)
  const query = db
    .selectFrom('sales')
    .select([...RECORD_COLUMNS, 'account', 'batch_id'])
    .orderBy('number')
  const rows = numbers.length === 0 ? [] : await query.where('number', 'in', numbers).execute()
  const { sales, unreadable } = splitRecords(rows, name)
  const to = sales.filter((sale) => isToNumber(sale, number))
  const batches = await batchesOf(db, number)
  const unfinished = new Set(batches.filter((batch) => batch.isUnfinished).map(({ id }) => id))
  const isOpen = (sale: SaleRecord) => !mayMaskNumbers(sale) || unfinished.has(sale.batch?.id ?? '')
  const ofSales = new Set(rows.map((row) => row.batch_id))
  const unopened = batches.filter(({ id }) => !ofSales.has(id)).map(({ id }) => id)
  const inUnfinished = await firstNumbersOf(
    db,
    unopened.filter((id) => unfinished.has(id)),
  )
  const open = [...to.filter(isOpen), ...unreadable].map((sale) => sale.number)
  return {
    sales: to,
    batches: unopened.filter((id) => !unfinished.has(id)),
    open: [...open, ...inUnfinished].toSorted((a, b) => a - b),
  }
}

/** By the account, which has an index, and by the customer of a voucher, which is only in the record. */
async function numbersOf(db: Db, number: string): Promise<number[]> {
  const found = await db.selectFrom('sales').select('number').where('account', '=', number).execute()
  const pattern = `%"customer":"${number}"%`
  const { last } = await db
    .selectFrom('sales')
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  for (let from = 0; from <= Number(last ?? 0); from += SCANNED_AT_ONCE) {
    const rows = db
      .selectFrom('sales')
      .select('number')
      .where('number', '>=', from)
      .where('number', '<', from + SCANNED_AT_ONCE)
      .where('kind', '=', 'voucher')
      .where(sql<SqlBool>`record LIKE ${pattern}`)
    found.push(...(await rows.execute()))
    await nextTurn()
  }
  return [...new Set(found.map((row) => row.number))]
}

async function batchesOf(db: Db, number: string): Promise<{ id: string; isUnfinished: boolean }[]> {
  const pattern = `%:"${number}"%`
  const found: { id: string; isUnfinished: boolean }[] = []
  for (let last: string | undefined = ''; last !== undefined;) {
    const rows: { id: string; state: string; has_number: number }[] = await db
      .selectFrom('batches')
      .select(['id', 'state', sql<number>`CASE WHEN record LIKE ${pattern} THEN 1 ELSE 0 END`.as('has_number')])
      .where('id', '>', last)
      .orderBy('id')
      .limit(BATCHES_AT_ONCE)
      .execute()
    for (const { id, state, has_number: hasNumber } of rows)
      if (hasNumber === 1) found.push({ id, isUnfinished: state === 'checked' || state === 'running' })
    last = rows.at(-1)?.id
    await nextTurn()
  }
  return found
}

async function firstNumbersOf(db: Db, batchIds: readonly string[]): Promise<number[]> {
  if (batchIds.length === 0) return []
  const rows = await db
    .selectFrom('sales')
    .select(({ fn }) => fn.min('number').as('first'))
    .where('batch_id', 'in', batchIds)
    .groupBy('batch_id')
    .execute()
  return rows.map(({ first }) => Number(first))
}
