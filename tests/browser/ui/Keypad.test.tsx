// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import { Keypad } from '#browser/ui/Keypad.tsx'
import { renderPart } from '../../support/render-part.tsx'

it('the keypad is one Tab stop, with arrow keys inside', async () => {
  const onDigit = vi.fn()
  renderPart(
    <>
      <Keypad onDigit={onDigit} onDelete={() => {}} onClear={() => {}} />
      <button type="button">after</button>
    </>,
  )
  const press = (keys: string) => userEvent.keyboard(keys)
  const focused = () => document.activeElement?.textContent
  await userEvent.tab()
  expect(focused()).toBe('1')
  await press('{ArrowRight}{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(focused()).toBe('0')
  // There is nothing below.
  await press('{ArrowDown}{Enter}{ArrowLeft}{ArrowUp} ')
  expect(onDigit.mock.calls).toEqual([['0'], ['7']])
  await userEvent.tab()
  expect(focused()).toBe('after')
  await userEvent.tab({ shift: true })
  expect(focused()).toBe('7')
  expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toHaveLength(2)
})
