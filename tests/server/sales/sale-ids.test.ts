import { expect, it } from 'vitest'

import { findSaleId, formatSaleId } from '#domain/sale/id.ts'
import { createSaleIds } from '#server/sales/sale-ids.ts'
import { OPENED_AT } from '../../support/sales.ts'

function aGenerator() {
  const clock = { time: OPENED_AT, now: () => clock.time, wall: () => clock.time }
  const drawn: number[] = []
  const random = () => {
    drawn.push((drawn.length % 7) / 8)
    return drawn.at(-1)!
  }
  return { clock, drawn, next: createSaleIds({ clock, random }) }
}

it('ids of one millisecond follow each other by one, from a random start', () => {
  const { drawn, next } = aGenerator()
  const ids = [next(), next(), next()]
  const start = drawn.reduce((bits, one) => (bits << 20n) | BigInt(one * 2 ** 20), 0n)
  expect(drawn).toEqual([0, 1 / 8, 2 / 8, 3 / 8])
  expect(ids).toEqual([0n, 1n, 2n].map((more) => formatSaleId(OPENED_AT, start + more)))
  for (const id of ids) expect(findSaleId(id)).toBe(id)
})

it('each millisecond begins with other random bits, and a clock that is set back changes no order', () => {
  const { clock, drawn, next } = aGenerator()
  const first = next()
  clock.time += 1
  const second = next()
  expect(drawn).toHaveLength(8)
  clock.time -= 1_000
  const third = next()
  expect(drawn).toHaveLength(8)
  expect([third, second, first].toSorted()).toEqual([first, second, third])
  expect(third.slice(0, 10)).toBe(second.slice(0, 10))
})
