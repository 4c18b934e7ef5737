// @vitest-environment jsdom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import SalePage from '#browser/pages/sale/SalePage.tsx'
import { routes } from '#browser/paths.ts'
import { useCustomerDisplay } from '#browser/sale/customer-display.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { beginRequest, findSaleRequest, storeSaleRequest } from '#browser/sale/sale-request.ts'
import type { Failure } from '#contract/proxy/failure.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { A_SALE_ID, aSale } from '../../../support/a-shop.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { amal, aStatus, hamad, joseph, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

fakeDialogs()

const content = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' } as const

const OTHER_ID = '01J0000000000000000000000B' as SaleId

type Answer = (method: string, path: string, body: unknown) => FakeAnswer | undefined

const open = (
  id: string,
  answer: Answer,
  person: Person = amal,
  status: () => FakeAnswer = () => ({ body: aStatus() }),
) => renderPage({ [routes.sale]: <SalePage /> }, { at: `/sale/${id}`, proxy: proxyWith(answer, { person, status }) })

/** A sale that every step answers as it is. */
const shows = (sale: Sale, person?: Person) =>
  open(
    sale.id,
    (_, path) => ({ body: path.endsWith('/reveal') ? { receipt: null, voucher: null, sale } : sale }),
    person,
  )

const asked = (seen: { method: string; path: string }[], path: string) =>
  seen.filter((each) => each.path === path && each.method !== 'GET')

const armed = async (name: string | RegExp) => {
  const button = await screen.findByRole('button', { name })
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'))
  return button
}

beforeEach(() => useDraft.getState().clear())

describe('a sale on screen', () => {
  it('is opened under the id of its address by a reload when the proxy has never heard of it', async () => {
    const id = beginRequest({ content, tileId: '2' })
    const lost = open(id, () => 'no answer')
    expect(await screen.findByText(/Nothing was charged: only a check was sent/)).toBeInTheDocument()
    lost.unmount()

    let isKnown = false
    const { seen } = open(id, (method) => {
      isKnown ||= method === 'PUT'
      return isKnown ? { body: aSale({ id }) } : undefined
    })
    expect(await screen.findByRole('button', { name: /^Send top-up.*AED 50\.00/ })).toBeInTheDocument()
    const ofSale = seen.filter(({ path }) => path === proxyPaths.sale(id))
    expect(ofSale.slice(0, 2)).toEqual([
      { method: 'GET', path: proxyPaths.sale(id), body: undefined },
      { method: 'PUT', path: proxyPaths.sale(id), body: content },
    ])
    expect(ofSale.filter(({ method }) => method === 'PUT')).toHaveLength(1)
    await waitFor(() => expect(findSaleRequest(id)?.stage).toBe('answered'))
  })

  it('is only read after a reload when the proxy knows it', async () => {
    const id = beginRequest({ content, tileId: '2' })
    const { seen } = open(id, () => ({ body: aSale({ id }) }))
    expect(await screen.findByRole('button', { name: /^Send top-up.*AED 50\.00/ })).toBeInTheDocument()
    expect(seen.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('is opened again by a person while the till does not answer, with the same request', async () => {
    const id = beginRequest({ content, tileId: '2' })
    const { seen } = open(id, () => 'no answer')
    const again = await screen.findByRole('button', { name: text('storefront.tryAgain') })
    await waitFor(() => expect(again).toHaveAttribute('aria-disabled', 'false'))
    await userEvent.click(again)
    await waitFor(() =>
      expect(seen.filter(({ method }) => method === 'PUT')).toEqual([
        { method: 'PUT', path: proxyPaths.sale(id), body: content },
      ]),
    )
    expect(await screen.findByText(/Nothing was charged: only a check was sent/)).toBeInTheDocument()
  })

  it('goes back to the ticket with everything typed and the reason when our rules forbid the sale', async () => {
    const id = beginRequest({ content, tileId: '2' })
    const failure = { code: 'amount-invalid', message: '', moneyMoved: 'no' }
    const { place } = open(id, (method) => (method === 'PUT' ? { status: 422, body: failure } : undefined))
    await waitFor(() => expect(place.path).toMatch(/^\/sell\//))
    expect(useDraft.getState()).toMatchObject({ number: '971501234567', amount: '50', refusal: 'amount-invalid' })
  })

  it('knows nothing, and never says not sold, when a confirm goes unanswered', async () => {
    const user = userEvent.setup()
    const sale = aSale()
    open(sale.id, (method, path) => (path.endsWith('/confirm') || method === 'POST' ? 'no answer' : { body: sale }))
    const send = await screen.findByRole('button', { name: startingWith('sale.send') })
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'false'))
    await user.click(send)
    expect(await screen.findByRole('heading', { name: text('state.unknown.heading') })).toBeInTheDocument()
    expect(screen.getByText(text('sale.stop'))).toBeInTheDocument()
    expect(screen.queryByText(text('state.failed.heading'))).not.toBeInTheDocument()
  })

  it('sends the version that was shown, and empties the draft', async () => {
    const user = userEvent.setup()
    useDraft.getState().fill({ serviceId: 'qamra', number: '971501234567', amount: '50' })
    let sale = aSale({ version: 7 })
    const { seen } = open(sale.id, (_, path) => {
      if (path.endsWith('/confirm')) sale = aSale({ version: 8, state: 'pending', confirmedAt: NOW })
      return { body: sale }
    })
    const send = await screen.findByRole('button', { name: startingWith('sale.send') })
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'false'))
    await user.click(send)
    expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
    expect(seen.filter(({ path }) => path.endsWith('/confirm'))).toEqual([
      { method: 'POST', path: proxyPaths.confirmSale(A_SALE_ID), body: { version: 7 } },
    ])
    expect(useDraft.getState().number).toBe('')
  })

  it.each([
    { more: { state: 'opened' }, heading: text('state.opened.heading') },
    { more: { state: 'checked' }, heading: text('state.checked.heading') },
    { more: { state: 'confirming' }, heading: text('state.confirming.heading') },
    { more: { state: 'pending' }, heading: 'Waiting for Qamra' },
    { more: { state: 'pending', held: true }, heading: text('state.held.heading') },
    { more: { state: 'unknown' }, heading: text('state.unknown.heading') },
    { more: { state: 'not-executed' }, heading: text('state.not-executed.heading') },
    { more: { state: 'succeeded' }, heading: text('state.succeeded.heading') },
    { more: { state: 'failed' }, heading: text('state.failed.heading') },
    { more: { state: 'refused' }, heading: text('state.failed.heading') },
    { more: { state: 'abandoned' }, heading: text('state.abandoned.heading') },
    { more: { state: 'cancelled' }, heading: text('state.cancelled.heading') },
    { more: { state: 'replaced' }, heading: text('state.replaced.heading') },
    { more: { state: 'succeeded', conflicting: true }, heading: text('state.conflicting.heading') },
  ] satisfies { more: Partial<Sale>; heading: string }[])(
    'says "$heading" of $more.state',
    async ({ more, heading }) => {
      shows(aSale(more))
      expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
    },
  )

  it.each([
    { state: 'failed', words: 'The wallet was not charged' },
    { state: 'refused', words: text('sale.nothingCharged') },
    { state: 'abandoned', words: text('sale.nothingCharged') },
  ] as const)('says of $state: $words', async ({ state, words }) => {
    shows(aSale({ state }))
    expect(await screen.findByRole('heading', { level: 2, name: words })).toBeInTheDocument()
  })

  it.each<{ problem: Sale['problem']; events?: Sale['events']; hint: RegExp; say: RegExp }>([
    {
      problem: { code: 'service-1001' },
      events: [{ at: 1, kind: 'confirm-refused', code: 1001 }],
      hint: /^The service refused: low balance or limit reached\. Making sure nothing was charged\.$/,
      say: /making sure nothing was charged/,
    },
    { problem: { code: 'service-5' }, hint: /^The service refused: .*access\. Making sure/, say: /making sure/ },
    { problem: { code: 'service-60' }, hint: /^The service refused: .* Making sure/, say: /making sure/ },
    { problem: { code: 'no-answer' }, hint: /^We got no reply\./, say: /no reply yet/ },
    { problem: { code: 'service-unreadable' }, hint: /reply was unclear\. The sale/, say: /no reply yet/ },
    {
      problem: { code: 'no-answer' },
      events: [{ at: 1, kind: 'confirm-lost', state: -1 }],
      hint: /reply was unclear\. The sale/,
      say: /no reply yet/,
    },
  ])('tells why a sale is not known after $problem.code', async ({ problem, events = [], hint, say }) => {
    shows(aSale({ state: 'unknown', confirmedAt: NOW, ...(problem ? { problem } : {}), events }))
    expect(await screen.findByText(hint)).toBeInTheDocument()
    expect(screen.getByText(say)).toBeInTheDocument()
    expect(screen.queryByText(/connection dropped/)).not.toBeInTheDocument()
  })

  it('says what it was refused for when it is proven that nothing was charged, and how to get help', async () => {
    const user = userEvent.setup()
    shows(aSale({ state: 'not-executed', confirmedAt: NOW, problem: { code: 'service-1001' } }))
    expect(await screen.findByText(text('sale.refusedIt', { why: text('sale.refusal.funds') }))).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: text('sale.callSupervisor') }))
    expect(screen.getByRole('dialog', { name: text('sale.callSupervisor') }).textContent).toMatch(/Hamad.*0483/)
  })

  it('calls a supervisor where the service cancelled, with its own sign in what happened', async () => {
    const events: Sale['events'] = [{ at: 1, kind: 'final', state: 3 }]
    shows(aSale({ state: 'cancelled', confirmedAt: NOW, attention: 'cancelled', events }))
    expect(await screen.findByRole('button', { name: text('sale.callSupervisor') })).toBeInTheDocument()
    const line = screen.getAllByRole('listitem').find((item) => item.textContent.includes('Cancelled by the service'))
    expect(line).toBeInTheDocument()
    expect(screen.queryByText(text('sale.event.final'))).not.toBeInTheDocument()
  })

  it('shows the message of the service as text', async () => {
    shows(aSale({ state: 'failed', problem: { code: 'service-failed', text: 'Not <b>active</b>.' } }))
    expect(await screen.findByText('Not <b>active</b>.')).toBeInTheDocument()
  })

  it('tries the same again as a new sale', async () => {
    const user = userEvent.setup()
    const { place } = shows(aSale({ state: 'failed' }))
    await user.click(await screen.findByRole('button', { name: /Try the same again/ }))
    await waitFor(() => expect(place.path).not.toContain(A_SALE_ID))
    const id = place.path.replace('/sale/', '')
    expect(findSaleRequest(id as typeof A_SALE_ID)?.content).toEqual(content)
  })

  it('prints what the service wrote, in its order, below what we know', async () => {
    const receipt = { footer: 'Bye', header: 'Qamra', info: 'Line one\nLine two' }
    const sale = aSale({ state: 'succeeded' })
    open(A_SALE_ID, (_, path) => ({ body: path.endsWith('/reveal') ? { receipt, voucher: null, sale } : sale }))
    await screen.findByText('Bye')
    expect(screen.getByRole('region', { name: text('sale.receipt') }).textContent).toMatch(
      /SIDRA CORNER SHOP.*Sale 0483.*\+971 50 123 4567.*Paid.*AED 50\.00.*Qamra.*Line one\nLine two.*Bye/s,
    )
  })
})

