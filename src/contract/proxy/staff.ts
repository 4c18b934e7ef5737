import * as v from 'valibot'

import type { SalesLimits } from '#domain/sales-limits.ts'
import type { Money } from '#domain/money.ts'
import { PERMISSIONS, type Person, type Terminal } from '#domain/person.ts'
import type { Sold } from '#domain/sold.ts'
import { nameText, pinText } from './session.ts'

/** One of the shop's people, as supervisors see them. Times are epoch ms. */
export type StaffEntry = Person & {
  createdAt: number
  disabledAt?: number
  limits?: SalesLimits
  /** There are limits, but what stands in the journal cannot be read: nothing is sold until they are set anew. */
  hasUnreadableLimits?: true
  /** Too many wrong PINs at all tills: a cashier (no `until`) has to be unlocked, a supervisor waits ever longer between two PINs. */
  pinLock?: { until?: number }
  /** What counts against their limits of the day: sales that were approved and not proven to have moved nothing. */
  usedToday: { pays: Money[]; count: number }
  /** What they sold on this day of the shop, as the sales list counts it. */
  soldToday: Sold
  /** Where they are signed in now; else when they last were. */
  terminal?: Terminal
  lastSeenAt?: number
}
/** `GET /api/staff`: everybody, the disabled last. */
export type StaffList = { staff: StaffEntry[] }

export const AddStaff = v.strictObject({ name: nameText, role: v.picklist(['cashier', 'supervisor']), pin: pinText })
export type AddStaff = v.InferOutput<typeof AddStaff>

export const SetPin = v.strictObject({ pin: pinText })
export type SetPin = v.InferOutput<typeof SetPin>

export const SetPermissions = v.strictObject({
  permissions: v.pipe(v.array(v.picklist(PERMISSIONS)), v.maxLength(PERMISSIONS.length)),
})
export type SetPermissions = v.InferOutput<typeof SetPermissions>
