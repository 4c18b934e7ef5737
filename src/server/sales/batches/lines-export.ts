import type { Readable } from 'node:stream'

import type { ExportForm } from '#api/sales.ts'
import { contentOfLine, linesOf, saleOfLine, type KnownBatch } from '#domain/sale/batch.ts'
import { csvOf } from '../../lib/csv.ts'

const COLUMNS = ['line', 'account', 'service', 'amount', 'currency', 'state', 'sale', 'sale_id', 'reason']

/** `state` is that of the sale; without one, `skipped` or `not-started`. `reason` is why it was not sold. Codes are in no record. */
export function exportLines(known: KnownBatch, form?: ExportForm): Readable {
  const { batch } = known
  async function* rows() {
    yield linesOf(batch).map((line) => {
      const { account = '', serviceName, amount } = contentOfLine(batch, line)
      const sale = saleOfLine(known, line)
      const skip = batch.lines[line - 1]?.skip
      const state = sale?.state ?? (skip ? 'skipped' : 'not-started')
      const reason = sale?.problem ? (sale.problem.text ?? sale.problem.code) : (skip?.code ?? skip?.reason ?? '')
      return [line, account, serviceName, amount, amount.currency, state, sale?.number ?? '', sale?.id ?? '', reason]
    })
  }
  return csvOf(COLUMNS, rows(), form)
}
