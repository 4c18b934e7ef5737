import * as v from 'valibot'

import { PERMISSIONS } from '#domain/person.ts'
import { count, money, person, terminal, time } from './answer-parts.ts'
import { nameText, pinText } from './input-parts.ts'
import { sold } from './sale-answers.ts'
import { LimitsBody } from './settings.ts'

/** What every change of a person returns. */
export const PersonAnswer = person

/** One of the shop's people, as supervisors see them. */
export const StaffEntry = v.strictObject({
  ...person.entries,
  createdAt: time,
  disabledAt: v.exactOptional(time),
  limits: v.exactOptional(LimitsBody),
  /** The journal has limits that cannot be read. This person cannot sell until a supervisor sets them again. */
  hasUnreadableLimits: v.exactOptional(v.literal(true)),
  /** Too many wrong PINs at all terminals: a cashier (no `until`) has to be unlocked, a supervisor has to wait longer after each attempt. */
  pinLock: v.exactOptional(v.strictObject({ until: v.exactOptional(time) })),
  /** What counts toward their daily limits: sales that were approved and are not proven to have moved no money. */
  usedToday: v.strictObject({ pays: v.array(money), count }),
  /** What they sold on this day, as the sales list counts it. */
  soldToday: sold,
  /** The terminal where they are signed in now; `lastSeenAt` is when they were last active anywhere. */
  terminal: v.exactOptional(terminal),
  lastSeenAt: v.exactOptional(time),
})
export type StaffEntry = v.InferOutput<typeof StaffEntry>

/** `GET /api/staff`: everyone, disabled people last. */
export const StaffList = v.strictObject({ staff: v.array(StaffEntry) })
export type StaffList = v.InferOutput<typeof StaffList>

/** `POST /api/staff`. */
export const AddStaff = v.strictObject({ name: nameText, role: v.picklist(['cashier', 'supervisor']), pin: pinText })
export type AddStaff = v.InferOutput<typeof AddStaff>

/** `POST /api/staff/:id/pin`. */
export const SetPin = v.strictObject({ pin: pinText })
export type SetPin = v.InferOutput<typeof SetPin>

/** `PUT /api/staff/:id/permissions`. */
export const SetPermissions = v.strictObject({
  permissions: v.pipe(v.array(v.picklist(PERMISSIONS)), v.maxLength(PERMISSIONS.length)),
})
export type SetPermissions = v.InferOutput<typeof SetPermissions>
