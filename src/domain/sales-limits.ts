import * as v from 'valibot'

import {
  addDecimals,
  compareDecimals,
  decimal,
  findDecimal,
  formatDecimal,
  money,
  timesOver,
  Money,
  type Decimal,
} from './money/money.ts'
import { LIMIT_KINDS, LimitRef, type LimitKind } from './limit-ref.ts'
import { count } from './schema-parts.ts'
import { moneyMoved } from './sale/sale.ts'
import type { SaleRecord } from './sale/record.ts'
import { carriesCode, type MaybeWithCode } from './sale/reveal-rights.ts'
import { foldText } from './text/typed-text.ts'

/** Amounts are decimal text of what customers pay, in `currency`. An absent limit does not apply. `vouchersPerMinute` counts codes. */
export type SalesLimits = {
  readonly currency: string
  readonly perSale?: string | undefined
  readonly perHour?: string | undefined
  readonly perDay?: string | undefined
  /** For one account in one day, all services together. */
  readonly perNumber?: string | undefined
  readonly vouchersPerMinute?: number | undefined
}

/** `limit` and `used` are counts for `vouchersPerMinute`. */
export const Exceeded = v.strictObject({
  ...LimitRef.entries,
  limit: v.union([Money, count]),
  used: v.union([Money, count]),
})
export type Exceeded = v.InferOutput<typeof Exceeded>

/** `left` is a count for `vouchersPerMinute`. */
export const RemainingLimit = v.strictObject({ ...LimitRef.entries, left: v.union([Money, count]) })
export type RemainingLimit = v.InferOutput<typeof RemainingLimit>

/** The shop's limits also apply to supervisors (rule 17). */
export type LimitsFor = { person?: SalesLimits | undefined; shop?: SalesLimits | undefined }

export const COUNTING_KINDS = ['perHour', 'perDay', 'perNumber', 'vouchersPerMinute'] as const
export type CountingKind = (typeof COUNTING_KINDS)[number]
/** Since when (epoch ms) sales count, only for limits that are set. */
export type LimitWindows = Partial<Record<CountingKind, number>>
/** The counted sales of one person (by id) in one currency, and for `perNumber` to one account (`limitAccountKey`). */
export type LimitUse = { by: string; count: number; sum: Decimal; currency: string; account?: string }
/** For `perNumber`, only sales to the accounts in question count; for `vouchersPerMinute`, only sales that have or may get a code. */
export type LimitUsage = Partial<Record<CountingKind, readonly LimitUse[]>>

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** In ms. If the clock was set back, sales up to this far in the future count. */
export const CLOCK_SKEW_MS = 24 * HOUR_MS

/**
 * The id of the approver, toward whose limits the sale counts until it is proven that no money moved, even if it was not executed but can still be confirmed.
 */
export function limitOwner(sale: SaleRecord): string | undefined {
  const { approval, state, resolution } = sale
  if (!approval?.countsTowardLimits) return undefined
  const isToFinish = state === 'not-executed' && !resolution
  return isToFinish || moneyMoved(sale) !== 'no' ? approval.by.id : undefined
}

/** Different spellings of an email address are the same account. */
export const limitAccountKey = ({ account }: Pick<SaleRecord, 'account'>): string => foldText(account ?? '')

/** For the person (id) who confirms now: an override of one person's limits does not cover anyone else's. */
export const existingOverrides = ({ approval }: Pick<SaleRecord, 'approval'>, by: string): readonly LimitRef[] =>
  (approval?.overridden ?? []).filter(({ of }) => of === 'shop' || approval?.by.id === by)

export const withoutOverridden = <One extends LimitRef>(
  exceeded: readonly One[],
  overridden: readonly LimitRef[],
): One[] => exceeded.filter(({ of, kind }) => !overridden.some((one) => one.of === of && one.kind === kind))

/** Text for the records, such as `person perSale, shop perDay`. */
export const nameLimits = (limits: readonly LimitRef[]): string =>
  limits.map(({ of, kind }) => `${of} ${kind}`).join(', ')

/** `dayStart` is the start of the shop's day (epoch ms). */
export function limitWindows(
  { person, shop }: LimitsFor,
  wanted: readonly Pick<SaleRecord, 'account'>[],
  { now, dayStart }: { now: number; dayStart: number },
): LimitWindows {
  const since: Record<CountingKind, number> = {
    perHour: now - HOUR_MS,
    perDay: dayStart,
    perNumber: dayStart,
    vouchersPerMinute: now - MINUTE_MS,
  }
  const isChecked = (kind: CountingKind) =>
    (person?.[kind] ?? shop?.[kind]) !== undefined &&
    (kind !== 'perNumber' || wanted.some(({ account }) => account !== undefined))
  return Object.fromEntries(COUNTING_KINDS.filter(isChecked).map((kind) => [kind, since[kind]]))
}

/** A sale, or a line of a batch. */
export type Wanted = MaybeWithCode & Pick<SaleRecord, 'pays' | 'account'>

/**
 * Of `by` (an id): the person's limits, then the shop's, each in the order of `LIMIT_KINDS`. Reaching a limit exactly is allowed. Another currency exceeds
 * every limit on amounts.
 */
