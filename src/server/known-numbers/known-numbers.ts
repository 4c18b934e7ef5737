import { distinctKnown, type NumberQuery } from '#domain/phone/known-number.ts'
import { hasPermission, type Person } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { NoteLookUp } from '../sales/colleague-sale-access.ts'
import { mayView } from '../sales/sale-access.ts'
import type { Seller } from '../sales/sale-staff.ts'
import type { NumberIndex } from './number-index.ts'

/** More than these no one compares while a customer waits. */
const SHOWN = 4

export type KnownNumbers = {
  /** Newest first, each product and amount once. The numbers in it are not for the till. */
  find: (query: NumberQuery, person: Person) => Promise<SaleRecord[]>
  /** The sale with its whole number. For a colleague's sale that is a lookup, which is audited and limited. Throws `RequestRefused`. */
  choose: (id: string, seller: Seller) => Promise<SaleRecord>
}

/** `index` is absent in practice, which knows no customers. */
export function createKnownNumbers(index: NumberIndex | undefined, recordLookUp: NoteLookUp): KnownNumbers {
  const maySell = ({ kind }: SaleRecord, person: Person) =>
    kind !== 'international' || hasPermission(person, 'international')
  return {
    find: async (query, person) => {
      const sales = (await index?.find(query)) ?? []
      return distinctKnown(sales.filter((sale) => maySell(sale, person))).slice(0, SHOWN)
    },

    choose: async (id, seller) => {
      const sale = await index?.findSale(id)
      if (!sale || !maySell(sale, seller.person))
        throw new RequestRefused(404, 'not-found', 'There is no such sale here.', { moneyMoved: 'unknown' })
      if (!mayView(sale, seller.person)) await recordLookUp(sale, seller)
      return sale
    },
  }
}
