import { describe, expect, it } from 'vitest'

import {
  type Burst,
  classifyScan,
  endBurst,
  endCard,
  findCardCode,
  findScanned,
  type Scan,
  type ScanPlace,
  stepBurst,
  stepInput,
  UNNAMED,
} from '#browser/scanner/scan.ts'

type Pressed = {
  key: string
  after: number
  code?: string
  isPlain?: boolean
  isWithCtrl?: boolean
  isShifted?: boolean
  /** What an input method writes instead of a key. */
  input?: string
  isComposed?: boolean
}

/** What may have been scanned with these keys, each of them `afterMs` after the previous one. */
function scansOf(keys: Pressed[]): Scan[] {
  let burst: Burst | undefined
  let at = 5_000
  for (const { key, after, code = '', isPlain = true, input, isComposed = false, ...more } of keys) {
    at += after
    if (input !== undefined) {
      burst = stepInput(burst, input, at, isComposed)
      continue
    }
    const step = stepBurst(burst, { key, code, at, isPlain, ...more })
    if (step.found?.length) return step.found.map(({ scan }) => scan)
    burst = step.burst
  }
  return []
}
const scanOf = (keys: Pressed[]): Scan | undefined => scansOf(keys)[0]

const typed = (text: string, after: number): Pressed[] => [...text].map((key) => ({ key, after }))
const enter = (after: number): Pressed => ({ key: 'Enter', after })
const notPlain = { isPlain: false }
const px100 = typed('px-100', 5)
const key = (key: string, more: Partial<Pressed> = {}): Pressed => ({ key, after: 5, ...more })
const input = (text: string, more: Partial<Pressed> = {}): Pressed => ({ key: '', input: text, after: 5, ...more })
/** A key without a name, and the text from the input method, which a busy page handles late. */
const byMethod = (sign: string, late = 1): Pressed[] => [
  key('Unidentified'),
  input(sign, { after: late }),
  key('Shift', { after: -late }),
]
it.each<[string, Pressed[], string]>([
  ['six keys and Enter', [...typed('471100', 5), enter(5)], '471100'],
  ['a slow scanner, fifty milliseconds a key', [...typed('px-100', 50), enter(50)], 'px-100'],
  ['an Enter that a busy device sends late', [...px100, enter(300)], 'px-100'],
  ['a stall in the middle', [...typed('px', 4), ...typed('-', 400), ...typed('100', 4), enter(4)], 'px-100'],
  [
    'a stall after its first character',
    [...typed('6', 4), ...typed('2', 900), ...typed('91100', 4), enter(4)],
    '6291100',
  ],
  [
    'a stall after its first character, and another one',
    [...typed('q', 4), ...typed('a', 400), ...typed('mra-', 4), ...typed('r', 400), ...typed('c', 4), enter(4)],
    'qamra-rc',
  ],
  [
    'two stalls',
    [...typed('6291', 4), ...typed('1', 300), ...typed('001', 4), ...typed('2', 150), enter(90)],
    '629110012',
  ],
  [
    'a number that a person typed before it',
    [...typed('501234567', 150), ...typed('p', 300), ...px100.slice(1), enter(5)],
    'px-100',
  ],
  ['characters that an input method writes', [...[...'px-100'].flatMap((sign) => byMethod(sign)), enter(5)], 'px-100'],
  ['the same while the page is busy', [...[...'px-100'].flatMap((sign) => byMethod(sign, 400)), enter(5)], 'px-100'],
  ['a code that an input method writes at once', [key('Unidentified'), input('px-100'), enter(5)], 'px-100'],
  ['the same without any key', [input('px-100'), enter(5)], 'px-100'],
  ['the same in two halves', [input('6291'), input('100123', { after: 60 }), enter(5)], '6291100123'],
  [
    'a code that an input method composes',
    [...'px-100']
      .flatMap((_, at) => [key('Process'), input('px-100'.slice(0, at + 1), { isComposed: true })])
      .concat(enter(5)),
    'px-100',
  ],
  [
    'a named key before an input method takes over',
    [key('p'), ...[...'x-100'].flatMap((sign) => byMethod(sign)), enter(5)],
    'px-100',
  ],
  [
    'named keys and what they write',
    [...[...'px-100'].flatMap((sign) => [key(sign), input(sign, { after: 0 })]), enter(5)],
    'px-100',
  ],
  [
    'Alt and the number of each character',
    [...'px-100']
      .flatMap((sign) => [key('Alt', notPlain), key('4', { ...notPlain, code: 'Numpad4' }), input(sign, { after: 5 })])
      .concat(enter(5)),
    'px-100',
  ],
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
    'a separator in between, which comes as Ctrl and a character',
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
  ['Enter typed by a person', [...px100, enter(301)]],
  [
    'a person whose fingers roll from key to key',
    [...[...'0501234567'].map((sign, at) => key(sign, { after: at % 2 ? 40 : 130 })), enter(120)],
  ],
  ['a pause that is longer than any stall', [...typed('6291', 4), ...typed('1', 1_001), ...typed('00', 4), enter(4)]],
  ['no end', typed('px-1000000', 5)],
  ['a held key', [key('5'), ...typed('5555555', 20).map((each) => ({ ...each, ...notPlain })), enter(20)]],
  ['Alt in between', [...typed('050123', 5), key('1', notPlain), enter(5)]],
  ['Backspace in between', [...typed('px-1', 5), key('Backspace'), ...typed('00', 5), enter(5)]],
  ['an Enter that composes', [...px100, key('Enter', notPlain)]],
  ['Enter alone', [enter(5)]],
  ['the key after a completed scan', [...typed('12345', 1), enter(1), ...typed('6', 1), enter(1)]],
])('a burst of keys is not a scan: %s', (_, keys) => expect(scanOf(keys)).toBeUndefined())

