// @vitest-environment jsdom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'

import { FocusedAction } from '#browser/ui/FocusedAction.tsx'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

it('ignores presses for a while after it appeared: they were meant for the button before', () => {
  vi.useFakeTimers()
  const onPress = vi.fn()
  render(<FocusedAction onPress={onPress}>Send</FocusedAction>)
  const button = screen.getByRole('button', { name: 'Send' })
  expect(button).toHaveFocus()
  act(() => void vi.advanceTimersByTime(599))
  fireEvent.click(button)
  expect(onPress).not.toHaveBeenCalled()
  act(() => void vi.advanceTimersByTime(1))
  fireEvent.click(button)
  expect(onPress).toHaveBeenCalledOnce()
})

it('is not pressed by a key that is held down', () => {
  render(<FocusedAction onPress={() => {}}>Send</FocusedAction>)
  const button = screen.getByRole('button', { name: 'Send' })
  expect(fireEvent.keyDown(button, { key: 'Enter' })).toBe(true)
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
})