export function findExceeded(
  wanted: readonly Wanted[],
  by: string,
  { person, shop }: LimitsFor,
  usage: LimitUsage,
): Exceeded[] {
  const own = person ? findIn('person', wanted, person, usageOf(by, usage)) : []
  return [...own, ...(shop ? findIn('shop', wanted, shop, usage) : [])]
}

/** At least 0. `perNumber` is returned in full, because the next number is unknown. */
export function findRemaining(by: string, { person, shop }: LimitsFor, usage: LimitUsage): RemainingLimit[] {
  const own = person ? remainingIn('person', person, usageOf(by, usage)) : []
  return [...own, ...(shop ? remainingIn('shop', shop, usage) : [])]
}

const remainingIn = (of: LimitRef['of'], limits: SalesLimits, usage: LimitUsage): RemainingLimit[] =>
  LIMIT_KINDS.flatMap((kind): RemainingLimit[] => {
    if (kind === 'vouchersPerMinute') {
      const { vouchersPerMinute: limit } = limits
      return limit === undefined ? [] : [{ of, kind, left: Math.max(0, limit - countIn(usage)) }]
    }
    const { [kind]: limit, currency } = limits
    if (limit === undefined) return []
    const used = kind === 'perSale' || kind === 'perNumber' ? ZERO : sumIn(currency, usage[kind] ?? [])
    const left = addDecimals(decimal(limit), timesOver(used, -1))
    return [{ of, kind, left: money(compareDecimals(left, ZERO) < 0 ? ZERO : left, currency) }]
  })

const countIn = ({ vouchersPerMinute = [] }: LimitUsage): number =>
  vouchersPerMinute.reduce((sum, { count }) => sum + count, 0)

const usageOf = (by: string, uses: LimitUsage): LimitUsage =>
  Object.fromEntries(COUNTING_KINDS.map((kind) => [kind, uses[kind]?.filter((use) => use.by === by) ?? []]))

const findIn = (of: LimitRef['of'], wanted: readonly Wanted[], limits: SalesLimits, usage: LimitUsage): Exceeded[] =>
  LIMIT_KINDS.flatMap((kind) => {
    const found =
      kind === 'vouchersPerMinute' ? beyondCount(wanted, limits, usage) : beyondAmount(kind, wanted, limits, usage)
    return found ? [{ of, kind, ...found }] : []
  })

type Beyond = Pick<Exceeded, 'limit' | 'used'> | undefined

function beyondCount(wanted: readonly Wanted[], { vouchersPerMinute: limit }: SalesLimits, usage: LimitUsage): Beyond {
  const codes = wanted.filter(carriesCode).length
  if (limit === undefined || codes === 0) return undefined
  const used = countIn(usage)
  return used + codes > limit ? { limit, used } : undefined
}

/** Each line of a batch is a separate sale for `perSale`; `perNumber` limits all that have the same account. */
function beyondAmount(
  kind: Exclude<LimitKind, 'vouchersPerMinute'>,
  wanted: readonly Wanted[],
  { [kind]: limit, currency }: SalesLimits,
  usage: LimitUsage,
): Beyond {
  if (limit === undefined) return undefined
  const uses = kind === 'perSale' ? [] : (usage[kind] ?? [])
  for (const { account, sales } of groupsFor(kind, wanted)) {
    const ofGroup = account === undefined ? uses : uses.filter((use) => use.account === account)
    const used = sumIn(currency, ofGroup)
    const sum = sales.map(({ pays }) => decimal(pays.amount)).reduce(addDecimals, used)
    const isAbove = sales.some(({ pays }) => pays.currency !== currency) || compareDecimals(sum, decimal(limit)) > 0
    if (isAbove) return { limit: money(decimal(limit), currency), used: money(used, currency) }
  }
  return undefined
}

type Group = { account?: string; sales: readonly Wanted[] }

function groupsFor(kind: Exclude<LimitKind, 'vouchersPerMinute'>, wanted: readonly Wanted[]): Group[] {
  if (kind === 'perSale') return wanted.map((sale) => ({ sales: [sale] }))
  if (kind !== 'perNumber') return [{ sales: wanted }]
  const byAccount = new Map<string, Wanted[]>()
  for (const sale of wanted) {
    if (sale.account === undefined) continue
    const key = limitAccountKey(sale)
    byAccount.set(key, [...(byAccount.get(key) ?? []), sale])
  }
  return [...byAccount].map(([account, sales]) => ({ account, sales }))
}

const ZERO: Decimal = { units: 0n, scale: 0 }

export const useOf = (by: string, { amount, currency }: Money): LimitUse => ({
  by,
  count: 1,
  sum: decimal(amount),
  currency,
})

export function sumIn(currency: string, uses: readonly Pick<LimitUse, 'sum' | 'currency'>[]): Decimal {
  return uses
    .filter((use) => use.currency === currency)
    .map(({ sum }) => sum)
    .reduce(addDecimals, ZERO)
}

/** Ignores differences in how amounts are written. */
export const isSameLimits = (a: SalesLimits | null, b: SalesLimits | null): boolean =>
  a?.currency === b?.currency && LIMIT_KINDS.every((kind) => plain(a?.[kind]) === plain(b?.[kind]))

function plain(value: string | number | undefined): string | undefined {
  const read = findDecimal(value)
  return read && formatDecimal(read)
}
