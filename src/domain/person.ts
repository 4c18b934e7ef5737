/** A cashier sells; a supervisor also sees wallet, cost, everybody's sales, and manages people and terminals. */
export type Role = 'cashier' | 'supervisor'

/** What a supervisor allows a cashier, each by itself: top-ups abroad, a second paper, a code that was handed over. Supervisors may all of it. */
export const PERMISSIONS = ['international', 'reprint', 'reveal-again'] as const
export type Permission = (typeof PERMISSIONS)[number]
/** What somebody new may do. */
export const DEFAULT_PERMISSIONS: readonly Permission[] = ['international', 'reprint']

/** `may` is what was allowed to a cashier; without it, nothing of it. */
export type Person = { id: string; name: string; role: Role; permissions?: readonly Permission[] }

/** Whether this person may do what takes a permission. */
export const hasPermission = (
  { role, permissions = [] }: Pick<Person, 'role' | 'permissions'>,
  permission: Permission,
): boolean => role === 'supervisor' || permissions.includes(permission)

/** One enrolled browser. At a kiosk nothing but selling is open, whoever is signed in. */
export type Terminal = { id: string; name: string; isKiosk?: true }

/** A supervisor who is signed in at a kiosk sees and shows no more than a cashier does there. */
export const personAt = (person: Person, { isKiosk }: Pick<Terminal, 'isKiosk'>): Person =>
  isKiosk && person.role === 'supervisor' ? { ...person, role: 'cashier', permissions: DEFAULT_PERMISSIONS } : person
