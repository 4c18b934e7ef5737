// @vitest-environment happy-dom
import { expect, it } from 'vitest'

import {
  findMostSold,
  needsPoint,
  readAmountEntry,
  readBoxText,
  readNumberEntry,
} from '#browser/pages/sell/ticket-entry.ts'
import { decimal, formatDecimal, money } from '#domain/money/money.ts'
import { onlyPhoneCharacters } from '#domain/phone/phone.ts'
import type { Sale, SaleState } from '#domain/sale/sale.ts'
import { aSale } from '../../../support/a-shop.ts'

const rule = (min: string, max: string, step: string) => ({ min: decimal(min), max: decimal(max), step: decimal(step) })
const fives = rule('5', '500', '5')
const tenths = rule('5', '500', '0.1')

it.each([
  { text: '', rule: fives, status: 'empty' },
  { text: '5', rule: fives, status: 'legal' },
  { text: '50', rule: fives, status: 'legal' },
  { text: '50.00', rule: fives, status: 'legal' },
  { text: '50.', rule: fives, status: 'legal' },
  { text: '1', rule: fives, status: 'partial' },
  { text: '0', rule: fives, status: 'partial' },
  // Any further digit would make it more than 500.
  { text: '52', rule: fives, status: 'wrong', problem: 'off-step', fixes: ['50', '55'] },
  // It may become 120 or 125, which are allowed.
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
  { text: '-5', rule: fives, status: 'unreadable' },
  { text: '1,000', rule: rule('5', '5000', '5'), status: 'legal' },
  { text: '10,5', rule: tenths, status: 'legal' },
  // 7,00 is seven, and 7,000 is seven thousand.
  { text: '7,00', rule: rule('5', '9000', '5'), status: 'partial' },
  { text: '1,250,', rule: rule('5', '9000000', '5'), status: 'partial' },
])('readAmountEntry $text is $status', ({ text, rule, status, problem, fixes }) => {
  const entry = readAmountEntry(text, rule)
  expect(entry.status).toBe(status)
  if (entry.status !== 'wrong') return
  expect(entry.problem).toBe(problem)
  expect(entry.fixes.map((fix) => formatDecimal(fix))).toEqual(fixes)
})

it('readAmountEntry never rejects a prefix of an allowed amount', () => {
  for (let amount = 5; amount <= 500; amount += 5) {
    const text = String(amount)
    for (let length = 1; length < text.length; length++) {
      expect(readAmountEntry(text.slice(0, length), fives).status, text.slice(0, length)).not.toBe('wrong')
    }
  }
})

it.each([
  { step: '5', is: false },
  { step: '1.0', is: false },
  { step: '0.1', is: true },
  { step: '2.5', is: true },
  { step: '0', is: false },
])('needsPoint a step of $step: $is', ({ step, is }) => expect(needsPoint(rule('5', '500', step))).toBe(is))

it.each([
  { typed: '', read: { search: '' } },
  { typed: '  ', read: { search: '' } },
  { typed: '5', read: { number: '5', search: '' } },
  { typed: '+', read: { number: '+', search: '' } },
  { typed: '00', read: { number: '00', search: '' } },
  { typed: '+971 (0)50 123-4567', read: { number: '+9710501234567', search: '' } },
  { typed: '٠٥٠', read: { number: '050', search: '' } },
  { typed: 'q', read: { search: 'q' } },
  { typed: 'قمرا', read: { search: 'قمرا' } },
  { typed: 'qamra 5 gb', read: { search: 'qamra 5 gb' } },
  // The name of a product may begin with digits.
  { typed: '5g', read: { search: '5g' } },
  { typed: '50 123p', read: { search: '50123p' } },
  { typed: '50 Diamonds', read: { search: '50 Diamonds' } },
  { typed: '٥ جيجا', read: { search: '5 جيجا' } },
  // A complete number stays behind the search text.
  { typed: '50 123 4567p', read: { number: '501234567', search: 'p' } },
  { typed: '+971 50 123 4567 ق', read: { number: '+971501234567', search: 'ق' } },
  { typed: '{', read: { search: '{' } },
])('the products page reads "$typed"', ({ typed, read }) => expect(readBoxText(typed)).toEqual(read))

