import { basename, dirname, join } from 'node:path'

import Libsql from 'libsql'

import { CommandError } from '../console.mjs'
import { groupBy } from './group-by.mjs'

const FIRST_SCHEMA = '2026-11-26-schema-b'

/**
 * @typedef {{ at: number, kind: string, by?: string, state?: number | string, reason?: string, note?: string }} SaleEvent
 * @typedef {{ amount: string, currency: string }} Money
 * @typedef {Record<string, string | number | null>} Row
 * @typedef {{
 *   id: string, number: number, version: number, state: string, serviceId: string, account?: string, amount: Money, openedAt: number,
 *   cost?: Money, kind?: string, brand?: string, terminal?: { id: string }, paidBy?: string, isTest?: boolean, transactionId?: string, conflicting?: boolean, resolution?: { outcome: string, at: number }, refund?: { done?: object }, next?: { kind: string, at: number },
 *   pays?: Money, confirmedAt?: number, lastFindAt?: number,
 *   approval?: { at: number, by?: { id?: string, name?: string }, terminal?: { id: string }, countsTowardLimits?: boolean, approver?: { id: string, name: string }, overridden?: { of: string, kind: string }[] },
 *   batch?: { id: string, line: number, of: number }, voucher?: string, revealCount?: number, dailyFinds?: number,
 *   cashier?: { id?: string, name: string }, delivered?: { at: number, method: string, by: string }, mismatch?: object,
 *   international?: { country: { id: string }, provider: { id: string, name: string }, denomination: { id: string } },
 * }} SaleRecord The fields that reconciliation reads; the record has more.
 * @typedef {{ number: number, id: string, version: number, state: string, account: string, service_id: string, next_at: number | null, transaction_id: string | null, batch_id?: string | null, confirmed_at?: number | null, limit_owner?: string | null, currency: string, pays_whole: number, pays_millionths: number, is_voucher: number, opened_at: number, sale_group: string, is_open: number, is_paid: number, is_refund_due: number, loss: string, charge: string, cost_fit: string, kind: string }} SaleColumns
 * @typedef {{ from_at: number, to_at: number, first_number: number | null, last_number: number | null }} SaleDay
 * @typedef {Row & { count: number, whole: string, millionths: string, cost_whole: string, cost_millionths: string }} SaleTotal With the columns of its key.
 * @typedef {{ currency: string, [sum: string]: string }} WalletCharges Sums of what sales were charged: `certain`, and of those that are not certain `added` and `removed`.
 * @typedef {{ charges: WalletCharges[], quarters: (Row & { count: number, whole: string, millionths: string })[], fits: { kind: string, fit: string, count: number }[] }} WalletTotals
 * @typedef {{ from_at: number, owner: string, currency: string, count: number, whole: string, millionths: string }} LimitTotal
 * @typedef {{ columns: SaleColumns, record: SaleRecord, events: SaleEvent[] }} JournalSale
 * @typedef {{ at: number, by: Person, version: number, lines: number[], remaining: number[], overridden?: { by: Person, limits: { of: string, kind: string }[] } }} BatchApproval
 * @typedef {{ id: string, name: string }} Person
 * @typedef {{ columns: { id: string, version: number, state: string, cashier_id: string, opened_at: number, limit_amount: string, limit_currency: string, limit_voucher: number }, record: { id: string, state: string, content: { kind: string, amount: Money }, cashier: Person, openedAt: number, lines: { saleId: string, earlierIds?: string[] }[], approvals: BatchApproval[], stop?: { reason: string, at: number } } }} JournalBatch
 * @typedef {{ sale_id: string, batch_id: string, line: number, is_current: number, is_reserved: number }} BatchLineRow
 * @typedef {{ kind: string, entry: { by?: { id: string }, detail?: { limit?: string, lines?: number } } }} LogLine A line of the audit log.
 * @typedef {{ posId: string, mark: bigint, sales: JournalSale[], supervisors: ReadonlySet<string>, texts: string[], problems: string[], days: SaleDay[], totals: Record<string, SaleTotal[]>, limitTotals: LimitTotal[], walletTotals: WalletTotals, states: { state: string, count: number }[], batches: JournalBatch[], batchLines: BatchLineRow[], log: LogLine[] }} Journal `supervisors` by id; `texts`: every text in every table.
 */

