import {
  newBatch,
  newMixedBatch,
  type BatchApproval,
  type BatchContent,
  type BatchRecord,
  type KnownBatch,
} from '#domain/sale/batch.ts'
import { approveBatch } from '#domain/sale/steps/batch-step.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { amal, anAmount, APPROVED_AT, aSaleId, OPENED_AT, till } from './sales.ts'

export const BATCH_ID = '01JD6X000000000000000BATCH'
/** The ids of lines, in order. `FRESH_ID` is for a line that is opened again. */
const LINE_IDS = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H', 'J', 'K'].map(aSaleId)
export const FRESH_ID = aSaleId('Z')

/** A batch of Pixelmoor vouchers that is not approved. */
export function aBatch(count = 3, changes: Partial<BatchRecord> = {}): BatchRecord {
  const content = {
    kind: 'voucher' as const,
    serviceId: 'pixelmoor',
    serviceName: 'Pixelmoor 50',
    brand: 'Pixelmoor',
    amount: anAmount('50'),
  }
  const batch = newBatch(BATCH_ID, content, LINE_IDS.slice(0, count), { cashier: amal, terminal: till, now: OPENED_AT })
  return { ...batch, version: 1, ...changes }
}

/** A basket of a voucher for 50, a top-up of 20 and a voucher for 30, whose lines were not approved. */
export function aBasket(changes: Partial<BatchRecord> = {}): BatchRecord {
  const { content: voucher } = aBatch()
  const topUp: BatchContent = {
    kind: 'direct',
    serviceId: 'qamra',
    serviceName: 'Qamra',
    brand: 'Qamra',
    account: '971501234567',
    amount: anAmount('20'),
  }
  const line = (index: number, content: BatchContent) => ({ saleId: LINE_IDS[index]!, content })
  const lines = [line(0, voucher), line(1, topUp), line(2, { ...voucher, amount: anAmount('30') })] as const
  const batch = newMixedBatch(BATCH_ID, lines, { cashier: amal, terminal: till, now: OPENED_AT })
  return { ...batch, version: 1, ...changes }
}

export function aRunningBatch(
  {
    batch = aBatch(),
    lines = batch.lines.map((_, index) => index + 1),
  }: { batch?: BatchRecord; lines?: number[] } = {},
  changes: Partial<BatchApproval> = {},
): BatchRecord {
  const approval = { at: APPROVED_AT, by: amal, terminal: till, version: batch.version, lines }
  const running = approveBatch(batch, approval, new Map())
  const [last] = running.approvals.slice(-1)
  return { ...running, version: batch.version + 1, approvals: [...batch.approvals, { ...last!, ...changes }] }
}

export const asLine = (batch: BatchRecord, line: number, sale: SaleRecord): SaleRecord => ({
  ...sale,
  id: batch.lines[line - 1]!.saleId,
  number: line,
  batch: { id: batch.id, line, of: batch.lines.length },
  batchOwnerId: batch.cashier.id,
})

export const withLines = (batch: BatchRecord, ...sales: SaleRecord[]): KnownBatch => ({
  batch,
  sales: sales.map((sale, index) => asLine(batch, index + 1, sale)),
})
