import type { AuditEntry } from '#domain/audit.ts'
import type { Person } from '#domain/person.ts'
import type { Receipt } from '#domain/receipt.ts'
import { saleCan } from '#domain/sale.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { SaleInput } from '#domain/sale-input.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import { carriesCode, mayPrint, mayShowCode } from '#domain/show-code.ts'
import { hasSecret, isUsable, type HandedHow, type Voucher } from '#domain/voucher.ts'
import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import type { FollowSales } from './follow-sales.ts'
import type { FreshHandouts, Handout } from './fresh-handouts.ts'
import { aboutSale, doneBy, type Seller } from './sale-people.ts'
import { mayHaveMoved, whoIs } from './whose-sale.ts'

export type RevealRequest = {
  /** Why a code is shown again. */
  reason?: string | undefined
  /** Who asks has shown their PIN lately. */
  isProven: boolean
}
export type RevealedSale = { sale: SaleRecord; receipt?: Receipt; voucher?: Voucher }

/** What the customer is given, shown and handed over (DESIGN rule 12). What is turned down throws `Refused`. */
export type HandOutDeeds = {
  reveal: (id: SaleId, request: RevealRequest, seller: Seller) => Promise<RevealedSale>
  handOver: (id: SaleId, how: HandedHow, seller: Seller) => Promise<SaleRecord>
}

type Deps = {
  follower: FollowSales
  handouts: FreshHandouts
  /** The sale, if this person may see it. */
  seen: (id: SaleId, person: Person) => Promise<SaleRecord>
  /** Has find asked, not sooner than the spec allows, and waits for its answer. */
  askNow: (id: SaleId, person: Person) => Promise<SaleRecord>
  clock: Clock
}

export function handOutDeeds({ follower, handouts, seen, askNow, clock }: Deps): HandOutDeeds {
  /** Throws `Refused` unless this person may see the code, and has said why where that is asked for. */
  function refuseCode(sale: SaleRecord, { reason, isProven }: RevealRequest, person: Person): void {
    switch (mayShowCode(sale, person, clock.now())) {
      case 'yes':
        return
      case 'no':
        throw new Refused(403, 'not-allowed', whyNot(sale), { moneyMoved: mayHaveMoved(sale) })
      case 'with-reason':
        if (!isProven) throw new Refused(401, 'step-up', 'Type your PIN once more to see this code again.')
        if (reason === undefined) throw new Refused(422, 'reason-missing', 'Say why this code is shown again.')
    }
  }

  /** Throws `Refused` where this would be one more paper, long after the first, and this person may not print those. */
  function refuseReprint(sale: SaleRecord, person: Person): void {
    if (mayPrint(sale, person, clock.now())) return
    const message = `The receipt of sale ${sale.number} was printed. ${person.name} may not print it again; a supervisor may.`
    throw new Refused(403, 'not-allowed', message, { moneyMoved: mayHaveMoved(sale) })
  }

  const isOthersCode = (sale: SaleRecord, person: Person) =>
    carriesCode(sale) && mayShowCode(sale, person, clock.now()) === 'no'

  return {
    reveal: async (id, request, seller) => {
      const { person } = seller
      const sale = await seen(id, person)
      if (!hasHandout(sale)) {
        throw new Refused(409, 'not-now', 'There is a receipt only for a sale that is sold.', {
          moneyMoved: mayHaveMoved(sale),
        })
      }
      // The paper without the code tells our own facts: the wholesaler's text may hold the code.
      if (isOthersCode(sale, person)) {
        refuseReprint(sale, person)
        return { sale }
      }
      if (carriesCode(sale)) refuseCode(sale, request, person)
      else refuseReprint(sale, person)
      if (!isThere(sale, handouts.find(id))) await askNow(id, person)
      // What was asked may have brought the code of an international sale.
      const told = await seen(id, person)
      const handout = handouts.find(id)
      if (!handout || (!carriesCode(sale) && isOthersCode(told, person))) return { sale: told }

      const { reason } = request
      const what = handout.voucher && hasSecret(handout.voucher) ? 'code' : 'receipt'
      // Written down before it is shown; it may have been handed over meanwhile.
      const show = (current: SaleRecord): SaleInput => {
        if (carriesCode(current)) refuseCode(current, request, person)
        return { kind: 'shown', by: whoIs(person), what, ...(reason === undefined ? {} : { reason }) }
      }
      // The wholesaler's text beside a code mostly repeats it: whoever sees it is in the audit log, too.
      const lineOf = (current: SaleRecord): AuditEntry | undefined =>
        what === 'code' || carriesCode(current)
          ? { kind: 'code-shown', ...doneBy(seller), ...aboutSale(current), ...detailOf(what, reason) }
          : undefined
      const { reference: noted } = told
      const voucher = handout.voucher && { ...(noted === undefined ? {} : { reference: noted }), ...handout.voucher }
      return { sale: await follower.apply(id, show, { lineOf }), ...handout, ...(voucher ? { voucher } : {}) }
    },

    handOver: async (id, how, seller) => {
      const { person } = seller
      await seen(id, person)
      const handOver = (current: SaleRecord): SaleInput => {
        if (!saleCan.handOver(current)) {
          throw new Refused(409, 'not-now', 'There is nothing to hand over of this sale now.', {
            moneyMoved: mayHaveMoved(current),
          })
        }
        if (current.voucher === 'ready' && mayShowCode(current, person, clock.now()) === 'no') {
          throw new Refused(403, 'not-allowed', whyNot(current), { moneyMoved: mayHaveMoved(current) })
        }
        return { kind: 'handed-over', by: whoIs(person), how }
      }
      const lineOf = ({ printedTimes }: SaleRecord, after: SaleRecord): AuditEntry | undefined =>
        printedTimes > 0 && how === 'printed'
          ? { kind: 'reprinted', ...doneBy(seller), ...aboutSale(after), detail: { papers: after.printedTimes } }
          : undefined
      return follower.apply(id, handOver, { lineOf })
    },
  }
}

/** Sold; or a voucher that the wholesaler or a supervisor calls sold against its state: a supervisor may look what is there. */
const hasHandout = (sale: SaleRecord) =>
  sale.state === 'succeeded' || (carriesCode(sale) && (sale.closed?.as === 'sold' || sale.disputed === true))

/** Nothing more is to be had by asking: the code of a voucher, or what came beside one that is to come. */
const isThere = (sale: SaleRecord, handout: Handout | undefined) => {
  if (!carriesCode(sale) || sale.voucher === 'coming') return handout !== undefined
  return sale.kind === 'international' ? handout?.voucher !== undefined : isUsable(handout?.voucher)
}

const detailOf = (what: 'code' | 'receipt', reason: string | undefined): Pick<AuditEntry, 'detail'> => {
  const detail = { ...(what === 'receipt' ? { as: what } : {}), ...(reason === undefined ? {} : { reason }) }
  return Object.keys(detail).length > 0 ? { detail } : {}
}

const whyNot = ({ voucher, cashier, number }: SaleRecord) =>
  voucher === 'handed-over'
    ? `The code of sale ${number} was handed over. A supervisor may show it again.`
    : `The code of sale ${number} is for ${cashier.name} to hand over. Take the sale over first.`
