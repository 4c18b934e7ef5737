// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { beginRequest } from '#browser/sale/sale-request.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { paths, routes } from '#browser/paths.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import BatchPage from '#browser/pages/sale/BatchPage.tsx'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import type { OpenBatch } from '#contract/proxy/batches.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { BatchStopReason } from '#domain/sale/batch.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { aVoucherSale, voucherCatalogue } from '../../../support/a-voucher.ts'
import { fakeBatches, SOLD_LINE, type Course } from '../../../support/fake-batches.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { amal, aStatus, hamad, joseph, proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer, type FakeProxy, type SentRequest } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

fakeDialogs()

const content = { kind: 'voucher', serviceId: 'fixed', amount: '20' } as const

function show(at: string, answer: FakeProxy, person = amal) {
  const others = proxyWith(answer, { person, status: () => ({ body: aStatus() }) })
  const proxy: FakeProxy = (method, path, body) =>
    path === proxyPaths.catalogue ? { body: voucherCatalogue } : others(method, path, body)
  return renderPage({ [routes.batch]: <BatchPage />, [routes.sale]: <SalePage /> }, { at, proxy })
}

/** A quantity as the ticket leaves it: asked for, and not sent yet. */
function asked(count: number, course: Course = {}, more: { account?: string } = {}) {
  const id = beginRequest({ content: { ...content, ...more }, count })
  return { ...fakeBatches(course), at: paths.batch(id), id }
}

/** A quantity that another tab began; `sold` of its lines are sold, and somebody approved them. */
function begunElsewhere(count: number, sold: number, course: Course = {}) {
  const till = asked(count, course)
  const body: OpenBatch = { ...content, count }
  till.answer('PUT', proxyPaths.batch(till.id), body)
  const lines = Array.from({ length: sold }, (_, index) => index + 1)
  if (sold > 0) till.answer('POST', proxyPaths.confirmBatch(till.id), { version: 1, lines })
  sessionStorage.clear()
  return till
}

const sent = (seen: SentRequest[], what: RegExp) => seen.filter(({ method, path }) => what.test(`${method} ${path}`))
const lines = async () =>
  within(await screen.findByRole('list', { name: text('batch.lines') })).getAllByRole('listitem')
const told = async () =>
  (await lines()).map((line) => line.textContent?.replace(/Sale \d+|Open|Hand over|Code \d/g, '').trim())
const armed = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).not.toHaveAttribute('aria-disabled', 'true'))
  return button
}
const sellAll = async () => userEvent.click(await armed(/^Sell \d+ codes/))
const soldHeading = () => screen.findByRole('heading', { name: text('state.succeeded.heading') })

beforeEach(() => useDraft.getState().clear())

