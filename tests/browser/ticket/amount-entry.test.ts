import { describe, expect, it } from 'vitest'

import { cleanAmountText } from '#domain/amount-rule.ts'
import { needsPoint, readAmountEntry } from '#browser/pages/sell/ticket-entry.ts'
import { decimal, formatDecimal } from '#domain/money.ts'

const rule = (min: string, max: string, step: string) => ({ min: decimal(min), max: decimal(max), step: decimal(step) })
const fives = rule('5', '500', '5')
const tenths = rule('5', '500', '0.1')

describe('readAmountEntry', () => {
  it.each([
    { text: '', rule: fives, status: 'empty' },
    { text: '5', rule: fives, status: 'legal' },
    { text: '50', rule: fives, status: 'legal' },
    { text: '50.00', rule: fives, status: 'legal' },
    { text: '50.', rule: fives, status: 'legal' },
    { text: '1', rule: fives, status: 'partial' },
    { text: '0', rule: fives, status: 'partial' },
    // 52_ would be above 500.
    { text: '52', rule: fives, status: 'wrong', problem: 'off-step', fixes: ['50', '55'] },
    // 120, 125 are legal.
    { text: '12', rule: fives, status: 'partial' },
    { text: '52', rule: rule('5', '1000', '5'), status: 'partial' },
    { text: '505', rule: fives, status: 'wrong', problem: 'above-max', fixes: ['500'] },
    { text: '5', rule: rule('50', '500', '50'), status: 'partial' },
    { text: '7', rule: rule('50', '60', '5'), status: 'wrong', problem: 'below-min', fixes: ['50'] },
    { text: '5.3', rule: tenths, status: 'legal' },
    { text: '4.', rule: tenths, status: 'wrong', problem: 'below-min', fixes: ['5'] },
    { text: '5.32', rule: tenths, status: 'wrong', problem: 'off-step', fixes: ['5.3', '5.4'] },
    { text: '0.', rule: rule('0.5', '2', '0.25'), status: 'partial' },
    { text: '0.2', rule: rule('0.25', '2', '0.25'), status: 'partial' },
    { text: '0.3', rule: rule('0.25', '2', '0.25'), status: 'wrong', problem: 'off-step', fixes: ['0.25', '0.5'] },
    { text: '1.2.3', rule: tenths, status: 'unreadable' },
  ])('$text is $status', ({ text, rule, status, problem, fixes }) => {
    const entry = readAmountEntry(text, rule)
    expect(entry.status).toBe(status)
    if (entry.status === 'wrong') {
      expect(entry.problem).toBe(problem)
      expect(entry.fixes.map((fix) => formatDecimal(fix))).toEqual(fixes)
    }
  })

  it('never judges a prefix of a legal amount', () => {
    for (let amount = 5; amount <= 500; amount += 5) {
      const text = String(amount)
      for (let length = 1; length < text.length; length++) {
        expect(readAmountEntry(text.slice(0, length), fives).status, text.slice(0, length)).not.toBe('wrong')
      }
    }
  })
})

describe('cleanAmountText', () => {
  it.each([
    ['007', '7'],
    ['0', '0'],
    ['1,5', '1.5'],
    ['.5', '0.5'],
    ['1.2.3', '1.23'],
    ['AED 50', '50'],
    ['٥٠', '50'],
    ['', ''],
  ])('%s becomes %s', (typed, text) => expect(cleanAmountText(typed)).toBe(text))
})

describe('needsPoint', () => {
  it.each([
    { step: '5', is: false },
    { step: '1.0', is: false },
    { step: '0.1', is: true },
    { step: '2.5', is: true },
    { step: '0', is: false },
  ])('a step of $step: $is', ({ step, is }) => expect(needsPoint(rule('5', '500', step))).toBe(is))
})
