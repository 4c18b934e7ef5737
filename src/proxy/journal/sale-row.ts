import type { Selectable } from 'kysely'

import type { SaleRecord } from '#domain/sale/record.ts'
import type { JournalTables } from './tables.ts'

/** The sale of a row: its record, with what only the journal knows. */
export const recordOf = (row: Selectable<JournalTables['sales']>): SaleRecord => ({
  ...(JSON.parse(row.record) as SaleRecord),
  number: row.number,
  version: row.version,
})
