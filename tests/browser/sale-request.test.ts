// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'

import { beginRequest, findSaleRequest, storeSaleRequest, type ShownOffer } from '#browser/sale/sale-request.ts'
import { internationalContent, shownOffer } from '../support/an-international-sale.ts'

beforeEach(() => sessionStorage.clear())

it('keeps what was shown beside what was asked for', () => {
  const id = beginRequest({ content: internationalContent, tileId: '15', offer: shownOffer })
  expect(findSaleRequest(id)).toEqual({
    stage: 'asked',
    content: internationalContent,
    tileId: '15',
    offer: shownOffer,
  })
})

it.each([
  { says: 'an amount that is none', offer: { ...shownOffer, gets: { amount: '3e2', currency: 'PHP' } } },
  { says: 'no currency', offer: { ...shownOffer, pays: { amount: '21.50' } } },
  { says: 'no operator', offer: { ...shownOffer, choice: { ...shownOffer.choice, provider: undefined } } },
])('reads what was shown with $says as nothing kept', ({ offer }) => {
  const id = beginRequest({ content: internationalContent })
  storeSaleRequest(id, { stage: 'asked', content: internationalContent, offer: offer as ShownOffer })
  expect(findSaleRequest(id)).toBeUndefined()
})
