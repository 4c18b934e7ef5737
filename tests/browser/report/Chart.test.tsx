// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import fc from 'fast-check'
import { afterEach, expect, it } from 'vitest'

import { Chart, levelsFor } from '#browser/report/Chart.tsx'

afterEach(cleanup)

it.each([
  [6_600, [0, 2_500, 5_000, 7_500]],
  [4_318.5, [0, 1_000, 2_000, 3_000, 4_000, 5_000]],
  [100, [0, 25, 50, 75, 100]],
  [0.03, [0, 0.01, 0.02, 0.03]],
  [0, []],
  [Number.NaN, []],
])('the axis of %s has a fitting top', (most, levels) => {
  expect(levelsFor(most)).toEqual(levels)
})

it('an axis has three to five steps, and its top is at most half above the highest value', () => {
  fc.assert(
    fc.property(fc.double({ min: 1, max: 1e9, noNaN: true }), (most) => {
      const levels = levelsFor(most)
      expect(levels.length).toBeGreaterThanOrEqual(4)
      expect(levels.length).toBeLessThanOrEqual(6)
      expect(levels.at(-1)).toBeGreaterThanOrEqual(most)
      expect(levels.at(-1)).toBeLessThanOrEqual(1.5 * most)
    }),
  )
})

const POINTS = ['09', '10', '11'].map((id, index) => ({
  id,
  at: 20 + 30 * index,
  name: id,
  text: `AED ${index}`,
  isNow: id === '10',
}))

it.each([
  ['ltr', 'ArrowRight', 'ArrowLeft'],
  ['rtl', 'ArrowLeft', 'ArrowRight'],
] as const)('arrow keys choose a value of a chart, in the direction of the text (%s)', (direction, later, earlier) => {
  render(
    <div style={{ direction }}>
      <Chart label="By hour" levels={[0, 1]} ticks={[]} points={POINTS}>
        {null}
      </Chart>
    </div>,
  )
  const chart = screen.getByRole('slider', { name: 'By hour' })
  expect(chart).toHaveAttribute('aria-valuetext', '10 AED 1')
  fireEvent.keyDown(chart, { key: later })
  expect(chart).toHaveAttribute('aria-valuetext', '11 AED 2')
  expect(screen.getByText('AED 2')).toBeVisible()
  fireEvent.keyDown(chart, { key: later })
  expect(chart).toHaveAttribute('aria-valuenow', '3')
  fireEvent.keyDown(chart, { key: earlier })
  expect(chart).toHaveAttribute('aria-valuetext', '10 AED 1')
  fireEvent.keyDown(chart, { key: 'Home' })
  expect(chart).toHaveAttribute('aria-valuetext', '09 AED 0')
})

it.each([
  ['ltr', '09 AED 0'],
  ['rtl', '11 AED 2'],
] as const)('a touch chooses the nearest value of a chart (%s)', (direction, text) => {
  render(
    <div style={{ direction }}>
      <Chart label="By hour" levels={[0, 1]} ticks={[]} points={POINTS}>
        {null}
      </Chart>
    </div>,
  )
  const chart = screen.getByRole('slider')
  chart.getBoundingClientRect = () => new DOMRect(0, 0, 300, 100)
  fireEvent.pointerDown(chart, { clientX: 60 })
  expect(chart).toHaveAttribute('aria-valuetext', text)
})