it.each([
  { typed: '', shown: '', mask: '__ ___ ____', status: 'incomplete' },
  { typed: '5', shown: '5', mask: '_ ___ ____', status: 'incomplete' },
  { typed: '50123', shown: '50 123', mask: ' ____', status: 'incomplete' },
  { typed: '0501234567', shown: '50 123 4567', mask: '', status: 'mobile' },
  { typed: '+971 50 123 4567', shown: '50 123 4567', mask: '', status: 'mobile' },
  { typed: '00971501234567', shown: '50 123 4567', mask: '', status: 'mobile' },
  { typed: '٠٥٠١٢٣٤٥٦٧', shown: '50 123 4567', mask: '', status: 'mobile' },
  { typed: '4', shown: '4', mask: ' ___ ____', status: 'incomplete' },
  { typed: '41234567', shown: '4 123 4567', mask: '', status: 'other' },
  // The number is not resolved yet and stays as typed, so that the next key adds to it.
  { typed: '00', shown: '00', mask: '', status: 'incomplete' },
  { typed: '971', shown: '971', mask: '', status: 'incomplete' },
  { typed: '0044', shown: '0044', mask: '', status: 'refused' },
  { typed: '+44', shown: '+44', mask: '', status: 'refused' },
  { typed: '5012345678', shown: '50 123 45678', mask: '', status: 'refused' },
])('readNumberEntry shows $typed as "$shown" with "$mask" to fill in', ({ typed, shown, mask, status }) => {
  const entry = readNumberEntry(typed)
  expect(entry).toMatchObject({ shown, mask })
  expect(entry.number.status).toBe(status)
})

it('readNumberEntry reads what it shows as the same number', () => {
  for (const typed of ['0501234567', '0971234', '09712345', '+97141234567', '00971', '501']) {
    const { shown, number } = readNumberEntry(typed)
    expect(readNumberEntry(shown).number, typed).toEqual(number)
  }
})

it.each(['0501234567', '00971501234567', '+971501234567', '971501234567', '501234567'])(
  'readNumberEntry reads %s key by key as if pasted',
  (typed) => {
    let text = ''
    for (const key of typed) text = onlyPhoneCharacters(readNumberEntry(text).shown + key)
    expect(readNumberEntry(text).number).toMatchObject({ status: 'mobile', account: '971501234567' })
  },
)

it.each([
  { typed: '50', prefix: '+971' },
  { typed: '971', prefix: '+971' },
  { typed: '+44', prefix: '' },
  { typed: '0044', prefix: '' },
  { typed: '+971501234567', prefix: '+971' },
])('readNumberEntry shows $typed behind "$prefix"', ({ typed, prefix }) =>
  expect(readNumberEntry(typed).prefix).toBe(prefix),
)

const sale = (serviceId: string, of: string, state: SaleState = 'succeeded'): Sale => {
  const amount = money(decimal(of), 'AED')
  return aSale({ serviceId, state, amount, pays: amount })
}

it('findMostSold returns the amount that was sold most often', () => {
  const sales = [sale('qamra', '20'), sale('qamra', '50'), sale('qamra', '20.00'), sale('velto', '50')]
  expect(findMostSold(sales, 'qamra')).toEqual(decimal('20'))
})
it('findMostSold returns the last one sold among equals', () => {
  expect(findMostSold([sale('qamra', '25'), sale('qamra', '50')], 'qamra')).toEqual(decimal('25'))
})
it('findMostSold counts only what was sold', () => {
  expect(findMostSold([sale('qamra', '25', 'failed')], 'qamra')).toBeUndefined()
})
