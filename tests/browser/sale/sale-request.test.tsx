// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import SalePage from '#browser/pages/sale/SalePage.tsx'
import { routes } from '#browser/paths.ts'
import {
  beginRequest,
  findSaleRequest,
  type ShownOffer,
  storeSaleRequest,
  useReview,
} from '#browser/sale/sale-request.ts'
import { findSaleId } from '#domain/sale/id.ts'
import { aSale } from '../../support/a-shop.ts'
import { internationalContent, shownOffer } from '../../support/an-international-sale.ts'
import { proxyWith } from '../../support/fake-proxy.ts'
import { type FakeAnswer, renderPage } from '../../support/render-page.tsx'

beforeEach(() => sessionStorage.clear())

it('a sale request is stored with what was shown', () => {
  const shown = { content: internationalContent, tileId: '15', offer: shownOffer }
  expect(findSaleRequest(beginRequest(shown))).toEqual({ stage: 'asked', ...shown })
})

it.each<[string, object]>([
  ['a malformed amount', { ...shownOffer, gets: { amount: '3e2', currency: 'PHP' } }],
  ['no currency', { ...shownOffer, pays: { amount: '21.50' } }],
  ['no operator', { ...shownOffer, choice: { ...shownOffer.choice, provider: undefined } }],
])('a sale request whose shown values are stored with %s reads as nothing stored', (_, offer) => {
  const id = beginRequest({ content: internationalContent })
  storeSaleRequest(id, { stage: 'asked', content: internationalContent, offer: offer as ShownOffer })
  expect(findSaleRequest(id)).toBeUndefined()
})

const content = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' } as const

function Ticket() {
  const review = useReview()
  const pressTwice = () => [1, 2].forEach(() => review({ content, tileId: '2' }))
  return (
    <button type="button" onClick={pressTwice}>
      Ask now
    </button>
  )
}

/** `answer` is the answer to opening the sale; from then on, the server knows the sale by its id. */
function open(answer: (path: string) => FakeAnswer) {
  const known = new Map<string, FakeAnswer>()
  const proxy = proxyWith((method, path) => {
    const opened = method === 'PUT' ? answer(path) : undefined
    if (opened && opened !== 'no answer') known.set(path, opened)
    return opened ?? known.get(path)
  })
  return renderPage({ [routes.sell]: <Ticket />, [routes.sale]: <SalePage /> }, { at: routes.sell, proxy })
}

const idIn = (path: string) => findSaleId(path.replace('/api/sales/', '').replace('/sale/', ''))!

it('a review stores its request before sending it, and a second press at once still opens one sale', async () => {
  let storedFirst: unknown
  const { seen, place } = open((path) => {
    storedFirst ??= findSaleRequest(idIn(path))
    return { body: aSale({ id: idIn(path) }) }
  })
  await userEvent.click(screen.getByRole('button', { name: 'Ask now' }))
  expect(await screen.findByRole('button', { name: /^Send top-up.*AED\u00a050\.00/ })).toBeInTheDocument()
  expect(storedFirst).toEqual({ content, tileId: '2', stage: 'asked' })
  expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  await waitFor(() => expect(findSaleRequest(idIn(place.path))?.stage).toBe('answered'))
})

it('a review whose request the browser cannot store is sent anyway, and known as long as the page is open', async () => {
  const { seen, place } = open((path) => ({ body: aSale({ id: idIn(path) }) }))
  vi.stubGlobal('sessionStorage', {
    length: 0,
    key: () => null,
    getItem: () => null,
    removeItem: () => {},
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  await userEvent.click(screen.getByRole('button', { name: 'Ask now' }))
  expect(await screen.findByRole('button', { name: /^Send top-up.*AED\u00a050\.00/ })).toBeInTheDocument()
  expect(seen.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  await waitFor(() => expect(findSaleRequest(idIn(place.path))?.stage).toBe('answered'))
})

it('a person who comes back to a sale that could not be opened reads it again and opens it again', async () => {
  const { seen, place } = open(() => 'no answer')
  await userEvent.click(screen.getByRole('button', { name: 'Ask now' }))
  expect(await screen.findByText(/Nothing was charged: only a check was sent/)).toBeInTheDocument()
  const { path } = place
  const puts = () => seen.filter(({ method }) => method === 'PUT')
  expect(puts()).toHaveLength(1)
  window.history.back()
  await screen.findByRole('button', { name: 'Ask now' })
  window.history.forward()
  await waitFor(() => expect(puts()).toHaveLength(2))
  expect(puts()[1]).toEqual(puts()[0])
  expect(place.path).toBe(path)
})
