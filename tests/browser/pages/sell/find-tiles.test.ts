// @vitest-environment happy-dom

import { expect, it, vi } from 'vitest'

import { findTiles, MOST_SHOWN } from '#browser/pages/sell/find-tiles.ts'
import { foldText } from '#browser/lib/find-by-words.ts'
import { buildOn, indexOf } from '#browser/pages/sell/search-index.ts'
import { type ArrangedCatalog } from '#browser/api/catalog.ts'
import { category, hugeShop, shopOf } from '../../../support/a-large-catalog.ts'

const namesOf = (shop: ArrangedCatalog, typed: string) => findTiles(indexOf(shop), typed).tiles.map(({ name }) => name)

const shop = shopOf(
  [category('g', 'Gaming'), category('p', 'Pixelmoor', 'g'), category('a', 'شحن الألعاب'), category('e', 'Empty')],
  [
    { id: 'px-100', name: 'Pixelmoor 100', under: 'p', brand: 'Pixelmoor', category: 'Coupons' },
    { id: 'px-200', name: 'Pixelmoor 200', under: 'p', brand: 'Pixelmoor', category: 'Coupons' },
    { id: 'gems', name: 'Skarn 750 gems', under: 'g', brand: 'Skarn Studios' },
    { id: '4711', name: 'Fennec<br>Points 600'.replace('<br>', '\n'), under: 'g' },
    { id: 'hadiya', name: 'بطاقة هدية', under: 'a' },
    { id: 'bogaz', name: 'Boğaz Mobil' },
  ],
)

it.each([
  { what: 'a name', typed: 'skarn', found: ['Skarn 750 gems'] },
  { what: 'the beginning of a name', typed: 'fen', found: ['Fennec\nPoints 600'] },
  { what: 'words in any order', typed: '100 pixelmoor', found: ['Pixelmoor 100'] },
  { what: 'a name across its line break', typed: 'fennec points', found: ['Fennec\nPoints 600'] },
  { what: 'a biller', typed: 'studios', found: ['Skarn 750 gems'] },
  { what: 'the category of a product', typed: 'coupons', found: ['Pixelmoor 100', 'Pixelmoor 200'] },
  {
    what: 'a category, first by its own name',
    typed: 'pixelmoor',
    found: ['Pixelmoor', 'Pixelmoor 100', 'Pixelmoor 200'],
  },
  { what: 'the content of a category', typed: 'gaming 750', found: ['Skarn 750 gems'] },
  { what: 'a product id', typed: '4711', found: ['Fennec\nPoints 600'] },
  { what: 'digits close to letters', typed: '750gems', found: ['Skarn 750 gems'] },
  { what: 'a product id in any case', typed: 'PX-100', found: ['Pixelmoor 100'] },
  { what: 'a letter left out', typed: 'pixelmor 200', found: ['Pixelmoor 200'] },
  { what: 'two swapped letters', typed: 'sakrn', found: ['Skarn 750 gems'] },
  { what: 'an extra letter', typed: 'fennnec', found: ['Fennec\nPoints 600'] },
  { what: 'a wrong letter', typed: 'fennac', found: ['Fennec\nPoints 600'] },
  { what: 'Arabic in another spelling', typed: 'هديه', found: ['بطاقة هدية'] },
  { what: 'Arabic with marks', typed: 'بِطاقَة', found: ['بطاقة هدية'] },
  { what: 'the content of an Arabic category', typed: 'العاب بطاقه', found: ['بطاقة هدية'] },
  { what: 'Arabic-Indic digits', typed: '٧٥٠', found: ['Skarn 750 gems'] },
  { what: 'letters without their marks', typed: 'bogaz', found: ['Boğaz Mobil'] },
  { what: 'an empty category', typed: 'empty', found: ['Empty'] },
  { what: 'no mistyped digits', typed: '705', found: [] },
  { what: 'nothing by a word that no tile has', typed: 'skarn nothing', found: [] },
  { what: 'nothing by punctuation alone', typed: '.*({', found: [] },
])('findTiles finds $what', ({ typed, found }) => expect(namesOf(shop, typed)).toEqual(found))

it('findTiles leaves out what is turned off, what is below it, and what has no place', () => {
  const hidden = shopOf(
    [category('off', 'Secret shelf', undefined, false), category('below', 'Secret cellar', 'off')],
    [
      { id: 'a', name: 'Secret A', under: 'off' },
      { id: 'b', name: 'Secret B', under: 'below' },
      { id: 'c', name: 'Secret C', under: 'nowhere' },
      { id: 'd', name: 'Secret D' },
    ],
    [
      { id: 'x', type: 'other', name: 'Secret words', isActive: true, action: { kind: 'none' } },
      { id: 'y', type: 'other', name: 'Secret switch', isActive: false, action: { kind: 'page', page: 'balance' } },
    ],
  )
  expect(namesOf(hidden, 'secret')).toEqual(['Secret D'])
})

