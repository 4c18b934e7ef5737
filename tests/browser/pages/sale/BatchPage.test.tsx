// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import { beginRequest, findSaleRequest } from '#browser/sale/sale-request.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { paths, routes } from '#browser/paths.ts'
import BatchPage from '#browser/pages/sale/BatchPage.tsx'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import type { OpenQuantity } from '#api/batches.ts'
import type { Person } from '#domain/person.ts'
import type { BatchStopReason } from '#domain/sale/batch.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { aVoucherSale, voucherCatalog } from '../../../support/a-voucher.ts'
import { fakeBatches, SOLD_LINE, type Course } from '../../../support/fake-batches.ts'
import { amal, hamad, joseph, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { atLevel } from '../../../support/level.ts'
import type { FakeAnswer, FakeProxy, SentRequest } from '../../../support/render-page.tsx'
import { listening, press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const content = { kind: 'voucher', serviceId: 'fixed', amount: '20' } as const

function show(at: string, answer: FakeProxy, person = amal) {
  const proxy = proxyWith(answer, { person, catalog: voucherCatalog })
  return renderPage({ [routes.batch]: <BatchPage />, [routes.sale]: <SalePage /> }, { at, proxy })
}

function asked(count: number, course: Course = {}, more: { account?: string } = {}) {
  const id = beginRequest({ content: { ...content, ...more }, count })
  return { ...fakeBatches(course), at: paths.batch(id), id }
}

/** A quantity that another tab started and a person approved; `sold` is how many of its lines are sold. */
function begunElsewhere(count: number, sold: number, course: Course = {}) {
  const till = asked(count, course)
  const body: OpenQuantity = { ...content, count }
  till.answer('PUT', `/api/batches/${till.id}`, body)
  const lines = Array.from({ length: sold }, (_, index) => index + 1)
  if (sold > 0) {
    till.answer('POST', `/api/batches/${till.id}/confirm`, { version: 1, lines })
    // The customer paid for all of them.
    for (const line of till.batches.get(till.id)!.lines) line.wasApproved = true
  }
  sessionStorage.clear()
  return till
}

/** Views of a code change nothing. */
const sent = (seen: SentRequest[], what: RegExp) =>
  seen.filter(({ method, path }) => what.test(`${method} ${path}`) && !path.endsWith('/reveal'))
const limits = [{ of: 'person', kind: 'vouchersPerMinute', limit: 1, used: 0 }]
const above: FakeAnswer = refusal(403, 'above-limit', { limits })
const withoutBatches =
  (answer: FakeProxy): FakeProxy =>
  (method, path, body) =>
    path.startsWith('/api/batches') ? refusal(404, 'not-found', { moneyMoved: 'unknown' }) : answer(method, path, body)
const by = ({ id, name }: Person) => ({ id, name })
const lines = async () =>
  within(await screen.findByRole('list', { name: text('batch.lines') }))
    .getAllByRole('listitem')
    .map((line) => line.textContent?.replace(/Sale \d+|Open|Hand over|Line \d/g, '').trim())
const sellAll = async () => press(/^Sell \d+ codes/)
const soldHeading = () => screen.findByRole('heading', { name: text('state.succeeded.heading') })
const refundOrGoOn = (amount: string) => screen.getByRole('heading', { name: text('batch.refundOrGoOn', { amount }) })
async function sell({ at, answer }: { at: string; answer: FakeProxy }) {
  const shown = show(at, answer)
  await sellAll()
  return shown
}

beforeEach(() => useDraft.getState().clear())

it('the review of a quantity shows all of it while the first line is checked', async () => {
  const { at } = asked(3, {}, { account: 'amal@example.ae' })
  show(at, () => 'no answer')
  expect(await screen.findByText(text('sale.checkingVoucherHint'))).toBeInTheDocument()
  expect(screen.getByText(text('ticket.quantity')).parentElement?.textContent).toContain('3 codes')
  await waitFor(() =>
    expect(screen.getByText(text('money.customerPays')).parentElement?.textContent).toMatch(/AED\s*60\.00/),
  )
})

it('the review of a quantity shows how many codes it is and their total, and sells them with one confirm that names its lines', async () => {
  const { at, id, answer, sales } = asked(3)
  const { seen, place } = show(at, answer)
  const card = within(await screen.findByRole('region', { name: text('sale.readBack') }))
  expect(card.getByText('3 codes, shown here and on the receipts')).toBeInTheDocument()
  expect(await card.findByText('Works in the UAE only.')).toBeInTheDocument()
  expect(card.getByText(text('sale.faceValueEach'))).toBeInTheDocument()
  expect(await screen.findByRole('button', { name: /^Sell 3 codes.*AED\u00a060\.00/ })).toBeInTheDocument()
  await sellAll()
  expect(await soldHeading()).toBeInTheDocument()
  expect(place.path).toBe(paths.batch(id))
  expect(screen.getByText(text('batch.undelivered', { count: 3 }))).toBeInTheDocument()
  expect(sales.map(({ batch, state }) => [batch?.line, state])).toEqual([1, 2, 3].map((line) => [line, 'succeeded']))
  expect(sent(seen, /PUT/).map(({ path }) => path)).toEqual([`/api/batches/${id}`])
  expect(sent(seen, /confirm/).map(({ body }) => body)).toEqual([{ version: 1, lines: [1, 2, 3] }])
  expect(findSaleRequest(id)?.stage).toBe('sent')
})

it('the review of a quantity is requested again under the same id after a reload without an answer, and read after one with an answer', async () => {
  let isSilent = true
  const { at, id, answer } = asked(2, { open: () => (isSilent ? 'no answer' : undefined) })
  const first = show(at, answer)
  expect(await screen.findByRole('button', { name: startingWith('storefront.tryAgain') })).toBeInTheDocument()
  first.unmount()
  isSilent = false
  const second = show(at, answer)
  await listening(/^Sell 2 codes/)
  expect(sent(second.seen, /PUT/)).toHaveLength(1)
  second.unmount()
  const third = show(at, answer)
  await listening(/^Sell 2 codes/)
  expect(sent(third.seen, /PUT/)).toEqual([])
  expect(sent(third.seen, /GET/).map(({ path }) => path)).toContain(`/api/batches/${id}`)
})

it('a person who goes back to the ticket stops the quantity', async () => {
  const { at, id, answer, sales } = asked(2)
  const { seen } = show(at, answer)
  await press(text('sale.changeVoucher'))
  await waitFor(() => expect(sent(seen, /stop/).map(({ path }) => path)).toEqual([`/api/batches/${id}/stop`]))
  expect(sales[0]?.state).toBe('abandoned')
  expect(useDraft.getState()).toMatchObject({ quantity: 2 })
})

it('the review of a quantity can be requested again in full when its first line is rejected', async () => {
  const { at, answer, batches, id } = asked(2, { open: () => ({ state: 'refused', problem: { code: 'no-answer' } }) })
  const { place } = show(at, (method, path, body) => {
    const answered = answer(method, path, body)
    const batch = batches.get(id)
    if (batch) Object.assign(batch, { state: 'stopped', stop: { reason: 'not-sold', at: 0, line: 1 } })
    return path.endsWith(id) && batch ? { body: structuredClone(batch) } : answered
  })
  await press(startingWith('sale.sameAgain'))
  expect(place.path).toMatch(/^\/batch\//)
  expect(place.path).not.toBe(at)
  expect(findSaleRequest(place.path.replace('/batch/', ''))).toMatchObject({ count: 2 })
})

it('the review of a quantity asks about a duplicate before anything is opened', async () => {
  const other = aVoucherSale({ id: '01J0000000000000000000000B' as SaleId, account: 'amal@example.ae', ...SOLD_LINE })
  const { at, answer } = asked(2, {}, { account: 'amal@example.ae' })
  const { seen } = show(at, (method, path, body) => {
    const isNew = method === 'PUT' && !(body as OpenQuantity).duplicateOf
    if (!isNew) return answer(method, path, body)
    return refusal(409, 'confirm-duplicate', { sale: other })
  })
  await press(/again/i)
  await listening(/^Sell 2 codes/)
  expect(sent(seen, /PUT/).map(({ body }) => (body as OpenQuantity).duplicateOf)).toEqual([undefined, other.id])
})

it('the review of a quantity asks a supervisor once for all lines, and stores their PIN nowhere', async () => {
  const { seen } = await sell(asked(3, { confirm: ({ approver }) => (approver ? undefined : above) }))
  const dialog = within(await screen.findByRole('dialog', { name: text('limit.title') }))
  expect(dialog.getByText(/AED 60\.00/)).toBeInTheDocument()
  expect(dialog.getByText(/^3 × /)).toBeInTheDocument()
  await userEvent.keyboard('135791')
  await userEvent.keyboard('{Enter}')
  expect(await soldHeading()).toBeInTheDocument()
  expect(sent(seen, /confirm$/).map(({ body }) => body)).toEqual([
    { version: 1, lines: [1, 2, 3] },
    { version: 1, lines: [1, 2, 3], approver: { staffId: hamad.id, pin: '135791' } },
  ])
  expect(JSON.stringify({ ...sessionStorage, ...localStorage }) + document.body.innerHTML).not.toContain('135791')
})

it('a quantity shows as not known, never as not sold, when the server is silent after the confirm', async () => {
  await sell(asked(2, { confirm: () => 'no answer' }))
  expect(await screen.findByRole('heading', { name: text('state.unknown.heading') })).toBeInTheDocument()
  expect(screen.getByText(text('ticket.quantity')).parentElement?.textContent).toContain('2 codes')
  expect(screen.queryByRole('heading', { name: startingWith('sale.refund') })).not.toBeInTheDocument()
})

it("the review of a quantity is at the quantity's address, and the address of its first line leads there", async () => {
  const { at, answer, sales } = begunElsewhere(2, 0)
  const { place } = show(paths.sale(sales[0]?.id ?? ''), answer)
  await listening(/^Sell 2 codes/)
  expect(place.path).toBe(at)
})

it('a colleague who took over the first line of a quantity reviews it as a single sale', async () => {
  const { answer, sales } = begunElsewhere(2, 0)
  const [first] = sales
  Object.assign(first!, { cashier: by(joseph), version: 2 })
  show(paths.sale(first!.id), withoutBatches(answer), joseph)
  expect(await screen.findByRole('button', { name: /^Sell.*AED\u00a020\.00/ })).toBeInTheDocument()
})

it('a page that shows a quantity being sold only reads: the server continues with it', async () => {
  const till = asked(2, { sell: (line) => (line === 1 ? { state: 'pending' } : undefined) })
  const { seen } = await sell(till)
  expect(await screen.findByRole('heading', { name: 'Selling 1 of 2' })).toBeInTheDocument()
  expect(screen.getByText(text('batch.sellingHint'))).toBeInTheDocument()
  Object.assign(till.sales[0] ?? {}, SOLD_LINE, { version: 9 })
  expect(await screen.findByRole('heading', { name: text('state.succeeded.heading') })).toBeInTheDocument()
  expect(sent(seen, /PUT|POST/)).toHaveLength(2)
})

it('a quantity that is being sold starts no further line after "Stop after this line"', async () => {
  const till = asked(2, { sell: (line) => (line === 1 ? { state: 'pending' } : undefined) })
  await sell(till)
  await press(text('batch.pause'))
  expect(await screen.findByRole('heading', { name: '0 of 2 sold' })).toBeInTheDocument()
  expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
  Object.assign(till.sales[0] ?? {}, SOLD_LINE, { version: 9 })
  expect(await screen.findByRole('heading', { name: '1 of 2 sold' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Refund AED\u00a020.00' })).toBeInTheDocument()
  expect(till.sales).toHaveLength(1)
})

it('a quantity that is being sold shows its state at its address, and no change is requested', async () => {
  const { at, answer } = begunElsewhere(2, 2)
  const { seen } = show(at, answer)
  expect(await soldHeading()).toBeInTheDocument()
  expect(sent(seen, /PUT|POST/)).toEqual([])
})

it('a quantity that is being sold shows what happens to a line with an unknown result', async () => {
  await sell(asked(2, { sell: () => ({ state: 'unknown' }) }))
  expect(await screen.findByText(text('batch.reason.unknown', { line: '1' }))).toBeInTheDocument()
})

const failsOnce = () => {
  let failures = 1
  return asked(3, { sell: (line) => (line === 2 && failures-- > 0 ? { state: 'failed' } : undefined) })
}

it('a stopped quantity shows after how many it stopped and what to refund, and continues with the unsold lines', async () => {
  const till = failsOnce()
  const { seen } = await sell(till)
  expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeInTheDocument()
  expect(refundOrGoOn('AED\u00a040.00')).toBeInTheDocument()
  expect(screen.getByText('Line 2 was not sold.')).toBeInTheDocument()
  expect(await lines()).toEqual(['1Sold', '2Not sold', `3${text('batch.notBegun')}`])
  await press(startingWith('batch.goOn'))
  expect(await soldHeading()).toBeInTheDocument()
  const [, again] = sent(seen, /confirm/)
  expect(again?.body).toMatchObject({ lines: [2, 3] })
  expect(till.sales.filter(({ state }) => state === 'succeeded')).toHaveLength(3)
})

it('a stopped quantity ends when a person ends it, and shows the money of the rest, also after a reload', async () => {
  const till = failsOnce()
  const first = await sell(till)
  await press(text('batch.stopHere'))
  expect(await screen.findByRole('heading', { name: '1 of 3 sold' })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: 'Refund AED\u00a040.00' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('batch.goOn') })).not.toBeInTheDocument()
  first.unmount()
  sessionStorage.clear()
  show(till.at, till.answer)
  expect(await screen.findByRole('heading', { name: '1 of 3 sold' })).toBeInTheDocument()
})

const REASONS: { reason: BatchStopReason; says: RegExp }[] = [
  { reason: 'restarted', says: /^The server was restarted\. Nothing more was charged/ },
  { reason: 'approval-expired', says: /^More than two minutes have passed\. Nothing more was charged/ },
  { reason: 'service-unreachable', says: /^The provider can't be reached\. Nothing more was charged/ },
  { reason: 'selling-stopped', says: /^Selling is stopped\. Nothing more was charged/ },
  { reason: 'disk-full', says: /^The disk is nearly full\. Nothing more was charged/ },
  { reason: 'not-sellable', says: /^This product can no longer be sold\. Nothing more was charged/ },
  { reason: 'duplicate-blocked', says: /isn't complete yet\. Nothing more was charged/ },
]

it.each(REASONS.slice(0, atLevel(2, REASONS.length)))(
  'a quantity that stopped because of $reason says what happened to the money, and what to do',
  async ({ reason, says }) => {
    const { at, id, answer, batches } = begunElsewhere(2, 1)
    Object.assign(batches.get(id)!, { stop: { reason, at: 0, line: 2 } })
    show(at, answer)
    expect(await screen.findByText(says)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: startingWith('batch.goOn') })).toBeInTheDocument()
  },
)

it('a stopped quantity that is continued confirms the duplicate it was asked about', async () => {
  const other = aVoucherSale({ id: '01J0000000000000000000000B' as SaleId, ...SOLD_LINE })
  let questions = 1
  const obstacle: Course['obstacle'] = (line) =>
    line === 2 && questions-- > 0 ? { reason: 'confirm-duplicate', sale: other } : undefined
  const { seen } = await sell(asked(2, { obstacle }))
  expect(await screen.findByText(text('batch.reason.confirm-duplicate'))).toBeInTheDocument()
  await press(/again/i)
  expect(await soldHeading()).toBeInTheDocument()
  expect(sent(seen, /confirm/)[1]?.body).toMatchObject({ lines: [2], duplicateOf: other.id })
})

it('a stopped quantity shows the money of an unknown line separately, because it is not to be refunded', async () => {
  const { at, answer, batches, id } = asked(3, { sell: (line) => (line === 2 ? { state: 'unknown' } : undefined) })
  const { seen } = await sell({
    at,
    answer: (method, path, body) => {
      const batch = batches.get(id)
      if (batch?.state === 'running')
        Object.assign(batch, { state: 'stopped', version: 7, stop: { reason: 'approval-expired', at: 0, line: 2 } })
      return answer(method, path, body)
    },
  })
  expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeInTheDocument()
  expect(screen.getByText(text('batch.reason.unknown', { line: '2' }))).toBeInTheDocument()
  expect(refundOrGoOn('AED\u00a020.00')).toBeInTheDocument()
  expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
  await press(startingWith('batch.goOn'))
  await waitFor(() => expect(sent(seen, /confirm/)[1]?.body).toMatchObject({ lines: [3] }))
})

it('a stopped quantity shows the rest as not known when the server is silent after "Continue", and sends the same again', async () => {
  let isSilent = true
  const { at, answer } = begunElsewhere(2, 1, {
    confirm: ({ lines }) => (isSilent && !lines.includes(1) ? 'no answer' : undefined),
  })
  const { seen } = show(at, answer)
  await press(startingWith('batch.goOn'))
  expect(await screen.findByText(text('batch.reason.silent'))).toBeInTheDocument()
  expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
  expect(screen.queryByRole('heading', { name: startingWith('sale.refund') })).not.toBeInTheDocument()
  isSilent = false
  await press(startingWith('batch.goOn'))
  expect(await soldHeading()).toBeInTheDocument()
  const [one, two] = sent(seen, /confirm/)
  expect(one?.body).toEqual(two?.body)
})

it('a stopped quantity that needs a supervisor can only be ended by its cashier', async () => {
  await sell(asked(2, { sell: () => ({ state: 'canceled' }) }))
  expect(await screen.findByText('Line 1 needs a supervisor.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('batch.goOn') })).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('batch.stopHere') })).toBeInTheDocument()
})

it('a quantity from another till continues from its current state with its unsold lines', async () => {
  const { at, answer } = begunElsewhere(3, 1)
  const { seen } = show(at, answer)
  expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeInTheDocument()
  expect(screen.getByText('Line 2 is next.')).toBeInTheDocument()
  await press(startingWith('batch.goOn'))
  expect(await soldHeading()).toBeInTheDocument()
  expect(sent(seen, /confirm/).map(({ body }) => body)).toEqual([{ version: expect.any(Number), lines: [2, 3] }])
})

it("a supervisor cannot continue a cashier's quantity from another till, but can stop it", async () => {
  const { at, id, answer } = begunElsewhere(3, 1)
  const { seen } = show(at, answer, hamad)
  expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('batch.goOn') })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: text('batch.stopHere') }))
  await waitFor(() => expect(sent(seen, /POST/).map(({ path }) => path)).toEqual([`/api/batches/${id}/stop`]))
})

it("a supervisor sees that a quantity from another till is still in its cashier's review, and cannot confirm it", async () => {
  const { at, answer } = begunElsewhere(3, 0)
  show(at, answer, hamad)
  expect(await screen.findByText(/^Amal hasn't confirmed this batch yet\. Nothing was charged/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^(Sell|Continue)/ })).not.toBeInTheDocument()
})

it('a quantity from another till that a supervisor stopped says who stopped it, and that the rest was not charged', async () => {
  const { at, id, answer, batches } = begunElsewhere(3, 1)
  Object.assign(batches.get(id)!, { stop: { reason: 'requested', at: 0, by: by(hamad) } })
  show(at, answer)
  expect(await screen.findByText(/^Hamad stopped the batch\. The rest was not charged/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('batch.goOn') })).not.toBeInTheDocument()
})

it('a quantity from another till continues without a line that a colleague took over', async () => {
  const { at, id, answer, batches, openLine } = begunElsewhere(3, 1)
  const batch = batches.get(id)!
  Object.assign(openLine(batch, 2), { cashier: by(joseph) })
  Object.assign(batch, { stop: { reason: 'taken-over', at: 0, line: 2 } })
  const { seen } = show(at, answer)
  expect(await screen.findByText(/^Joseph took over line 2\. Nothing more was charged/)).toBeInTheDocument()
  expect(refundOrGoOn('AED\u00a020.00')).toBeInTheDocument()
  expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
  await press(startingWith('batch.goOn'))
  await waitFor(() => expect(sent(seen, /confirm/)[0]?.body).toMatchObject({ lines: [3] }))
})

it('a quantity from another till that was ended shows the money of an unfinished line separately from the refund', async () => {
  const { at, answer, batches, id, openLine } = begunElsewhere(3, 1)
  const batch = batches.get(id)!
  Object.assign(openLine(batch, 2), { state: 'not-executed' })
  // The result of the line was not known when the person stopped, so no one decided about it.
  Object.assign(batch, { stop: { reason: 'requested', at: 0, by: by(amal) } })
  show(at, answer)
  expect(await screen.findByRole('heading', { name: 'Refund AED\u00a020.00' })).toBeInTheDocument()
  expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
})

it('ending a quantity from another till cancels its lines that were proven not executed, but none that a colleague took over', async () => {
  const { at, answer, batches, id, sales, openLine } = begunElsewhere(3, 0)
  const batch = batches.get(id)!
  for (const line of [2, 3]) openLine(batch, line)
  for (const [index, cashier] of [joseph, amal, amal].entries())
    Object.assign(sales[index]!, { state: 'not-executed', cashier: by(cashier) })
  Object.assign(batch, { state: 'stopped', approvedAt: 1, stop: { reason: 'not-sold', at: 0, line: 3 } })
  const abandons = sales.map((sale) => `/api/sales/${sale.id}/abandon`)
  const { seen } = show(at, (method, path, body) => {
    if (path === abandons[1]) return refusal(409, 'wrong-state', { moneyMoved: 'unknown' })
    return answer(method, path, body)
  })
  await press(text('batch.stopHere'))
  await waitFor(() => expect(sent(seen, /abandon/).map(({ path }) => path)).toEqual(abandons.slice(1)))
})

it('a quantity from another till no longer asks for an approver once the quantity has continued', async () => {
  let isAbove = false
  const { at, id, answer, batches } = begunElsewhere(3, 1, { confirm: () => (isAbove ? above : undefined) })
  isAbove = true
  const { seen } = show(at, answer)
  await press(startingWith('batch.goOn'))
  expect(await screen.findByRole('dialog', { name: text('limit.title') })).toBeInTheDocument()
  await userEvent.keyboard('135791')
  isAbove = false
  const version = batches.get(id)?.version
  answer('POST', `/api/batches/${id}/confirm`, { version, lines: [2] })
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  await press(startingWith('batch.goOn'))
  expect(await soldHeading()).toBeInTheDocument()
  expect(JSON.stringify(sent(seen, /confirm$/))).not.toContain('approver')
})

it('a quantity from another till is not found by a person who may not see it', async () => {
  const { at, answer } = begunElsewhere(2, 1)
  show(at, withoutBatches(answer), joseph)
  expect(await screen.findByText(text('batch.missing'))).toBeInTheDocument()
})
