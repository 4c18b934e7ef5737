import type { BatchApproval, BatchRecord } from '#domain/sale/batch.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { BatchReading } from '#server/sales/batches/batch.ts'
import type { DurableBatch, DurableWrite } from './journal.ts'
import { entryOf } from './maps.ts'
import type { Report } from './violation.ts'

export type BatchWatch = ReturnType<typeof createBatchWatch>

export type Reservation = { batch: BatchRecord; saleId: string }

type BatchWatchOptions = {
  now: () => number
  /** The delay with which a process may notice that time passed. */
  lateMs?: number
  readJournal: (id: string) => SaleRecord | undefined
  report: Report
}

type Known = {
  batch: BatchRecord
  approvedAt: number
  isOfThisLife: boolean
  confirmed: Set<number>
  /** The number of approvals at the time of the person's request to stop that was answered. */
  stopped: number
}

/**
 * An approval is valid for two minutes (rule 18). Like a confirm, it is on the disk only some seconds after its time
 * was read from the clock.
 */
const APPROVAL_LASTS_MS = 2 * 60_000
/** The lines of a basket or list differ, so it takes longer the more it has. */
const MORE_FOR_A_LINE_MS = 5_000
const WRITTEN_LATER_MS = 15_000
const SOLD_NOTHING = ['refused', 'failed', 'abandoned']