it('a burst of keys is also read as on a Latin keyboard', () => {
  const codes = ['KeyP', 'KeyX', 'Minus', 'Digit1', 'Numpad0', 'Digit0']
  const keys = ['ح', 'ء', '-', '١', '0', '0'].map((sign, place) => key(sign, { code: codes[place] ?? '' }))
  expect(scanOf([...keys, enter(5)])).toEqual({ text: 'حء-١00', onLatinKeys: 'PX-100' })
  const underscore = key('?', { code: 'Minus', isShifted: true })
  expect(scanOf([...px100, underscore, enter(5)])?.onLatinKeys).toBe('px-100_')
})

it('a character that a person may have typed right before a scan is tried with and without the code', () => {
  expect(scansOf([...typed('5', 0), ...typed('p', 300), ...px100.slice(1), enter(5)])).toMatchObject([
    { text: '5px-100' },
    { text: 'px-100' },
  ])
})

it('an input method may write the end of a code together with the code', () => {
  const burst = stepInput(undefined, 'px-100', 5_000, false)
  expect(endBurst(burst, 5_000)).toMatchObject([{ scan: { text: 'px-100' } }])
})

const ids = ['px-100', 'PX-200', 'px-200', 'Gems', '4711']

it.each([
  { scanned: 'px-100', found: 'px-100' },
  { scanned: ' px-100 ', found: 'px-100' },
  // The symbology identifier before the code (ISO/IEC 15424).
  { scanned: ']C1px-100', found: 'px-100' },
  { scanned: ']Q3px-200', found: 'px-200' },
  { scanned: 'PX-100', found: 'px-100' },
  { scanned: 'GEMS', found: 'Gems' },
  { scanned: 'PX-200', found: 'PX-200' },
  { scanned: 'px-200', found: 'px-200' },
  // Both products could be meant.
  { scanned: 'Px-200', found: undefined },
  { scanned: '471', found: undefined },
  { scanned: '6291100123456', found: undefined },
])('a scan finds $found by $scanned', ({ scanned, found }) => {
  expect(findScanned(ids, { text: scanned, onLatinKeys: scanned })).toBe(found)
})

