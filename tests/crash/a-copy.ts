import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import Libsql from 'libsql'

import type { SaleState } from '#domain/sale/sale.ts'
import { reconcileShop } from '../../tools/reconcile.ts'
import { aFolder } from '../support/folders.ts'

const CONFIRM_GRACE_MS = 200

export type Line = {
  key?: string
  request?: { path: string; at: number; externalId?: string; transactionId?: string; staleKey?: string }
  transaction?: { id: string; externalId?: string; step: string; account?: string; international?: object }
  debit?: Record<string, string>
  balance?: string
}
export type Row = {
  number: number
  id: string
  record: { nextAt: number; transactionId: string; cashier: { id: string }; [field: string]: unknown }
}

/** A copy of the database and ledger of an intact shop, which a test can change. */
export function aCopy(sound: string) {
  const folder = join(aFolder(), 'data')
  cpSync(sound, folder, { recursive: true })
  const journal = join(folder, 'toptill.db')
  const books = join(folder, 'ledger.jsonl')

  function sql<T>(text: string, ...parameters: (string | number | null)[]): T[] {
    const database = new Libsql(journal)
    try {
      database.exec('PRAGMA foreign_keys = OFF')
      const statement = database.prepare(text)
      return statement.reader ? (statement.all(parameters) as T[]) : (statement.run(parameters), [])
    } finally {
      database.close()
    }
  }
  const lines = () =>
    readFileSync(books, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Line)
  const saleOf = (state: SaleState, account?: string): Row => {
    const rows = sql<{ number: number; id: string; record: string }>('SELECT * FROM sales WHERE state = ?', state)
    const row = rows.find(({ record }) => account === undefined || record.includes(account))
    if (!row) throw new Error(`the sound shop has no sale ${state} ${account ?? ''}`)
    return { ...row, record: JSON.parse(row.record) as Row['record'] }
  }
  return {
    folder,
    lines,
    sql,
    saleOf,
    lastKey: () => BigInt(lines().findLast(({ key }) => key !== undefined)?.key ?? '0'),
    keepLines: (changed: Line[]) => writeFileSync(books, `${changed.map((line) => JSON.stringify(line)).join('\n')}\n`),
    editLines(change: (line: Line) => Line | undefined) {
      this.keepLines(lines().flatMap((line) => change(line) ?? []))
    },
    addLine(line: Line) {
      this.keepLines([...lines(), line])
    },
    addConfirm(externalId: string, laterMs = 0) {
      const settled = sql<{ at: number }>('SELECT at FROM sale_events WHERE sale_id = ? ORDER BY id', externalId).at(-1)
      const at = (settled?.at ?? 0) + laterMs
      this.addLine({ key: String(this.lastKey() + 1n), request: { path: '/transaction/confirm', at, externalId } })
    },
    /** Adds a debit as the ledger would store it, with the wallet balance that results. */
    addDebit(externalId: string | undefined, transactionId: string, more: Record<string, string> = {}) {
      const last = lines().findLast(({ debit }) => debit)?.debit
      if (!last) throw new Error('the sound shop has no debit')
      const balance = (Number(last.balance) - 1).toFixed(2)
      const { externalTransactionId: _, ...rest } = last
      const debit = { ...rest, transactionId, price: '1.00', balance, ...more }
      this.addLine({
        key: String(this.lastKey() + 1n),
        debit: externalId === undefined ? debit : { ...debit, externalTransactionId: externalId },
      })
    },
    editRecord({ number, record }: Row, change: object) {
      sql('UPDATE sales SET record = ? WHERE number = ?', JSON.stringify({ ...record, ...change }), number)
    },
    useLimits({ number }: Row, by: string | null) {
      sql('UPDATE sales SET limit_owner = ? WHERE number = ?', by, number)
    },
    countAs({ number }: Row, group: string, isPaid: 0 | 1) {
      sql('UPDATE sales SET sale_group = ?, is_paid = ? WHERE number = ?', group, isPaid, number)
    },
    addEvent({ id }: Row, kind: string, detail: object = {}) {
      const [last] = sql<{ at: number }>('SELECT max(at) AS at FROM sale_events WHERE sale_id = ?', id)
      const text = JSON.stringify(detail)
      sql('INSERT INTO sale_events (sale_id, at, kind, detail) VALUES (?, ?, ?, ?)', id, last?.at ?? 0, kind, text)
    },
    insertBefore(existing: string, saleId: string, kind: string) {
      const where = 'sale_id = ? AND kind = ?'
      const [event] = sql<{ id: number; at: number }>(`SELECT id, at FROM sale_events WHERE ${where}`, saleId, existing)
      if (!event) throw new Error(`the sound shop has no event ${existing}`)
      sql('UPDATE sale_events SET id = id + 1000 WHERE sale_id = ? AND id >= ?', saleId, event.id)
      sql("INSERT INTO sale_events VALUES (?, ?, ?, ?, '{}')", event.id, saleId, event.at, kind)
    },
    audit: (more: Partial<Parameters<typeof reconcileShop>[0]> = {}) =>
      reconcileShop({ journal, ledger: folder, confirmGraceMs: CONFIRM_GRACE_MS, ...more }),
  }
}
export type Copy = ReturnType<typeof aCopy>
