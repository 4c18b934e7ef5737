import type { Page } from 'playwright/test'
import { ulid } from 'ulid'

import type { CountryOffer, ProviderOffer } from '#contract/proxy/international.ts'
import { saleOn, stateOn } from './sell.ts'
import { expect, expectReopening, type Shop } from './shop.ts'
import { button } from './controls.ts'
import { text } from '../../tests/support/texts.ts'

type Wanted = { countryId?: string; operator?: string; amount?: string }

/** What the till offers at this moment, by name. */
export async function findOffer(page: Page, shop: Shop, { countryId = 'PHL', operator, amount }: Wanted = {}) {
  const read = async <T>(path: string) => (await (await page.request.get(`${shop.url}${path}`)).json()) as T
  const { country, providers } = await read<CountryOffer>(`/api/international/countries/${countryId}`)
  const provider = operator === undefined ? providers[0] : providers.find(({ name }) => name === operator)
  if (!provider) throw new Error(`there is no operator ${operator ?? ''}`)
  const { denominations } = await read<ProviderOffer>(
    `/api/international/providers/${provider.id}?country=${countryId}`,
  )
  const denomination = denominations.find(({ name }) => name === (amount ?? 'Load 300'))
  if (!denomination) throw new Error(`there is no amount ${amount ?? ''}`)
  return { country, provider, denomination }
}

type Offered = Awaited<ReturnType<typeof findOffer>>

type OpenFields = Wanted & {
  /** What was read from the till before. */
  offered?: Offered
}

/** Asks for the review of an international top-up, as the last step of the wizard does; whatever comes of it. Islanet's PHP 300 unless said otherwise. */
export async function openInternational(
  page: Page,
  shop: Shop,
  account: string,
  { offered, ...wanted }: OpenFields = {},
) {
  const { country, provider, denomination } =
    offered ?? (await findOffer(page, shop, { operator: 'Islanet', ...wanted }))
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

/** Signs in and comes to the review. */
export async function reviewInternational(
  page: Page,
  shop: Shop,
  account: string,
  wanted: OpenFields = {},
): Promise<void> {
  await shop.signIn(page)
  await openInternational(page, shop, account, wanted)
  await expect(stateOn(page, text('state.checked.heading'))).toBeAttached()
  await expect(button(saleOn(page), 'sale.send')).toBeVisible()
}
