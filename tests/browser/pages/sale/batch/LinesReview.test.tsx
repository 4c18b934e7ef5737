// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'

import { beginRequest } from '#browser/sale/sale-request.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { paths, routes } from '#browser/paths.ts'
import BatchPage from '#browser/pages/sale/BatchPage.tsx'
import type { BatchLineContent } from '#api/batches.ts'
import type { Failure } from '#api/failure.ts'
import { aVoucherSale, voucherCatalog } from '../../../../support/a-voucher.ts'
import { fakeBatches, SOLD_LINE, type Course } from '../../../../support/fake-batches.ts'
import { amal, proxyWith, refusal } from '../../../../support/fake-proxy.ts'
import { listening, press, renderPage, type FakeProxy, type SentRequest } from '../../../../support/render-page.tsx'
import { text } from '../../../../support/texts.ts'

const topUp = (account: string, amount = '30'): BatchLineContent => ({
  kind: 'direct',
  serviceId: 'qamra',
  amount,
  account,
})
const code: BatchLineContent = { kind: 'voucher', serviceId: 'fixed', amount: '20' }
const LINES = [topUp('971501234567'), code, topUp('971501234568', '50')]

function review(course: Course = {}, lines = LINES, wrap = (answer: FakeProxy) => answer) {
  const id = beginRequest({ content: lines[0]!, count: lines.length, lines })
  const { answer } = fakeBatches(course)
  const proxy = proxyWith(wrap(answer), { person: amal, catalog: voucherCatalog })
  return {
    id,
    ...renderPage({ [routes.batch]: <BatchPage />, '/sell': <p>Selling</p> }, { at: paths.batch(id), proxy }),
  }
}

const confirms = (seen: SentRequest[]) => seen.filter(({ path }) => path.endsWith('/confirm')).map(({ body }) => body)
const lines = async () =>
  within(await screen.findByRole('list', { name: text('batch.lines') })).getAllByRole('listitem')
const refused = { sale: { state: 'refused', problem: { code: 'service-201', text: 'Wrong number.' } } } as const
const soldBefore = { skip: { reason: 'confirm-duplicate', sale: aVoucherSale({ state: 'succeeded' }) } } as const

beforeEach(() => useDraft.getState().clear())

it('the review of a basket reads back every line, and sells them with one confirm for their total', async () => {
  const { seen } = review()
  const shown = await lines()
  expect(shown[0]).toHaveTextContent(/Qamra.*\+971 50 123 4567.*AED 30\.00.*Checked/)
  expect(shown[1]).toHaveTextContent(/Pixelmoor 20.*AED 20\.00.*Checked/)
  const sell = await listening(/^Sell 3 lines.*AED\u00a0100\.00/)
  expect(confirms(seen)).toEqual([])
  expect(screen.getByText(text('ticket.tellCustomer'))).toBeInTheDocument()
  expect(screen.getAllByText('Works in the UAE only.')).toHaveLength(1)
  sell.click()
  expect(await screen.findByRole('heading', { name: text('state.succeeded.heading') })).toBeInTheDocument()
  expect(screen.getByText('3 lines, AED 100.00', { selector: 'p' })).toBeInTheDocument()
  // One number is asked about on a display; several are not.
  expect(confirms(seen)).toEqual([{ version: 1, lines: [1, 2, 3], skipCustomerConfirmation: true }])
})

it('a line that is refused at its check is left out, with the reason', async () => {
  const { seen } = review({ check: (line) => (line === 1 ? refused : undefined) })
  const [first] = await lines()
  expect(first).toHaveTextContent(/Can't be sold.*Wrong number\./)
  await press(/^Sell 2 lines.*AED\u00a070\.00/)
  expect(await screen.findByRole('heading', { name: text('state.succeeded.heading') })).toBeInTheDocument()
  expect(screen.queryByText(/^Refund/)).not.toBeInTheDocument()
  expect(confirms(seen)).toMatchObject([{ lines: [2, 3] }])
})

it('a likely duplicate is sold only after the cashier includes it', async () => {
  const { seen } = review({ check: (line) => (line === 3 ? soldBefore : undefined) })
  await listening(/^Sell 2 lines.*AED\u00a050\.00/)
  await press(/^Sell it again/)
  await press(/^Sell 3 lines.*AED\u00a0100\.00/)
  expect(confirms(seen)).toMatchObject([{ lines: [1, 2, 3], again: [3] }])
})

it('nothing is offered for sale if no line can be sold', async () => {
  const { place } = review({ check: () => refused })
  expect(await screen.findByText(text('lines.none'))).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Sell/ })).not.toBeInTheDocument()
  await press(/^Next customer/)
  expect(place.path).toBe('/sell')
})

it('a line that fails is not charged, and its price is given back or sold again', async () => {
  const failed = { state: 'failed', problem: { code: 'service-failed', text: 'Not active.' } } as const
  let isFailing = true
  const { seen } = review({ sell: (line) => (line === 3 && isFailing ? failed : SOLD_LINE) })
  await press(/^Sell 3 lines/)
  expect(await screen.findByRole('heading', { name: '2 of 3 sold' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Refund AED\u00a050.00, or continue' })).toBeInTheDocument()
  expect(screen.getByText(text('batch.notCharged', { count: 1 }))).toBeInTheDocument()
  expect((await lines())[2]).toHaveTextContent(/Not sold.*Not active\./)
  isFailing = false
  await press(/^Continue.*AED\u00a050\.00/)
  expect(await screen.findByRole('heading', { name: text('state.succeeded.heading') })).toBeInTheDocument()
  expect(confirms(seen)).toMatchObject([{ lines: [1, 2, 3] }, { lines: [3] }])
})

it('a line without a result is neither charged nor given back', async () => {
  review(
    { sell: (line) => (line === 1 ? { state: 'unknown' } : SOLD_LINE) },
    LINES.slice(0, 2),
    (answer) =>
      (...sent) => {
        const told = answer(...sent)
        const batch = told !== 'no answer' && (told?.body as { state?: string; stop?: object } | undefined)
        // The server goes on with other lines while one is unknown.
        return batch && batch.state === 'stopped'
          ? { body: { ...batch, stop: { reason: 'still-waiting', at: 0 } } }
          : told
      },
  )
  await press(/^Sell 2 lines/)
  expect(await screen.findByRole('heading', { name: '1 of 2 sold' })).toBeInTheDocument()
  expect(screen.getByText(text('batch.notDecided', { amount: 'AED 30.00' }))).toBeInTheDocument()
  expect(screen.queryByText(/^Refund/)).not.toBeInTheDocument()
})

it.each<[Failure['code'], Partial<Failure>, RegExp]>([
  ['number-invalid', { line: 2 }, /^Line 2 can't be sold/],
  ['selling-stopped', {}, /^Selling is stopped/],
])('a basket that is rejected as %s says so, and nothing was charged', async (failure, more, says) => {
  review(
    {},
    LINES,
    (answer) => (method, path, body) => (method === 'PUT' ? refusal(422, failure, more) : answer(method, path, body)),
  )
  expect(await screen.findByRole('heading', { name: says })).toBeInTheDocument()
  expect(screen.getByText(text('failure.money.no'))).toBeInTheDocument()
})
