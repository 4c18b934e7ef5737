import { findSameDenomination } from '#domain/catalog/international-denominations.ts'
import {
  INTERNATIONAL_ID,
  isSameCountry,
  type Country,
  type Denomination,
  type InternationalChoice,
} from '#domain/catalog/international.ts'
import { findDecimal, isSameMoney, type Money } from '#domain/money/money.ts'
import { isAccountOf, readPhoneMask } from '#domain/phone/phone-mask.ts'
import type { SaleContent, SaleRecord } from '#domain/sale/record.ts'
import type { Service } from '#domain/catalog/service.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { Offers } from '../catalog/offers.ts'
import type { OperatorOffer } from '../wholesaler/wholesaler.ts'

export type InternationalRequest = {
  kind: 'international'
  countryId: string
  providerId: string
  denominationId: string
  /** Digits with the country code. */
  account: string
  /** The price that the terminal showed. */
  shown?: { amount: string; currency: string } | undefined
  orderId?: string | undefined
  duplicateOf?: string | undefined
}

type Sources = {
  catalog: { current: () => Promise<{ services: readonly Service[] } | undefined> }
  offers: Pick<Offers, 'countries' | 'isShown' | 'providerOffer' | 'lastShown'>
}

/** Offer and check together have to fit into the 30 s that the screen waits. */
const OFFER_TIMEOUT_MS = 8_000
const SERVICE_NAME = 'International top-up'

/** The offer is read again, because a price is valid for one sale only (rule 10). Throws `RequestRefused`. */
export async function readInternational(
  request: InternationalRequest,
  { catalog, offers }: Sources,
): Promise<SaleContent> {
  const { service, country } = await readDestination(request, { catalog, offers })
  const offer = await readOffer(request.providerId, offers, { countryId: country.id, saleWithinMs: OFFER_TIMEOUT_MS })
  refuseOtherCountry(country, offer)
  const denomination = findOffered(request, offer, offers)
  if (!denomination) throw denominationNotFound(offer.provider.name)
  refuseOtherPrice(denomination.pays, request.shown)
  return {
    ...contentOf(request, { service, country, offer, denomination }),
    ...(request.orderId === undefined ? {} : { orderId: request.orderId }),
    ...(service?.commission ? { commission: service.commission } : {}),
  }
}

/** As tablets and tills last showed it, with no call but for countries. The till reads the offer when it sells. Throws `RequestRefused`. */
export async function readShownInternational(
  request: InternationalRequest,
  { catalog, offers }: Pick<Sources, 'catalog'> & { offers: Pick<Offers, 'countries' | 'providerShown' | 'lastShown'> },
): Promise<SaleContent & { pays: Money; international: InternationalChoice }> {
  const { service, country } = await readDestination(request, { catalog, offers })
  const provider = offers.providerShown(request.providerId)
  if (!provider) throw providerNotFound()
  const denomination = offers.lastShown(request.providerId, request.denominationId)
  if (!denomination) throw denominationNotFound(provider.name)
  return contentOf(request, { service, country, offer: { provider }, denomination })
}

/** Throws `RequestRefused` for an inactive service, an unknown country, or a number of another country. */
async function readDestination(
  { countryId, account }: InternationalRequest,
  { catalog, offers }: Pick<Sources, 'catalog'> & { offers: Pick<Offers, 'countries'> },
): Promise<{ service: Service | undefined; country: Country }> {
  const [service, country] = await Promise.all([findService(catalog), readCountry(countryId, offers)])
  if (!isAccountOf(readPhoneMask(country.phoneCode, country.phoneMask), account)) {
    throw new RequestRefused(422, 'number-invalid', `This is not a number of ${country.name}.`)
  }
  return { service, country }
}

type Parts = {
  service: Service | undefined
  country: Country
  offer: Pick<OperatorOffer, 'country' | 'provider'>
  denomination: Denomination
}

const contentOf = (
  { account, denominationId }: InternationalRequest,
  { service, country, offer, denomination }: Parts,
) => ({
  kind: 'international' as const,
  serviceId: INTERNATIONAL_ID,
  serviceName: service?.name ?? SERVICE_NAME,
  brand: offer.provider.name,
  account,
  amount: denomination.gets,
  pays: denomination.pays,
  international: choiceOf(country, offer, denomination, denominationId),
})

