import type { AuditEntry } from '#domain/audit.ts'
import type { Person } from '#domain/person.ts'
import { isToGiveBack, saleCan, type Closing } from '#domain/sale.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { SaleInput } from '#domain/sale-input.ts'
import type { SaleRecord } from '#domain/sale-record.ts'
import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import type { FollowSales } from './follow-sales.ts'
import { aboutSale, doneBy, type Seller } from './sale-people.ts'
import { mayHaveMoved, whoIs } from './whose-sale.ts'

/** What is done at the pending desk. What is turned down throws `Refused`. */
export type DeskDeeds = {
  /** Goes on with a sale of another cashier. */
  take: (id: SaleId, seller: Seller) => Promise<SaleRecord>
  /** A supervisor's word on what the wholesaler left open (DESIGN rule 15). */
  close: (id: SaleId, word: Pick<Closing, 'as' | 'note'>, seller: Seller) => Promise<SaleRecord>
  giveBack: (id: SaleId, seller: Seller) => Promise<SaleRecord>
  see: (id: SaleId, person: Person) => Promise<SaleRecord>
}

type Deps = {
  follower: FollowSales
  /** The sale, if this person may see it. */
  seen: (id: SaleId, person: Person) => Promise<SaleRecord>
  clock: Clock
}

export function deskDeeds({ follower, seen, clock }: Deps): DeskDeeds {
  return {
    take: async (id, seller) => {
      await seen(id, seller.person)
      const choose = (current: SaleRecord): SaleInput => {
        if (saleCan.take(current)) return { kind: 'taken', by: whoIs(seller.person) }
        throw new Refused(409, 'not-now', 'This sale is settled: there is nothing to go on with.', {
          moneyMoved: mayHaveMoved(current),
        })
      }
      return follower.apply(id, choose, { lineOf: (before) => lineFor('taken-over', before, seller) })
    },

    close: async (id, { as, note }, seller) => {
      await seen(id, seller.person)
      const choose = (current: SaleRecord): SaleInput | undefined => {
        if (saleCan.close(current, clock.now())) return { kind: 'closed', as, note, by: whoIs(seller.person) }
        // Sent twice: the word stands.
        if (current.closed?.as === as) return undefined
        throw new Refused(409, 'not-now', 'Only a sale that needs attention can be closed.', { moneyMoved: 'unknown' })
      }
      const lineOf = (sale: SaleRecord): AuditEntry => ({
        kind: 'closed-sale',
        ...doneBy(seller),
        ...aboutSale(sale),
        detail: { as },
      })
      return follower.apply(id, choose, { lineOf })
    },

    giveBack: async (id, seller) => {
      await seen(id, seller.person)
      const choose = (current: SaleRecord): SaleInput => {
        // Ticked twice: the first stands.
        if (isToGiveBack(current) || current.giveBack?.done) return { kind: 'given-back', by: whoIs(seller.person) }
        throw new Refused(409, 'not-now', 'There is no money to give back for this sale now.', {
          moneyMoved: mayHaveMoved(current),
        })
      }
      return follower.apply(id, choose, { lineOf: (before) => lineFor('refunded', before, seller) })
    },

    see: async (id, person) => {
      await seen(id, person)
      const by = whoIs(person)
      const sale = await follower.apply(id, ({ cashier }) =>
        cashier.id === person.id ? { kind: 'seen', by, as: 'cashier' } : undefined,
      )
      if (person.role !== 'supervisor') return sale
      return follower.apply(id, () => ({ kind: 'seen', by, as: 'supervisor' }))
    },
  }
}

/** Whose sale it was until then is what a reader of the log wants: cash may have left the drawer for a colleague's sale. */
const lineFor = (kind: 'taken-over' | 'refunded', sale: SaleRecord, seller: Seller): AuditEntry => ({
  kind,
  ...doneBy(seller),
  ...aboutSale(sale),
  detail: { seller: sale.cashier.name },
})
