import {
  approvalOf,
  contentOfLine,
  paymentOfLine,
  type BatchApproval,
  type BatchRecord,
  type KnownBatch,
} from '#domain/sale/batch.ts'
import { isStillApproved, withoutReservation, type BatchNext } from '#domain/sale/steps/batch-step.ts'
import type { SaleApproval, SaleInput } from '#domain/sale/input.ts'
import { newSale, type SaleRecord } from '#domain/sale/record.ts'
import { saleCan } from '#domain/sale/sale.ts'
import { BatchMovedOn } from '../commit-guard.ts'
import { guardAgainstDuplicates } from '../confirm-sale.ts'
import { refuseUnsellable } from '../sale-content.ts'
import type { SaleParts } from '../sale-parts.ts'

type Step = Extract<BatchNext, { line: number; kind: 'open' | 'approve' | 'abandon' }>

/** Whether the line changed. Throws what keeps it from being opened or confirmed. */
type SellLine = (known: KnownBatch, next: Step) => Promise<boolean>

/** Both are checked right before something is written: no step begins if `isStopped`, and nothing is confirmed unless `isSelling`. */
export function lineSeller(
  { engine, catalog, clock, beginSale }: SaleParts,
  { isStopped, isSelling }: { isStopped: () => boolean; isSelling: () => boolean },
): SellLine {
  /** Without an approval, the line is only checked. */
  async function openLine(batch: BatchRecord, approval: BatchApproval | undefined, line: number): Promise<boolean> {
    const content = contentOfLine(batch, line)
    await refuseUnsellable(content, catalog)
    const saleId = batch.lines[line - 1]?.saleId
    if (isStopped() || saleId === undefined) return false
    const agreed = agreedDuplicate(batch, line, approval)
    const ofBatch = { ...content, ...agreed, batch: { id: batch.id, line, of: batch.lines.length } }
    const sale = newSale(saleId, ofBatch, batch.cashier, approval?.terminal ?? batch.terminal, clock.now())
    const begun = await beginSale(sale, {
      duplicate: guardAgainstDuplicates(sale, agreed.duplicateOf, clock),
      batch: (now) => {
        if (approval) requireApproved(now, approval, line)
        else if (isStopped() || now.state !== 'checked') throw new BatchMovedOn(`line ${line} is not checked any more`)
        if (now.lines[line - 1]?.saleId !== saleId) throw new BatchMovedOn('the line has another id by now')
        return now
      },
    })
    return begun !== undefined
  }

  async function confirmLine(
    batch: BatchRecord,
    approval: BatchApproval,
    line: number,
    sale: SaleRecord,
  ): Promise<boolean> {
    const agreed = agreedDuplicate(batch, line, approval)
    const choose = (current: SaleRecord): SaleInput | undefined => {
      const isOurs = current.cashier.id === batch.cashier.id
      if (!isSelling() || !isOurs || !saleCan.confirm(current, clock.now())) return undefined
      return { kind: 'approved', ...approvalOfLine(batch, approval, line), ...agreed }
    }
    const after = await engine.apply(sale.id, choose, {
      guardFor: (current) => ({
        duplicate: guardAgainstDuplicates(current, agreed.duplicateOf ?? current.duplicateOf, clock),
        batch: (now) => {
          requireApproved(now, approval, line)
          // From this commit on, the sale itself counts toward limits.
          return withoutReservation(now, line)
        },
      }),
    })
    return after.version > sale.version
  }

  function requireApproved(batch: BatchRecord, approval: BatchApproval, line: number): void {
    if (isStopped() || !isStillApproved(batch, approval, line, clock.now()))
      throw new BatchMovedOn(`line ${line} is not approved any more`)
  }

  async function abandonLine({ cashier, stop }: BatchRecord, { id, version }: SaleRecord): Promise<boolean> {
    const after = await engine.apply(id, (current) =>
      current.state === 'checked' && current.cashier.id === cashier.id
        ? { kind: 'abandoned', by: stop?.by ?? cashier }
        : undefined,
    )
    return after.version > version
  }

  return (known, next) => {
    if (next.kind === 'abandon') return abandonLine(known.batch, next.sale)
    const approval = approvalOf(known.batch)
    if (next.kind === 'open') return openLine(known.batch, approval, next.line)
    if (!approval) throw new Error(`batch ${known.batch.id} runs without an approval`)
    return confirmLine(known.batch, approval, next.line, next.sale)
  }
}

function approvalOfLine(batch: BatchRecord, approval: BatchApproval, line: number): SaleApproval {
  const { at, by, terminal, overridden, isFraudWarningShown, numberCheck } = approval
  const payment = paymentOfLine(batch, approval, line)
  return {
    at,
    by,
    terminal,
    countsTowardLimits: true,
    ...(overridden ? { overridden } : {}),
    ...(payment ? { payment } : {}),
    ...(isFraudWarningShown ? { isFraudWarningShown } : {}),
    ...(numberCheck ? { numberCheck } : {}),
  }
}

/** The sale that the person was asked about, for this line or for all lines of the approval. */
function agreedDuplicate(
  batch: BatchRecord,
  line: number,
  approval: BatchApproval | undefined,
): Pick<BatchApproval, 'duplicateOf'> {
  const duplicateOf = batch.lines[line - 1]?.duplicateOf ?? approval?.duplicateOf ?? batch.content.duplicateOf
  return duplicateOf === undefined ? {} : { duplicateOf }
}