describe('the same asked for twice', () => {
  const other = aSale({ id: OTHER_ID, number: 482, state: 'succeeded', finalAt: NOW - 3 * 60_000 })
  const refused = (code: Failure['code']): FakeAnswer => ({
    status: 409,
    body: { code, message: '', moneyMoved: 'no', sale: other },
  })

  it('names the sale that is on its way, and leads to it', async () => {
    const id = beginRequest({ content })
    const { place } = open(id, (method) => (method === 'PUT' ? refused('duplicate-blocked') : undefined))
    expect(await screen.findByRole('heading', { name: text('sale.duplicate.open') })).toBeInTheDocument()
    expect(screen.getByRole('region', { name: text('sale.duplicate.other') }).textContent).toMatch(
      /Sale 0482.*Amal R\./,
    )
    expect(screen.queryByRole('button', { name: text('sale.duplicate.again') })).not.toBeInTheDocument()
    await userEvent.click(await armed(text('sale.duplicate.openThat')))
    await waitFor(() => expect(place.path).toBe(`/sale/${OTHER_ID}`))
  })

  it('by a colleague before is told without what only they may see, and nothing leads there', async () => {
    const {
      id: other,
      number,
      kind,
      state,
      serviceId,
      serviceName,
      brand,
    } = aSale({ id: OTHER_ID, state: 'succeeded' })
    const summary: SaleSummary = {
      id: other,
      number,
      kind,
      state,
      serviceId,
      serviceName,
      brand,
      account: '9715••••4567',
      openedAt: NOW - 3 * 60_000,
      cashier: { name: joseph.name },
    }
    const id = beginRequest({ content })
    const puts: unknown[] = []
    open(id, (method, _, body) => {
      if (method !== 'PUT') return undefined
      puts.push(body)
      return puts.length === 1
        ? { status: 409, body: { code: 'confirm-duplicate', message: '', moneyMoved: 'no', sale: summary } }
        : { body: aSale({ id }) }
    })
    expect(await screen.findByText('Joseph M. sold the same to this customer 3 minutes ago.')).toBeInTheDocument()
    const named = within(screen.getByRole('region', { name: text('sale.duplicate.other') }))
    expect(named.getByText('9715••••4567')).toBeInTheDocument()
    expect(named.queryByText(/AED/)).not.toBeInTheDocument()
    expect(screen.queryByRole('button', { name: text('sale.duplicate.openThat') })).not.toBeInTheDocument()
    await userEvent.click(await armed(text('sale.duplicate.again')))
    await waitFor(() => expect(puts.at(-1)).toEqual({ ...content, duplicateOf: OTHER_ID }))
  })

  it('is sold again under the same id when a person says so, also after a reload', async () => {
    const id = beginRequest({ content })
    const puts: unknown[] = []
    const answer: Answer = (method, _, body) => {
      if (method !== 'PUT') return undefined
      puts.push(body)
      return puts.length === 1 ? refused('confirm-duplicate') : 'no answer'
    }
    const first = open(id, answer)
    expect(await screen.findByText('Sold to this number 3 minutes ago, AED 50.00.')).toBeInTheDocument()
    await waitFor(() => expect(document.activeElement?.textContent).toContain(text('ticket.cancel')))
    await userEvent.click(await armed(text('sale.duplicate.again')))
    await waitFor(() => expect(puts).toEqual([content, { ...content, duplicateOf: OTHER_ID }]))
    first.unmount()

    open(id, answer)
    await waitFor(() => expect(puts).toHaveLength(3))
    expect(puts[2]).toEqual({ ...content, duplicateOf: OTHER_ID })
  })

  it('goes back to the ticket with everything typed when it is not wanted', async () => {
    const id = beginRequest({ content, tileId: '2' })
    const { place } = open(id, (method) => (method === 'PUT' ? refused('confirm-duplicate') : undefined))
    await userEvent.click(await screen.findByRole('button', { name: text('ticket.cancel') }))
    await waitFor(() => expect(place.path).toBe('/sell/product/2'))
    expect(useDraft.getState()).toMatchObject({ number: '971501234567', amount: '50', refusal: undefined })
  })

  it('is asked at the last moment too, and sent with the other sale named', async () => {
    const sale = aSale({ version: 7 })
    const { seen } = open(sale.id, (_, path, body) => {
      if (!path.endsWith('/confirm')) return { body: sale }
      return (body as { duplicateOf?: string }).duplicateOf
        ? { body: aSale({ version: 8, state: 'pending', confirmedAt: NOW }) }
        : refused('confirm-duplicate')
    })
    await userEvent.click(await armed(startingWith('sale.send')))
    await userEvent.click(await armed(text('sale.duplicate.again')))
    await waitFor(() =>
      expect(asked(seen, proxyPaths.confirmSale(sale.id)).map((each) => (each as { body?: unknown }).body)).toEqual([
        { version: 7 },
        { version: 7, duplicateOf: OTHER_ID },
      ]),
    )
  })
})

