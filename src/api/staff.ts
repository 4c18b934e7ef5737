import * as v from 'valibot'

import { Money } from '#domain/money/money.ts'
import { PERMISSIONS, Person, ROLES, Terminal } from '#domain/person.ts'
import { count, time } from '#domain/schema-parts.ts'
import { Sold } from '#domain/reports/sold.ts'
import { badgeCode, boundedList, boundedText, nameText, NoContent, pinText } from './input-parts.ts'
import { LimitsBody, SetLimits } from './settings.ts'

/** `notHeard`: other shops of the installation that did not accept the change, which must be repeated there by hand. */
export const PersonAnswer = v.strictObject({ ...Person.entries, notHeard: v.exactOptional(v.array(v.string())) })
export type PersonAnswer = v.InferOutput<typeof PersonAnswer>

export const StaffEntry = v.strictObject({
  ...Person.entries,
  createdAt: time,
  disabledAt: v.exactOptional(time),
  limits: v.exactOptional(LimitsBody),
  /** The stored limits cannot be read. This person cannot sell until a supervisor sets them again. */
  hasUnreadableLimits: v.exactOptional(v.literal(true)),
  /** Too many wrong PINs at all terminals: a cashier (no `until`) has to be unlocked, a supervisor has to wait longer after each attempt. */
  pinLock: v.exactOptional(v.strictObject({ until: v.exactOptional(time) })),
  /** The card that signs this person in, and since when. */
  badge: v.exactOptional(v.strictObject({ since: time })),
  /** What counts toward their daily limits: approved sales without proof that no money moved. */
  usedToday: v.strictObject({ pays: v.array(Money), count }),
  /** What they sold today, as the sales list counts it. */
  soldToday: Sold,
  /** `terminal`: where they are signed in now; `lastSeenAt`: when they were last active anywhere. */
  terminal: v.exactOptional(Terminal),
  lastSeenAt: v.exactOptional(time),
})
export type StaffEntry = v.InferOutput<typeof StaffEntry>

/** Everyone, disabled people last. */
export const StaffList = v.strictObject({ staff: v.array(StaffEntry) })
export type StaffList = v.InferOutput<typeof StaffList>

export const AddStaff = v.strictObject({ name: nameText, role: v.picklist(ROLES), pin: pinText })
export type AddStaff = v.InferOutput<typeof AddStaff>

/** By default only in this shop. */
export const DisableStaff = v.optional(v.strictObject({ everywhere: v.optional(v.literal(true)) }))
export type DisableStaff = v.InferOutput<typeof DisableStaff>

const SetPermissions = v.strictObject({
  permissions: boundedList(v.picklist(PERMISSIONS), PERMISSIONS.length),
})

/** The person's role in another shop of the installation, absent if they are not in it. */
const personShop = v.variant('state', [
  v.strictObject({
    id: v.string(),
    name: v.string(),
    state: v.literal('read'),
    role: v.exactOptional(v.picklist(['cashier', 'supervisor', 'owner'])),
    /** Their PIN in that shop differs and was set earlier or later than the one here. */
    pin: v.exactOptional(v.picklist(['older', 'newer'])),
  }),
  v.strictObject({ id: v.string(), name: v.string(), state: v.picklist(['unreachable', 'unreadable']) }),
])
export type PersonShop = v.InferOutput<typeof personShop>

/** The other shops that the requester may admit this person to. Empty in an installation with one shop. */
export const PersonShops = v.strictObject({ shops: v.array(personShop) })
export type PersonShops = v.InferOutput<typeof PersonShops>

const shopId = v.pipe(boundedText(20), v.regex(/^[a-z0-9]+$/, 'the id of a shop'))

/** Admits a person to a shop, or sends it their newest PIN. A cashier becomes a cashier there. */
export const AdmitPerson = v.strictObject({ shop: shopId, role: v.picklist(ROLES) })
export type AdmitPerson = v.InferOutput<typeof AdmitPerson>

export const DismissPerson = v.strictObject({ shop: shopId })
export type DismissPerson = v.InferOutput<typeof DismissPerson>

export const staffEndpoints = {
  'GET /api/staff': { answer: StaffList },
  'POST /api/staff': { body: AddStaff, answer: PersonAnswer },
  'POST /api/staff/:id/pin': { body: v.strictObject({ pin: pinText }), answer: PersonAnswer },
  'POST /api/staff/:id/unlock': { body: NoContent, answer: PersonAnswer },
  'POST /api/staff/:id/badge': { body: v.strictObject({ code: badgeCode }), answer: PersonAnswer },
  /** Also ends the sessions that the badge began. */
  'POST /api/staff/:id/badge/block': { body: NoContent, answer: PersonAnswer },
  'POST /api/staff/:id/disable': { body: DisableStaff, answer: PersonAnswer },
  'POST /api/staff/:id/enable': { body: NoContent, answer: PersonAnswer },
  'PUT /api/staff/:id/permissions': { body: SetPermissions, answer: PersonAnswer },
  'PUT /api/staff/:id/limits': { body: SetLimits, answer: PersonAnswer },
  'GET /api/staff/:id/shops': { answer: PersonShops },
  'POST /api/staff/:id/shops': { body: AdmitPerson, answer: PersonShops },
  'POST /api/staff/:id/shops/dismiss': { body: DismissPerson, answer: PersonShops },
}
