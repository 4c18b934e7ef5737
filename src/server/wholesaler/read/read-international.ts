import {
  Amount as WireAmount,
  Categories,
  Category as WireCategory,
  Countries,
  Country as WireCountry,
  Provider as WireProvider,
  ProviderAmounts,
  Providers,
} from '#wholesaler-api/international.ts'
import { BOUNDS, SHOWN } from '#wholesaler-api/loose.ts'
import { wholesalerPaths } from '#wholesaler-api/paths.ts'
import type { Category, Country, Denomination, Provider } from '#domain/catalog/international.ts'
import { money, type Money } from '#domain/money/money.ts'
import { runToEnd, type Chunks } from '../../lib/cooperative.ts'
import type { JsonObject } from '../../lib/json/parse-json.ts'
import { findPicture, type PictureSource } from '../picture.ts'
import { findLine, findWhole, plainLines } from '../plain-text.ts'
import { findWireDecimal } from './read-decimal.ts'
import { fieldProblem, readFields, readName, type Place } from './read-fields.ts'
import { readList, type Skipped } from './read-list.ts'
import type { CountryProviders, OperatorOffer, Read } from '../wholesaler.ts'

/** Spec 4.5, in the wholesaler's order. */
export function* readCountriesInPieces(
  answer: JsonObject,
  pictures: PictureSource,
): Chunks<Read<{ countries: Country[] } & Skipped>> {
  const place = { answer: wholesalerPaths.internationalCountries }
  const list = readFields(Countries, answer, place, ['countries'])
  if (!list.ok) return unreadable(list.problem)
  const { items, ...skipped } = yield* readList(list.value.countries, { ...place, at: 'countries' }, (element, at) =>
    readCountry(element, at, pictures),
  )
  return { ok: true, value: { countries: items, ...skipped } }
}

/** Spec 4.6. */
export function* readCategoriesInPieces(answer: JsonObject): Chunks<Read<{ categories: Category[] } & Skipped>> {
  const place = { answer: wholesalerPaths.internationalCategories }
  const list = readFields(Categories, answer, place, ['categories'])
  if (!list.ok) return unreadable(list.problem)
  const { items, ...skipped } = yield* readList(list.value.categories, { ...place, at: 'categories' }, readCategory)
  return { ok: true, value: { categories: items, ...skipped } }
}

/** Spec 4.7. The country itself may be unreadable. */
export function* readProvidersInPieces(answer: JsonObject, pictures: PictureSource): Chunks<Read<CountryProviders>> {
  const place = { answer: wholesalerPaths.internationalProviders }
  const list = readFields(Providers, answer, place, ['providers'])
  if (!list.ok) return unreadable(list.problem)
  const country = readCountry(list.value.country, { ...place, at: 'country' }, pictures)
  const { items, ...rest } = yield* readList(list.value.providers, { ...place, at: 'providers' }, (element, at) =>
    readProvider(element, at, pictures),
  )
  const isKnown = typeof country !== 'string'
  return {
    ok: true,
    value: {
      ...(isKnown ? { country } : {}),
      providers: items,
      ...rest,
      skipped: [...(isKnown ? [] : [country]), ...rest.skipped],
    },
  }
}

/** Spec 4.8. Its country has a different id here from the one in the list (spec 2.6). */
export function* readProviderOfferInPieces(answer: JsonObject, pictures: PictureSource): Chunks<Read<OperatorOffer>> {
  const place = { answer: wholesalerPaths.internationalProvider }
  const list = readFields(ProviderAmounts, answer, place, ['provider', 'amounts'])
  if (!list.ok) return unreadable(list.problem)
  const provider = readProvider(list.value.provider, { ...place, at: 'provider' }, pictures)
  if (typeof provider === 'string') return unreadable(provider)
  const country = readCountry(list.value.country, { ...place, at: 'country' }, pictures)
  const { items, ...rest } = yield* readList(list.value.amounts, { ...place, at: 'amounts' }, readDenomination)
  const isKnown = typeof country !== 'string'
  return {
    ok: true,
    value: {
      ...(isKnown ? { country } : {}),
      provider,
      denominations: items,
      ...rest,
      skipped: [...(isKnown ? [] : [country]), ...rest.skipped],
    },
  }
}

