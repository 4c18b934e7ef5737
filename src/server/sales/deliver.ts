import type { AuditEntry } from '#domain/audit.ts'
import { eraseInText } from '#domain/phone/known-number.ts'
import { refOf, type Person } from '#domain/person.ts'
import type { Receipt } from '#domain/receipt.ts'
import { saleCan } from '#domain/sale/sale.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { carriesCode, mayPrint, mayReveal } from '#domain/sale/reveal-rights.ts'
import { hasSecret, isUsable, type DeliveryMethod, type Voucher } from '#domain/catalog/voucher.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { DeliveryContent } from './delivery-cache.ts'
import { findNow } from './engine/find-now.ts'
import { auditSubject, auditActor, type Seller } from './sale-staff.ts'
import { moneyMovedForFailure } from './sale-access.ts'
import type { SaleParts } from './sale-parts.ts'

export type RevealRequest = {
  /** Required for a delivered code. */
  reason?: string | undefined
  /** The person has recently entered their PIN again. */
  hasStepUp: boolean
}
export type RevealedSale = { sale: SaleRecord; receipt?: Receipt; voucher?: Voucher }

/** What the customer receives (rule 12). Throws `RequestRefused` if it is not permitted. */
export type DeliveryActions = {
  reveal: (id: SaleId, request: RevealRequest, seller: Seller) => Promise<RevealedSale>
  deliver: (id: SaleId, method: DeliveryMethod, seller: Seller) => Promise<SaleRecord>
}

const MINUTE_MS = 60_000
/** More than anyone views or prints one sale. */
const MAX_A_MINUTE = 30

export function deliveryActions(parts: SaleParts): DeliveryActions {
  const { engine, deliveries, readVisible, clock } = parts
  const pace = createPace(clock)

  return {
    reveal: async (id, request, seller) => {
      const { person } = seller
      const sale = await readVisible(id, person)
      if (!hasContent(sale)) {
        throw new RequestRefused(409, 'wrong-state', 'Only a sale that was sold has a receipt.', {
          moneyMoved: moneyMovedForFailure(sale),
        })
      }
      // Without the code, the person sees only our own facts, because the wholesaler's text may contain it.
      if (isOthersCode(sale, person, clock.now())) {
        refuseReprint(sale, person, clock.now())
        return { sale }
      }
      if (carriesCode(sale)) refuseReveal(sale, request, person, clock.now())
      else refuseReprint(sale, person, clock.now())
      if (!isCached(sale, deliveries.find(id))) await findNow(parts, id, person)
      // Find may have returned the code of an international sale.
      const current = await readVisible(id, person)
      const handout = deliveries.find(id)
      if (!handout || (!carriesCode(sale) && isOthersCode(current, person, clock.now()))) return { sale: current }

      pace(id)
      const { reason } = request
      const what = handout.voucher && hasSecret(handout.voucher) ? 'code' : 'receipt'
      // The reveal is journaled before anything is shown. The code may have been delivered meanwhile.
      const show = (current: SaleRecord): SaleInput => {
        if (carriesCode(current)) refuseReveal(current, request, person, clock.now())
        return { kind: 'revealed', by: refOf(person), what, ...(reason === undefined ? {} : { reason }) }
      }
      // The wholesaler's text usually repeats the code, so viewing it is audited too.
      const auditEntryOf = (current: SaleRecord): AuditEntry | undefined =>
        what === 'code' || carriesCode(current)
          ? {
              kind: 'code-revealed',
              ...auditActor(seller),
              ...auditSubject(current),
              ...detailOf(current, what, reason),
            }
          : undefined
      const { reference: noted } = current
      const voucher = handout.voucher && { ...(noted === undefined ? {} : { reference: noted }), ...handout.voucher }
      return {
        sale: await engine.apply(id, show, { auditEntryFor: auditEntryOf }),
        ...handout,
        ...(voucher ? { voucher } : {}),
      }
    },

    deliver: async (id, method, seller) => {
      const { person } = seller
      await readVisible(id, person)
      if (method === 'printed') pace(id)
      const deliver = (current: SaleRecord): SaleInput => {
        if (!saleCan.deliver(current)) {
          throw new RequestRefused(409, 'wrong-state', 'This sale has nothing to hand over now.', {
            moneyMoved: moneyMovedForFailure(current),
          })
        }
        if (current.voucher === 'ready' && mayReveal(current, person, clock.now()) === 'no') {
          throw new RequestRefused(403, 'not-allowed', whyNot(current), { moneyMoved: moneyMovedForFailure(current) })
        }
        return { kind: 'delivered', by: refOf(person), method }
      }
      const auditEntryOf = ({ printCount }: SaleRecord, after: SaleRecord): AuditEntry | undefined =>
        printCount > 0 && method === 'printed'
          ? { kind: 'reprinted', ...auditActor(seller), ...auditSubject(after), detail: { papers: after.printCount } }
          : undefined
      return engine.apply(id, deliver, { auditEntryFor: auditEntryOf })
    },
  }
}

