import { findSameDenomination } from '#domain/catalog/international-denominations.ts'
import type { Denomination } from '#domain/catalog/international.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { InternationalRequest } from '#server/sales/international-content.ts'
import type { Offers } from '#server/catalog/offers.ts'
import { OPERATORS } from './international.ts'
import type { Random } from './random.ts'
import type { ReportedSale } from './handle-requests.ts'
import type { Shop } from './shop.ts'

/** An international top-up that a customer wants: the till's request, and the denomination as it was shown. */
export type InternationalWish = InternationalRequest & { wanted: Denomination }

const DIGITS: Record<string, number> = { PHL: 10, IND: 10, KWT: 8 }
const NUMBERS = 9_999

/** Chooses country, provider, number and denomination as the wizard does, or returns `undefined` if the service does not list them. */
export async function chooseInternational({ ask }: Shop, random: Random): Promise<InternationalWish | undefined> {
  const [a, b, c, number] = [random.next(), random.next(), random.next(), random.whole(0, NUMBERS)]
  const known = random.chance(0.7) ? OPERATORS : []
  const told = await ask(async (_, offers) => {
    const country = pickAt(await offers.countries(), a)
    if (!country) return undefined
    const theirs = known.filter((operator) => operator.country.iso === country.id).map(({ id }) => String(id))
    const providerId = pickAt(theirs.length > 0 ? theirs : await operatorsOf(offers, country.id), b)
    const wanted = providerId && pickAt(await offeredBy(offers, providerId), c)
    if (!wanted) return undefined
    const national = String(number).padStart(DIGITS[country.id] ?? 9, '5')
    return asRequest(country.id, providerId, `${country.phoneCode.slice(1)}${national}`, wanted)
  })
  return told.kind === 'done' ? told.value : undefined
}

/** The next request after a rejection: the person may agree to the new price, or look for the same denomination among the new ones. */
export async function chooseAgain(
  { ask }: Shop,
  random: Random,
  wish: InternationalWish,
  { code, pays }: Extract<ReportedSale<never>, { kind: 'rejected' }>,
): Promise<InternationalWish | undefined> {
  if (code !== 'price-changed' && code !== 'denomination-not-found') return undefined
  if (random.chance(0.5)) return undefined
  if (pays) return { ...wish, shown: pays, wanted: { ...wish.wanted, pays } }
  const { providerId, countryId, account, duplicateOf } = wish
  const told = await ask(async (_, offers) => findSameDenomination(await offeredBy(offers, providerId), wish.wanted))
  if (told.kind !== 'done' || !told.value) return undefined
  return { ...asRequest(countryId, providerId, account, told.value), ...(duplicateOf ? { duplicateOf } : {}) }
}

export function sameInternational({
  account = '',
  amount,
  pays,
  international,
}: SaleRecord): InternationalWish | undefined {
  if (!international) return undefined
  const { country, provider, denomination } = international
  const wanted: Denomination = { ...denomination, categoryId: '', gets: amount, pays }
  const { shown: _, ...wish } = asRequest(country.id, provider.id, account, wanted)
  return wish
}

/** The part of an order that is sent. */
export function requestOf(wish: InternationalWish): InternationalRequest {
  const { wanted: _, ...request } = wish
  return request
}

const asRequest = (
  countryId: string,
  providerId: string,
  account: string,
  wanted: Denomination,
): InternationalWish => ({
  kind: 'international',
  countryId,
  providerId,
  denominationId: wanted.id,
  account,
  shown: wanted.pays,
  wanted,
})

async function operatorsOf(offers: Offers, countryId: string): Promise<string[]> {
  const read = await offers.providers(countryId)
  return read.ok ? read.value.providers.map(({ id }) => id) : []
}

async function offeredBy(offers: Offers, providerId: string): Promise<Denomination[]> {
  const read = await offers.providerOffer(providerId)
  return read.ok ? read.value.denominations : []
}

const pickAt = <T>(list: readonly T[] | undefined, at: number): T | undefined => list?.[Math.floor(at * list.length)]