/** Checks that batches are sold according to rule 18. These rules follow the design, not the code. */
export function createBatchWatch({ now, lateMs = 0, readJournal, report }: BatchWatchOptions) {
  const known = new Map<string, Known>()
  const asked = new Map<string, Set<string>>()
  const ids = new Map<string, string>()
  const sold = new Set<string>()
  const answered = new Set<string>()

  const lastOf = (batch: BatchRecord) => batch.approvals.at(-1)

  function wroteBatch({ before, after }: DurableBatch): void {
    change(before, after)
    checkReservations(after.id)
  }

  function change(before: BatchRecord | undefined, after: BatchRecord): void {
    const it = entryOf(known, after.id, () => ({
      batch: after,
      approvedAt: 0,
      isOfThisLife: !before,
      confirmed: new Set<number>(),
      stopped: 0,
    }))
    if (after.version !== (before?.version ?? 0) + 1)
      report('version skipped', after.id, `batch ${before?.version} to ${after.version}`)
    if (before && contentOf(before) !== contentOf(after)) report('content changed', after.id, 'of a batch')
    if (!before && (after.state !== 'checked' || after.approvals.length > 0))
      report('batch runs without an approval', after.id, 'as it was opened')
    const added = after.approvals.slice(before?.approvals.length ?? 0)
    if (before) checkIds(before, after, added[0])
    else for (const { saleId } of after.lines) takeId(after.id, saleId)
    if (added.length > 1 || (before && after.state === 'running' && before.state !== 'running' && !added[0]))
      report('batch runs without an approval', after.id, `${added.length} approvals were added`)
    if (before && added[0]) approve(it, before, added[0])
    it.batch = after
  }

  function takeId(batch: string, saleId: string): void {
    const other = ids.get(saleId)
    if (other !== undefined) report('sale of a line without a minted id', saleId, `the id is of ${other} too`)
    ids.set(saleId, batch)
  }

  /** A line keeps its id until it is approved again after its sale sold nothing. */
  function checkIds(before: BatchRecord, after: BatchRecord, approval: BatchApproval | undefined): void {
    if (before.lines.length !== after.lines.length) report('content changed', after.id, 'lines of a batch')
    for (const [index, { saleId }] of after.lines.entries()) {
      const earlier = before.lines[index]?.saleId
      if (earlier === undefined || earlier === saleId) continue
      const sale = readJournal(earlier)
      const hasSoldNothing = sale && SOLD_NOTHING.includes(sale.state) && !sale.conflicting
      if (!hasSoldNothing || !approval?.lines.includes(index + 1))
        report('sale of a line without a minted id', earlier, `line ${index + 1} has the id ${saleId} by now`)
      takeId(after.id, saleId)
    }
  }

  function approve(it: Known, before: BatchRecord, approval: BatchApproval): void {
    const { id, cashier, version } = before
    const key = keyOf(id, approval)
    const people = asked.get(key)
    if (!people) report('approval of lines that nobody approved', id, key)
    else if (approval.by.id !== cashier.id || !people.has(cashier.id))
      report('somebody else joined a batch', id, `${[...people].join()}, and it is ${cashier.name}’s`)
    if (approval.version !== version)
      report('approval of what nobody saw', id, `saw ${approval.version}, and it is ${version}`)
    it.approvedAt = now()
    it.isOfThisLife = true
    it.confirmed.clear()
  }

  function wrote({ before, after, batch }: DurableWrite): void {
    if (!after.batch) return
    const { id, line } = after.batch
    const it = known.get(id)
    const isOpening = batch !== undefined && batch.before === undefined
    if (!before && !isOpening) checkOpening(it, after, line)
    const isNewApproval = after.approval !== undefined && after.approval.at !== before?.approval?.at
    if (isNewApproval && it && !it.confirmed.has(line)) it.confirmed.add(line)
    if (batch) change(batch.before, batch.after)
    if (!before && isOpening && batch.after.lines[line - 1]?.saleId !== after.id)
      report('sale of a line without a minted id', after.id, `line ${line} of a new batch`)
    if (isSold(after)) sold.add(after.id)
    if (before?.state === 'confirming' && after.state !== 'confirming') answered.add(after.id)
    checkReservations(id)
  }

  function checkOpening(it: Known | undefined, sale: SaleRecord, line: number): void {
    if (it?.batch.lines[line - 1]?.saleId !== sale.id)
      report('sale of a line without a minted id', sale.id, `line ${line}`)
    // The lines of a basket are checked before anyone approves them.
    const isOnlyChecked = it && isBasket(it.batch) && it.batch.state === 'checked' && it.isOfThisLife
    if (it && !isOnlyChecked) checkApproved(it, sale, line, 'line opened without a valid approval')
  }

  function checkApproved(it: Known, sale: SaleRecord, line: number, name: string): void {
    const { batch, approvedAt, isOfThisLife, stopped } = it
    const approval = lastOf(batch)
    const ageMs = now() - approvedAt
    if (!approval?.lines.includes(line)) return report(name, sale.id, `line ${line} is not named`)
    if (batch.state !== 'running') report(name, sale.id, `the batch is ${batch.state}`)
    if (!isOfThisLife) report(name, sale.id, 'it was given before a restart')
    const more = isBasket(batch) ? approval.lines.length * MORE_FOR_A_LINE_MS : 0
    if (ageMs > APPROVAL_LASTS_MS + more + WRITTEN_LATER_MS + lateMs)
      report(name, sale.id, `it is ${ageMs / 1000} s old`)
    if (stopped >= batch.approvals.length) report('went on after Stop was answered', sale.id, `line ${line}`)
    const open = approval.lines.find((one) => one < line && !mayBePassed(batch, one))
    if (open !== undefined)
      report('line began before the one before it was sold', sale.id, `line ${line}, and line ${open} is not`)
  }

  /** A basket waits only for a line that is being checked or confirmed, not for one that a person sends again. */
  function mayBePassed(batch: BatchRecord, line: number): boolean {
    const { saleId = '', skip } = batch.lines[line - 1] ?? {}
    if (!isBasket(batch)) return sold.has(saleId)
    const state = readJournal(saleId)?.state ?? 'opened'
    return skip !== undefined || answered.has(saleId) || !['opened', 'checked', 'confirming'].includes(state)
  }

  /** What is charged is what is sold, and what may be sold is not given back. */
  function chargeTold({ batch, sales, charge }: BatchReading): void {
    const approved = new Set(batch.approvals.flatMap(({ lines }) => lines))
    let [charged, givenBack] = [0, 0]
    for (const [index, { saleId, content = batch.content }] of batch.lines.entries()) {
      const sale = sales.find(({ id }) => id === saleId)
      if (sale && isCharged(sale)) charged += Number(content.amount.amount)
      const mayBeSold = sale !== undefined && !SOLD_NOTHING_YET.includes(sale.state)
      if (approved.has(index + 1) && !mayBeSold) givenBack += Number(content.amount.amount)
    }
    if (Number(charge.sold.sum.amount) !== charged)
      report('charge that is not the sum of what is sold', batch.id, `${charge.sold.sum.amount}, sold ${charged}`)
    if (Number(charge['not-sold'].sum.amount) > givenBack && !sales.some(({ resolution }) => resolution))
      report('gives back what may be sold', batch.id, `${charge['not-sold'].sum.amount} of ${givenBack}`)
  }

  function checkReservations(id: string): void {
    const it = known.get(id)
    const approval = it && lastOf(it.batch)
    if (!approval || it.batch.state !== 'running') return
    for (const line of approval.lines) {
      const isReserved = approval.remaining.includes(line)
      if (isReserved && it.confirmed.has(line)) report('reserved and counted at once', id, `line ${line}`)
      if (!isReserved && !it.confirmed.has(line)) report('neither reserved nor counted', id, `line ${line}`)
    }
  }

  return {
    wrote,
    wroteBatch,
    chargeTold,
    begun: () => {
      for (const it of known.values()) it.isOfThisLife = false
    },
    confirmAsked: (id: string, request: { version: number; lines: readonly number[] }, person: string) => {
      entryOf(asked, keyOf(id, request), () => new Set()).add(person)
    },
    /** A person requests to stop a batch. Call the returned function when the request has been answered. */
    stopAsked: (id: string) => {
      const approvals = known.get(id)?.batch.approvals.length ?? 0
      return () => {
        const it = known.get(id)
        if (it) it.stopped = Math.max(it.stopped, approvals)
      }
    },
    /**
     * Checks a sale that its batch confirmed, before `wrote` receives it. Returns false for a sale that a person
     * confirmed as a single sale, which counts only if a person did so (`isAskedFor`).
     */
    checkConfirm: (sale: SaleRecord, isAskedFor: boolean) => {
      const it = sale.batch && known.get(sale.batch.id)
      if (!sale.batch || !it) return false
      const isOwn = sale.cashier.id === it.batch.cashier.id
      if (isAskedFor && !(isOwn && it.batch.state === 'running')) return false
      checkApproved(it, sale, sale.batch.line, 'line confirmed without a valid approval')
      return true
    },
    reservations: (): Reservation[] =>
      [...known.values()].flatMap(({ batch }) => {
        const lines = batch.state === 'running' ? (lastOf(batch)?.remaining ?? []) : []
        return lines.map((line) => ({ batch, saleId: batch.lines[line - 1]?.saleId ?? '' }))
      }),
    approvalOf: (id = ''): BatchApproval | undefined => known.get(id)?.batch.approvals.at(-1),
    checkRest: () => {
      for (const { batch } of known.values()) {
        if (batch.state === 'running') report('batch still running at the end', batch.id, '')
        const isOpening = batch.lines.some(({ saleId, skip }) => !skip && !readJournal(saleId))
        if (batch.state === 'checked' && isBasket(batch) && isOpening)
          report('batch still being checked at the end', batch.id, '')
      }
    },
  }
}

const keyOf = (id: string, { version, lines }: { version: number; lines: readonly number[] }) =>
  `${id} at version ${version}: ${lines.toSorted((a, b) => a - b).join()}`

const contentOf = ({ content, cashier, openedAt, lines }: BatchRecord) =>
  JSON.stringify([content, cashier.id, openedAt, lines.map((line) => line.content)])

/** Its lines have their own content. */
const isBasket = ({ lines }: BatchRecord) => lines.some((line) => line.content !== undefined)

const SOLD_NOTHING_YET = [...SOLD_NOTHING, 'opened', 'checked', 'not-executed']

const isCharged = ({ state, conflicting, resolution }: SaleRecord) =>
  !conflicting && (resolution ? resolution.outcome === 'sold' : state === 'succeeded')

const isSold = ({ state, voucher, conflicting, resolution, refund }: SaleRecord) =>
  !conflicting &&
  voucher !== 'coming' &&
  (resolution ? resolution.outcome === 'sold' && refund?.done === undefined : state === 'succeeded')