function createPace(clock: Clock): (id: SaleId) => void {
  /** Each reveal or print of the last minute (epoch ms), because each adds an entry to the sale's history. */
  const recent = new Map<SaleId, number[]>()
  return (id) => {
    const now = clock.now()
    const isRecent = (at: number) => at <= now && now - at < MINUTE_MS
    for (const [each, times] of recent) if (!times.some(isRecent)) recent.delete(each)
    const times = (recent.get(id) ?? []).filter(isRecent)
    if (times.length >= MAX_A_MINUTE)
      throw new RequestRefused(
        429,
        'rate-limited',
        'This sale was shown too many times. Wait a moment, then try again.',
        {
          moneyMoved: 'unknown',
          retryAfterMs: (times[0] ?? now) + MINUTE_MS - now,
        },
      )
    recent.set(id, [...times, now])
  }
}

/** Throws `RequestRefused` unless this person may view the code, with a reason if one is required. */
function refuseReveal(sale: SaleRecord, { reason, hasStepUp }: RevealRequest, person: Person, now: number): void {
  switch (mayReveal(sale, person, now)) {
    case 'yes':
      return
    case 'no':
      throw new RequestRefused(403, 'not-allowed', whyNot(sale), { moneyMoved: moneyMovedForFailure(sale) })
    case 'with-reason':
      if (!hasStepUp) throw new RequestRefused(401, 'step-up-required', 'Enter your PIN again to see this code again.')
      if (reason === undefined) throw new RequestRefused(422, 'reason-missing', 'Enter why this code is shown again.')
  }
}

/** Throws `RequestRefused` for a late extra copy that this person may not print. */
function refuseReprint(sale: SaleRecord, person: Person, now: number): void {
  if (mayPrint(sale, person, now)) return
  const message = `The receipt of sale ${sale.number} was printed. ${person.name} can't print it again; a supervisor can.`
  throw new RequestRefused(403, 'not-allowed', message, { moneyMoved: moneyMovedForFailure(sale) })
}

const isOthersCode = (sale: SaleRecord, person: Person, now: number) =>
  carriesCode(sale) && mayReveal(sale, person, now) === 'no'

/** The sale succeeded, or the wholesaler or a supervisor says so although its state differs. Then a supervisor may view it. */
const hasContent = (sale: SaleRecord) =>
  sale.state === 'succeeded' ||
  (carriesCode(sale) && (sale.resolution?.outcome === 'sold' || sale.conflicting === true))

/** The code is cached or, for a sale whose code is still coming, anything is. */
const isCached = (sale: SaleRecord, content: DeliveryContent | undefined) => {
  if (!carriesCode(sale) || sale.voucher === 'coming') return content !== undefined
  return sale.kind === 'international' ? content?.voucher !== undefined : isUsable(content?.voucher)
}

/** Without the customer's numbers: they can be erased from the sale, but not from the audit log. */
function detailOf(
  { account, customer }: SaleRecord,
  what: 'code' | 'receipt',
  reason: string | undefined,
): Pick<AuditEntry, 'detail'> {
  const as = what === 'receipt' ? what : undefined
  if (as === undefined && reason === undefined) return {}
  const numbers = [account, customer].flatMap((contact) => (contact && /^\d+$/.test(contact) ? contact : []))
  return { detail: { as, reason: reason && numbers.reduce(eraseInText, reason) } }
}

function whyNot({ voucher, mayBeDelivered, cashier, number }: SaleRecord): string {
  if (voucher === 'delivered') return `The code of sale ${number} was handed over. A supervisor can show it again.`
  return mayBeDelivered
    ? `The code of sale ${number} may have been handed over already. A supervisor can show it.`
    : `The code of sale ${number} is for ${cashier.name} to hand over. Take the sale over first.`
}
