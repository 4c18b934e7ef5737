import fc from 'fast-check'
import { expect, it, onTestFinished, vi } from 'vitest'

import {
  formatAccount,
  formatAge,
  formatMoney,
  formatMoneyAsText,
  formatTileMoney,
  shortAmount,
  splitMoney,
} from '#browser/i18n/formats.ts'
import { formatDay, formatShortDay, formatTime, formatWith } from '#browser/i18n/format-time.ts'
import { LOCALES, WRITING } from '#browser/i18n/writing.ts'
import { findContact } from '#domain/phone/contact.ts'
import { decimal, money } from '#domain/money/money.ts'
import { writeContact } from '#domain/phone/phone.ts'
import { atLevel } from '../../support/level.ts'
import { textIn } from '../../support/texts.ts'

it.each([
  { contact: '971501234567', sent: '971501234567' },
  { contact: '447911123456', sent: '+447911123456' },
  { contact: '35312345', sent: '+35312345' },
  { contact: 'amal@example.ae', sent: 'amal@example.ae' },
  { contact: '12@example.ae', sent: '12@example.ae' },
])('an account of a $contact is sent as $sent', ({ contact, sent }) => {
  expect(writeContact(contact)).toBe(sent)
})

it('an account reads as the same account from its sent form and from its displayed form', () => {
  const typed = fc.stringMatching(/^\+?[0-9]{1,15}$/)
  fc.assert(
    fc.property(typed, (text) => {
      const contact = findContact(text)
      fc.pre(contact !== undefined)
      expect(findContact(writeContact(contact))).toBe(contact)
      expect(findContact(formatAccount(contact))).toBe(contact)
    }),
    { numRuns: atLevel(200, 2_000) },
  )
})

const of = (amount: string, currency = 'AED') => money(decimal(amount), currency)

it.each([
  { amount: '50', currency: 'AED', en: 'AED 50.00', ar: '50.00 درهمًا' },
  { amount: '3', currency: 'AED', en: 'AED 3.00', ar: '3.00 دراهم' },
  { amount: '10', currency: 'AED', en: 'AED 10.00', ar: '10.00 دراهم' },
  { amount: '11', currency: 'AED', en: 'AED 11.00', ar: '11.00 درهمًا' },
  { amount: '100', currency: 'AED', en: 'AED 100.00', ar: '100.00 درهم' },
  { amount: '500', currency: 'AED', en: 'AED 500.00', ar: '500.00 درهم' },
  { amount: '12.5', currency: 'AED', en: 'AED 12.50', ar: '12.50 درهم' },
  { amount: '4318.5', currency: 'AED', en: 'AED 4,318.50', ar: '4,318.50 درهم' },
  { amount: '1234567', currency: 'JPY', en: 'JPY 1,234,567', ar: '1,234,567 JPY' },
  { amount: '1.5', currency: 'KWD', en: 'KWD 1.500', ar: '1.500 KWD' },
  { amount: '0', currency: 'AED', en: 'AED 0.00', ar: '0.00 درهم' },
])('formatMoneyAsText writes $amount $currency as "$en" and "$ar"', ({ amount, currency, en, ar }) => {
  expect(formatMoneyAsText(of(amount, currency), 'en')).toBe(en)
  expect(formatMoneyAsText(of(amount, currency), 'ar')).toBe(ar)
})

it('formatMoneyAsText puts the currency on the side that the language uses, with Western digits', () => {
  expect(formatMoneyAsText(of('1234.5'), 'ur')).toBe('1,234.50 درہم')
  expect(formatMoneyAsText(of('1234.5', 'USD'), 'ur')).toBe('1,234.50 USD')
  expect(formatMoneyAsText(of('1234.5'), 'hi')).toBe('AED 1,234.50')
})

it('formatMoneyAsText keeps digits that a float would lose', () => {
  expect(formatMoneyAsText(of('999999999999.01'), 'en')).toBe('AED 999,999,999,999.01')
})

