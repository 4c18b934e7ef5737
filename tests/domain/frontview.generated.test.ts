import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { anyWireShop } from '../frontview/any-frontview.ts'
import { expectOf } from '../frontview/expected.ts'
import { judgeWire } from '../frontview/judge.ts'
import { atLevel } from '../support/level.ts'

describe('generated catalog layouts', () => {
  it('a generated catalog layout is arranged without losing or repeating a tile that can be sold', () => {
    fc.assert(
      fc.property(anyWireShop, (wire) => void judgeWire(wire)),
      { numRuns: atLevel(300, 10_000) },
    )
  })

  it('generated catalog layouts contain every outcome, every reason to drop a tile, and short and long lists', () => {
    const expected = fc
      .sample(anyWireShop, { numRuns: atLevel(150, 500), seed: 1 })
      .map(({ frontview, services }) => expectOf(frontview, services))
    const placed = expected.flatMap((one) => [...one.placed.values()])
    expect(new Set(placed.flatMap(({ outcomes }) => outcomes))).toEqual(
      new Set(['opens', 'sells', 'leads', 'page', 'wizard', 'text', 'unavailable', 'broken-link', 'unsupported']),
    )
    expect(new Set(expected.flatMap(({ dropped }) => dropped.map(({ reason }) => reason)))).toEqual(
      new Set(['duplicate-id', 'parent-missing', 'cycle']),
    )
    expect(Math.max(...placed.map(({ path }) => path.length))).toBeGreaterThan(8)
    expect(Math.max(...expected.map((one) => one.placed.size + one.dropped.length))).toBeGreaterThan(500)
    expect(expected.some((one) => one.placed.size + one.dropped.length === 0)).toBe(true)
  })
})