it('findTiles lists what cannot be sold now last, however well it matches', () => {
  const some = shopOf(
    [],
    [
      { id: 'velto', name: 'Velto', isActive: false },
      { id: 'more', name: 'More of Velto' },
    ],
  )
  expect(namesOf(some, 'velto')).toEqual(['More of Velto', 'Velto'])
})

it("findTiles sorts by: exact id, beginning of a name, its words, their beginnings, words elsewhere, the rest; then the wholesaler's order", () => {
  const some = shopOf(
    [],
    [
      { id: '1', name: 'Rubysun' },
      { id: '2', name: 'Suny', brand: 'Sunrise' },
      { id: '3', name: 'Old Sun 2' },
      { id: '4', name: 'Deep Sea', brand: 'Sun Games' },
      { id: '5', name: 'Big Sunset' },
      { id: '6', name: 'Old Sun 1' },
      { id: 'sun', name: 'Any' },
    ],
  )
  expect(namesOf(some, 'sun')).toEqual(['Any', 'Suny', 'Old Sun 2', 'Old Sun 1', 'Big Sunset', 'Deep Sea', 'Rubysun'])
})

it('findTiles shows the first of very many and says how many there are', () => {
  const { tiles, count } = findTiles(indexOf(hugeShop(1_000)), 'gift card')
  expect(tiles).toHaveLength(MOST_SHOWN)
  expect(count).toBe(666)
})

it('findTiles never throws, whatever is typed', () => {
  const index = indexOf(shop)
  for (const typed of ['(', '[a-z', '\\', '"', '"pix', '-pix', "o'clock", 'a'.repeat(300), '\u0000', '👩‍👩‍👧', 'ـ'])
    expect(() => findTiles(index, typed)).not.toThrow()
})

it('a search in very many tiles reads every name a few times at most for each key, and looks for typing errors only among the different words', () => {
  const tiles = 2_000
  const index = indexOf(hugeShop(tiles))
  const reads = vi.fn()
  const counted = (texts: string[]) =>
    new Proxy(texts, {
      get: (target, at) => {
        if (typeof at === 'string' && /^\d/.test(at)) reads()
        return Reflect.get(target, at)
      },
    })
  const compared = vi.spyOn(RegExp.prototype, 'test')
  const typed = ['pixelmor gift card 99', 'بطاقه هديه', 'velto']
  for (const key of typed.flatMap((text) => [...text].map((_, place) => text.slice(0, place + 1)))) {
    reads.mockClear()
    findTiles({ ...index, texts: counted(index.texts), names: counted(index.names) }, key)
    const passes = reads.mock.calls.length / tiles
    compared.mockClear()
    findTiles(index, key)
    expect(passes, key).toBeLessThanOrEqual(10)
    expect(compared.mock.calls.length, key).toBeLessThan(tiles / 2)
  }
  compared.mockRestore()
})

it('the search index of very many tiles is built in pieces, and at once where it is needed', () => {
  const one = hugeShop(1_000)
  let looks = 0
  while (!buildOn(one, () => false)) looks++
  expect(looks).toBeGreaterThan(5)
  const other = hugeShop(1_000)
  buildOn(other, () => false)
  expect(indexOf(other).texts).toEqual(indexOf(one).texts)
})

it.each([
  { text: '  Qamra\nRecharge, 5-GB ', folded: 'qamra recharge 5 gb' },
  { text: 'PX100, 5GB', folded: 'px 100 5 gb' },
  { text: '٥جيجا', folded: '5 جيجا' },
  { text: 'BOĞAZ Mobıl Ünlü', folded: 'bogaz mobil unlu' },
  { text: 'Straße Øre Łódź', folded: 'strasse ore lodz' },
  { text: 'شَحْن الألعــاب', folded: 'شحن الالعاب' },
  { text: 'إنترنت آمن أحمر', folded: 'انترنت امن احمر' },
  { text: 'بطاقة هدية', folded: 'بطاقه هديه' },
  { text: 'مستشفى', folded: 'مستشفي' },
  { text: 'کہف', folded: 'كهف' },
  { text: 'پاکستان چائے گلف ژالہ ڤودافون', folded: 'باكستان جايي كلف زاله فودافون' },
  { text: 'ٹاپ اپ ڈیٹا پہاڑ ماں مکۃ کۆ', folded: 'تاب اب ديتا بهار مان مكه كو' },
  { text: 'Þór Ðan Ŋ Ħal', folded: 'thor dan n hal' },
  { text: '٥٠ GB ۱۰', folded: '50 gb 10' },
  { text: 'Ｆｕｌｌ ｗｉｄｔｈ', folded: 'full width' },
  { text: 'हिन्दी 中文', folded: 'हनद 中文' },
  { text: '🎮 {}[]<b>', folded: 'b' },
])('foldText makes $folded of $text', ({ text, folded }) => expect(foldText(text)).toBe(folded))