it.each(LOCALES)('a line never ends between an amount and its currency in %s', (locale) => {
  for (const currency of ['AED', 'USD']) {
    expect(formatMoney(of('1234.5', currency), locale)).not.toContain(' ')
    expect(formatTileMoney(of('1234', currency), locale)).not.toContain(' ')
  }
  expect(textIn(locale, 'money.range', { currency: 'AED', min: '5', max: '500' })).toMatch(
    /AED\W?\u00a0\W?5|500\W?\u00a0\W?AED/,
  )
})

it.each([
  { amount: '5.00', text: 'AED 5' },
  { amount: '5.50', text: 'AED 5.50' },
  { amount: '100', text: 'AED 100' },
  { amount: '21.5', text: 'AED 21.50' },
  { amount: '1000', text: 'AED 1,000' },
  { amount: '1234567.5', text: 'AED 1,234,567.50' },
  { amount: '12.5', currency: 'KWD', text: 'KWD 12.500' },
  { amount: '1500', currency: 'JPY', text: 'JPY 1,500' },
])('formatTileMoney and shortAmount write $amount as "$text"', ({ amount, currency = 'AED', text }) => {
  expect(formatTileMoney(of(amount, currency), 'en')).toBe(text.replace(' ', '\u00a0'))
  expect(`${currency} ${shortAmount(decimal(amount), currency)}`).toBe(text)
})

it('splitMoney returns amount and currency separately', () => {
  expect(splitMoney(of('4318.5'), 'en')).toEqual({ amount: '4,318.50', currency: 'AED' })
})

const at = new Date(2026, 10, 20, 8, 5).getTime()
const MINUTE = 60_000

it('formatTime writes hours and minutes with two digits each', () => {
  expect(formatTime(at)).toBe('08:05')
})

it.each(LOCALES)("a date in %s has Western digits and the shop's calendar", (locale) => {
  const texts = [
    formatDay(at, locale),
    formatShortDay(at, locale),
    formatAge(at, at + 25 * MINUTE, locale),
    new Intl.NumberFormat(WRITING[locale].tag).format(25),
  ]
  expect(texts.map((text) => text.match(/\p{Nd}+/gu))).toEqual([['20'], ['20'], ['25'], ['25']])
})

it('a day is written in the language on the screen', () => {
  expect(formatDay(at, 'en')).toBe('Friday 20 November')
  expect(formatShortDay(at, 'en')).toBe('Fri 20 Nov')
  expect(formatDay(at, 'ar')).toContain('الجمعة')
})

it.each([
  { age: 0, text: 'just now' },
  { age: 59_999, text: 'just now' },
  { age: MINUTE, text: '1 minute ago' },
  { age: 59 * MINUTE, text: '59 minutes ago' },
  { age: 60 * MINUTE, text: '1 hour ago' },
  { age: 24 * 60 * MINUTE, text: '1 day ago' },
  { age: -5 * MINUTE, text: 'just now' },
])('formatAge says "$text" after $age ms', ({ age, text }) => {
  expect(formatAge(at, at + age, 'en')).toBe(text)
})

it('many times in one format are formatted by one formatter, because creating it costs most', () => {
  const { DateTimeFormat } = Intl
  const created = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function (...words) {
    return new DateTimeFormat(...words)
  } as typeof DateTimeFormat)
  onTestFinished(() => created.mockRestore())
  const days = Array.from({ length: 20 }, (_, day) => formatWith({ weekday: 'short' }, day * 86_400_000, 'en', 'UTC'))
  expect(new Set(days).size).toBe(7)
  expect(created).toHaveBeenCalledTimes(1)
  expect(formatWith({ weekday: 'short' }, 0, 'ar', 'UTC')).not.toBe(days[0])
  expect(formatWith({ weekday: 'long' }, 0, 'en', 'UTC')).not.toBe(days[0])
})
