import { describe, expect, it } from 'vitest'

import {
  type Burst,
  classifyScan,
  findScanned,
  type Scan,
  type ScanPlace,
  stepBurst,
  UNNAMED,
} from '#browser/scanner/scan.ts'

type Pressed = { key: string; after: number; code?: string; isPlain?: boolean; isWithCtrl?: boolean }

/** What is scanned when these keys go down, each so many milliseconds after the last. */
function scanOf(keys: Pressed[]): Scan | undefined {
  let burst: Burst | undefined
  let at = 5_000
  for (const { key, after, code = '', isPlain = true, isWithCtrl = false } of keys) {
    at += after
    const step = stepBurst(burst, { key, code, at, isPlain, isWithCtrl })
    if (step.scan) return step.scan
    burst = step.burst
  }
  return undefined
}

const typed = (text: string, after: number): Pressed[] => [...text].map((key) => ({ key, after }))
const enter = (after: number): Pressed => ({ key: 'Enter', after })

describe('a burst of keys', () => {
  it.each([
    { what: 'six keys and Enter', keys: [...typed('471100', 5), enter(5)], text: '471100' },
    { what: 'a slow scanner, fifty milliseconds a key', keys: [...typed('px-100', 50), enter(50)], text: 'px-100' },
    { what: 'an end a tenth of a second late', keys: [...typed('px-100', 5), enter(100)], text: 'px-100' },
    {
      what: 'keys without a name, as on an Android handheld',
      keys: [...Array.from({ length: 13 }, () => ({ key: 'Unidentified', after: 5 })), enter(5)],
      text: UNNAMED.repeat(13),
    },
    {
      what: 'keys without a name but with a place on the keyboard',
      keys: [...[...'471100'].map((digit) => ({ key: 'Process', code: `Digit${digit}`, after: 5 })), enter(5)],
      text: UNNAMED.repeat(6),
    },
    { what: 'Tab at the end', keys: [...typed('px-100', 5), { key: 'Tab', after: 5 }], text: 'px-100' },
    {
      what: 'Shift in between',
      keys: [...typed('px-', 5), { key: 'Shift', after: 2 }, ...typed('ABC', 5), enter(5)],
      text: 'px-ABC',
    },
    {
      what: 'a person’s keys before',
      keys: [...typed('12', 120), { key: '3', after: 120 }, ...typed('px-100', 5), enter(5)],
      text: '3px-100',
    },
    {
      what: 'a pause before',
      keys: [...typed('12', 120), ...typed('p', 400), ...typed('x-100', 5), enter(5)],
      text: 'px-100',
    },
    {
      what: 'a separator in between, which comes as Ctrl and a sign',
      keys: [
        ...typed('px-1', 5),
        { key: ']', after: 5, isPlain: false, isWithCtrl: true },
        ...typed('00', 5),
        enter(5),
      ],
      text: 'px-100',
    },
    {
      what: 'one slow key in a fast burst',
      keys: [...typed('px-1', 5), { key: '0', after: 55 }, ...typed('0', 5), enter(5)],
      text: 'px-100',
    },
  ])('is a scan: $what', ({ keys, text }) => expect(scanOf(keys)?.text).toBe(text))

  it.each([
    { what: 'a PIN of four digits, however fast', keys: [...typed('2580', 1), enter(1)] },
    { what: 'five keys', keys: [...typed('12345', 1), enter(1)] },
    { what: 'a person in a hurry', keys: [...typed('0501234567', 70), enter(70)] },
    { what: 'just over fifty milliseconds a key', keys: [...typed('px-1000', 51), enter(51)] },
    { what: 'Enter by hand', keys: [...typed('px-100', 5), enter(101)] },
    { what: 'no end', keys: typed('px-1000000', 5) },
    {
      what: 'a held key',
      keys: [...typed('5', 5), ...typed('5555555', 20).map((key) => ({ ...key, isPlain: false })), enter(20)],
    },
    {
      what: 'Alt in between',
      keys: [...typed('050123', 5), { key: '1', after: 5, isPlain: false }, enter(5)],
    },
    {
      what: 'Backspace in between',
      keys: [...typed('px-1', 5), { key: 'Backspace', after: 5 }, ...typed('00', 5), enter(5)],
    },
    { what: 'an end that composes', keys: [...typed('px-100', 5), { key: 'Enter', after: 5, isPlain: false }] },
    { what: 'Enter alone', keys: [enter(5)] },
  ])('is none: $what', ({ keys }) => expect(scanOf(keys)).toBeUndefined())

  it('is read as on Latin keys, too', () => {
    const keys = ['ح', 'ء', '-', '١', '0', '0'].map((key, place) => ({
      key,
      after: 5,
      code: ['KeyP', 'KeyX', 'Minus', 'Digit1', 'Numpad0', 'Digit0'][place] ?? '',
    }))
    expect(scanOf([...keys, enter(5)])).toEqual({ text: 'حء-١00', onLatinKeys: 'PX-100' })
  })

  it('is not kept once it ended', () => {
    expect(scanOf([...typed('12345', 1), enter(1), ...typed('6', 1), enter(1)])).toBeUndefined()
  })
})

const ids = ['px-100', 'PX-200', 'px-200', 'Gems', '4711']

it.each([
  { scanned: 'px-100', found: 'px-100' },
  { scanned: ' px-100 ', found: 'px-100' },
  { scanned: 'PX-100', found: 'px-100' },
  { scanned: 'GEMS', found: 'Gems' },
  { scanned: 'PX-200', found: 'PX-200' },
  { scanned: 'px-200', found: 'px-200' },
  // Which of the two is meant nobody can tell.
  { scanned: 'Px-200', found: undefined },
  { scanned: '471', found: undefined },
  { scanned: '6291100123456', found: undefined },
])('finds $found by $scanned', ({ scanned, found }) => {
  expect(findScanned(ids, { text: scanned, onLatinKeys: scanned })).toBe(found)
})

it('finds a product on a keyboard that writes Arabic', () => {
  expect(findScanned(ids, { text: 'حء-100', onLatinKeys: 'PX-100' })).toBe('px-100')
})

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
