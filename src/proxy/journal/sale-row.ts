import type { Selectable } from 'kysely'

import type { SaleRecord } from '#domain/sale/record.ts'
import type { JournalTables } from './tables.ts'

const UNCOUNTED = { revealCount: 0, printCount: 0 }

/** The sale of a row: its record, with what only the journal knows. */
export function recordOf(row: Selectable<JournalTables['sales']>): SaleRecord {
  const { batch, ...record } = JSON.parse(row.record) as SaleRecord
  // Of before vouchers were sold: no papers were counted, and the mark of a quantity was a text without lines.
  const quantity = typeof batch === 'object' ? { batch } : {}
  return { ...UNCOUNTED, ...record, ...quantity, number: row.number, version: row.version }
}