it('asks an old page to reload, and keeps what it was asked for', async () => {
  const id = beginRequest({ content })
  const failure = { code: 'page-outdated', message: '', moneyMoved: 'no' }
  open(id, (method) => (method === 'PUT' ? { status: 409, body: failure } : undefined))
  expect(await screen.findByRole('heading', { name: text('failure.page-outdated') })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('sale.reload') })).toBeInTheDocument()
  expect(findSaleRequest(id)).toMatchObject({ content, stage: 'asked' })
})

describe('money to give back', () => {
  it('is not spoken of on the slip of a sale that nobody paid', async () => {
    shows(aSale({ state: 'refused' }))
    expect(await screen.findByRole('heading', { name: text('sale.nothingCharged') })).toBeInTheDocument()
    expect(screen.queryByText(text('sale.refund'))).not.toBeInTheDocument()
  })

  it('is ticked once by hand, never by the Enter that goes on', async () => {
    const sale = aSale({ state: 'failed', confirmedAt: 1, refund: {} })
    const { seen } = shows(sale)
    expect(await screen.findByRole('heading', { name: 'Refund AED 50.00' })).toBeInTheDocument()
    expect(document.activeElement?.textContent).toContain(text('sale.nextCustomer'))
    expect(asked(seen, proxyPaths.refundedSale(sale.id))).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Refunded AED 50.00' }))
    await waitFor(() => expect(asked(seen, proxyPaths.refundedSale(sale.id))).toHaveLength(1))
  })

  it('says afterwards who gave it back', async () => {
    shows(aSale({ state: 'failed', confirmedAt: 1, refund: { done: { at: NOW, by: 'Joseph Mathew' } } }))
    expect(await screen.findByRole('heading', { name: 'Refunded AED 50.00' })).toBeInTheDocument()
    expect(screen.getByText(/By Joseph Mathew/)).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: startingWith('sale.refunded') })).not.toBeInTheDocument()
  })
})