describe('the review of a quantity', () => {
  it('shows all of it while the first line is checked', async () => {
    const { at } = asked(3, {}, { account: 'amal@example.ae' })
    show(at, () => 'no answer')
    expect(await screen.findByText(text('sale.checkingVoucherHint'))).toBeInTheDocument()
    expect(screen.getByText(text('ticket.quantity')).parentElement?.textContent).toContain('3 codes')
    await waitFor(() =>
      expect(screen.getByText(text('money.customerPays')).parentElement?.textContent).toMatch(/AED\s*60\.00/),
    )
  })

  it('reads back how many codes and what they cost together', async () => {
    const { at, answer } = asked(3)
    show(at, answer)
    const card = within(await screen.findByRole('region', { name: text('sale.readBack') }))
    expect(card.getByText('3 codes, shown here and on the receipts')).toBeInTheDocument()
    expect(await card.findByText('Works in the UAE only.')).toBeInTheDocument()
    expect(card.getByText(text('sale.faceValueEach'))).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: /^Sell 3 codes.*AED 60\.00/ })).toBeInTheDocument()
  })

  it('sells all lines with one confirm that names them, and asks for no sale itself', async () => {
    const { at, id, answer, sales } = asked(3)
    const { seen, place } = show(at, answer)
    await sellAll()
    expect(await soldHeading()).toBeInTheDocument()
    expect(place.path).toBe(paths.batch(id))
    expect(screen.getByText(text('batch.undelivered', { count: 3 }))).toBeInTheDocument()
    expect(sales.map(({ batch, state }) => [batch?.line, state])).toEqual([
      [1, 'succeeded'],
      [2, 'succeeded'],
      [3, 'succeeded'],
    ])
    expect(sent(seen, /PUT/).map(({ path }) => path)).toEqual([proxyPaths.batch(id)])
    expect(sent(seen, /confirm/).map(({ body }) => body)).toEqual([{ version: 1, lines: [1, 2, 3] }])
    expect(findSaleRequest(id)?.stage).toBe('sent')
  })

  it('is sent again under the same id after a reload that was not answered, and read after one that was', async () => {
    let isSilent = true
    const { at, id, answer } = asked(2, { open: () => (isSilent ? 'no answer' : undefined) })
    const first = show(at, answer)
    expect(await screen.findByRole('button', { name: startingWith('storefront.tryAgain') })).toBeInTheDocument()
    first.unmount()
    isSilent = false
    const second = show(at, answer)
    await armed(/^Sell 2 codes/)
    expect(sent(second.seen, /PUT/)).toHaveLength(1)
    second.unmount()
    const third = show(at, answer)
    await armed(/^Sell 2 codes/)
    expect(sent(third.seen, /PUT/)).toEqual([])
    expect(sent(third.seen, /GET/).map(({ path }) => path)).toContain(proxyPaths.batch(id))
  })

  it('stops the quantity when the person goes back to the ticket', async () => {
    const { at, id, answer, sales } = asked(2)
    const { seen } = show(at, answer)
    await userEvent.click(await screen.findByRole('button', { name: text('sale.changeVoucher') }))
    await waitFor(() => expect(sent(seen, /stop/).map(({ path }) => path)).toEqual([proxyPaths.stopBatch(id)]))
    expect(sales[0]?.state).toBe('abandoned')
    expect(useDraft.getState()).toMatchObject({ quantity: 2 })
  })

  it('offers all of it once more where the first line is refused', async () => {
    const { at, answer, batches, id } = asked(2, { open: () => ({ state: 'refused', problem: { code: 'no-answer' } }) })
    const { place } = show(at, (method, path, body) => {
      const answered = answer(method, path, body)
      const batch = batches.get(id)
      if (batch) Object.assign(batch, { state: 'stopped', stop: { reason: 'not-sold', at: 0, line: 1 } })
      return path.endsWith(id) && batch ? { body: structuredClone(batch) } : answered
    })
    await userEvent.click(await screen.findByRole('button', { name: startingWith('sale.sameAgain') }))
    expect(place.path).toMatch(/^\/batch\//)
    expect(place.path).not.toBe(at)
    expect(findSaleRequest(place.path.replace('/batch/', ''))).toMatchObject({ count: 2 })
  })

  it('asks whether the same is wanted again before anything is opened', async () => {
    const other = aVoucherSale({ id: '01J0000000000000000000000B' as SaleId, account: 'amal@example.ae', ...SOLD_LINE })
    const { at, answer } = asked(2, {}, { account: 'amal@example.ae' })
    const { seen } = show(at, (method, path, body) => {
      const isNew = method === 'PUT' && !(body as OpenBatch).duplicateOf
      if (!isNew) return answer(method, path, body)
      return { status: 409, body: { code: 'confirm-duplicate', message: '', moneyMoved: 'no', sale: other } }
    })
    await userEvent.click(await armed(/again/i))
    await armed(/^Sell 2 codes/)
    expect(sent(seen, /PUT/).map(({ body }) => (body as OpenBatch).duplicateOf)).toEqual([undefined, other.id])
  })

  it('asks a supervisor for all lines together, and keeps their PIN nowhere', async () => {
    const limits = [{ of: 'person', kind: 'vouchersPerMinute', limit: 1, used: 0 }]
    const above: FakeAnswer = { status: 403, body: { code: 'above-limit', message: '', moneyMoved: 'no', limits } }
    const { at, answer } = asked(3, { confirm: ({ approver }) => (approver ? undefined : above) })
    const { seen } = show(at, answer)
    await sellAll()
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

  it('calls the quantity not known when the till is silent after the confirm, never not sold', async () => {
    const { at, answer } = asked(2, { confirm: () => 'no answer' })
    show(at, answer)
    await sellAll()
    expect(await screen.findByRole('heading', { name: text('state.unknown.heading') })).toBeInTheDocument()
    expect(screen.getByText(text('ticket.quantity')).parentElement?.textContent).toContain('2 codes')
    expect(screen.queryByRole('heading', { name: startingWith('sale.refund') })).not.toBeInTheDocument()
  })

  it('is at the address of the quantity: that of its first line leads there', async () => {
    const { at, answer, sales } = begunElsewhere(2, 0)
    const { place } = show(paths.sale(sales[0]?.id ?? ''), answer)
    await armed(/^Sell 2 codes/)
    expect(place.path).toBe(at)
  })

  it('is that of a single sale for a colleague who took over its first line', async () => {
    const { answer, sales } = begunElsewhere(2, 0)
    const [first] = sales
    Object.assign(first ?? {}, { cashier: { id: joseph.id, name: joseph.name }, version: 2 })
    const gone: FakeAnswer = { status: 404, body: { code: 'not-found', message: '', moneyMoved: 'unknown' } }
    const answerTheirs: FakeProxy = (method, path, body) =>
      path.startsWith('/api/batches') ? gone : answer(method, path, body)
    show(paths.sale(first?.id ?? ''), answerTheirs, joseph)
    expect(await screen.findByRole('button', { name: /^Sell.*AED 20\.00/ })).toBeInTheDocument()
  })
})

describe('a quantity that is being sold', () => {
  it('is only read: the proxy goes on with it', async () => {
    const till = asked(2, { sell: (line) => (line === 1 ? { state: 'pending' } : undefined) })
    const { seen } = show(till.at, till.answer)
    await sellAll()
    expect(await screen.findByRole('heading', { name: 'Selling 1 of 2' })).toBeInTheDocument()
    expect(screen.getByText(text('batch.sellingHint'))).toBeInTheDocument()
    Object.assign(till.sales[0] ?? {}, SOLD_LINE, { version: 9 })
    expect(await screen.findByRole('heading', { name: text('state.succeeded.heading') })).toBeInTheDocument()
    expect(sent(seen, /PUT|POST/)).toHaveLength(2)
  })

  it('begins no further line after "Stop after this code"', async () => {
    const till = asked(2, { sell: (line) => (line === 1 ? { state: 'pending' } : undefined) })
    show(till.at, till.answer)
    await sellAll()
    await userEvent.click(await screen.findByRole('button', { name: text('batch.pause') }))
    expect(await screen.findByRole('heading', { name: '0 of 2 sold' })).toBeInTheDocument()
    expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
    Object.assign(till.sales[0] ?? {}, SOLD_LINE, { version: 9 })
    expect(await screen.findByRole('heading', { name: '1 of 2 sold' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Refund AED 20.00' })).toBeInTheDocument()
    expect(till.sales).toHaveLength(1)
  })

  it('is found as it is by its address, and nothing is asked for', async () => {
    const { at, answer } = begunElsewhere(2, 2)
    const { seen } = show(at, answer)
    expect(await soldHeading()).toBeInTheDocument()
    expect(sent(seen, /PUT|POST/)).toEqual([])
  })

  it('says what becomes of a line that nobody knows about', async () => {
    const { at, answer } = asked(2, { sell: () => ({ state: 'unknown' }) })
    show(at, answer)
    await sellAll()
    expect(await screen.findByText(text('batch.reason.unknown', { line: '1' }))).toBeInTheDocument()
  })
})

describe('a quantity that stopped', () => {
  const failsOnce = () => {
    let fails = true
    const sell: Course['sell'] = (line) => {
      if (line !== 2 || !fails) return undefined
      fails = false
      return { state: 'failed' }
    }
    return asked(3, { sell })
  }

  it('says after how many, and what to give back or to go on with', async () => {
    const { at, answer } = failsOnce()
    show(at, answer)
    await sellAll()
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeInTheDocument()
    expect(
      screen.getByRole('heading', { name: text('batch.refundOrGoOn', { amount: 'AED 40.00' }) }),
    ).toBeInTheDocument()
    expect(screen.getByText('Code 2 was not sold.')).toBeInTheDocument()
    expect(await told()).toEqual(['1Sold', '2Not sold', `3${text('batch.notBegun')}`])
  })

  it('goes on with the lines that are not sold', async () => {
    const { at, answer, sales } = failsOnce()
    const { seen } = show(at, answer)
    await sellAll()
    await userEvent.click(await armed(startingWith('batch.goOn')))
    expect(await soldHeading()).toBeInTheDocument()
    const [, again] = sent(seen, /confirm/)
    expect(again?.body).toMatchObject({ lines: [2, 3] })
    expect(sales.filter(({ state }) => state === 'succeeded')).toHaveLength(3)
  })

  it('ends where a person says so, and names the money of the rest, also after a reload', async () => {
    const { at, answer } = failsOnce()
    const first = show(at, answer)
    await sellAll()
    await userEvent.click(await screen.findByRole('button', { name: text('batch.stopHere') }))
    expect(await screen.findByRole('heading', { name: '1 of 3 sold' })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: 'Refund AED 40.00' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: startingWith('batch.goOn') })).not.toBeInTheDocument()
    first.unmount()
    sessionStorage.clear()
    show(at, answer)
    expect(await screen.findByRole('heading', { name: '1 of 3 sold' })).toBeInTheDocument()
  })

  it.each<{ reason: BatchStopReason; says: RegExp }>([
    { reason: 'restarted', says: /^The till was restarted\. No further code was charged/ },
    { reason: 'approval-expired', says: /^More than two minutes passed\. No further code was charged/ },
    { reason: 'service-unreachable', says: /^The service is unreachable\. No further code was charged/ },
    { reason: 'selling-stopped', says: /^Selling is stopped\. No further code was charged/ },
    { reason: 'disk-full', says: /^The till's disk is nearly full\. No further code was charged/ },
    { reason: 'not-sellable', says: /^This product is no longer sold\. No further code was charged/ },
    { reason: 'duplicate-blocked', says: /is not complete yet\. No further code was charged/ },
  ])('says what happened to the money after $reason, and what to do', async ({ reason, says }) => {
    const { at, answer } = begunElsewhere(2, 0, { obstacle: (line) => (line === 2 ? { reason } : undefined) })
    show(at, answer)
    await sellAll()
    expect(await screen.findByText(says)).toBeInTheDocument()
    expect(await screen.findByRole('button', { name: startingWith('batch.goOn') })).toBeInTheDocument()
  })

  it('agrees to the duplicate it was asked about when it goes on', async () => {
    const other = aVoucherSale({ id: '01J0000000000000000000000B' as SaleId, ...SOLD_LINE })
    let isAsked = false
    const obstacle: Course['obstacle'] = (line) => {
      if (line !== 2 || isAsked) return undefined
      isAsked = true
      return { reason: 'confirm-duplicate', sale: other }
    }
    const { at, answer } = asked(2, { obstacle })
    const { seen } = show(at, answer)
    await sellAll()
    expect(await screen.findByText(text('batch.reason.confirm-duplicate'))).toBeInTheDocument()
    await userEvent.click(await armed(/again/i))
    expect(await soldHeading()).toBeInTheDocument()
    expect(sent(seen, /confirm/)[1]?.body).toMatchObject({ lines: [2], duplicateOf: other.id })
  })

  it('names the money of a line nobody knows about apart: it is not to be given back', async () => {
    const { at, answer, batches, id } = asked(3, { sell: (line) => (line === 2 ? { state: 'unknown' } : undefined) })
    const { seen } = show(at, (method, path, body) => {
      const batch = batches.get(id)
      if (batch?.state === 'running')
        Object.assign(batch, { state: 'stopped', version: 7, stop: { reason: 'approval-expired', at: 0, line: 2 } })
      return answer(method, path, body)
    })
    await sellAll()
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeInTheDocument()
    expect(screen.getByText(text('batch.reason.unknown', { line: '2' }))).toBeInTheDocument()
    expect(
      screen.getByRole('heading', { name: text('batch.refundOrGoOn', { amount: 'AED 20.00' }) }),
    ).toBeInTheDocument()
    expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
    await userEvent.click(await armed(startingWith('batch.goOn')))
    await waitFor(() => expect(sent(seen, /confirm/)[1]?.body).toMatchObject({ lines: [3] }))
  })

  it('calls the rest not known when the till is silent after "Go on", and asks for the same again', async () => {
    let isSilent = true
    const { at, answer } = begunElsewhere(2, 1, {
      confirm: ({ lines }) => (isSilent && !lines.includes(1) ? 'no answer' : undefined),
    })
    const { seen } = show(at, answer)
    await userEvent.click(await armed(startingWith('batch.goOn')))
    expect(await screen.findByText(text('batch.reason.silent'))).toBeInTheDocument()
    expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
    expect(screen.queryByRole('heading', { name: startingWith('sale.refund') })).not.toBeInTheDocument()
    isSilent = false
    await userEvent.click(await armed(startingWith('batch.goOn')))
    expect(await soldHeading()).toBeInTheDocument()
    const [one, two] = sent(seen, /confirm/)
    expect(one?.body).toEqual(two?.body)
  })

  it('leaves only the end where a supervisor has to speak', async () => {
    const { at, answer } = asked(2, { sell: () => ({ state: 'cancelled' }) })
    show(at, answer)
    await sellAll()
    expect(await screen.findByText('Code 1 needs a supervisor.')).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: startingWith('batch.goOn') })).not.toBeInTheDocument()
    expect(screen.getByRole('button', { name: text('batch.stopHere') })).toBeInTheDocument()
  })
})

