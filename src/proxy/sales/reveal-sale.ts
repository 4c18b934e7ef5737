import type { Person } from '#domain/person.ts'
import type { Receipt } from '#domain/receipt.ts'
import { saleCan } from '#domain/sale.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import { mayShowCode } from '#domain/show-code.ts'
import { hasSecret, isUsable, type HandedHow, type Voucher } from '#domain/voucher.ts'
import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import type { FollowSales } from './follow-sales.ts'
import type { FreshHandouts, Handout } from './fresh-handouts.ts'
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
  reveal: (id: SaleId, request: RevealRequest, person: Person) => Promise<RevealedSale>
  handOver: (id: SaleId, how: HandedHow, person: Person) => Promise<SaleRecord>
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

  return {
    reveal: async (id, request, person) => {
      const sale = await seen(id, person)
      if (!hasHandout(sale)) {
        throw new Refused(409, 'not-now', 'There is a receipt only for a sale that is sold.', {
          moneyMoved: mayHaveMoved(sale),
        })
      }
      const isVoucher = sale.kind === 'voucher'
      // The paper without the code tells our own facts: the wholesaler's text may hold the code.
      if (isVoucher && mayShowCode(sale, person, clock.now()) === 'no') return { sale }
      if (isVoucher) refuseCode(sale, request, person)
      if (!isThere(sale, handouts.find(id))) await askNow(id, person)
      const handout = handouts.find(id)
      if (!handout) return { sale: await seen(id, person) }

      const { reason } = request
      const what = handout.voucher && hasSecret(handout.voucher) ? 'code' : 'receipt'
      // Written down before it is shown; it may have been handed over meanwhile.
      const shown = await follower.apply(id, (current) => {
        if (isVoucher) refuseCode(current, request, person)
        return { kind: 'shown', by: whoIs(person), what, ...(reason === undefined ? {} : { reason }) }
      })
      return { sale: shown, ...handout }
    },

    handOver: async (id, how, person) => {
      await seen(id, person)
      return follower.apply(id, (current) => {
        if (!saleCan.handOver(current)) {
          throw new Refused(409, 'not-now', 'There is nothing to hand over of this sale now.', {
            moneyMoved: mayHaveMoved(current),
          })
        }
        if (current.voucher === 'ready' && mayShowCode(current, person, clock.now()) === 'no') {
          throw new Refused(403, 'not-allowed', whyNot(current), { moneyMoved: mayHaveMoved(current) })
        }
        return { kind: 'handed-over', by: whoIs(person), how }
      })
    },
  }
}

/** Sold; or a voucher that the wholesaler or a supervisor calls sold against its state: a supervisor may look what is there. */
const hasHandout = ({ state, kind, closed, disputed }: SaleRecord) =>
  state === 'succeeded' || (kind === 'voucher' && (closed?.as === 'sold' || disputed === true))

/** Nothing more is to be had by asking: the code of a voucher, or what came beside one that is to come. */
const isThere = ({ kind, voucher }: SaleRecord, handout: Handout | undefined) =>
  kind === 'voucher' && voucher !== 'coming' ? isUsable(handout?.voucher) : handout !== undefined

const whyNot = ({ voucher, cashier, number }: SaleRecord) =>
  voucher === 'handed-over'
    ? `The code of sale ${number} was handed over. A supervisor may show it again.`
    : `The code of sale ${number} is for ${cashier.name} to hand over. Take the sale over first.`
