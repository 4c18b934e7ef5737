import { decimal } from '#domain/money/money.ts'
import type { Person } from '#domain/person.ts'
import { saleOfLine, type BatchStop, type KnownBatch } from '#domain/sale/batch.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Service } from '#domain/catalog/service.ts'
import type { Answer, Transaction } from '#domain/wallet/transaction.ts'
import type { BatchApprovalRequest } from '#server/sales/batches/batch-approval.ts'
import type { BatchLineRequest, OpenBatchRequest } from '#server/sales/batches/open-batch.ts'
import { BATCH_ID } from '../../../support/a-batch.ts'
import {
  aMoneyPath,
  cashier,
  otherCashier,
  sellerOf,
  type MoneyPath,
  type MoneyPathOptions,
  QAMRA,
} from '../../../support/money-path.ts'
import { aSaleId, aTransaction, confirmingVoucher, theirId } from '../../../support/sales.ts'

export const aService = (id: string, more: Partial<Service> = {}): Service => ({
  ...QAMRA,
  id,
  name: id,
  kind: 'voucher',
  isAccountRequired: false,
  rule: { min: decimal('50'), max: decimal('50'), step: decimal('0') },
  ...more,
})
const SERVICES = [
  aService('pixelmoor'),
  aService('mail-card'),
  aService('qamra', { kind: 'direct', isAccountRequired: true }),
  aService('dear', { rule: { min: decimal('200'), max: decimal('200'), step: decimal('0') } }),
]

const idIn = (of: unknown) => {
  const { id, saleId } = of as { id?: SaleId; saleId?: SaleId }
  return (id ?? saleId)!
}
/** The wholesaler's answer for the sale in the request. A sold sale has its code unless `isCodeComing`. */
export const says =
  (state: Transaction['state'], more: Partial<Transaction> = {}, isCodeComing = false) =>
  (of: unknown): Answer => {
    const { account: _, ...transaction } = aTransaction({ state })
    const saleId = idIn(of)
    const code = state === 1 && !isCodeComing ? { hasCode: true as const } : {}
    return {
      kind: 'transaction',
      transaction: { ...transaction, ...code, id: theirId(`t-${saleId}`), saleId, ...more },
    }
  }
export const codeComing = says(1, {}, true)

export type QuantityRequest = Extract<OpenBatchRequest, { count: number }>

export const wish: QuantityRequest = { kind: 'voucher', serviceId: 'pixelmoor', amount: '50', count: 3 }

/** The money path with the batch of these tests, and functions for what a cashier does with it. */
export async function aTill(script: MoneyPathOptions['script'] = {}, options: Omit<MoneyPathOptions, 'script'> = {}) {
  const path = await aMoneyPath({
    services: SERVICES,
    ...options,
    script: { check: says(-1), confirm: says(1), find: says(1), ...script },
  })
  const known = () => path.store.batches.find(BATCH_ID) as Promise<KnownBatch>
  const lines = async () => {
    const now = await known()
    return now.batch.lines.map((_, index) => saleOfLine(now, index + 1))
  }
  return {
    ...path,
    known,
    lines,
    auditLines: () => path.lines,
    states: async () => (await lines()).map((sale) => sale?.state),
    batches: path.sales.batches,
    open: (more: Partial<QuantityRequest> = {}, who: Person = cashier) =>
      path.sales.batches.open(BATCH_ID, { ...wish, ...more }, sellerOf(who)),
    openLines: (lines: readonly BatchLineRequest[], who: Person = cashier) =>
      path.sales.batches.open(BATCH_ID, { lines }, sellerOf(who)),
    confirm: async (lines: number[], more: Partial<BatchApprovalRequest> = {}, who: Person = cashier) => {
      const { version } = (await known()).batch
      return path.sales.batches.confirm(BATCH_ID, { version, lines, ...more }, sellerOf(who))
    },
    stop: (who: Person = cashier) => path.sales.batches.stop(BATCH_ID, sellerOf(who)),
    batchOnce: async (isWanted: (now: KnownBatch) => boolean) => {
      for (let turn = 0; turn < 2_000; turn++) {
        const now = await known()
        if ((now as KnownBatch | undefined) && isWanted(now)) return now
        await new Promise(setImmediate)
      }
      throw new Error(`the batch is still ${JSON.stringify((await known()).batch.stop ?? (await known()).batch.state)}`)
    },
    /** Waits until the sale of a line is in a state, and returns it. */
    lineOnce: async (line: number, state: SaleRecord['state']) => {
      for (let turn = 0; turn < 2_000; turn++) {
        const now = await path.store.batches.find(BATCH_ID)
        const sale = now && saleOfLine(now, line)
        if (sale?.state === state) return sale
        await new Promise(setImmediate)
      }
      throw new Error(`line ${line} is still ${saleOfLine(await known(), line)?.state ?? 'not opened'}`)
    },
  }
}
export type Till = Awaited<ReturnType<typeof aTill>>

export async function anApproved(
  lines: number[],
  script: MoneyPathOptions['script'] = {},
  wanted: Partial<QuantityRequest> = {},
): Promise<Till> {
  const till = await aTill(script)
  await till.open(wanted)
  await till.confirm(lines)
  return till
}

export const isStopped = ({ batch }: KnownBatch) => batch.state === 'stopped'
export const isComplete = ({ batch }: KnownBatch) => batch.state === 'complete'
export const stoppedBy = async (till: Till): Promise<BatchStop | undefined> =>
  (await till.batchOnce(isStopped)).batch.stop
export const confirms = (till: Pick<MoneyPath, 'asked'>) =>
  till.asked.filter(({ step }) => step === 'confirm').map(({ of }) => idIn(of))

export const anOpenDuplicate = (content: Pick<SaleRecord, 'serviceId'> & { account: string }): SaleRecord => ({
  ...confirmingVoucher(),
  ...content,
  kind: 'direct',
  id: aSaleId('S'),
  number: 0,
  cashier: otherCashier,
  state: 'pending',
})
