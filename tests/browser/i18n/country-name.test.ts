import { i18n } from '@lingui/core'
import { afterEach, expect, it } from 'vitest'

import { countryName, countryNames, sortCountries } from '#browser/i18n/country-name.ts'
import type { Locale } from '#browser/i18n/locale.ts'
import { searchCountries } from '#domain/phone/phone-country.ts'

const PHILIPPINES = { id: 'PHL', name: 'Philippines', phoneCode: '+63' }
const INDIA = { id: 'IND', name: 'India', phoneCode: '+91' }
const JORDAN = { id: 'JOR', name: 'Jordan', phoneCode: '+962' }
const COUNTRIES = [PHILIPPINES, INDIA, JORDAN]

i18n.load({ en: {}, ar: {}, ur: {}, hi: {} })
i18n.activate('en')
afterEach(() => i18n.activate('en'))

it('a country is named in the language on the screen', () => {
  expect(countryName(PHILIPPINES)).toBe('Philippines')
  i18n.activate('ar')
  expect(countryName(PHILIPPINES)).toBe('الفلبين')
})

it("a country without an ISO code keeps the provider's name for it", () => {
  expect(countryName({ id: '608', name: 'Pilipinas' }, 'ar')).toBe('Pilipinas')
  expect(countryName({ id: 'XYZ', name: 'Elsewhere' }, 'en')).toBe('Elsewhere')
})

it('countries are sorted for the language on the screen', () => {
  const idsIn = (locale: Locale) => sortCountries(COUNTRIES, locale).map(({ id }) => id)
  expect(idsIn('en')).toEqual(['IND', 'JOR', 'PHL'])
  expect(idsIn('ar')).toEqual(['JOR', 'PHL', 'IND'])
})

it.each(['Phil', 'الفلبين', 'فلبين', 'فلپائن', 'फ़िलिपींस', 'PHL', '+63'])(
  'a search for %s finds the Philippines in every language',
  (typed) => {
    expect(searchCountries(typed, COUNTRIES, countryNames)).toEqual([PHILIPPINES])
  },
)