/** The totals of sales, with the columns of their keys. @type {Record<string, readonly string[]>} */
export const TOTALS = {
  sale_totals: [
    'day',
    'sale_group',
    'cashier_id',
    'terminal_id',
    'kind',
    'paid_by',
    'is_paid',
    'is_test',
    'is_refund_due',
    'loss',
    'currency',
    'cost_currency',
  ],
  product_totals: [
    'day',
    'service_id',
    'cashier_id',
    'sale_group',
    'is_paid',
    'kind',
    'brand',
    'currency',
    'cost_currency',
  ],
  service_totals: ['day', 'sale_group', 'service_id', 'brand', 'currency', 'cost_currency'],
  quarter_totals: ['from_at', 'sale_group', 'currency', 'cost_currency'],
}

/** Reads a journal that no running Toptill has open. Throws `CommandError` with a sentence for the administrator. @returns {Journal} */
export function readJournal(/** @type {string} */ file) {
  const database = new Libsql(file)
  try {
    database.exec('PRAGMA query_only = ON')
    const tables = readRows(database, "SELECT name FROM sqlite_master WHERE type = 'table'").map(({ name }) =>
      String(name),
    )
    refuseEarlierJournal(database, tables, file)
    const missing = [
      'sales',
      'sale_events',
      ...Object.keys(TOTALS),
      'limit_totals',
      'wallet_charges',
      'cost_quarters',
      'cost_fits',
      'batches',
      'batch_lines',
      'key_marks',
      'wholesaler_account',
    ].filter((name) => !tables.includes(name))
    if (missing.length > 0)
      throw new CommandError(`${file} is not a Toptill journal: it has no table ${missing.join(', ')}.`)
    return read(database, tables)
  } catch (error) {
    throw error instanceof CommandError ? error : new CommandError(whyUnreadable(file, error))
  } finally {
    database.close()
  }
}

/** Refuses a journal of another schema with the same sentence as the proxy. */
function refuseEarlierJournal(
  /** @type {Libsql.Database} */ database,
  /** @type {string[]} */ tables,
  /** @type {string} */ file,
) {
  if (!tables.includes('kysely_migration')) return
  const names = readRows(database, 'SELECT name FROM kysely_migration').map(({ name }) => String(name))
  if (names.length === 0 || names.includes(FIRST_SCHEMA)) return
  const folder = basename(dirname(file)) === 'sandbox' ? dirname(file) : join(dirname(file), 'sandbox')
  throw new CommandError(
    `The journal ${file} was written by a development build of Toptill and cannot be opened by this one. Move it away, or set DATABASE_URL to a new file; in practice, remove the folder ${folder}.`,
  )
}

