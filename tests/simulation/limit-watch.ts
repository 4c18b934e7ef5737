import type { SalesLimits, LimitsFor } from '#domain/sales-limits.ts'
import type { SaleEvent } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { DurableWrite } from './journal.ts'
import { PINS } from './shop-limits.ts'
import type { ViolationName } from './violation.ts'

export type LimitWatch = {
  wrote: (write: DurableWrite) => void
  /** Somebody types the PIN of an approver. */
  approverAsked: (sale: string, approver: { staffId: string; pin: string }) => void
}

type LimitWatchOptions = {
  sales: () => readonly SaleRecord[]
  limitsOf: (cashier: string) => LimitsFor
  report: (name: ViolationName, sale: string, detail: string) => void
}

/** Read from the design and not from the code: who counts, since when, and what a sale that surely moved nothing gives back. */
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

/**
 * Sees to it that nobody sells more than the limits let them, unless a supervisor said so of this very sale: one who does not sell it, or who
 * sells it at a till.
 */
export function createLimitWatch({ sales, limitsOf, report }: LimitWatchOptions): LimitWatch {
  const said = new Map<string, Set<string>>()
  const words = new Map<string, readonly string[]>()

  function wrote({ before, after, events, line }: DurableWrite): void {
    const isApproval = after.approval !== undefined && after.approval.at !== before?.approval?.at
    if (!isApproval || !after.approval) return
    const { by, approver } = after.approval
    if (approver) checkApprover(after, approver.id, events, line)
    const { person, shop } = limitsOf(by.id)
    if (!person && !shop) return
    const counted = sales().filter(counts)
    const own = counted.filter((sale) => sale.approval?.by.id === by.id)
    const above = [
      ...findAbove(person, after, own).map((one) => `person ${one}`),
      ...findAbove(shop, after, counted).map((one) => `shop ${one}`),
    ]
    const lifted = letGo(before, after, events)
    for (const problem of above) {
      const isLetGo = lifted.some((limit) => problem.startsWith(`${limit}:`))
      if (!isLetGo) report('above a limit, and nobody let it go', after.id, `${by.name}: ${problem}`)
    }
  }

  /** What was said of this sale, now or before; of somebody's own limits, while they confirm it. */
  function letGo(before: SaleRecord | undefined, after: SaleRecord, events: readonly SaleEvent[]): readonly string[] {
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
    const hasSaidSo = said.get(after.id)?.has(approver) === true
    if (!approver.startsWith('supervisor') || !mayBeSeller || !hasSaidSo) {
      report('let go by somebody who may not', after.id, approver)
    }
    if (lifting && !isLogged) report('let go, and not in the audit log', after.id, approver)
  }

  return {
    wrote,
    approverAsked: (sale, { staffId, pin }) => {
      if (pin !== PINS.right) return
      said.set(sale, (said.get(sale) ?? new Set()).add(staffId))
    },
  }
}

/** `counted` holds the sale itself: it is approved by now. */
function findAbove(limits: SalesLimits | undefined, sale: SaleRecord, counted: readonly SaleRecord[]): string[] {
  if (!limits) return []
  const now = sale.confirmedAt ?? 0
  const since = (from: number) => counted.filter(({ confirmedAt: at = 0 }) => at >= from && at < now + DAY)
  const sum = (those: readonly SaleRecord[]) => those.reduce((total, { pays }) => total + fils(pays.amount), 0)
  const today = since(startOfDay(now))
  const used: [name: string, limit: string | number | undefined, amount: number][] = [
    ['perSale', limits.perSale, fils(sale.pays.amount)],
    ['perHour', limits.perHour, sum(since(now - HOUR))],
    ['perDay', limits.perDay, sum(today)],
    ['perNumber', sale.account && limits.perNumber, sum(today.filter(({ account }) => account === sale.account))],
  ]
  const above = used
    .filter(([, limit, amount]) => typeof limit === 'string' && limit !== '' && amount > fils(limit))
    .map(([name, limit, amount]) => `${name}: ${amount / 100} of ${limit}`)
  const vouchers = since(now - 60 * SECOND).filter(({ kind }) => kind === 'voucher').length
  const isTooMany =
    sale.kind === 'voucher' && limits.vouchersPerMinute !== undefined && vouchers > limits.vouchersPerMinute
  return isTooMany ? [...above, `vouchersPerMinute: ${vouchers}`] : above
}
