import type { Role } from '#domain/person.ts'

export type PinEntry = { pin: string; again: string }
export const NO_PIN: PinEntry = { pin: '', again: '' }

export const MAX_PIN = 12
export const SHORTEST: Record<Role, number> = { cashier: 4, supervisor: 6 }

/** What is missing before a PIN can be set; whether it is too easy to guess the proxy says. */
export function findPinProblem({ pin, again }: PinEntry, role: Role): 'short' | 'again' | 'different' | undefined {
  if (pin.length < SHORTEST[role]) return 'short'
  if (pin === again) return undefined
  // Not while what is typed can still become the same.
  return pin.startsWith(again) ? 'again' : 'different'
}
