import { expect, it } from 'vitest'

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
const px100 = typed('px-100', 5)
const key = (key: string, more: Partial<Pressed> = {}): Pressed => ({ key, after: 5, ...more })
const notPlain = { isPlain: false }

it.each<[string, Pressed[], string]>([
  ['six keys and Enter', [...typed('471100', 5), enter(5)], '471100'],
  ['a slow scanner, fifty milliseconds a key', [...typed('px-100', 50), enter(50)], 'px-100'],
  ['an end a tenth of a second late', [...px100, enter(100)], 'px-100'],
  [
    'keys without a name, as on an Android handheld',
    [...Array.from({ length: 13 }, () => key('Unidentified')), enter(5)],
    UNNAMED.repeat(13),
  ],
  [
    'keys without a name but with a place on the keyboard',
    [...[...'471100'].map((digit) => key('Process', { code: `Digit${digit}` })), enter(5)],
    UNNAMED.repeat(6),
  ],
  ['Tab at the end', [...px100, key('Tab')], 'px-100'],
  ['Shift in between', [...typed('px-', 5), key('Shift', { after: 2 }), ...typed('ABC', 5), enter(5)], 'px-ABC'],
  ['a person’s keys before', [...typed('123', 120), ...px100, enter(5)], '3px-100'],
  ['a pause before', [...typed('12', 120), ...typed('p', 400), ...typed('x-100', 5), enter(5)], 'px-100'],
  [
    'a separator in between, which comes as Ctrl and a sign',
    [...typed('px-1', 5), key(']', { ...notPlain, isWithCtrl: true }), ...typed('00', 5), enter(5)],
    'px-100',
  ],
  ['one slow key in a fast burst', [...typed('px-1', 5), key('0', { after: 55 }), key('0'), enter(5)], 'px-100'],
])('a burst of keys is a scan: %s', (_, keys, text) => expect(scanOf(keys)?.text).toBe(text))

it.each<[string, Pressed[]]>([
  ['a PIN of four digits, however fast', [...typed('2580', 1), enter(1)]],
  ['five keys', [...typed('12345', 1), enter(1)]],
  ['a person in a hurry', [...typed('0501234567', 70), enter(70)]],
  ['just over fifty milliseconds a key', [...typed('px-1000', 51), enter(51)]],
  ['Enter by hand', [...px100, enter(101)]],
  ['no end', typed('px-1000000', 5)],
  ['a held key', [key('5'), ...typed('5555555', 20).map((each) => ({ ...each, ...notPlain })), enter(20)]],
  ['Alt in between', [...typed('050123', 5), key('1', notPlain), enter(5)]],
  ['Backspace in between', [...typed('px-1', 5), key('Backspace'), ...typed('00', 5), enter(5)]],
  ['an end that composes', [...px100, key('Enter', notPlain)]],
  ['Enter alone', [enter(5)]],
  ['the key after what ended', [...typed('12345', 1), enter(1), ...typed('6', 1), enter(1)]],
])('a burst of keys is no scan: %s', (_, keys) => expect(scanOf(keys)).toBeUndefined())

it('a burst of keys is read as on Latin keys, too', () => {
  const codes = ['KeyP', 'KeyX', 'Minus', 'Digit1', 'Numpad0', 'Digit0']
  const keys = ['ح', 'ء', '-', '١', '0', '0'].map((sign, place) => key(sign, { code: codes[place] ?? '' }))
  expect(scanOf([...keys, enter(5)])).toEqual({ text: 'حء-١00', onLatinKeys: 'PX-100' })
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
const OPENS = { isSwallowed: true, isUndone: true, deed: 'open' }
const SAYS_SO = { isSwallowed: true, isUndone: true, deed: 'tell' }

it.each<[ScanPlace, boolean, object]>([
  ['box', true, OPENS],
  ['ticket', true, OPENS],
  ['guarded', true, OPENS],
  ['page', true, OPENS],
  ['box', false, SAYS_SO],
  ['ticket', false, SAYS_SO],
  ['field', false, { isSwallowed: false, isUndone: false }],
  ['guarded', false, SAYS_SO],
  ['page', false, SAYS_SO],
])('a scan on a selling screen, at %s, known %s', (place, isKnown, verdict) => {
  expect(classifyScan({ place, isKnown, isContact: false, isSelling: true, hasDialog: false })).toEqual(verdict)
})

it.each([
  { place: 'box', verdict: { isSwallowed: true, isUndone: false } },
  { place: 'ticket', verdict: { isSwallowed: true, isUndone: false, deed: 'to-amount' } },
  { place: 'guarded', verdict: { isSwallowed: true, isUndone: true, deed: 'tell' } },
] as const)('a scan that is a whole phone number, at $place', ({ place, verdict }) => {
  expect(classifyScan({ place, isKnown: false, isContact: true, isSelling: true, hasDialog: false })).toEqual(verdict)
})

it('a scan of a product while something else is to be finished says so', () => {
  const at = { place: 'page', isKnown: true, isContact: false, isSelling: false, hasDialog: false } as const
  expect(classifyScan(at).deed).toBe('not-now')
})

it.each(cases)('a scan stays in no PIN and no amount, and opens nothing outside of selling: %o', (at) => {
  const { isSwallowed, isUndone, deed } = classifyScan(at)
  if (at.place === 'guarded' || at.hasDialog)
    expect({ isSwallowed, isUndone }).toEqual({ isSwallowed: true, isUndone: true })
  if (at.place !== 'field') expect(isSwallowed).toBe(true)
  if (!at.isSelling || at.hasDialog) expect(deed).not.toBe('open')
  if (at.hasDialog) expect(deed).toBeUndefined()
})