it('a scan finds a product on an Arabic keyboard', () => {
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
const OPENS = { isSwallowed: true, isUndone: true, action: 'open' }
const SAYS_SO = { isSwallowed: true, isUndone: true, action: 'tell' }

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
])('a scan on a selling page has its outcome: at %s, known %s', (place, isKnown, verdict) => {
  expect(classifyScan({ place, isKnown, isContact: false, isSelling: true, hasDialog: false })).toEqual(verdict)
})

it.each([
  { place: 'box', verdict: { isSwallowed: true, isUndone: false } },
  { place: 'ticket', verdict: { isSwallowed: true, isUndone: false, action: 'to-amount' } },
  { place: 'guarded', verdict: { isSwallowed: true, isUndone: true, action: 'tell' } },
] as const)('a scan of a complete phone number has its outcome: at $place', ({ place, verdict }) => {
  expect(classifyScan({ place, isKnown: false, isContact: true, isSelling: true, hasDialog: false })).toEqual(verdict)
})

it('a scan of a product while something else has to be finished says so', () => {
  const at = { place: 'page', isKnown: true, isContact: false, isSelling: false, hasDialog: false } as const
  expect(classifyScan(at).action).toBe('not-now')
})

it.each(cases)('a scan stays in no PIN and no amount, and opens nothing outside of selling: %o', (at) => {
  const { isSwallowed, isUndone, action } = classifyScan(at)
  if (at.place === 'guarded' || at.hasDialog)
    expect({ isSwallowed, isUndone }).toEqual({ isSwallowed: true, isUndone: true })
  if (at.place !== 'field') expect(isSwallowed).toBe(true)
  if (!at.isSelling || at.hasDialog) expect(action).not.toBe('open')
  if (at.hasDialog) expect(action).toBeUndefined()
})

describe('the card of a badge', () => {
  /** What a reader types, by the places of its keys, on a keyboard for another script. */
  const placed = (signs: string, layout: Record<string, string> = {}): Pressed[] =>
    [...signs].map((sign) => ({
      key: layout[sign] ?? sign,
      code: /\d/.test(sign) ? `Digit${sign}` : `Key${sign.toUpperCase()}`,
      after: 5,
    }))
  const ARABIC = { 0: '٠', 4: '٤', A: 'ش', B: 'لا', C: 'ؤ', D: 'ي' }

  function cardOf(keys: Pressed[], end = 5): string | undefined {
    let burst: Burst | undefined
    let at = 5_000
    for (const { key: pressed, after, code = '', input: written, ...more } of keys) {
      at += after
      burst =
        written === undefined
          ? stepBurst(burst, { key: pressed, code, at, isPlain: true, ...more }).burst
          : stepInput(burst, written, at, false)
    }
    const [found] = endCard(burst, at + end)
    return found && findCardCode(found.scan)
  }

  it.each<[string, Pressed[], string | undefined]>([
    ['hexadecimal digits', placed('04A1B2C3'), '04A1B2C3'],
    ['small letters', placed('04a1b2c3'), '04A1B2C3'],
    ['an Arabic layout', placed('04ABCD04', ARABIC), '04ABCD04'],
    [
      'an Arabic layout in a field, where one key types two letters',
      [...placed('04A', ARABIC), { key: 'لا', code: 'KeyB', after: 5 }, input('لا', { after: 0 }), ...placed('CD', ARABIC)], // prettier-ignore
      '04ABCD',
    ],
    ['an input method without keys', [input('٠٤ab'), input('12cd')], '04AB12CD'],
    [
      'the sentinels of a magnetic stripe',
      [
        key('%', { code: 'Digit5', isShifted: true }),
        ...placed('1234567'),
        key('?', { code: 'Slash', isShifted: true }),
      ],
      '1234567',
    ],
    ['four digits at the speed of a reader', placed('4711'), '4711'],
    ['four digits at the speed of a person', typed('4711', 60), undefined],
    ['three digits', placed('471'), undefined],
    ['keys without names or text', typed('      ', 5).map((each) => ({ ...each, key: 'Unidentified' })), undefined],
    ['more than 64 characters', placed('1'.repeat(65)), undefined],
  ])('%s', (_, keys, code) => {
    expect(cardOf(keys)).toBe(code)
  })
})