describe("a colleague's sale", () => {
  const notExecuted = aSale({ state: 'not-executed', confirmedAt: 1 })

  it('is taken over before it is finished or given up', async () => {
    const { seen } = shows(notExecuted, joseph)
    await userEvent.click(await screen.findByRole('button', { name: text('sale.takeOver') }))
    await waitFor(() => expect(asked(seen, proxyPaths.takeOverSale(A_SALE_ID))).toHaveLength(1))
    expect(screen.queryByRole('button', { name: /Send again|Cancel and refund/ })).not.toBeInTheDocument()
    expect(
      screen.getByText('Amal Rahman started this sale. Take it over to send it again or cancel it.'),
    ).toBeInTheDocument()
  })

  it.each([
    { who: 'its own cashier', person: amal, offers: false },
    { who: 'a supervisor', person: hamad, offers: true },
  ])('is finished by $who at once', async ({ person, offers }) => {
    shows(notExecuted, person)
    expect(await screen.findByRole('button', { name: startingWith('sale.sendAgain') })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: text('sale.takeOver') }) !== null).toBe(offers)
  })

  it('is said to be settled when it is no longer open to everybody', async () => {
    let isOpen = true
    open(
      A_SALE_ID,
      () =>
        isOpen
          ? { body: aSale({ state: 'pending', confirmedAt: 1 }) }
          : { status: 404, body: { code: 'not-found', message: '', moneyMoved: 'unknown' } },
      joseph,
    )
    expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
    isOpen = false
    expect(await screen.findByRole('heading', { name: text('sale.gone') })).toBeInTheDocument()
  })
})

