import type { SalesLimits, LimitsFor } from '#domain/sales-limits.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { BatchWatch, Reservation } from './batch-watch.ts'
import type { DurableBatch, DurableWrite } from './journal.ts'
import { entryOf } from './maps.ts'
import { PINS } from './shop-limits.ts'
import type { Report } from './violation.ts'

export type LimitWatch = ReturnType<typeof createLimitWatch>

type LimitWatchOptions = {
  batches: Pick<BatchWatch, 'approvalOf' | 'reservations'>
  limitsOf: (cashier: string) => LimitsFor
  report: Report
}

/**
 * These rules follow the design, not the code: who counts, from when, and what a sale releases once it is certain that
 * nothing moved.
 */
const [SECOND, HOUR] = [1_000, 3_600_000]
const DAY = 24 * HOUR
const DUBAI_AHEAD = 4 * HOUR
const startOfDay = (at: number) => at - ((at + DUBAI_AHEAD) % DAY)
const fils = (amount: string) => Math.round(Number(amount) * 100)
const MOVED_NOTHING = ['failed', 'abandoned']

function counts({ state, approval, confirmedAt, conflicting, resolution }: SaleRecord): boolean {
  if (confirmedAt === undefined || !approval) return false
  if (conflicting) return true
  return resolution ? resolution.outcome === 'sold' : !MOVED_NOTHING.includes(state)
}

type Use = {
  by: string | undefined
  at: number | undefined
  pays: string
  account: string | undefined
  mayHaveCode: boolean
}

const saleUse = ({ approval, confirmedAt, pays, account, kind, voucher, state }: SaleRecord): Use => ({
  by: approval?.by.id,
  at: confirmedAt,
  pays: pays.amount,
  account,
  mayHaveCode: kind === 'voucher' || (kind === 'international' && !(state === 'succeeded' && voucher === undefined)),
})
function lineUse({ batch, saleId }: Reservation): Use {
  const { content = batch.content } = batch.lines.find((line) => line.saleId === saleId) ?? {}
  return {
    by: batch.cashier.id,
    at: undefined,
    pays: content.amount.amount,
    account: content.account,
    mayHaveCode: content.kind === 'voucher',
  }
}

/**
 * Checks that no one sells above their limits, unless a supervisor permitted it for this sale. That supervisor must not
 * be the seller, except at a till that is not a kiosk. The approved lines of a batch count from their approval.
 */
