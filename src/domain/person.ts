import * as v from 'valibot'

import { LANGUAGES } from './language.ts'
import { optionalTrue } from './schema-parts.ts'

/** A cashier sells; a supervisor also sees wallet, cost and everyone's sales, and manages people and terminals. */
export const ROLES = ['cashier', 'supervisor'] as const
export type Role = (typeof ROLES)[number]

/** A supervisor's PIN protects more, so it is longer. */
export const PIN_LENGTH: Record<Role, { min: number; max: number }> = {
  cashier: { min: 4, max: 12 },
  supervisor: { min: 6, max: 12 },
}

/** In ms. A session ends after this time even if the terminal is in use. */
export const SESSION_LIFE_MS = 12 * 60 * 60 * 1000
/** In ms. The same for a supervisor who opens a page at a cashier's till. */
export const VISIT_MS = 5 * 60 * 1000

export const PERMISSIONS = ['international', 'reprint', 'reveal-again'] as const
export type Permission = (typeof PERMISSIONS)[number]
export const DEFAULT_PERMISSIONS: readonly Permission[] = ['international', 'reprint']

/**
 * `permissions` are those of a cashier; absent means none. `isOwner`: a supervisor who sees all shops of an installation. `language`: the person's choice, by
 * default the terminal's.
 */
export const Person = v.strictObject({
  id: v.string(),
  name: v.string(),
  role: v.picklist(ROLES),
  permissions: v.exactOptional(v.pipe(v.array(v.picklist(PERMISSIONS)), v.readonly())),
  isOwner: optionalTrue,
  language: v.exactOptional(v.picklist(LANGUAGES)),
})
export type Person = v.InferOutput<typeof Person>

/** A person, a terminal or a sale, with its name at the time. */
export const NamedRef = v.strictObject({ id: v.string(), name: v.string() })
export type NamedRef = v.InferOutput<typeof NamedRef>

export const refOf = ({ id, name }: NamedRef): NamedRef => ({ id, name })

export type Approver = { staffId: string; pin: string }

export const hasPermission = (
  { role, permissions = [] }: Pick<Person, 'role' | 'permissions'>,
  permission: Permission,
): boolean => role === 'supervisor' || permissions.includes(permission)

/**
 * A kiosk only sells, even for supervisors. Customers order at a self-order tablet without sign-in, or from their own phones, which are one terminal together.
 * In practice mode, a till of a shop with a real account sells from the sandbox.
 */
export const Terminal = v.strictObject({
  id: v.string(),
  name: v.string(),
  isKiosk: optionalTrue,
  isSelfOrder: optionalTrue,
  isPhone: optionalTrue,
  isPractice: optionalTrue,
})
export type Terminal = v.InferOutput<typeof Terminal>

/** At a kiosk, a supervisor has only the rights of a new cashier, and their language does not apply, because customers read the screen. */
export function personAt(person: Person, { isKiosk }: Pick<Terminal, 'isKiosk'>): Person {
  if (!isKiosk) return person
  const { id, name, role, permissions = [] } = person
  return { id, name, role: 'cashier', permissions: role === 'supervisor' ? DEFAULT_PERMISSIONS : permissions }
}
