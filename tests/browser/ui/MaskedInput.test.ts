import { expect, it } from 'vitest'

import { onlyPhoneCharacters } from '#domain/phone.ts'
import { caretAfter } from '#browser/ui/MaskedInput.tsx'

it.each([
  { shown: '50 123 4567', count: 0, at: 0 },
  { shown: '50 123 4567', count: 2, at: 2 },
  { shown: '50 123 4567', count: 3, at: 4 },
  { shown: '50 123 4567', count: 9, at: 11 },
  { shown: '50 123 4567', count: Infinity, at: 11 },
  { shown: '(246) 555-12', count: 1, at: 2 },
  { shown: '(246) 555-12', count: 7, at: 11 },
  { shown: '+44 7', count: 3, at: 3 },
])('puts the caret of "$shown" at $at after $count characters', ({ shown, count, at }) =>
  expect(caretAfter(shown, count, onlyPhoneCharacters)).toBe(at),
)
