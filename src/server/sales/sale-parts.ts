import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleContent, SaleRecord } from '#domain/sale/record.ts'
import type { DiskGuard } from '../database/maintenance/disk-guard.ts'
import type { Offers } from '../catalog/offers.ts'
import type { ShopContext } from '../shop-context.ts'
import type { DeliveryCache } from './delivery-cache.ts'
import type { EngineSources, SaleEngine } from './engine/engine.ts'
import type { SaleMarks, SellableSource } from './sale-content.ts'
import type { SaleLimits } from './sale-limits.ts'
import type { SaleStaff } from './sale-staff.ts'
import type { Drawers } from './selling-guards.ts'
import type { InsertGuard } from './store.ts'

/** Writes a new sale and lets its check begin; `undefined` when its id is taken. Throws what the journal refuses. */
export type BeginSale = (sale: SaleRecord, guard: InsertGuard) => Promise<SaleRecord | undefined>

/** What the sales of one account are made from. */
export type SaleSources = EngineSources &
  Pick<ShopContext, 'calendar' | 'maySend'> & {
    /** Whether there is enough room for new sales (rule 16). */
    disk: Pick<DiskGuard, 'isFull'>
    catalog: SellableSource
    offers: Offers
    staff: SaleStaff
    drawers?: Drawers | undefined
    /** Throws `RequestRefused` if this till does not sell here as of the commit: it was switched to practice or back. */
    refuseTill: (terminalId: string) => void
    /** What a new sale is marked as: fixed when it is opened, for a batch with all of its lines. */
    marks: () => SaleMarks
    /** Whether a sale or a quantity that is not in the journal may be of the time that a restore has lost. */
    mayBeLost: (id: SaleId) => Promise<boolean>
    /** Throws `RequestRefused` unless this person has taken the order for which they open a sale. */
    requireOrder: (orderId: string, person: Person, content: SaleContent) => Promise<void>
  }

/** What each action on a sale is made from. */
export type SaleParts = SaleSources & {
  engine: SaleEngine
  deliveries: DeliveryCache
  limits: SaleLimits
  beginSale: BeginSale
  /** The sale, if this person may see it. Throws `RequestRefused` 404. */
  seen: (id: SaleId, person: Person) => Promise<SaleRecord>
}
