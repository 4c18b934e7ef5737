import { refOf, type Approver } from '#domain/person.ts'
import {
  findExceeded,
  limitWindows,
  nameLimits,
  withoutOverridden,
  existingOverrides,
  type Exceeded,
  type LimitsFor,
  type Wanted,
} from '#domain/sales-limits.ts'
import type { Money } from '#domain/money/money.ts'
import type { SaleApproval } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { shopDays } from '#domain/shop-calendar.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { AboveLimit, type CommitGuard } from './commit-guard.ts'
import { auditSubject, auditActor, type SaleStaff, type Seller } from './sale-staff.ts'

/** Names the supervisor who permitted it. */
export type LimitOverride = NonNullable<SaleApproval['overridden']>
export type SaleLimits = {
  /**
   * Without overridden ones; `undefined` if none are set. With `lines`, those of a batch count instead of the sale; those numbered `except` are already
   * journaled.
   */
  guardFor: (
    sale: SaleRecord,
    by: string,
    limits: LimitsFor,
    lifted?: LimitOverride,
    lines?: { wanted: readonly Wanted[]; except: readonly number[] },
  ) => CommitGuard['limits']
  /**
   * If `attempt` exceeds limits, runs it again with an override after verifying the approver's PIN. The approver is a supervisor who is neither the seller nor
   * the sale's cashier, or the supervisor who sells at an ordinary terminal; otherwise throws `RequestRefused`.
   */
  withOverride: <T>(
    attempt: (lifted?: LimitOverride) => Promise<T>,
    approver: Approver | undefined,
    seller: Seller,
  ) => Promise<T>
}

/** The same sale at the same limit is audited once per interval. */
const AUDIT_INTERVAL_MS = 60_000

export function saleLimits(
  { clock, calendar }: Pick<ShopContext, 'clock' | 'calendar'>,
  people: SaleStaff,
): SaleLimits {
  const days = shopDays(calendar)
  const noted = new Map<string, number>()

  async function note(above: AboveLimit, seller: Seller): Promise<void> {
    const { sale, exceeded } = above
    const now = clock.now()
    const limit = nameLimits(exceeded)
    for (const [key, at] of noted) if (now - at >= AUDIT_INTERVAL_MS || at > now) noted.delete(key)
    const key = `${sale.id} ${limit}`
    if (noted.has(key)) return
    noted.set(key, now)
    await people.audit({ kind: 'above-limit', ...auditActor(seller), ...auditSubject(sale), detail: { limit } })
  }

  async function authorizeOverride(
    above: AboveLimit,
    approver: Approver | undefined,
    seller: Seller,
  ): Promise<LimitOverride> {
    const { sale, exceeded } = above
    const refuse = async (
      ...refused: [status: number, code: 'above-limit' | 'approver-is-seller' | 'not-allowed', message: string]
    ) => {
      await note(above, seller)
      return new RequestRefused(...refused, { limits: exceeded })
    }
    if (!approver)
      throw await refuse(403, 'above-limit', `${exceeded.map(formatLimit).join(' ')} A supervisor can approve it.`)
    const isSeller = approver.staffId === seller.person.id
    if (isSeller ? seller.person.role !== 'supervisor' : approver.staffId === sale.cashier.id) {
      throw await refuse(403, 'approver-is-seller', "The person who sells can't approve. Ask another supervisor.")
    }
    const { pin, staffId } = approver
    const person = await people.verifyPin({ terminalId: seller.terminal.id, staffId, pin })
    if (person.role === 'supervisor') {
      return { by: refOf(person), limits: exceeded.map(({ of, kind }) => ({ of, kind })) }
    }
    throw await refuse(403, 'not-allowed', `${person.name} can't approve it. A supervisor can.`)
  }

  return {
    guardFor: (sale, by, limits, lifted, lines) => {
      if (!limits.person && !limits.shop) return undefined
      const now = clock.now()
      const wanted = lines?.wanted ?? [sale]
      const goesBeyond = [...existingOverrides(sale, by), ...(lifted?.limits ?? [])]
      return {
        windows: limitWindows(limits, wanted, { now, dayStart: days.boundsAt(now).from }),
        exceeded: (usage) => withoutOverridden(findExceeded(wanted, by, limits, usage), goesBeyond),
        ...lines,
      }
    },

    withOverride: (attempt, approver, seller) => {
      const override = (error: unknown, by?: Approver) => {
        if (error instanceof AboveLimit) return authorizeOverride(error, by, seller)
        throw error
      }
      return attempt().catch(async (error: unknown) => {
        const lifted = await override(error, approver)
        // Another limit was exceeded meanwhile.
        return attempt(lifted).catch(async (another: unknown) => attempt(await override(another)))
      })
    },
  }
}

const LIMITS: Record<Exceeded['kind'], string> = {
  perSale: 'of one sale',
  perHour: 'of an hour',
  perDay: 'of a day',
  perNumber: 'of one number in a day',
  vouchersPerMinute: 'of vouchers in a minute',
}

const formatLimit = ({ of, kind, limit, used }: Exceeded) =>
  `This sale is above the ${of === 'shop' ? "shop's " : ''}limit ${LIMITS[kind]}: ${formatAmount(used)} of ${formatAmount(limit)} used.`
const formatAmount = (amount: Money | number) =>
  typeof amount === 'number' ? String(amount) : `${amount.currency} ${amount.amount}`
