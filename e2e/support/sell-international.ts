import type { Page } from 'playwright/test'
import { ulid } from 'ulid'

import type { CountryOffer, ProviderOffer } from '#api/international.ts'
import { saleOn, stateOn } from './sell.ts'
import { expect, expectReopening, type Shop } from './shop.ts'
import { button } from './controls.ts'
import { text } from '../../tests/support/texts.ts'

async function readOffer(page: Page, shop: Shop) {
  const read = async <T>(path: string) => (await (await page.request.get(`${shop.url}${path}`)).json()) as T
  const { country, providers } = await read<CountryOffer>('/api/international/countries/PHL')
  const provider = providers.find(({ name }) => name === 'Islanet')!
  const { denominations } = await read<ProviderOffer>(`/api/international/providers/${provider.id}?country=PHL`)
  return { country, provider, denomination: denominations.find(({ name }) => name === 'Load 300')! }
}

/** Requests the review of an international top-up, as its last page does, whatever the result is. */
export async function openInternational(page: Page, shop: Shop, account: string): Promise<void> {
  const { country, provider, denomination } = await readOffer(page, shop)
  const { gets, pays } = denomination
  const request = {
    stage: 'asked',
    content: {
      kind: 'international',
      countryId: country.id,
      providerId: provider.id,
      denominationId: denomination.id,
      account,
      shown: pays,
    },
    offer: { choice: { country, provider, denomination }, gets, pays },
  }
  const id = ulid()
  await page.evaluate(([key, text]) => sessionStorage.setItem(key, text), [
    `toptill-request:${id}`,
    JSON.stringify(request),
  ] as const)
  expectReopening(page)
  await page.goto(`${shop.url}/sale/${id}`)
}

export async function reviewInternational(page: Page, shop: Shop, account: string): Promise<void> {
  await shop.signIn(page)
  await openInternational(page, shop, account)
  await expect(stateOn(page, text('state.checked.heading'))).toBeAttached()
  await expect(button(saleOn(page), 'sale.send')).toBeVisible()
}
