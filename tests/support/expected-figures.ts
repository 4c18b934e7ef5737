import type { Money } from '#domain/money/money.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { SaleRecord } from '#domain/sale/record.ts'

/**
 * What the events of a sale say, and sums of that. Checks the figures of the code that counts sales, so it shares
 * nothing with it: from the record it reads only what no event has, the money and the names.
 */

const LATE_MS = 15_000

export type SaleFromEvents = {
  group: 'sold' | 'waiting' | 'unknown' | 'not-sold' | 'not-confirmed'
  isCharged: boolean
  refund: 'none' | 'due' | 'done'
  loss: 'none' | 'refunded' | 'below-cost'
  record: SaleRecord
}

export function saleFromEvents(record: SaleRecord, events: readonly SaleEvent[]): SaleFromEvents {
  let group: SaleFromEvents['group'] = 'not-confirmed'
  let [isCharged, isComing, isContradicted] = [false, false, false]
  let refund: SaleFromEvents['refund'] = 'none'
  let resolution: string | undefined
  let approvedAt: number | undefined
  let hasMovedOn = false
  for (const { kind, at, state, reason } of events) {
    if (kind === 'approved') [group, approvedAt, hasMovedOn] = ['waiting', at, false]
    if (kind === 'confirm-repeated') [group, hasMovedOn] = ['waiting', false]
    if (kind === 'refused') group = 'not-sold'
    if (kind === 'not-executed') group = 'not-sold'
    if (kind === 'confirm-lost' || kind === 'confirm-refused') [group, hasMovedOn] = ['unknown', true]
    if (kind === 'pending') [group, hasMovedOn] = ['waiting', true]
    if (kind === 'abandoned') {
      group = approvedAt === undefined ? 'not-confirmed' : 'not-sold'
      if (approvedAt !== undefined && refund === 'none') refund = 'due'
    }
    if (kind === 'final') {
      group = state === 1 ? 'sold' : state === 2 ? 'not-sold' : 'unknown'
      isCharged = state === 1
      const isCustomerGone = approvedAt !== undefined && (hasMovedOn || at - approvedAt >= LATE_MS)
      if (state === 2 && isCustomerGone && refund === 'none') refund = 'due'
    }
    if (kind === 'code-coming') isComing = true
    if (kind === 'code-arrived') isComing = false
    if (kind === 'conflict') isContradicted = true
    if (kind === 'refunded') refund = 'done'
    if (kind === 'resolved') {
      isContradicted = false
      resolution = reason
      if (refund !== 'done') refund = reason === 'not-sold' && approvedAt !== undefined ? 'due' : 'none'
    }
  }
  if (isComing) group = 'waiting'
  if (resolution !== undefined) {
    isCharged = resolution === 'sold'
    group = resolution === 'sold' && refund !== 'done' ? 'sold' : 'not-sold'
  }
  if (isContradicted) [group, isCharged] = ['unknown', false]
  const { cost, pays } = record
  const isDearer = cost !== undefined && cost.currency === pays.currency && micros(cost) > micros(pays)
  const isRefundLost = refund === 'done' && (isCharged || isContradicted)
  return {
    group,
    isCharged,
    refund,
    loss: isRefundLost ? 'refunded' : isCharged && isDearer ? 'below-cost' : 'none',
    record,
  }
}

export function micros({ amount }: Money): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole) * 1_000_000n + BigInt(fraction.padEnd(6, '0'))
}

/** The business day and the hour of a time, in the shop's time zone. */
export function wallClock(at: number, timeZone: string, dayStartHour: number): { day: string; hour: string } {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
  }).formatToParts(at)
  const part = (type: string) => Number(parts.find((one) => one.type === type)?.value)
  const date = new Date(Date.UTC(part('year'), part('month') - 1, part('day')))
  if (part('hour') < dayStartHour) date.setUTCDate(date.getUTCDate() - 1)
  return { day: date.toISOString().slice(0, 10), hour: String(part('hour')).padStart(2, '0') }
}

const DECIMALS: Record<string, number> = { JPY: 0, KWD: 3 }

/** `-1.50 AED`, with at least the decimals of the currency, and without rounding. */
export function asText(currency: string, sum: bigint): string {
  const digits = String(sum < 0n ? -sum : sum).padStart(7, '0')
  const fraction = digits
    .slice(-6)
    .replace(/0+$/, '')
    .padEnd(DECIMALS[currency] ?? 2, '0')
  const text = digits.slice(0, -6) + (fraction === '' ? '' : `.${fraction}`)
  return `${sum < 0n ? '-' : ''}${text} ${currency}`
}

export function sumsOf(amounts: readonly (readonly [currency: string, sum: bigint])[]): string[] {
  const sums = new Map<string, bigint>()
  for (const [currency, amount] of amounts) sums.set(currency, (sums.get(currency) ?? 0n) + amount)
  return [...sums].map(([currency, sum]) => asText(currency, sum)).toSorted()
}

export function expectedFigures(sales: readonly SaleFromEvents[]) {
  const records = sales.map(({ record }) => record)
  const costs = records.flatMap(({ cost }) => (cost ? [[cost.currency, micros(cost)] as const] : []))
  const margins = records.flatMap(({ pays, cost }) =>
    cost?.currency === pays.currency ? [[pays.currency, micros(pays) - micros(cost)] as const] : [],
  )
  return {
    count: sales.length,
    paid: sumsOf(records.map(({ pays }) => [pays.currency, micros(pays)])),
    cost: sumsOf(costs),
    margin: sumsOf(margins),
    withoutMargin: sales.length - margins.length,
  }
}