describe('a sale that the journal has no more', () => {
  const missing = { status: 404, body: { code: 'not-found', message: '', moneyMoved: 'no' } }

  it('was never there, where nobody saw it', async () => {
    open(A_SALE_ID, () => missing, amal)
    expect(await screen.findByText(text('sale.missingHint'))).toBeInTheDocument()
    // The number that was typed before it is on the customer's display no longer.
    await waitFor(() => expect(useCustomerDisplay.getState().shown).toEqual({ kind: 'none' }))
  })

  it('may have been charged, where it was seen, or may be of the time that a restore has lost', async () => {
    let isThere = true
    open(A_SALE_ID, () => (isThere ? { body: aSale({ state: 'pending', confirmedAt: 1 }) } : missing), amal)
    expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
    isThere = false
    expect(await screen.findByText(text('sale.lostHint'))).toBeInTheDocument()
    cleanup()
    open(A_SALE_ID, () => ({ ...missing, body: { ...missing.body, moneyMoved: 'unknown', mayBeLost: true } }), amal)
    expect(await screen.findByText(text('sale.lostHint'))).toBeInTheDocument()
    expect(screen.queryByText(text('sale.missingHint'))).not.toBeInTheDocument()
  })

  it('may have been charged, where it was sent from this tab', async () => {
    const content = { kind: 'direct', serviceId: 'qamra-rc', amount: '20', account: '971500000001' } as const
    storeSaleRequest(A_SALE_ID, { content, stage: 'sent', sentAt: NOW })
    open(A_SALE_ID, () => missing, amal)
    expect(await screen.findByText(text('sale.lostHint'))).toBeInTheDocument()
  })
})

