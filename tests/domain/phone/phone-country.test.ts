import { describe, expect, it } from 'vitest'

import { findCountriesByNumber, isNumberFirst, searchCountries } from '#domain/phone/phone-country.ts'
import { rowsOf } from '../../support/rows.ts'

const countries = [
  { id: 'BRB', name: 'Barbados', phoneCode: '+1', phoneMask: '+1 (246) $$$-$$$$' },
  { id: 'GBR', name: 'United Kingdom', phoneCode: '+44', phoneMask: '$$$$ $$$$$$' },
  { id: 'CAN', name: 'Canada', phoneCode: '+1', phoneMask: '($$$) $$$-$$$$' },
  { id: 'CIV', name: "Côte d'Ivoire", phoneCode: '+225', phoneMask: '$$ $$ $$ $$ $$' },
  { id: 'IND', name: 'India', phoneCode: '+91', phoneMask: '+91 ($$$) $$$-$$-$$' },
  { id: 'IDN', name: 'Indonesia', phoneCode: '+62', phoneMask: '$$$ *' },
  { id: 'JAM', name: 'Jamaica', phoneCode: '+1-876', phoneMask: '$$$-$$$$' },
  { id: 'KAZ', name: 'Kazakhstan', phoneCode: '+7', phoneMask: '+7 (7$$) $$$-$$-$$' },
  { id: 'NPL', name: 'Nepal', phoneCode: '+977', phoneMask: '$$$-$$$$$$$' },
  { id: 'PHL', name: 'Philippines', phoneCode: '+63', phoneMask: '9$$ $$$ $$$$' },
  { id: 'RUS', name: 'Russia', phoneCode: '+7', phoneMask: '+7 ($$$) $$$-$$-$$' },
  { id: 'STP', name: 'São Tomé and Príncipe', phoneCode: '+239', phoneMask: '$$$ $$$$' },
  { id: 'LKA', name: 'Sri Lanka', phoneCode: '+94', phoneMask: '$$ $$$ $$$$' },
  { id: 'USA', name: 'United States', phoneCode: '+1', phoneMask: '($$$) $$$-$$$$' },
  { id: 'XYZ', name: 'Nowhere', phoneCode: '', phoneMask: '' },
]
const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id).join(' ')

describe('isNumberFirst', () => {
  it.each(
    rowsOf([
      [true, ['+', '+63', '00', '0063', ' (+63)', '\u202A+63', '٠٠٦٣', '0 0']],
      [false, ['', '0', '63', '6300', '63+', 'India']],
    ]),
  )('"%s" begins a phone number: %s', (typed, is) => expect(isNumberFirst(typed)).toBe(is))
})

describe('findCountriesByNumber', () => {
  it.each(
    rowsOf([
      ['PHL', ['+63', '+639', '+63 917 555 0142', '+63 (0)917 555 0142', '0063-917-555-0142']],
      ['PHL', ['\u202A(+٦٣) ٩١٧\u202C', '+63 917 555 0142 999']],
      ['IND', ['+91 98765 43210']],
      ['NPL', ['+977']],
      ['KAZ RUS', ['+7']],
      ['KAZ', ['+7 7', '+7 701 234 56 78']],
      ['RUS', ['+7 912 345 67 89']],
      ['BRB CAN USA', ['+1 2', '+1 24']],
      ['BRB', ['+1 246', '+1 246 555 1234']],
      ['CAN USA', ['+1 212 555 1234']],
      ['JAM', ['+1 876', '+1 876 555 1234']],
    ]),
  )('"%s" finds the countries %s', (typed, ids) => {
    const found = findCountriesByNumber(typed, countries)
    expect({ status: found.status, ids: idsOf(found.countries) }).toEqual({ status: 'found', ids })
  })

  it.each([
    { typed: '+', ids: idsOf(countries.filter(({ phoneCode }) => phoneCode)) },
    { typed: '00', ids: idsOf(countries.filter(({ phoneCode }) => phoneCode)) },
    { typed: '+9', ids: 'IND NPL LKA' },
    { typed: '+97', ids: 'NPL' },
    { typed: '0022', ids: 'CIV' },
    { typed: '+1', ids: 'BRB CAN JAM USA' },
    { typed: '+1 8', ids: 'CAN JAM USA' },
    { typed: '+1 87', ids: 'CAN JAM USA' },
  ])('the countries $ids are offered while "$typed" may become their code', ({ typed, ids }) => {
    const found = findCountriesByNumber(typed, countries)
    expect({ status: found.status, ids: idsOf(found.countries) }).toEqual({ status: 'prefix', ids })
  })

  it.each(['', '63', '0', '+999', '+98', '+0', '+63 2 8123 4567', '+63x', '63+', 'India', '++63', '+1 (2a)'])(
    'no country is found by "%s"',
    (typed) => expect(findCountriesByNumber(typed, countries)).toEqual({ status: 'none', countries: [] }),
  )

  it('a longer code wins over a shorter one with the same digits', () => {
    const shared = [
      { id: 'GBR', phoneCode: '+44', phoneMask: '$$$$ $$$$$$' },
      { id: 'JEY', phoneCode: '+44-1534', phoneMask: '$$$$$$' },
    ]
    expect(idsOf(findCountriesByNumber('+44 1534 123456', shared).countries)).toBe('JEY')
    expect(idsOf(findCountriesByNumber('+44 1535 123456', shared).countries)).toBe('GBR')
  })

  it('the literal digits of a mask count like digits of a code', () => {
    const shared = [
      { id: 'BRB', phoneCode: '+1', phoneMask: '(246) $$$-$$$$' },
      { id: 'ATG', phoneCode: '+1', phoneMask: '2$$ $$$ $$$$' },
      { id: 'BB2', phoneCode: '+1246', phoneMask: '$$$ $$$$' },
      { id: 'BB3', phoneCode: '+1', phoneMask: '(246) *' },
    ]
    const found = findCountriesByNumber('+1 246 5', shared)
    expect({ status: found.status, ids: idsOf(found.countries) }).toEqual({ status: 'found', ids: 'BRB BB2 BB3' })
  })
})

