import type { AuditEntry } from '#domain/audit.ts'
import {
  COUNTING_KINDS,
  CLOCK_SKEW_MS,
  limitAccountKey,
  limitOwner,
  type CountingKind,
  type SalesLimits,
  type LimitsFor,
  type LimitWindows,
  useOf,
  type LimitUse,
  type LimitUsage,
} from '#domain/sales-limits.ts'
import { PAYMENT_METHODS } from '#domain/money/payment-method.ts'
import type { PaymentRules } from '#domain/money/payment.ts'
import { contentOfLine, reservedLines, type BatchRecord } from '#domain/sale/batch.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { carriesCode, type MaybeWithCode } from '#domain/sale/reveal-rights.ts'
import { RequestRefused } from '#server/lib/failures.ts'
import type { SaleStaff } from '#server/sales/sale-staff.ts'
import { cashierAt, supervisorAt } from './people.ts'
import type { Random, Streams } from './random.ts'

/** The limits of a shop and of its cashiers, by id; supervisors have no personal limits. */
export type ShopLimits = { of: (seller: string) => LimitsFor }

export const NO_LIMITS: ShopLimits = { of: () => ({}) }
export const TIME_ZONE = 'Asia/Dubai'

export function aShopsLimits(streams: Streams): ShopLimits {
  const random = streams('limits')
  if (random.chance(0.4)) return NO_LIMITS
  const shop = random.chance(0.6) ? someLimits(random, 4) : undefined
  const each = Array.from({ length: 8 }, () => (random.chance(0.5) ? someLimits(random, 1) : undefined))
  return { of: (seller) => ({ person: each[Number(seller.replace('cashier-', ''))], shop }) }
}

/** Limits that a day of a few hundred sales of AED 5 to 100 reaches. */
function someLimits(random: Random, times: number): SalesLimits {
  const one = (amounts: readonly number[]) => (random.chance(0.4) ? String(random.pick(amounts) * times) : undefined)
  return {
    currency: 'AED',
    perSale: random.chance(0.2) ? '50' : undefined,
    perHour: one([300, 500, 800]),
    perDay: one([1000, 2000]),
    perNumber: one([50, 100]),
    vouchersPerMinute: random.chance(0.3) ? random.whole(1, 3) * times : undefined,
  }
}

/** The limit usage that the real database reads from its columns. */
export function usesAmong(
  records: readonly SaleRecord[],
  sale: SaleRecord,
  windows: LimitWindows,
  {
    except = [sale.number],
    wanted = [sale],
    batches = [],
  }: {
    except?: readonly number[] | undefined
    wanted?: readonly Pick<SaleRecord, 'account'>[] | undefined
    batches?: readonly BatchRecord[]
  } = {},
): LimitUsage {
  const reserved = batches.flatMap((batch) => reservedLines(batch).map((line) => ({ batch, line })))
  const reservedIds = new Set(reserved.map(({ batch, line }) => batch.lines[line - 1]?.saleId))
  const others = records.filter(({ id, number }) => !except.includes(number) && !reservedIds.has(id))
  const until = (sale.confirmedAt ?? 0) + CLOCK_SKEW_MS
  const accounts = new Set(wanted.map(limitAccountKey))
  const counts = (kind: CountingKind, of: MaybeWithCode & Pick<SaleRecord, 'account'>) =>
    (kind !== 'perNumber' || accounts.has(limitAccountKey(of))) && (kind !== 'vouchersPerMinute' || carriesCode(of))
  const confirmedUses = (kind: CountingKind, from: number): LimitUse[] =>
    others.flatMap((other) => {
      const [by, at = -1] = [limitOwner(other), other.confirmedAt]
      if (by === undefined || at < from || at >= until || !counts(kind, other)) return []
      return [useFor(kind, useOf(by, other.pays), other)]
    })
  const reservedUses = (kind: CountingKind): LimitUse[] =>
    reserved.flatMap(({ batch, line }) => {
      const content = contentOfLine(batch, line)
      return counts(kind, content) ? [useFor(kind, useOf(batch.cashier.id, content.amount), content)] : []
    })
  return Object.fromEntries(
    COUNTING_KINDS.flatMap((kind) => {
      const from = windows[kind]
      return from === undefined ? [] : [[kind, [...confirmedUses(kind, from), ...reservedUses(kind)]]]
    }),
  )
}

const useFor = (kind: CountingKind, use: LimitUse, of: Pick<SaleRecord, 'account'>): LimitUse =>
  kind === 'perNumber' ? { ...use, account: limitAccountKey(of) } : use

export const PINS = { right: '246810', wrong: '135791' }

const PAYMENTS: PaymentRules = { methods: PAYMENT_METHODS, default: 'cash' }

export const simulatedPeople = (limits: ShopLimits, note: (line: AuditEntry) => void): SaleStaff => ({
  limitsFor: async ({ id }) => limits.of(id),
  verifyPin: async ({ staffId, pin }) => {
    if (pin !== PINS.right) throw new RequestRefused(401, 'wrong-pin', 'This is not the PIN of this person.')
    const number = Number(staffId.split('-')[1])
    return (staffId.startsWith('supervisor') ? supervisorAt(number) : cashierAt(number)).person
  },
  payments: () => PAYMENTS,
  fraudWarning: () => null,
  isNumberConfirmed: () => false,
  asksForNumber: () => false,
  audit: async (line) => note(line),
})