describe('the word of a supervisor', () => {
  const cancelled = aSale({ state: 'cancelled', confirmedAt: 1, attention: 'cancelled' })

  it('is not asked of a cashier', async () => {
    shows(cancelled)
    expect(await screen.findByRole('heading', { name: text('sale.askSupervisor') })).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: text('sale.resolve') })).not.toBeInTheDocument()
  })

  it('needs a decision and what support said', async () => {
    const { seen } = shows(cancelled, hamad)
    await userEvent.click(await screen.findByRole('button', { name: text('sale.resolve') }))
    const dialog = within(screen.getByRole('dialog', { name: text('sale.resolveHeading', { number: '0483' }) }))
    await userEvent.click(dialog.getByRole('button', { name: text('sale.resolve.choose') }))
    await userEvent.click(dialog.getByRole('radio', { name: /It was sold/ }))
    await userEvent.click(dialog.getByRole('button', { name: text('sale.resolve.noteMissing') }))
    expect(asked(seen, proxyPaths.resolveSale(A_SALE_ID))).toEqual([])
    await userEvent.type(dialog.getByRole('textbox', { name: text('sale.resolve.note') }), ' It arrived. ')
    await userEvent.click(dialog.getByRole('button', { name: text('sale.resolve.sold.do') }))
    await waitFor(() =>
      expect(asked(seen, proxyPaths.resolveSale(A_SALE_ID))).toMatchObject([
        { body: { outcome: 'sold', note: 'It arrived.' } },
      ]),
    )
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  })

  it('stands beside what the service said, and lets go of the number', async () => {
    const closed = { outcome: 'sold', note: 'It arrived.', at: NOW, by: 'Hamad Saleh' } as const
    shows(aSale({ state: 'unknown', confirmedAt: 1, resolution: closed }))
    expect(await screen.findByRole('heading', { level: 1, name: text('state.unknown.heading') })).toBeInTheDocument()
    expect(screen.getByRole('heading', { name: text('sale.resolved.sold') })).toBeInTheDocument()
    expect(screen.getByText('It arrived.')).toBeInTheDocument()
    expect(screen.queryByText(text('sale.stop'))).not.toBeInTheDocument()
  })
})