export const readCountries = (answer: JsonObject, pictures: PictureSource) =>
  runToEnd(readCountriesInPieces(answer, pictures))
export const readCategories = (answer: JsonObject) => runToEnd(readCategoriesInPieces(answer))
export const readProviders = (answer: JsonObject, pictures: PictureSource) =>
  runToEnd(readProvidersInPieces(answer, pictures))
export const readProviderOffer = (answer: JsonObject, pictures: PictureSource) =>
  runToEnd(readProviderOfferInPieces(answer, pictures))

const unreadable = (problem: string) => ({ ok: false, reason: 'unreadable', problem }) as const

function readCountry(element: unknown, place: Place, pictures: PictureSource): Country | string {
  const read = readFields(WireCountry, element, place, ['id'])
  if (!read.ok) return read.problem
  const { id, name, phone_code, phone_mask, currency, logo, logo_large, group, groups } = read.value
  const flagLarge = findPicture(logo_large, pictures)
  const flag = findPicture(logo, pictures) ?? flagLarge
  const named = [group, ...(Array.isArray(groups) ? groups : [groups])].filter((each) => !!each) as string[]
  return {
    id,
    name: readName(name, id, place),
    phoneCode: findWhole(phone_code, BOUNDS.phoneCode) ?? '',
    phoneMask: findWhole(phone_mask, BOUNDS.phoneMask) ?? '',
    currency: findWhole(currency, BOUNDS.currency) ?? '',
    ...(flag ? { flag } : {}),
    ...(flagLarge && flagLarge !== flag ? { flagLarge } : {}),
    ...(named.length > 0 ? { groups: named } : {}),
  }
}

function readProvider(element: unknown, place: Place, pictures: PictureSource): Provider | string {
  const read = readFields(WireProvider, element, place, ['id'])
  if (!read.ok) return read.problem
  const { id, name } = read.value
  const logo = findPicture(read.value.logo, pictures)
  return { id, name: readName(name, id, place), ...(logo ? { logo } : {}) }
}

function readCategory(element: unknown, place: Place): Category | string {
  const read = readFields(WireCategory, element, place, ['id'])
  if (!read.ok) return read.problem
  const { id, parent_id, name } = read.value
  return { id, name: readName(name, id, place), ...(parent_id ? { parentId: parent_id } : {}) }
}

const NEEDED = ['id', 'amount', 'currency', 'sale_price', 'sale_currency']

/** A string says why it cannot be sold: what the recipient gets or the customer pays is unreadable. An unreadable cost is only left out. */
function readDenomination(element: unknown, place: Place): Denomination | string {
  const read = readFields(WireAmount, element, place, NEEDED)
  if (!read.ok) return read.problem
  const wire = read.value
  const gets = findMoney(wire.amount, wire.currency)
  if (!gets) return fieldProblem(place, 'amount', 'is not a readable amount')
  const pays = findMoney(wire.sale_price, wire.sale_currency)
  if (!pays || isZero(pays)) return fieldProblem(place, 'sale_price', 'is not a readable amount')
  const cost = findMoney(wire.price, wire.price_currency)
  return {
    id: wire.id,
    categoryId: wire.category_id ?? '',
    name: findLine(wire.name) ?? '',
    description: readDescription(wire.description ?? ''),
    gets,
    pays,
    ...(cost ? { cost } : {}),
  }
}

const isZero = ({ amount }: Money) => /^[0.]+$/.test(amount)

/** Dots replace line breaks. */
function readDescription(text: string): string {
  const lines = plainLines(text.trim(), SHOWN.description)
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
  return lines.filter((line) => line !== '').join(' · ')
}

function findMoney(amount: unknown, currency: string | null | undefined): Money | undefined {
  const read = findWireDecimal(amount)
  const code = findWhole(currency, BOUNDS.currency)
  return read && code !== undefined ? money(read, code) : undefined
}
