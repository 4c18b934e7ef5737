import { describe, expect, it } from 'vitest'

import { findCountriesByNumber, isNumberFirst, searchCountries } from '#domain/phone-country.ts'

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
  it.each([
    { typed: '+', is: true },
    { typed: '+63', is: true },
    { typed: '00', is: true },
    { typed: '0063', is: true },
    { typed: ' (+63)', is: true },
    { typed: '\u202A+63', is: true },
    { typed: '٠٠٦٣', is: true },
    { typed: '0 0', is: true },
    { typed: '', is: false },
    { typed: '0', is: false },
    { typed: '63', is: false },
    { typed: '6300', is: false },
    { typed: '63+', is: false },
    { typed: 'India', is: false },
  ])('"$typed" begins a phone number: $is', ({ typed, is }) => expect(isNumberFirst(typed)).toBe(is))
})

describe('findCountriesByNumber', () => {
  it.each([
    { typed: '+63', ids: 'PHL' },
    { typed: '+639', ids: 'PHL' },
    { typed: '+63 917 555 0142', ids: 'PHL' },
    { typed: '+63 (0)917 555 0142', ids: 'PHL' },
    { typed: '0063-917-555-0142', ids: 'PHL' },
    { typed: '\u202A(+٦٣) ٩١٧\u202C', ids: 'PHL' },
    { typed: '+63 917 555 0142 999', ids: 'PHL' },
    { typed: '+91 98765 43210', ids: 'IND' },
    { typed: '+977', ids: 'NPL' },
    { typed: '+7', ids: 'KAZ RUS' },
    { typed: '+7 7', ids: 'KAZ' },
    { typed: '+7 701 234 56 78', ids: 'KAZ' },
    { typed: '+7 912 345 67 89', ids: 'RUS' },
    { typed: '+1 2', ids: 'BRB CAN USA' },
    { typed: '+1 24', ids: 'BRB CAN USA' },
    { typed: '+1 246', ids: 'BRB' },
    { typed: '+1 246 555 1234', ids: 'BRB' },
    { typed: '+1 212 555 1234', ids: 'CAN USA' },
    { typed: '+1 876', ids: 'JAM' },
    { typed: '+1 876 555 1234', ids: 'JAM' },
  ])('the countries $ids are found by "$typed"', ({ typed, ids }) => {
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
  it.each([
    { typed: 'phil', ids: 'PHL' },
    { typed: '  INDIA ', ids: 'IND' },
    { typed: 'in', ids: 'IND IDN' },
    { typed: 'united', ids: 'GBR USA' },
    { typed: 'states', ids: 'USA' },
    { typed: 'states united', ids: 'USA' },
    { typed: 'united st', ids: 'USA' },
    { typed: 'tates', ids: '' },
    { typed: 'in dia', ids: '' },
    { typed: 'unitedst', ids: '' },
    { typed: 'cote', ids: 'CIV' },
    { typed: 'CÔTE D’I', ids: 'CIV' },
    { typed: 'ivoire', ids: 'CIV' },
    { typed: 'sao tome', ids: 'STP' },
    { typed: 'principe', ids: 'STP' },
    { typed: 'lanka', ids: 'LKA' },
    { typed: 'phl', ids: 'PHL' },
    { typed: 'lk', ids: 'LKA' },
    { typed: 'hl', ids: '' },
    { typed: 'n', ids: 'NPL XYZ' },
    { typed: 'x', ids: '' },
    { typed: 'xy', ids: 'XYZ' },
    { typed: 'Atlantis', ids: '' },
    { typed: '63', ids: 'PHL' },
    { typed: '+63', ids: 'PHL' },
    { typed: '0063', ids: 'PHL' },
    { typed: '٩', ids: 'IND NPL LKA' },
    { typed: '91', ids: 'IND' },
    { typed: '1', ids: 'BRB CAN USA JAM' },
    { typed: '1-876', ids: 'JAM' },
    { typed: '3', ids: '' },
    { typed: '0', ids: '' },
  ])('a search for "$typed" finds "$ids"', ({ typed, ids }) =>
    expect(idsOf(searchCountries(typed, countries))).toBe(ids),
  )

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

  it.each([
    { typed: 'الهند', ids: 'IND' },
    { typed: 'هند', ids: 'IND' },
    { typed: 'الهِنْد', ids: 'IND' },
    { typed: 'الهنـد', ids: 'IND' },
    { typed: 'أوغندا', ids: 'UGA' },
    { typed: 'اوغندا', ids: 'UGA' },
    { typed: 'المتحده', ids: 'GBR' },
    { typed: 'متحدة', ids: 'GBR' },
    { typed: 'متحد', ids: 'GBR' },
    { typed: 'الي', ids: 'GRC' },
    { typed: 'اليونان', ids: 'GRC' },
    { typed: 'على', ids: 'XAL' },
    { typed: 'علي', ids: 'XAL' },
    { typed: '\u200Fهند', ids: 'IND' },
    { typed: 'ہند', ids: 'IND' },
    { typed: 'یونان', ids: 'GRC' },
    { typed: 'باكستان', ids: 'PAK' },
    { typed: 'پاکستان', ids: 'PAK' },
    { typed: 'ﭘﺎﮐ', ids: 'PAK' },
  ])('a search for the Arabic "$typed" finds $ids', ({ typed, ids }) => {
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
