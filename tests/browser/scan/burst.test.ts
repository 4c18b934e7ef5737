import { describe, expect, it } from 'vitest'

import { stepBurst, type Burst, type Scan } from '#browser/scanner/scan.ts'

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
