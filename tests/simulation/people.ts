import { personAt, PERMISSIONS } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Seller } from '#server/sales/sale-staff.ts'
import type { Random } from './random.ts'
import type { Shop } from './shop.ts'
import type { Trace } from './trace.ts'
import type { Watch } from './violations.ts'
import type { SimulatedRequest } from './requests.ts'
import type { World } from './world.ts'

export type People = {
  world: World
  shop: Shop
  watch: Watch
  trace: Trace
  left: { sales: number }
  isOver: () => boolean
  mint: () => SaleId
  wishes: SimulatedRequest[]
  shareInternational: number
  shareAgain: number
  shareBatches: number
  /** The share of customers who buy a basket, or bring a list. */
  shareBaskets: number
  baskets: Random
  /** The share of customers who come to the counter with an order, if there are orders. */
  shareOrders: number
  orders: Random
  approvals: Random
  payments: Random
}

export const A_SECOND = 1_000
export const A_MINUTE = 60 * A_SECOND

const mayOf = (number: number) => PERMISSIONS.filter((one) => one !== 'reveal-again' || number % 3 === 0)

export const cashierAt = (number: number): Seller => ({
  person: { id: `cashier-${number}`, name: `Cashier ${number}`, role: 'cashier', permissions: mayOf(number) },
  terminal: { id: `till-${number}`, name: `Till ${number}` },
})
export const supervisorAt = (number: number): Seller => ({
  person: { id: `supervisor-${number}`, name: `Supervisor ${number}`, role: 'supervisor' },
  terminal: { id: `till-${number}`, name: `Till ${number}` },
})
export const supervisorAtKiosk = (number: number): Seller => {
  const terminal = { id: `kiosk-${number}`, name: `Kiosk ${number}`, isKiosk: true } as const
  return { person: personAt(supervisorAt(number).person, terminal), terminal }
}
