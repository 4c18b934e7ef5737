import {
  Amount as WireAmount,
  Categories,
  Category as WireCategory,
  Countries,
  Country as WireCountry,
  Provider as WireProvider,
  ProviderAmounts,
  Providers,
} from '#contract/wholesaler/international.ts'
import { wholesalerPaths } from '#contract/wholesaler/paths.ts'
import type { Category, Country, Denomination, Provider } from '#domain/international.ts'
import { findDecimal, money, type Money } from '#domain/money.ts'
import type { JsonObject } from './parse-json.ts'
import { findPicture, type PictureSource } from './picture.ts'
import { findLine } from './plain-text.ts'
import { fieldProblem, readFields, type Place } from './read-fields.ts'
import { readList } from './read-list.ts'
import type { CountryProviders, OperatorOffer, Read } from './wholesaler.ts'

/** Every country (spec 4.5), in the wholesaler's order. */
export function readCountries(
  answer: JsonObject,
  pictures: PictureSource,
): Read<{ countries: Country[]; leftOut: string[] }> {
  const place = { answer: wholesalerPaths.internationalCountries }
  const list = readFields(Countries, answer, place, ['countries'])
  if (!list.ok) return unreadable(list.problem)
  const read = readList(list.value.countries, { ...place, at: 'countries' }, (element, at) =>
    readCountry(element, at, pictures),
  )
  return { ok: true, value: { countries: read.items, leftOut: read.leftOut } }
}

/** The names of the groups of amounts (spec 4.6). */
export function readCategories(answer: JsonObject): Read<{ categories: Category[]; leftOut: string[] }> {
  const place = { answer: wholesalerPaths.internationalCategories }
  const list = readFields(Categories, answer, place, ['categories'])
  if (!list.ok) return unreadable(list.problem)
  const read = readList(list.value.categories, { ...place, at: 'categories' }, readCategory)
  return { ok: true, value: { categories: read.items, leftOut: read.leftOut } }
}

/** The operators of one country (spec 4.7). A country that cannot be read hides none of them. */
export function readProviders(answer: JsonObject, pictures: PictureSource): Read<CountryProviders> {
  const place = { answer: wholesalerPaths.internationalProviders }
  const list = readFields(Providers, answer, place, ['providers'])
  if (!list.ok) return unreadable(list.problem)
  const country = readCountry(list.value.country, { ...place, at: 'country' }, pictures)
  const read = readList(list.value.providers, { ...place, at: 'providers' }, (element, at) =>
    readProvider(element, at, pictures),
  )
  const isKnown = typeof country !== 'string'
  return {
    ok: true,
    value: {
      ...(isKnown ? { country } : {}),
      providers: read.items,
      leftOut: [...(isKnown ? [] : [country]), ...read.leftOut],
    },
  }
}

/** What one operator offers (spec 4.8). Its country has another id here than in the list (spec 2.6). */
export function readProviderOffer(answer: JsonObject, pictures: PictureSource): Read<OperatorOffer> {
  const place = { answer: wholesalerPaths.internationalProvider }
  const list = readFields(ProviderAmounts, answer, place, ['provider', 'amounts'])
  if (!list.ok) return unreadable(list.problem)
  const provider = readProvider(list.value.provider, { ...place, at: 'provider' }, pictures)
  if (typeof provider === 'string') return unreadable(provider)
  const country = readCountry(list.value.country, { ...place, at: 'country' }, pictures)
  const read = readList(list.value.amounts, { ...place, at: 'amounts' }, readDenomination)
  const isKnown = typeof country !== 'string'
  return {
    ok: true,
    value: {
      ...(isKnown ? { country } : {}),
      provider,
      denominations: read.items,
      leftOut: [...(isKnown ? [] : [country]), ...read.leftOut],
    },
  }
}

const unreadable = (problem: string) => ({ ok: false, reason: 'unreadable', problem }) as const

function readCountry(element: unknown, place: Place, pictures: PictureSource): Country | string {
  const read = readFields(WireCountry, element, place, ['id', 'name'])
  if (!read.ok) return read.problem
  const { id, name, phone_code, phone_mask, currency, logo, logo_large, group, groups } = read.value
  const flag = findPicture(logo, pictures) ?? findPicture(logo_large, pictures)
  const named = [group, ...(Array.isArray(groups) ? groups : [groups])].filter((each) => !!each) as string[]
  return {
    id,
    name: findLine(name) ?? id,
    phoneCode: findLine(phone_code, 20) ?? '',
    phoneMask: findLine(phone_mask, 60) ?? '',
    currency: findLine(currency, 10) ?? '',
    ...(flag ? { flag } : {}),
    ...(named.length > 0 ? { groups: named } : {}),
  }
}

function readProvider(element: unknown, place: Place, pictures: PictureSource): Provider | string {
  const read = readFields(WireProvider, element, place, ['id', 'name'])
  if (!read.ok) return read.problem
  const { id, name } = read.value
  const logo = findPicture(read.value.logo, pictures)
  return { id, name: findLine(name) ?? id, ...(logo ? { logo } : {}) }
}

function readCategory(element: unknown, place: Place): Category | string {
  const read = readFields(WireCategory, element, place, ['id', 'name'])
  if (!read.ok) return read.problem
  const { id, parent_id, name } = read.value
  return { id, name: findLine(name) ?? id, ...(parent_id ? { parentId: parent_id } : {}) }
}

const NEEDED = ['id', 'amount', 'currency', 'sale_price', 'sale_currency']

/** What it gives, or what the customer pays, cannot be read: then nobody can sell it. Without a readable cost it only lacks that. */
function readDenomination(element: unknown, place: Place): Denomination | string {
  const read = readFields(WireAmount, element, place, NEEDED)
  if (!read.ok) return read.problem
  const wire = read.value
  const gets = findMoney(wire.amount, wire.currency)
  if (!gets) return fieldProblem(place, 'amount', 'is not a readable amount')
  const pays = findMoney(wire.sale_price, wire.sale_currency)
  if (!pays || !findDecimal(pays.amount)?.units) return fieldProblem(place, 'sale_price', 'is not a readable amount')
  const cost = findMoney(wire.price, wire.price_currency)
  return {
    id: wire.id,
    categoryId: wire.category_id ?? '',
    name: findLine(wire.name) ?? '',
    description: findLine(wire.description?.trim().replace(/\s*[\r\n]+\s*/g, ' · '), LONGEST_DESCRIPTION) ?? '',
    gets,
    pays,
    ...(cost ? { cost } : {}),
  }
}

const LONGEST_DESCRIPTION = 600

function findMoney(amount: unknown, currency: string | null | undefined): Money | undefined {
  const read = findDecimal(amount)
  const code = findLine(currency, 10)
  return read && code !== undefined ? money(read, code) : undefined
}
