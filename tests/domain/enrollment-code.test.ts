import { expect, it } from 'vitest'

import { ENROLLMENT_CODE, formatEnrollmentCode, readEnrollmentCode } from '#domain/enrollment-code.ts'

it.each([
  { typed: 'k7qf-m2xd', letters: 'K7QFM2XD' },
  { typed: ' K7QF M2XD ', letters: 'K7QFM2XD' },
  { typed: 'K7QFM2XDAA', letters: 'K7QFM2XD' },
  // A letter that no code contains is not read as a digit that looks similar.
  { typed: 'O0I1L58BZUVS', letters: 'V' },
  { typed: '', letters: '' },
])('readEnrollmentCode reads "$typed" as "$letters"', ({ typed, letters }) => {
  expect(readEnrollmentCode(typed)).toBe(letters)
})

it('formatEnrollmentCode splits a code into two halves, of which the second may be incomplete', () => {
  expect(formatEnrollmentCode('K7QF')).toBe('K7QF')
  expect(formatEnrollmentCode('K7QFM')).toBe('K7QF-M')
  expect(formatEnrollmentCode('K7QFM2XD')).toBe('K7QF-M2XD')
})

it('a code has at least 37 bits', () => {
  expect(ENROLLMENT_CODE.length * Math.log2(ENROLLMENT_CODE.letters.length)).toBeGreaterThan(37)
})
