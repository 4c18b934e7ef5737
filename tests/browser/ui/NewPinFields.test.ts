import { expect, it } from 'vitest'

import { findNewPinProblem } from '#browser/ui/NewPinFields.tsx'
import { PIN_LENGTH } from '#domain/person.ts'

it.each([
  { pin: '', again: '', role: 'cashier', problem: 'short' },
  { pin: '830', again: '830', role: 'cashier', problem: 'short' },
  { pin: '8305', again: '', role: 'cashier', problem: 'again' },
  { pin: '8305', again: '83', role: 'cashier', problem: 'again' },
  { pin: '8305', again: '84', role: 'cashier', problem: 'different' },
  { pin: '8305', again: '83051', role: 'cashier', problem: 'different' },
  { pin: '8305', again: '8305', role: 'cashier', problem: undefined },
  { pin: '8305', again: '8305', role: 'supervisor', problem: 'short' },
] as const)('a $role who typed $pin and $again: $problem', ({ pin, again, role, problem }) => {
  expect(findNewPinProblem({ pin, again }, PIN_LENGTH[role])).toBe(problem)
})