describe('what became of a sale', () => {
  it('is marked as seen by anyone who has it on screen', async () => {
    const sale = aSale({ state: 'succeeded', isUnread: true })
    const { seen } = open(sale.id, (_, path) => {
      if (path.endsWith('/reveal')) return { body: { receipt: null, voucher: null, sale } }
      return { body: path.endsWith('/acknowledge') ? aSale({ state: 'succeeded' }) : sale }
    })
    await waitFor(() => expect(asked(seen, proxyPaths.acknowledgeSale(sale.id)).length).toBeGreaterThan(0))
  })

  it('is marked only when it is news', async () => {
    const { seen } = shows(aSale({ state: 'failed' }))
    await screen.findByRole('heading', { name: text('state.failed.heading') })
    expect(asked(seen, proxyPaths.acknowledgeSale(A_SALE_ID))).toEqual([])
  })
})

describe('while the till itself is silent', () => {
  it('says what this screen did and when it looks again', async () => {
    const sale = aSale({ events: [{ at: 1, kind: 'checked' }] })
    open(sale.id, (method) => (method === 'POST' ? 'no answer' : { body: sale }))
    await userEvent.click(await armed(startingWith('sale.send')))
    expect(await screen.findByRole('heading', { name: text('state.unknown.heading') })).toBeInTheDocument()
    const lines = screen.getAllByRole('listitem').map((line) => line.textContent?.replace(/^[\d:]+/, ''))
    expect(lines).toEqual([
      text('sale.event.checked'),
      text('sale.youConfirmed'),
      text('sale.event.confirm-lost'),
      `${text('sale.next')}${text('sale.nextTill')}`,
    ])
  })

  it.each(['pending', 'unknown'] as const)(
    'tells how old the last news of a sale in %s is, and promises nothing',
    async (state) => {
      open(
        A_SALE_ID,
        () => ({ body: aSale({ state, confirmedAt: 1, nextFindAt: NOW + 60_000 }) }),
        amal,
        () => 'no answer',
      )
      expect(await screen.findByText(text('sale.lastKnown', { age: 'just now' }))).toBeInTheDocument()
      expect(screen.queryByText(/We keep checking/)).not.toBeInTheDocument()
      expect(screen.queryByText(/Next check/)).not.toBeInTheDocument()
    },
  )
})

it('calls its own confirm by name only to others', async () => {
  const events = [{ at: 1, kind: 'approved', by: 'Amal Rahman' } as const]
  const mine = shows(aSale({ state: 'pending', confirmedAt: 1, events }))
  expect(await screen.findByText(text('sale.youConfirmed'))).toBeInTheDocument()
  mine.unmount()
  shows(aSale({ state: 'pending', confirmedAt: 1, events }), joseph)
  expect(await screen.findByText('Amal Rahman confirmed')).toBeInTheDocument()
})

it('does not send while selling is stopped', async () => {
  const sale = aSale()
  open(
    sale.id,
    () => ({ body: sale }),
    amal,
    () => ({ body: aStatus({ service: 'stopped', reason: 'inactive' }) }),
  )
  expect(await screen.findByRole('button', { name: text('shell.stopped') })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('sale.send') })).not.toBeInTheDocument()
})