/** @returns {Journal} */
function read(/** @type {Libsql.Database} */ database, /** @type {string[]} */ tables) {
  /** @type {string[]} */
  const problems = []
  const [integrity] = readRows(database, 'PRAGMA integrity_check')
  if (integrity?.['integrity_check'] !== 'ok')
    problems.push(`the journal is damaged: ${String(integrity?.['integrity_check'])}`)

  const events = groupBy(readRows(database, 'SELECT * FROM sale_events ORDER BY id'), (row) => String(row['sale_id']))
  const sales = readRows(database, 'SELECT * FROM sales ORDER BY number').map((row) => {
    const columns = /** @type {SaleColumns} */ (/** @type {unknown} */ (row))
    const record = /** @type {SaleRecord} */ (JSON.parse(String(row['record'])))
    // The journal assigns the number of a new sale when it writes the row, so the first record has none yet.
    return {
      columns,
      record: { ...record, number: columns.number },
      events: (events.get(columns.id) ?? []).map(eventOf),
    }
  })
  const known = new Set(sales.map(({ columns }) => columns.id))
  for (const id of events.keys())
    if (!known.has(id)) problems.push(`there are events of a sale ${id} that is not there`)

  /** @template T @param {string} query @returns {T[]} */
  const rowsOf = (query) => /** @type {T[]} */ (/** @type {unknown} */ (readRows(database, query)))
  const [mark] = readRows(database, 'SELECT highest_key FROM key_marks')
  const [account] = readRows(database, 'SELECT pos_id FROM wholesaler_account')
  return {
    posId: String(account?.['pos_id'] ?? ''),
    mark: BigInt(String(mark?.['highest_key'] ?? '0')),
    sales,
    days: rowsOf('SELECT * FROM sale_days ORDER BY from_at'),
    // As text, because a sum may exceed the exact integers of JavaScript.
    totals: Object.fromEntries(
      Object.entries(TOTALS).map(([table, key]) => [
        table,
        rowsOf(
          `SELECT ${key.join(', ')}, count, CAST(whole AS TEXT) AS whole, CAST(millionths AS TEXT) AS millionths, CAST(cost_whole AS TEXT) AS cost_whole, CAST(cost_millionths AS TEXT) AS cost_millionths FROM ${table} WHERE count <> 0`,
        ),
      ]),
    ),
    limitTotals: rowsOf(
      'SELECT from_at, owner, currency, count, CAST(whole AS TEXT) AS whole, CAST(millionths AS TEXT) AS millionths FROM limit_totals WHERE count <> 0',
    ),
    walletTotals: {
      charges: rowsOf(
        `SELECT currency, ${['certain', 'added', 'removed'].flatMap((sum) => [`${sum}_whole`, `${sum}_millionths`].map((column) => `CAST(${column} AS TEXT) AS ${column}`)).join(', ')} FROM wallet_charges`,
      ),
      quarters: rowsOf(
        'SELECT from_at, currency, count, CAST(whole AS TEXT) AS whole, CAST(millionths AS TEXT) AS millionths FROM cost_quarters WHERE count <> 0',
      ),
      fits: rowsOf('SELECT kind, fit, count FROM cost_fits WHERE count <> 0'),
    },
    batches: readRows(database, 'SELECT * FROM batches ORDER BY opened_at').map((row) => ({
      columns: /** @type {JournalBatch['columns']} */ (/** @type {unknown} */ (row)),
      record: /** @type {JournalBatch['record']} */ (JSON.parse(String(row['record']))),
    })),
    batchLines: rowsOf('SELECT * FROM batch_lines'),
    log: tables.includes('audit_log')
      ? readRows(database, 'SELECT kind, entry FROM audit_log').map(({ kind, entry }) => ({
          kind: String(kind),
          entry: JSON.parse(String(entry)),
        }))
      : [],
    states: rowsOf('SELECT state, count FROM state_totals WHERE count <> 0'),
    supervisors: new Set(
      tables.includes('staff')
        ? readRows(database, "SELECT id FROM staff WHERE role = 'supervisor'").map(({ id }) => String(id))
        : [],
    ),
    texts: tables.flatMap((table) =>
      readRows(database, `SELECT * FROM "${table}"`).flatMap((row) =>
        Object.values(row).filter((value) => typeof value === 'string'),
      ),
    ),
    problems,
  }
}

/** @returns {SaleEvent} */
function eventOf(/** @type {Row} */ { detail, at, kind }) {
  return { ...JSON.parse(String(detail)), at: Number(at), kind: String(kind) }
}

/** @returns {Row[]} */
function readRows(/** @type {Libsql.Database} */ database, /** @type {string} */ sql) {
  return /** @type {Row[]} */ (database.prepare(sql).all([]))
}

function whyUnreadable(/** @type {string} */ file, /** @type {unknown} */ error) {
  const problem = error instanceof Error ? error.message : String(error)
  if (/locked|busy/i.test(problem)) {
    return `The journal ${file} is in use by a running Toptill. Stop it first, or make a copy with "npm run backup -- FILE" while nothing is sold, and audit that.`
  }
  if (/not a database|malformed/i.test(problem))
    return `${file} is not a Toptill journal, or it is damaged: ${problem}.`
  return `The journal ${file} cannot be read: ${problem}.`
}