describe('searchCountries', () => {
  it.each(
    rowsOf([
      ['PHL', ['phil', 'phl', '63', '+63', '0063']],
      ['IND', ['  INDIA ', '91']],
      ['IND IDN', ['in']],
      ['GBR USA', ['united']],
      ['USA', ['states', 'states united', 'united st']],
      ['', ['tates', 'in dia', 'unitedst', 'hl', 'x', 'Atlantis', '3', '0']],
      ['CIV', ['cote', 'CÔTE D’I', 'ivoire']],
      ['STP', ['sao tome', 'principe']],
      ['LKA', ['lanka', 'lk']],
      ['NPL XYZ', ['n']],
      ['XYZ', ['xy']],
      ['IND NPL LKA', ['٩']],
      ['BRB CAN USA JAM', ['1']],
      ['JAM', ['1-876']],
    ]),
  )('a search for "%s" finds "%s"', (typed, ids) => expect(idsOf(searchCountries(typed, countries))).toBe(ids))

  it.each(['', ' ', '+', '?'])('a search for "%s" returns all countries in their order', (typed) =>
    expect(searchCountries(typed, countries)).toEqual(countries),
  )

  it('a search lists names that begin with the words first, then codes, then words further inside', () => {
    const list = [
      { id: 'VUT', name: 'New Mars', phoneCode: '+678' },
      { id: 'MAR', name: 'Morocco', phoneCode: '+212' },
      { id: 'MHL', name: 'Marshall Islands', phoneCode: '+692' },
    ]
    expect(idsOf(searchCountries('mar', list))).toBe('MHL MAR VUT')
    expect(idsOf(searchCountries('new mar', list))).toBe('VUT')
  })

  it('a name that begins with all words comes before one with the same words in another order', () => {
    const list = [
      { id: 'AAA', name: 'South Mars and New', phoneCode: '+1' },
      { id: 'BBB', name: 'New South Mars', phoneCode: '+2' },
    ]
    expect(idsOf(searchCountries('new south', list))).toBe('BBB AAA')
  })

  it('a search ignores the Arabic article', () => {
    const list = [
      { id: 'GBR', name: 'مملكة الهند', phoneCode: '+1' },
      { id: 'IND', name: 'الهند', phoneCode: '+2' },
    ]
    expect(idsOf(searchCountries('هن', list))).toBe('IND GBR')
  })

  it.each(
    rowsOf([
      ['IND', ['الهند', 'هند', 'الهِنْد', 'الهنـد', '\u200Fهند', 'ہند']],
      ['UGA', ['أوغندا', 'اوغندا']],
      ['GBR', ['المتحده', 'متحدة', 'متحد']],
      ['GRC', ['الي', 'اليونان', 'یونان']],
      ['XAL', ['على', 'علي']],
      ['PAK', ['باكستان', 'پاکستان', 'ﭘﺎﮐ']],
    ]),
  )('a search for the Arabic "%s" finds %s', (typed, ids) => {
    const list = [
      { id: 'GBR', name: 'المملكة المتحدة', phoneCode: '+44' },
      { id: 'IND', name: 'الهند', phoneCode: '+91' },
      { id: 'UGA', name: 'أوغندا', phoneCode: '+256' },
      { id: 'GRC', name: 'اليونان', phoneCode: '+30' },
      { id: 'XAL', name: 'على', phoneCode: '+999' },
      { id: 'PAK', name: 'باكستان', phoneCode: '+92' },
    ]
    expect(idsOf(searchCountries(typed, list))).toBe(ids)
  })
})
