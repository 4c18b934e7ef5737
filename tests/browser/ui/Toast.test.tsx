// @vitest-environment jsdom
import { act, fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import { Toast } from '#browser/ui/Toast.tsx'
import { renderPart } from '../../support/render-part.tsx'

it('a toast ignores presses for its first 300 ms, meant for what was there before, and goes after six seconds', () => {
  vi.useFakeTimers()
  const [onPress, onClose] = [vi.fn(), vi.fn()]
  renderPart(
    <Toast action={{ text: 'See', onPress }} onClose={onClose}>
      Sale 0482 went through
    </Toast>,
  )
  const pressBoth = () => screen.getAllByRole('button').forEach((button) => fireEvent.click(button))
  const pass = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  pass(299)
  pressBoth()
  expect([onPress, onClose].map(({ mock }) => mock.calls.length)).toEqual([0, 0])
  pass(1)
  pressBoth()
  expect([onPress, onClose].map(({ mock }) => mock.calls.length)).toEqual([1, 1])
  pass(5_699)
  expect(onClose).toHaveBeenCalledOnce()
  pass(1)
  expect(onClose).toHaveBeenCalledTimes(2)
})
