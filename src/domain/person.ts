import * as v from 'valibot'

import { LANGUAGES } from './language.ts'
import { optionalTrue } from './schema-parts.ts'

/** A cashier sells; a supervisor also sees wallet, cost, everybody's sales, and manages people and terminals. */
export const ROLES = ['cashier', 'supervisor'] as const
export type Role = (typeof ROLES)[number]

/** How many digits a PIN has. A supervisor's opens more. */
export const PIN_LENGTH: Record<Role, { min: number; max: number }> = {
  cashier: { min: 4, max: 12 },
  supervisor: { min: 6, max: 12 },
}

/** A session ends after this time even if the terminal is in use all the while. */
export const SESSION_LIFE_MS = 12 * 60 * 60 * 1000

/** What a supervisor can allow each cashier: international top-ups, reprints, showing a delivered code again. A supervisor may do all of it. */
export const PERMISSIONS = ['international', 'reprint', 'reveal-again'] as const
export type Permission = (typeof PERMISSIONS)[number]
/** The permissions of a new cashier. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = ['international', 'reprint']

/**
 * A person who sells here. `permissions` is what a supervisor permitted a cashier; absent means none. `isOwner`: a supervisor who sees all shops of an
 * installation with several. `language` is what they chose to read; absent, they read what their terminal shows.
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

/** A person, a terminal or a sale by id, with the name it had at the time. */
export const NamedRef = v.strictObject({ id: v.string(), name: v.string() })
export type NamedRef = v.InferOutput<typeof NamedRef>

/** A person or a terminal as it is noted. */
export const refOf = ({ id, name }: NamedRef): NamedRef => ({ id, name })

/** The supervisor who permits an override, with the PIN they typed. */
export type Approver = { staffId: string; pin: string }

/** Whether this person has a permission. */
export const hasPermission = (
  { role, permissions = [] }: Pick<Person, 'role' | 'permissions'>,
  permission: Permission,
): boolean => role === 'supervisor' || permissions.includes(permission)

/**
 * An enrolled browser. A kiosk only sells, also when a supervisor is signed in. At one for self-order nobody signs in: customers order there. In
 * practice a till sells from the sandbox in a shop that has a real account.
 */
export const Terminal = v.strictObject({
  id: v.string(),
  name: v.string(),
  isKiosk: optionalTrue,
  isSelfOrder: optionalTrue,
  isPractice: optionalTrue,
})
export type Terminal = v.InferOutput<typeof Terminal>

/**
 * The person with the rights they have at this terminal: at a kiosk a supervisor has those of a new cashier. A kiosk is read by customers, so nobody
 * brings their own language there.
 */
export function personAt(person: Person, { isKiosk }: Pick<Terminal, 'isKiosk'>): Person {
  if (!isKiosk) return person
  const { id, name, role, permissions = [] } = person
  return { id, name, role: 'cashier', permissions: role === 'supervisor' ? DEFAULT_PERMISSIONS : permissions }
}
