// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { Locale } from '#browser/i18n/locale.ts'
import { useText } from '#browser/i18n/use-text.ts'

function textIn(locale: Locale) {
  const messages = {
    'salesList.saleNumber': '{number}, {amount}',
    'salesList.inSales': '{count, plural, few {few #} other {other #}}',
  }
  i18n.loadAndActivate({ locale, messages })
  return renderHook(useText, { wrapper: ({ children }) => <I18nProvider i18n={i18n}>{children}</I18nProvider> }).result
    .current
}

it.each(['ar', 'ur'] as const)(
  'text values in %s are isolated, so that no Latin name changes the direction of the rest',
  (locale) => {
    const values = { number: 'Pixelmoor 100', amount: '100.00 درهم' }
    const isolated = '\u2068Pixelmoor 100\u2069, \u2068100.00 درهم\u2069'
    expect(textIn(locale)('salesList.saleNumber', values)).toBe(isolated)
  },
)

it('counts follow the plural rules of Arabic, and English stays unchanged', () => {
  expect(textIn('ar')('salesList.inSales', { count: 3 })).toBe('few 3')
  const values = { number: 'Pixelmoor 100', amount: 'AED 100.00' }
  expect(textIn('en')('salesList.saleNumber', values)).toBe('Pixelmoor 100, AED 100.00')
})
