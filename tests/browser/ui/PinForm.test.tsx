// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { PinForm } from '#browser/ui/PinForm.tsx'
import { NOW } from '../../support/now.ts'
import { renderPart } from '../../support/render-part.tsx'
import { text } from '../../support/texts.ts'

const form = { length: { min: 4, max: 6 }, action: 'Go in', lead: 'Your digits', pending: false, onSubmit: () => {} }

it('no PIN is taken until a lock is over, and then the next digit goes to it', () => {
  vi.useFakeTimers()
  renderPart(<PinForm {...form} refusal={{ text: 'Too often.', until: NOW + 2_000 }} />)
  expect(screen.getByRole('alert')).toHaveTextContent(`Too often. ${text('signIn.goOnIn', { time: '0:02' })}`)
  expect(screen.getByLabelText(text('signIn.pin'))).toBeDisabled()
  expect(screen.getByRole('button', { name: text('signIn.waits') })).toBeVisible()
  act(() => void vi.advanceTimersByTime(2_000))
  expect(screen.getByLabelText(text('signIn.pin'))).toBeEnabled()
  expect(screen.getByLabelText(text('signIn.pin'))).toHaveFocus()
})

it('a digit typed beside the form goes to it', () => {
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