describe('a quantity of another till', () => {
  it('goes on from what it is, and says whose lines they are to nobody', async () => {
    const { at, answer } = begunElsewhere(3, 1)
    const { seen } = show(at, answer)
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeInTheDocument()
    expect(screen.getByText('Code 2 is next.')).toBeInTheDocument()
    await userEvent.click(await armed(startingWith('batch.goOn')))
    expect(await soldHeading()).toBeInTheDocument()
    expect(sent(seen, /confirm/).map(({ body }) => body)).toEqual([{ version: expect.any(Number), lines: [2, 3] }])
  })

  it('of a cashier goes on for no supervisor, who may stop it', async () => {
    const { at, id, answer } = begunElsewhere(3, 1)
    const { seen } = show(at, answer, hamad)
    expect(await screen.findByRole('heading', { name: 'Stopped after 1 of 3' })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: startingWith('batch.goOn') })).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: text('batch.stopHere') }))
    await waitFor(() => expect(sent(seen, /POST/).map(({ path }) => path)).toEqual([proxyPaths.stopBatch(id)]))
  })

  it('that its cashier is still reviewing is told to a supervisor, who confirms nothing', async () => {
    const { at, answer } = begunElsewhere(3, 0)
    show(at, answer, hamad)
    expect(await screen.findByText(/^Amal has not confirmed it yet\. Nothing was charged/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: /^(Sell|Continue)/ })).not.toBeInTheDocument()
  })

  it('that a supervisor stopped says who did, and that the rest was not charged', async () => {
    const { at, id, answer, batches } = begunElsewhere(3, 1)
    const stop = { reason: 'requested', at: 0, by: { id: hamad.id, name: hamad.name } }
    Object.assign(batches.get(id) ?? {}, { stop })
    show(at, answer)
    expect(await screen.findByText(/^Hamad stopped it\. The rest was not charged/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: startingWith('batch.goOn') })).not.toBeInTheDocument()
  })

  it('goes on without a line that a colleague took over', async () => {
    const { at, id, answer, batches, sales } = begunElsewhere(3, 1)
    const batch = batches.get(id)
    const taken = aVoucherSale({
      id: '01J0000000000000000000000C' as SaleId,
      cashier: { id: joseph.id, name: joseph.name },
      batch: { id, line: 2, of: 3 },
    })
    sales.push(taken)
    Object.assign(batch?.lines[1] ?? {}, { sale: taken })
    Object.assign(batch ?? {}, { stop: { reason: 'taken-over', at: 0, line: 2 } })
    const { seen } = show(at, answer)
    expect(await screen.findByText(/^Joseph took over code 2\. No further code was charged/)).toBeInTheDocument()
    expect(
      screen.getByRole('heading', { name: text('batch.refundOrGoOn', { amount: 'AED 20.00' }) }),
    ).toBeInTheDocument()
    expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
    await userEvent.click(await armed(startingWith('batch.goOn')))
    await waitFor(() => expect(sent(seen, /confirm/)[0]?.body).toMatchObject({ lines: [3] }))
  })

  it('that was ended names the money of a line that may still be finished apart from the refund', async () => {
    const { at, answer, batches, id, sales } = begunElsewhere(3, 1)
    const batch = batches.get(id)
    const proven = aVoucherSale({
      id: '01J0000000000000000000000C' as SaleId,
      state: 'not-executed',
      batch: { id, line: 2, of: 3 },
    })
    sales.push(proven)
    Object.assign(batch?.lines[1] ?? {}, { sale: proven })
    // It was not known yet when the person stopped, so nobody decided about it.
    Object.assign(batch ?? {}, { stop: { reason: 'requested', at: 0, by: { id: amal.id, name: amal.name } } })
    show(at, answer)
    expect(await screen.findByRole('heading', { name: 'Refund AED 20.00' })).toBeInTheDocument()
    expect(screen.getByText(text('batch.notDecided', { amount: 'AED 20.00' }))).toBeInTheDocument()
  })

  it('gives up the lines that were proven not carried out when it is ended, but none that a colleague took over', async () => {
    const { at, answer, batches, id, sales } = begunElsewhere(3, 0)
    const batch = batches.get(id)
    for (const [line, cashier] of [joseph, amal, amal].entries()) {
      const sale = aVoucherSale({
        id: `01J000000000000000000000${line}C` as SaleId,
        state: 'not-executed',
        batch: { id, line: line + 1, of: 3 },
        cashier: { id: cashier.id, name: cashier.name },
      })
      sales.push(sale)
      Object.assign(batch?.lines[line] ?? {}, { sale })
    }
    Object.assign(batch ?? {}, { state: 'stopped', approvedAt: 1, stop: { reason: 'not-sold', at: 0, line: 3 } })
    const { seen } = show(at, (method, path, body) => {
      // The first one is finished meanwhile.
      if (path === proxyPaths.abandonSale('01J0000000000000000000001C' as SaleId))
        return { status: 409, body: { code: 'wrong-state', message: '', moneyMoved: 'unknown' } }
      return answer(method, path, body)
    })
    await userEvent.click(await screen.findByRole('button', { name: text('batch.stopHere') }))
    await waitFor(() =>
      expect(sent(seen, /abandon/).map(({ path }) => path)).toEqual(
        [1, 2].map((line) => proxyPaths.abandonSale(`01J000000000000000000000${line}C` as SaleId)),
      ),
    )
  })

  it('takes the question who permits it back once the quantity moved on', async () => {
    const limits = [{ of: 'person', kind: 'vouchersPerMinute', limit: 1, used: 1 }]
    const above: FakeAnswer = { status: 403, body: { code: 'above-limit', message: '', moneyMoved: 'no', limits } }
    let isAbove = false
    const { at, id, answer, batches } = begunElsewhere(3, 1, { confirm: () => (isAbove ? above : undefined) })
    isAbove = true
    const { seen } = show(at, answer)
    await userEvent.click(await armed(startingWith('batch.goOn')))
    expect(await screen.findByRole('dialog', { name: text('limit.title') })).toBeInTheDocument()
    await userEvent.keyboard('135791')
    // Meanwhile it went on at another till.
    isAbove = false
    const version = batches.get(id)?.version
    answer('POST', proxyPaths.confirmBatch(id), { version, lines: [2] })
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    await userEvent.click(await armed(startingWith('batch.goOn')))
    expect(await soldHeading()).toBeInTheDocument()
    expect(JSON.stringify(sent(seen, /confirm$/))).not.toContain('approver')
  })

  it('is not there where it cannot be seen', async () => {
    const { at, answer } = begunElsewhere(2, 1)
    const gone: FakeAnswer = { status: 404, body: { code: 'not-found', message: '', moneyMoved: 'unknown' } }
    show(at, (method, path, body) => (path.startsWith('/api/batches') ? gone : answer(method, path, body)), joseph)
    expect(await screen.findByText(text('batch.missing'))).toBeInTheDocument()
  })
})