export function createLimitWatch({ batches, limitsOf, report }: LimitWatchOptions) {
  const said = new Map<string, Set<string>>()
  const words = new Map<string, readonly string[]>()
  /** The sales that are on the disk, in the order in which they were written. */
  const counted = new Map<string, SaleRecord>()

  function usesNow(): Use[] {
    const reservations = batches.reservations()
    const reserved = new Set(reservations.map(({ saleId }) => saleId))
    const sales = [...counted.values()].filter(({ id }) => !reserved.has(id))
    return [...sales.map(saleUse), ...reservations.map(lineUse)]
  }

  function wrote({ before, after, events, line }: DurableWrite, isConfirmedByBatch: boolean): void {
    if (counts(after)) counted.set(after.id, after)
    else counted.delete(after.id)
    const isApproval = after.approval !== undefined && after.approval.at !== before?.approval?.at
    if (!isApproval || !after.approval) return
    const { by, approver } = after.approval
    const lifted = overridden(before, after, events)
    if (isConfirmedByBatch) return checkSameApprover(before, after)
    if (approver) checkApprover(after, approver.id, events, line)
    checkLimits(by, after.id, { ...saleUse(after), at: after.confirmedAt ?? 0 }, lifted)
  }

  function wroteBatch({ before, after, line }: DurableBatch): void {
    const approval = after.approvals.at(-1)
    if (!approval || after.approvals.length === before?.approvals.length) return
    const { at, by, overridden } = approval
    const lifted = overridden?.limits.map((limit) => `${limit.of} ${limit.kind}`) ?? []
    if (overridden) checkOverride(after, overridden.by.id, lifted.join(', '), line)
    const uses = batches.reservations().filter(({ batch }) => batch.id === after.id)
    // The lines of a quantity are equal.
    const differing = uses.slice(0, after.lines.some((line) => line.content) ? undefined : 1)
    for (const use of differing) checkLimits(by, after.id, { ...lineUse(use), at }, lifted)
  }

  function checkLimits(
    by: { id: string; name: string },
    id: string,
    use: Use & { at: number },
    lifted: readonly string[],
  ): void {
    const { person, shop } = limitsOf(by.id)
    if (!person && !shop) return
    const uses = usesNow()
    const own = uses.filter((one) => one.by === by.id)
    const above = [
      ...findAbove(person, use, own).map((one) => `person ${one}`),
      ...findAbove(shop, use, uses).map((one) => `shop ${one}`),
    ]
    for (const problem of above) {
      const isLetGo = lifted.some((limit) => problem.startsWith(`${limit}:`))
      if (!isLetGo) report('above a limit, and nobody let it go', id, `${by.name}: ${problem}`)
    }
  }

  /**
   * The approver of a line is the supervisor who permitted the override of its batch, a supervisor who permitted it for
   * this sale, or the approver of the line's earlier confirm, which was checked at that time: an override remains valid
   * when the sale is finished later.
   */
  function checkSameApprover(before: SaleRecord | undefined, { id, batch, approval }: SaleRecord): void {
    const approver = approval?.approver
    if (!approver || said.get(id)?.has(approver.id)) return
    const permitted = [batches.approvalOf(batch?.id)?.overridden?.by.id, before?.approval?.approver?.id]
    if (!permitted.includes(approver.id)) report('let go by somebody who may not', id, `${approver.name}, of a line`)
  }

  function checkOverride(
    { id, cashier, approvals }: DurableBatch['after'],
    approver: string,
    limits: string,
    line: DurableBatch['line'],
  ): void {
    const isAtTill = approvals.at(-1)?.terminal.id.startsWith('till') === true
    const mayBeSeller = cashier.id !== approver || isAtTill
    if (!approver.startsWith('supervisor') || !mayBeSeller || said.get(id)?.has(approver) !== true)
      report('let go by somebody who may not', id, approver)
    if (line?.kind !== 'limit-overridden' || line.detail?.limit !== limits)
      report('let go, and not in the audit log', id, approver)
  }

  /**
   * The overrides of this sale, earlier and new ones. Overrides of personal limits count only as long as the same
   * person confirms.
   */
  function overridden(
    before: SaleRecord | undefined,
    after: SaleRecord,
    events: readonly SaleEvent[],
  ): readonly string[] {
    const isSamePerson = before?.approval?.by.id === after.approval?.by.id
    const stands = (words.get(after.id) ?? []).filter((limit) => isSamePerson || limit.startsWith('shop'))
    const now = events
      .filter(({ kind }) => kind === 'limit-overridden')
      .flatMap(({ reason = '' }) => reason.split(', '))
    words.set(after.id, [...stands, ...now])
    return [...stands, ...now]
  }

  function checkApprover(
    after: SaleRecord,
    approver: string,
    events: readonly SaleEvent[],
    line: DurableWrite['line'],
  ): void {
    const lifting = events.find(({ kind }) => kind === 'limit-overridden')
    const isLogged = line?.kind === 'limit-overridden' && line.detail?.limit === lifting?.reason
    const { by, terminal } = after.approval ?? {}
    const isAtTill = terminal?.id.startsWith('till') === true
    const mayBeSeller = by?.id === approver ? isAtTill : after.cashier.id !== approver
    // An override of the batch is also valid for a line that is finished as a single sale.
    const hasSaidSo = [after.id, after.batch?.id ?? ''].some((id) => said.get(id)?.has(approver))
    if (!approver.startsWith('supervisor') || !mayBeSeller || !hasSaidSo) {
      report('let go by somebody who may not', after.id, approver)
    }
    if (lifting && !isLogged) report('let go, and not in the audit log', after.id, approver)
  }

  return {
    wrote,
    wroteBatch,
    /** A person enters the PIN of an approver for a sale or a batch. */
    approverAsked: (sale: string, { staffId, pin }: { staffId: string; pin: string }) => {
      if (pin !== PINS.right) return
      entryOf(said, sale, () => new Set()).add(staffId)
    },
  }
}

function findAbove(limits: SalesLimits | undefined, of: Use & { at: number }, counted: readonly Use[]): string[] {
  if (!limits) return []
  const now = of.at
  const since = (from: number) => counted.filter(({ at = now }) => at >= from && at < now + DAY)
  const sum = (those: readonly Use[]) => those.reduce((total, { pays }) => total + fils(pays), 0)
  const today = since(startOfDay(now))
  const used: [name: string, limit: string | number | undefined, amount: number][] = [
    ['perSale', limits.perSale, fils(of.pays)],
    ['perHour', limits.perHour, sum(since(now - HOUR))],
    ['perDay', limits.perDay, sum(today)],
    ['perNumber', of.account && limits.perNumber, sum(today.filter(({ account }) => account === of.account))],
  ]
  const above = used
    .filter(([, limit, amount]) => typeof limit === 'string' && limit !== '' && amount > fils(limit))
    .map(([name, limit, amount]) => `${name}: ${amount / 100} of ${limit}`)
  const vouchers = since(now - 60 * SECOND).filter(({ mayHaveCode }) => mayHaveCode).length
  const isTooMany = of.mayHaveCode && limits.vouchersPerMinute !== undefined && vouchers > limits.vouchersPerMinute
  return isTooMany ? [...above, `vouchersPerMinute: ${vouchers}`] : above
}
