import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleContent, SaleRecord } from '#domain/sale/record.ts'
import type { DiskGuard } from '../database/maintenance/disk-guard.ts'
import type { Offers } from '../catalog/offers.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import type { DeliveryCache } from './delivery-cache.ts'
import type { EngineSources, SaleEngine } from './engine/engine.ts'
import type { SaleMarks, SellableSource } from './sale-content.ts'
import type { SaleLimits } from './sale-limits.ts'
import type { SaleStaff } from './sale-staff.ts'
import type { Drawers } from './selling-guards.ts'
import type { InsertGuard } from './store.ts'

/** Stores a sale and starts its check; `undefined` if its id is taken. Throws what the journal rejects. */
export type BeginSale = (sale: SaleRecord, guard: InsertGuard) => Promise<SaleRecord | undefined>

export type SaleSources = EngineSources &
  Pick<ShopContext, 'calendar' | 'maySend'> & {
    /** Too little space for new sales (rule 16). */
    disk: Pick<DiskGuard, 'isFull'>
    catalog: SellableSource
    offers: Offers
    staff: SaleStaff
    drawers?: Drawers | undefined
    /** Throws `RequestRefused` if this till doesn't sell here at the time of the commit, after a switch to practice or back. */
    refuseTerminal: (terminalId: string) => void
    /** Fixed when a sale, or its batch, is opened. */
    marks: () => SaleMarks
    /** True if a missing sale or quantity may be from the time that a restore has lost. */
    mayBeLost: (id: SaleId) => Promise<boolean>
    /** Throws `RequestRefused` unless this person has taken the order for this content. */
    requireOrder: (orderId: string, person: Person, content: SaleContent) => Promise<void>
  }

export type SaleParts = SaleSources & {
  engine: SaleEngine
  deliveries: DeliveryCache
  limits: SaleLimits
  beginSale: BeginSale
  /** Throws `RequestRefused` 404 if this person may not see the sale. */
  readVisible: (id: SaleId, person: Person) => Promise<SaleRecord>
}
