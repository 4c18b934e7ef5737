// @vitest-environment happy-dom
import { act, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import { paths, routes } from '#browser/paths.ts'
import { KnownNumber } from '#browser/pages/sell/KnownNumber.tsx'
import { useDraft } from '#browser/sale/draft.ts'
import { useInternationalDraft } from '#browser/sale/international/international.ts'
import type { KnownSale } from '#api/known-numbers.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { aed, catalog } from '../../../support/a-shop.ts'
import { anInternationalSale } from '../../../support/an-international-sale.ts'
import { proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const DAY = 24 * 60 * 60_000
const idOf = (last: string) => `01J0000000000000000000000${last}` as SaleId
const known = (last: string, more: Partial<KnownSale> = {}): KnownSale => ({
  id: idOf(last),
  masked: '050 ••• 4562',
  kind: 'direct',
  serviceId: 'qamra',
  serviceName: 'Qamra Recharge',
  brand: 'Qamra',
  amount: aed('50'),
  pays: aed('50'),
  soldAt: NOW - DAY,
  ...more,
})

type Answers = { sales?: KnownSale[]; account?: string; inactive?: boolean; isRefused?: boolean }

function Page() {
  return <KnownNumber typed={useDraft((draft) => draft.number)} />
}

function open({ sales = [known('A')], account = '971501234562', inactive = false, isRefused }: Answers = {}) {
  const services = catalog.services.map((service) => (inactive ? { ...service, isActive: false } : service))
  const proxy = proxyWith(
    (method, path) => {
      if (path === '/api/known-numbers') return { body: { sales } }
      if (path.endsWith('/choose')) return isRefused ? refusal(429, 'rate-limited') : { body: { account } }
      return method === 'PUT' ? refusal(404, 'not-found') : undefined
    },
    { catalog: { ...catalog, services } },
  )
  return renderPage({ [routes.sell]: <Page /> }, { at: paths.sell(), proxy })
}

const type = (number: string) => act(async () => useDraft.getState().setNumber(number))
const group = async () => within(await screen.findByRole('region', { name: text('known.heading') }))
const armed = () => act(() => new Promise((resolve) => setTimeout(resolve, 300)))
const opened = (seen: ReturnType<typeof open>['seen']) => seen.find(({ method }) => method === 'PUT')?.body

beforeEach(() => {
  useDraft.getState().clear()
  useInternationalDraft.getState().clear()
})

it('a whole number shows what was sold to it, and one press opens the review with the number that was typed', async () => {
  const { seen, place } = open()
  await type('0501234562')
  const entry = (await group()).getByRole('button')
  expect(entry).toHaveTextContent('Qamra Recharge50yesterday·050 ••• 4562')
  await armed()
  await userEvent.click(entry)
  expect(place.path).toMatch(/^\/sale\//)
  await expect
    .poll(() => opened(seen))
    .toEqual({
      kind: 'direct',
      serviceId: 'qamra',
      amount: '50',
      account: '971501234562',
    })
  expect(seen.some(({ path }) => path.endsWith('/choose'))).toBe(false)
})

it('its last four digits show it, too, and its whole number is asked for only when it is chosen', async () => {
  const { seen } = open({ sales: [known('A'), known('B', { masked: '055 ••• 4562' })] })
  await type('4562')
  const [, second] = (await group()).getAllByRole('button')
  expect(document.body.textContent).not.toContain('1234562')
  await armed()
  // Three of the digits may have been looked up on a slow machine, too.
  const chosen = () => seen.filter(({ path }) => path.endsWith('/choose')).map(({ path }) => path)
  expect(chosen()).toEqual([])
  await userEvent.click(second!)
  expect(chosen()).toEqual([`/api/known-numbers/${idOf('B')}/choose`])
  await expect.poll(() => opened(seen)).toMatchObject({ account: '971501234562' })
  expect(useDraft.getState().number).toBe('971501234562')
})

it('nothing is asked while a number is half typed, and its place is kept free, so that nothing moves', async () => {
  const { seen, container } = open()
  // Not one digit after the other: on a slow machine, the first four would be looked up as the end of a number.
  await type('05012')
  expect(container.querySelector('.min-h-hit')).toBeInTheDocument()
  await type('050123')
  await armed()
  expect(seen.some(({ path }) => path === '/api/known-numbers')).toBe(false)
  expect(screen.queryByRole('region')).not.toBeInTheDocument()
})

it('a product that cannot be sold now opens its ticket, with the number', async () => {
  const { seen, place } = open({ inactive: true })
  await type('0501234562')
  await group()
  await armed()
  await userEvent.click((await group()).getByRole('button'))
  expect(place.path).toBe(paths.product('2'))
  expect(useDraft.getState()).toMatchObject({ number: '971501234562', amount: '50' })
  expect(opened(seen)).toBeUndefined()
})

it('an amount that is no longer sold is left for the cashier', async () => {
  const { seen, place } = open({ sales: [known('A', { amount: aed('52') })] })
  await type('0501234562')
  await group()
  await armed()
  await userEvent.click((await group()).getByRole('button'))
  expect(place.path).toBe(paths.product('2'))
  expect(useDraft.getState()).toMatchObject({ number: '971501234562', amount: '' })
  expect(opened(seen)).toBeUndefined()
})

it('an international top-up opens its amounts, whose prices are read again', async () => {
  const { international, amount, serviceName, serviceId } = anInternationalSale({})
  const abroad = known('A', {
    kind: 'international',
    masked: '+63 ••• ••• 0142',
    amount,
    serviceName,
    serviceId,
    international: international!,
  })
  const { place } = open({ sales: [abroad], account: '639175550142' })
  await type('0142')
  const entry = (await group()).getByRole('button', { name: /Islanet, Philippines.*PHP 300/ })
  await armed()
  await userEvent.click(entry)
  await expect.poll(() => place.path).toBe(paths.internationalAmount('PHL', '401', 'load-300'))
  expect(useInternationalDraft.getState().number).toBe('+639175550142')
})

it('a look-up that is refused says so, and opens nothing', async () => {
  const { seen } = open({ isRefused: true })
  await type('562')
  await group()
  await armed()
  await userEvent.click((await group()).getByRole('button'))
  expect(await screen.findByRole('alert')).toHaveTextContent(text('failure.rate-limited'))
  expect(opened(seen)).toBeUndefined()
})
