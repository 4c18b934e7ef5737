import type { Selectable } from 'kysely'

import type { SaleRecord } from '#domain/sale-record.ts'
import type { JournalTables } from './tables.ts'

const UNCOUNTED = { shownTimes: 0, printedTimes: 0 }

/** The sale of a row: its record, with what only the journal knows. */
export function recordOf(row: Selectable<JournalTables['sales']>): SaleRecord {
  const record = JSON.parse(row.record) as SaleRecord
  // Sales of before vouchers were sold count no papers.
  return { ...UNCOUNTED, ...record, number: row.number, version: row.version }
}
