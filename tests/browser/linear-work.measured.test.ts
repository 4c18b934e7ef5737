// @vitest-environment happy-dom

import { expect, it } from 'vitest'

import { arrangeCatalog } from '#browser/api/catalog.ts'
import { encodeDocument } from '#browser/printing/encode-document.ts'
import { directionOf, documentText } from '#browser/printing/print-document.ts'
import { findGroup } from '#browser/pages/international/CountrySearch.tsx'
import { findDistinctiveNames } from '#browser/sale/international/AmountGroups.tsx'
import { findPage, readPayload } from '#browser/pages/frontview/FrontviewPage.tsx'
import { findCatalogProblems, hasWords } from '#browser/pages/catalog-problems/find-problems.ts'
import { plainName } from '#browser/pages/sell/grid/tile-view.ts'
import { findTiles } from '#browser/pages/sell/find-tiles.ts'
import { foldText } from '#browser/lib/find-by-words.ts'
import { indexOf } from '#browser/pages/sell/search-index.ts'
import { groupByFour } from '#browser/pages/wallet/WalletPage.tsx'
import { receiptDocument } from '#browser/sale/documents/receipt-document.ts'
import { findLetters } from '#browser/ui/Avatar.tsx'
import { findDecimal, money, decimal } from '#domain/money/money.ts'
import { tilesFromServices } from '#domain/catalog/service-tiles.ts'
import { groupDenominations } from '#domain/catalog/international-denominations.ts'
import { isSameCountry, type Category, type Denomination } from '#domain/catalog/international.ts'
import { searchCountries } from '#domain/phone/phone-country.ts'
import { formatAccount, readPhoneMask } from '#domain/phone/phone-mask.ts'
import { isEmptyReceipt } from '#domain/receipt.ts'
import { groupCode, isUsable, lettersAndDigits, readLink, repeatsCode } from '#domain/catalog/voucher.ts'
import { catalog, aSale } from '../support/a-shop.ts'
import { describeWhenMeasuring, itWhenMeasuring } from '../support/level.ts'
import { expectLinear, LENGTHENED, lengthened } from '../support/linear-work.ts'
import { shopOf } from '../support/a-large-catalog.ts'

const A_COUNTRY = { id: 'PHL', name: 'Philippines', phoneCode: '+63', phoneMask: '($$$) $$$', currency: 'PHP' }
const aDenomination = (more: Partial<Denomination>): Denomination => ({
  id: 'a',
  categoryId: 'c',
  name: 'Load 50',
  description: '',
  gets: money(decimal('50'), 'PHP'),
  pays: money(decimal('5'), 'AED'),
  ...more,
})
const words = {
  locale: 'en' as const,
  t: (id: string) => id,
  money: () => 'AED 5',
  point: catalog.point,
  isPractice: false,
}
const paperOf = (text: string) => {
  const voucher = { number: text, serial: text, link: text, reference: text }
  const receipt = { header: text, info: text, footer: text }
  return receiptDocument(aSale(), { kind: 'code', voucher, receipt }, words)
}

/** Everything that a screen does with the provider's text. */
const OF_TEXTS: Record<string, (text: string) => unknown> = {
  plainName,
  foldText,
  indexOf: (text) => indexOf(shopOf([], [{ id: 'qamra', name: text, brand: text, category: text }])),
  findTiles: (text) => findTiles(indexOf(shopOf([], [{ id: 'qamra', name: text }])), 'qamra 50'),
  readPayload,
  findPage: (text) => findPage(text, text),
  hasWords: (text) => {
    const shop = shopOf([], [{ id: 'qamra', name: text, isActive: false }])
    const { service } = findCatalogProblems({ ...shop, tiles: shop.storefront.placed })
    return service.map((gap) => hasWords(gap, 'qamra'))
  },
  receiptPaper: paperOf,
  paperText: (text) => documentText(paperOf(text)),
  directionOf,
  findLetters,
  groupByFour,
  groupCode,
  readLink,
  isUsable: (text) => isUsable({ link: text }),
  lettersAndDigits,
  repeatsCode: (text) => repeatsCode(`${text}.`, { number: text, link: text }),
  isEmptyReceipt: (text) => isEmptyReceipt({ header: text }),
  findDecimal,
  'the phone code of a country': (text) => readPhoneMask(text, '$$$'),
  'the phone mask of a country': (text) => formatAccount(readPhoneMask('+63', text), '63917'),
  'the name of a country': (text) => searchCountries('phil', [{ ...A_COUNTRY, name: text }]),
  'the same country': (text) =>
    isSameCountry({ ...A_COUNTRY, id: 'X', name: text }, { ...A_COUNTRY, name: `${text}.` }),
  findGroup: (text) => findGroup([{ ...A_COUNTRY, groups: [text] }], text),
  'the name of a denomination': (text) => findDistinctiveNames([aDenomination({ name: text })], 'Smart'),
  'the name of an operator': (text) => findDistinctiveNames([aDenomination({})], text),
}

