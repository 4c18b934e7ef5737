import { describe, expect, it } from 'vitest'

import { classifyScan, type ScanPlace } from '#browser/scanner/scan.ts'

const PLACES: ScanPlace[] = ['guarded', 'box', 'ticket', 'field', 'page']
const BOTH = [true, false]
const cases = PLACES.flatMap((place) =>
  BOTH.flatMap((isKnown) =>
    BOTH.flatMap((isContact) =>
      BOTH.flatMap((isSelling) => BOTH.map((hasDialog) => ({ place, isKnown, isContact, isSelling, hasDialog }))),
    ),
  ),
)

describe('a scan', () => {
  it.each([
    { place: 'box', isKnown: true, verdict: { isSwallowed: true, isUndone: true, deed: 'open' } },
    { place: 'ticket', isKnown: true, verdict: { isSwallowed: true, isUndone: true, deed: 'open' } },
    { place: 'guarded', isKnown: true, verdict: { isSwallowed: true, isUndone: true, deed: 'open' } },
    { place: 'page', isKnown: true, verdict: { isSwallowed: true, isUndone: true, deed: 'open' } },
    { place: 'box', isKnown: false, verdict: { isSwallowed: true, isUndone: true, deed: 'tell' } },
    { place: 'ticket', isKnown: false, verdict: { isSwallowed: true, isUndone: true, deed: 'tell' } },
    { place: 'field', isKnown: false, verdict: { isSwallowed: false, isUndone: false } },
    { place: 'guarded', isKnown: false, verdict: { isSwallowed: true, isUndone: true, deed: 'tell' } },
    { place: 'page', isKnown: false, verdict: { isSwallowed: true, isUndone: true, deed: 'tell' } },
  ] as const)('on a selling screen, at $place, known $isKnown', ({ place, isKnown, verdict }) => {
    expect(classifyScan({ place, isKnown, isContact: false, isSelling: true, hasDialog: false })).toEqual(verdict)
  })

  it.each([
    { place: 'box', verdict: { isSwallowed: true, isUndone: false } },
    { place: 'ticket', verdict: { isSwallowed: true, isUndone: false, deed: 'to-amount' } },
    { place: 'guarded', verdict: { isSwallowed: true, isUndone: true, deed: 'tell' } },
  ] as const)('that is a whole phone number, at $place', ({ place, verdict }) => {
    expect(classifyScan({ place, isKnown: false, isContact: true, isSelling: true, hasDialog: false })).toEqual(verdict)
  })

  it('of a product while something else is to be finished says so', () => {
    const at = { place: 'page', isKnown: true, isContact: false, isSelling: false, hasDialog: false } as const
    expect(classifyScan(at).deed).toBe('not-now')
  })

  it.each(cases)('stays in no PIN and no amount, and opens nothing outside of selling: %o', (at) => {
    const { isSwallowed, isUndone, deed } = classifyScan(at)
    if (at.place === 'guarded' || at.hasDialog)
      expect({ isSwallowed, isUndone }).toEqual({ isSwallowed: true, isUndone: true })
    if (at.place !== 'field') expect(isSwallowed).toBe(true)
    if (!at.isSelling || at.hasDialog) expect(deed).not.toBe('open')
    if (at.hasDialog) expect(deed).toBeUndefined()
  })
})
