// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { Field } from '#browser/ui/Field.tsx'
import { caretAfter } from '#browser/ui/MaskedInput.tsx'
import { findNewPinProblem } from '#browser/ui/NewPinFields.tsx'
import { PinForm } from '#browser/ui/PinForm.tsx'
import { PIN_LENGTH } from '#domain/person.ts'
import { onlyPhoneCharacters } from '#domain/phone/phone.ts'
import { NOW } from '../../support/now.ts'
import { renderPart } from '../../support/render-part.tsx'
import { text } from '../../support/texts.ts'

it('a field is named by its label and described by its hint, and a problem replaces the hint', () => {
  const { rerender } = renderPart(<Field label="Toll" hint="AED 5 to 500" />)
  const input = screen.getByRole('textbox', { name: 'Toll' })
  expect(input).toHaveAccessibleDescription('AED 5 to 500')
  expect(input).toBeValid()
  rerender(<Field label="Toll" hint="AED 5 to 500" problem="Too much" />)
  expect(input).toHaveAccessibleDescription('Too much')
  expect(input).toBeInvalid()
  expect(screen.getByRole('status')).toHaveTextContent('Too much')
})

const form = { length: { min: 4, max: 6 }, action: 'Go in', lead: 'Your digits', pending: false, onSubmit: () => {} }

it('no PIN is taken until a lockout is over, and then the next digit goes to the field', () => {
  vi.useFakeTimers()
  renderPart(<PinForm {...form} refusal={{ text: 'Too often.', until: NOW + 2_000 }} />)
  expect(screen.getByRole('alert')).toHaveTextContent(`Too often. ${text('signIn.goOnIn', { time: '0:02' })}`)
  expect(screen.getByLabelText(text('signIn.pin'))).toBeDisabled()
  expect(screen.getByRole('button', { name: text('signIn.waits') })).toBeVisible()
  act(() => void vi.advanceTimersByTime(2_000))
  expect(screen.getByLabelText(text('signIn.pin'))).toBeEnabled()
  expect(screen.getByLabelText(text('signIn.pin'))).toHaveFocus()
})

it('a digit typed beside the form goes to its field', () => {
  renderPart(
    <>
      <button type="button">Beside</button>
      <PinForm {...form} />
    </>,
  )
  const beside = screen.getByRole('button', { name: 'Beside' })
  beside.focus()
  fireEvent.keyDown(beside, { key: '1' })
  expect(screen.getByLabelText(text('signIn.pin'))).toHaveFocus()
})

it.each([
  { shown: '50 123 4567', count: 0, at: 0 },
  { shown: '50 123 4567', count: 2, at: 2 },
  { shown: '50 123 4567', count: 3, at: 4 },
  { shown: '50 123 4567', count: 9, at: 11 },
  { shown: '50 123 4567', count: Infinity, at: 11 },
  { shown: '(246) 555-12', count: 1, at: 2 },
  { shown: '(246) 555-12', count: 7, at: 11 },
  { shown: '+44 7', count: 3, at: 3 },
])('caretAfter puts the caret of "$shown" at $at after $count characters', ({ shown, count, at }) =>
  expect(caretAfter(shown, count, onlyPhoneCharacters)).toBe(at),
)

it.each([
  { pin: '', again: '', role: 'cashier', problem: 'short' },
  { pin: '830', again: '830', role: 'cashier', problem: 'short' },
  { pin: '8305', again: '', role: 'cashier', problem: 'again' },
  { pin: '8305', again: '83', role: 'cashier', problem: 'again' },
  { pin: '8305', again: '84', role: 'cashier', problem: 'different' },
  { pin: '8305', again: '83051', role: 'cashier', problem: 'different' },
  { pin: '8305', again: '8305', role: 'cashier', problem: undefined },
  { pin: '8305', again: '8305', role: 'supervisor', problem: 'short' },
] as const)('a $role who typed $pin and $again has the problem: $problem', ({ pin, again, role, problem }) => {
  expect(findNewPinProblem({ pin, again }, PIN_LENGTH[role])).toBe(problem)
})