describeWhenMeasuring('the work of a screen with a text of the provider', () => {
  it.each(Object.entries(OF_TEXTS))('a screen does work proportional to the length of the text: %s', (_, run) => {
    for (const how of LENGTHENED) expectLinear(JSON.stringify(how), 15_000, (size) => lengthened(how, size), run)
  })
})

const many = <T>(size: number, toElement: (index: number) => T): T[] =>
  Array.from({ length: size }, (_, index) => toElement(index))

describeWhenMeasuring('the work of a screen with a list of the provider', () => {
  it.each([
    { what: 'roots', toCategory: (id: number): Category => ({ id: `${id}`, name: 'Mobile' }) },
    { what: 'parts of one', toCategory: (id: number): Category => ({ id: `${id}`, parentId: '0', name: 'Mobile' }) },
    { what: 'a chain', toCategory: (id: number): Category => ({ id: `${id}`, parentId: `${id - 1}`, name: 'Mobile' }) },
    { what: 'the same', toCategory: (): Category => ({ id: '1', name: 'Mobile' }) },
  ])('amounts are grouped with work proportional to the categories: $what', ({ toCategory }) => {
    const prepare = (size: number) => ({
      categories: many(size, toCategory),
      denominations: many(size, (id) => aDenomination({ id: `${id}`, categoryId: `${id}` })),
    })
    expectLinear('categories', 10_000, prepare, ({ categories, denominations }) =>
      groupDenominations(categories, denominations),
    )
  })

  it.each([
    { what: 'roots', parentOf: () => undefined },
    { what: 'one shelf', parentOf: (id: number) => (id > 0 ? '0' : undefined) },
    { what: 'a chain', parentOf: (id: number) => (id > 0 ? `${id - 1}` : undefined) },
    { what: 'of an unknown parent', parentOf: () => 'nobody' },
  ])('tiles are arranged and searched with work proportional to their number: $what', ({ parentOf }) => {
    const prepare = (size: number) => ({
      ...catalog,
      tiles: many(size, (id) => {
        const parentId = parentOf(id)
        const place = parentId === undefined ? {} : { parentId }
        return { ...catalog.tiles[0]!, ...place, id: `${id}`, alias: `a${id}`, name: `Qamra ${id}` }
      }),
    })
    expectLinear('tiles', 10_000, prepare, (content) => {
      const shop = arrangeCatalog(content)
      findCatalogProblems({ ...shop, tiles: content.tiles })
      indexOf(shop)
    })
  })

  it('tiles from products, and the distinctive names of amounts, take work proportional to their number', () => {
    const services = (size: number) =>
      many(size, (id) => ({ id: `${id}`, name: 'Qamra', category: `${id}`, brand: `${id}` }))
    expectLinear('services', 10_000, services, tilesFromServices)
    const denominations = (size: number) => many(size, (id) => aDenomination({ name: `Load ${id}` }))
    expectLinear('denominations', 10_000, denominations, (all) => findDistinctiveNames(all, 'Smart'))
  })
})

itWhenMeasuring('a receipt with the longest possible texts is laid out for a printer with little work', async () => {
  const draw = async (_: unknown, dots: number) => [
    { data: new Uint8ClampedArray(dots * 8 * 4), width: dots, height: 8 },
  ]
  for (const how of LENGTHENED) {
    const before = process.cpuUsage()
    await encodeDocument(paperOf(lengthened(how, 2_000)), { width: 58, opensDrawer: false, language: 'esc-pos' }, draw)
    const { user, system } = process.cpuUsage(before)
    expect((user + system) / 1_000, JSON.stringify(how)).toBeLessThan(1_000)
  }
})
