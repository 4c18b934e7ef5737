import { ulid } from 'ulid'

import type { CountryOffer, ProviderOffer } from '#api/international.ts'
import type { DisplayShop } from '#api/displays.ts'
import type { PlacedOrder, PlaceOrder } from '#api/orders.ts'
import type { IssuedCode } from '#api/terminals.ts'
import type { Browser, Shop } from './shop.ts'

/** Makes `tablet` a self-order tablet, with the code of a supervisor at `counter`. */
export async function enrolSelfOrder(counter: Browser, tablet: Browser, name = 'Tablet by the door'): Promise<Browser> {
  const wanted = { name, selfOrder: true }
  const { status, body } = await counter.ask<IssuedCode>('POST', '/api/terminals/enrollment-codes', wanted)
  if (status !== 200) throw new Error(`no code for a tablet: ${JSON.stringify(body)}`)
  const enrolled = await tablet.ask('POST', '/api/terminals/enroll', { code: body.code })
  if (enrolled.status >= 300) throw new Error(`the tablet was not enrolled: ${JSON.stringify(enrolled.body)}`)
  return tablet
}

export async function openSelfOrder(shop: Shop, name?: string): Promise<Browser> {
  const counter = shop.browser()
  await counter.signIn('Hamad')
  return enrolSelfOrder(counter, shop.browser(), name)
}

/** The invitation in the QR code of a customer display. */
export async function invitationOf(display: Browser): Promise<string | undefined> {
  const { orderLink } = (await display.ask<DisplayShop>('GET', '/api/display/shop')).body
  return orderLink && new URL(orderLink).hash.slice(1)
}

/** Opens the address on the customer's own phone. */
export const joinByPhone = (phone: Browser, code: string | undefined) =>
  phone.ask('POST', '/api/orders/phone', { code })

/** Places an order as the page of the tablet does: under a new id. */
export async function placeOrder(tablet: Browser, fields: object = {}, id = ulid()) {
  return placeWish(
    tablet,
    { kind: 'direct', serviceId: 'qamra-rc', amount: '25', account: '971501234567', ...fields },
    id,
  )
}

export async function placeWish(tablet: Browser, wish: object, id = ulid()) {
  return { id, wish, ...(await tablet.ask<PlacedOrder & { code: string }>('PUT', `/api/orders/${id}`, wish)) }
}

/** Chooses an international top-up step by step, as the page of the tablet does. */
export async function chooseAbroad(
  tablet: Browser,
  account: string,
  { operator = 'Islanet', amount = 'Load 300' } = {},
) {
  const { providers } = (await tablet.ask<CountryOffer>('GET', '/api/orders/countries/PHL')).body
  const provider = providers.find(({ name }) => name === operator)
  if (!provider) throw new Error(`no operator ${operator}`)
  const path = `/api/orders/providers/${provider.id}?country=PHL`
  const offer = (await tablet.ask<ProviderOffer>('GET', path)).body
  const denomination = offer.denominations.find(({ name }) => name === amount)
  if (!denomination) throw new Error(`${operator} does not offer ${amount}`)
  const wish: Extract<PlaceOrder, { kind: 'international' }> = {
    kind: 'international',
    countryId: 'PHL',
    providerId: provider.id,
    denominationId: denomination.id,
    account,
  }
  return { wish, offer, denomination }
}