/** Compares the content (rule 2). The price was fixed when the sale was opened. */
export const isSameInternational = (known: SaleRecord, request: InternationalRequest): boolean =>
  known.international?.country.id === request.countryId &&
  known.international.provider.id === request.providerId &&
  [known.international.denomination.id, known.international.denomination.shownId].includes(request.denominationId) &&
  known.account === request.account &&
  known.orderId === request.orderId

/** One service for all international sales. While it is inactive, none is sold (spec 1). */
async function findService(catalog: Sources['catalog']): Promise<Service | undefined> {
  const service = (await catalog.current())?.services.find(({ id }) => id === INTERNATIONAL_ID)
  if (service && !service.isActive)
    throw new RequestRefused(422, 'service-inactive', `${service.name} is not available now.`)
  return service
}

/** Throws `RequestRefused`. */
export async function readCountry(id: string, offers: Pick<Offers, 'countries'>): Promise<Country> {
  const countries = await offers.countries()
  if (!countries) {
    throw new RequestRefused(503, 'not-ready', 'The provider has not sent its countries yet. Try again in a moment.')
  }
  const country = countries.find((each) => each.id === id)
  if (!country)
    throw new RequestRefused(422, 'country-not-found', 'This country is no longer in the list. Choose another one.')
  return country
}

/** `countryId` is from the list of countries. Throws `RequestRefused`. */
export async function readOffer(
  providerId: string,
  offers: Pick<Offers, 'isShown' | 'providerOffer'>,
  { countryId, saleWithinMs }: { countryId?: string | undefined; saleWithinMs?: number } = {},
): Promise<OperatorOffer> {
  const isOffered = await offers.isShown(providerId, countryId)
  if (isOffered === false) throw providerNotFound()
  const read = isOffered ? await offers.providerOffer(providerId, saleWithinMs) : undefined
  if (read?.ok) return read.value
  if (read?.reason === 'refused') throw providerNotFound()
  throw new RequestRefused(
    503,
    'service-unreachable',
    'The provider did not send its amounts. Nothing was charged. Try again.',
  )
}

const providerNotFound = () =>
  new RequestRefused(422, 'provider-not-found', 'The provider does not offer this operator now. Choose another one.')

const denominationNotFound = (operator: string) =>
  new RequestRefused(422, 'denomination-not-found', `${operator} no longer offers this amount. Choose it again.`)

/** By id, or if that has changed, with the same name and value, provided that a price was shown. */
function findOffered(
  { providerId, denominationId, shown }: InternationalRequest,
  { denominations }: OperatorOffer,
  { lastShown }: Pick<Offers, 'lastShown'>,
): Denomination | undefined {
  const offered = denominations.find(({ id }) => id === denominationId)
  const wanted = offered || !shown ? undefined : lastShown(providerId, denominationId)
  return offered ?? (wanted && findSameDenomination(denominations, wanted))
}

/** Throws `RequestRefused` for an operator of another country. */
export function refuseOtherCountry(country: Country, { country: named, provider }: OperatorOffer): void {
  if (!named || isSameCountry(country, named)) return
  throw new RequestRefused(
    422,
    'provider-not-found',
    `${provider.name} is an operator of ${named.name}, not of ${country.name}.`,
  )
}

function refuseOtherPrice(pays: Money, shown: InternationalRequest['shown']): void {
  if (!shown) return
  const amount = findDecimal(shown.amount)
  if (amount && isSameMoney(pays, { amount: shown.amount as Money['amount'], currency: shown.currency })) return
  throw new RequestRefused(
    409,
    'price-changed',
    `The customer pays ${pays.currency} ${pays.amount} now, not ${shown.currency} ${shown.amount}. Nothing was opened.`,
    { pays },
  )
}

const choiceOf = (
  { id, name, phoneCode, phoneMask, flag, flagLarge }: Country,
  { country: numbered, provider }: Pick<OperatorOffer, 'country' | 'provider'>,
  { id: denominationId, name: denominationName, description }: Denomination,
  shownId: string,
): InternationalChoice => ({
  country: {
    id,
    name,
    phoneCode,
    phoneMask,
    ...(flag ? { flag } : {}),
    ...(flagLarge ? { flagLarge } : {}),
    ...(numbered && numbered.id !== id ? { otherId: numbered.id } : {}),
  },
  provider: { id: provider.id, name: provider.name, ...(provider.logo ? { logo: provider.logo } : {}) },
  denomination: {
    id: denominationId,
    name: denominationName,
    description,
    ...(shownId === denominationId ? {} : { shownId }),
  },
})
