import * as v from 'valibot'

import { Money } from '../money/money.ts'
import { optionalText, optionalTrue, time } from '../schema-parts.ts'

/** A country for top-ups (spec 2.6). `id` is its ISO 3-letter code. Pictures are absolute http(s) URLs. */
export const Country = v.strictObject({
  id: v.string(),
  name: v.string(),
  phoneCode: v.string(),
  phoneMask: v.string(),
  currency: v.string(),
  flag: optionalText,
  flagLarge: optionalText,
  groups: v.exactOptional(v.pipe(v.array(v.string()), v.readonly())),
})
export type Country = v.InferOutput<typeof Country>

export const Provider = v.strictObject({ id: v.string(), name: v.string(), logo: optionalText })
export type Provider = v.InferOutput<typeof Provider>

/** A category or subcategory of denominations (spec 2.8). */
export const Category = v.strictObject({ id: v.string(), parentId: optionalText, name: v.string() })
export type Category = v.InferOutput<typeof Category>

/** What the recipient gets, what the customer pays (`sale_price`), and our cost (spec 2.9). Valid for one sale. */
export const Denomination = v.strictObject({
  id: v.string(),
  categoryId: v.string(),
  name: v.string(),
  description: v.string(),
  gets: Money,
  pays: Money,
  cost: v.exactOptional(Money),
  /** Set if the wallet may not cover it and the shop shows this to tills. */
  mayNotBeCovered: optionalTrue,
})
export type Denomination = v.InferOutput<typeof Denomination>

/** Includes names and pictures, so lists need no further request. */
export const InternationalChoice = v.strictObject({
  country: v.strictObject({
    ...v.pick(Country, ['id', 'name', 'phoneCode', 'phoneMask', 'flag', 'flagLarge']).entries,
    /** The id in `/provider`, which differs from `id` (spec 2.6). */
    otherId: optionalText,
  }),
  provider: Provider,
  denomination: v.strictObject({
    ...v.pick(Denomination, ['id', 'name', 'description']).entries,
    /** The id that the terminal saw, if the wholesaler has changed it since. */
    shownId: optionalText,
  }),
})
export type InternationalChoice = v.InferOutput<typeof InternationalChoice>

/** Discovery and transactions may use different kinds of ids (rule 10). */
const NamedProvider = v.strictObject({ id: optionalText, name: optionalText })
export type NamedProvider = v.InferOutput<typeof NamedProvider>

/** `accepted` names the person who decided that both are the same. */
export const Mismatch = v.strictObject({
  chosen: NamedProvider,
  detected: NamedProvider,
  accepted: v.exactOptional(v.strictObject({ at: time, by: v.string() })),
})
export type Mismatch = v.InferOutput<typeof Mismatch>

export const INTERNATIONAL_ID = 'international-bridge'

/** Compares the ids and names that both have. A missing operator counts as the same. */
export function isOtherProvider(chosen: NamedProvider, detected: NamedProvider): boolean {
  if (detected.id === undefined && detected.name === undefined) return false
  const isSameId = detected.id !== undefined && detected.id === chosen.id
  const isSameName = detected.name !== undefined && chosen.name !== undefined && isSameText(detected.name, chosen.name)
  return !isSameId && !isSameName
}

type NamedCountry = { id?: string; name?: string }

/**
 * Countries with the same name are the same. An id of letters is compared with the ISO code, an id of digits with the wholesaler's other id. A
 * missing country counts as the same.
 */
export function isOtherCountry(chosen: InternationalChoice['country'], { id, name }: NamedCountry): boolean {
  if (name !== undefined && isSameText(name, chosen.name)) return false
  if (id !== undefined && !/^\d+$/.test(id)) return !isSameText(id, chosen.id)
  if (id !== undefined && chosen.otherId !== undefined && id === chosen.otherId) return false
  return name !== undefined || (id !== undefined && chosen.otherId !== undefined)
}

/** By id, by name, or by dial code and currency (spec 2.6). */
export const isSameCountry = (a: Country, b: Country): boolean =>
  isSameText(a.id, b.id) ||
  isSameText(a.name, b.name) ||
  (digitsOf(a.phoneCode) === digitsOf(b.phoneCode) && isSameText(a.currency, b.currency))

const digitsOf = (text: string) => text.replace(/\D/g, '')

export const isSameText = (a: string, b: string) => plain(a) === plain(b)
const plain = (text: string) => text.normalize('NFKC').trim().replace(/\s+/g, ' ').toLowerCase()
