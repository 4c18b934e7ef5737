import { createContext, use } from 'react'

import { hasPermission, type Permission, type Person } from '#domain/person.ts'

/** The signed-in person. RequireAccess provides it, so every page has one, even during sign-out. */
export const CurrentUser = createContext<Person | undefined>(undefined)

/** The server enforces the same rules. */
export function useCurrentUser() {
  const person = use(CurrentUser)
  if (!person) throw new Error('useCurrentUser needs a RequireAccess above it')
  return {
    person,
    isSupervisor: person.role === 'supervisor',
    may: (permission: Permission) => hasPermission(person, permission),
  }
}

/** `Amal` for Amal Rahman. */
export function firstName(name: string): string {
  return name.trim().split(/\s+/)[0] ?? ''
}

/** `Amal R.` for Amal Rahman. */
export function shortName(name: string): string {
  const [first = '', ...others] = name.trim().split(/\s+/)
  const last = others.at(-1)
  return last ? `${first} ${[...last][0] ?? ''}.` : first
}
