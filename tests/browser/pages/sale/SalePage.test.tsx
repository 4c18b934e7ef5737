// @vitest-environment happy-dom
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import SalePage from '#browser/pages/sale/SalePage.tsx'
import { paths, routes } from '#browser/paths.ts'
import { useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import { useCustomerDisplay } from '#browser/sale/customer-display.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { beginRequest, findSaleRequest, storeSaleRequest } from '#browser/sale/sale-request.ts'
import type { Catalog } from '#api/catalog.ts'
import type { Failure } from '#api/failure.ts'
import type { Person } from '#domain/person.ts'
import { decimal, money } from '#domain/money/money.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { A_SALE_ID, aSale } from '../../../support/a-shop.ts'
import { aVoucherSale, voucherCatalog } from '../../../support/a-voucher.ts'
import { amal, aStatus, hamad, joseph, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, type FakeProxy, press, renderPage, type SentRequest } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const content = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' } as const
const LOST = { at: 1, kind: 'confirm-lost', state: -1 } as const
const OTHER_ID = '01J0000000000000000000000B' as SaleId

type Options = { person?: Person; status?: () => FakeAnswer; catalog?: Catalog }

const open = (id: string, answer: FakeProxy, options: Options = {}) =>
  renderPage({ [routes.sale]: <SalePage /> }, { at: `/sale/${id}`, proxy: proxyWith(answer, options) })

const revealed = (sale: Sale) => ({ receipt: null, voucher: null, sale })
const shows = (sale: Sale, person = amal) =>
  open(sale.id, (_, path) => ({ body: path.endsWith('/reveal') ? revealed(sale) : sale }), { person })

const asked = (seen: SentRequest[], path: string) => seen.filter((each) => each.path === path && each.method !== 'GET')

beforeEach(() => useDraft.getState().clear())

it('a sale page opens the sale under the id in its address, by a press while the server does not answer and after a reload', async () => {
  const id = beginRequest({ content, tileId: '2' })
  const lost = open(id, () => 'no answer')
  expect(await screen.findByText(/Nothing was charged: only a check was sent/)).toBeInTheDocument()
  await press(text('storefront.tryAgain'))
  const put = { method: 'PUT', path: `/api/sales/${id}`, body: content }
  await waitFor(() => expect(lost.seen.filter(({ method }) => method === 'PUT')).toEqual([put]))
  expect(await screen.findByText(/Nothing was charged: only a check was sent/)).toBeInTheDocument()
  lost.unmount()

  let isKnown = false
  const { seen } = open(id, (method) => {
    isKnown ||= method === 'PUT'
    return isKnown ? { body: aSale({ id }) } : undefined
  })
  expect(await screen.findByRole('button', { name: /^Send top-up.*AED\u00a050\.00/ })).toBeInTheDocument()
  const ofSale = seen.filter(({ path }) => path === `/api/sales/${id}`)
  expect(ofSale.slice(0, 2)).toEqual([{ method: 'GET', path: `/api/sales/${id}`, body: undefined }, put])
  expect(ofSale.filter(({ method }) => method === 'PUT')).toHaveLength(1)
  await waitFor(() => expect(findSaleRequest(id)?.stage).toBe('answered'))
})

it('a sale page only reads after a reload when the server knows the sale', async () => {
  const id = beginRequest({ content, tileId: '2' })
  const { seen } = open(id, () => ({ body: aSale({ id }) }))
  expect(await screen.findByRole('button', { name: /^Send top-up.*AED\u00a050\.00/ })).toBeInTheDocument()
  expect(seen.filter(({ method }) => method !== 'GET')).toEqual([])
})

it('a sale that our rules reject leads back to the ticket with everything that was typed and the reason', async () => {
  const id = beginRequest({ content, tileId: '2' })
  const { place } = open(id, (method) => (method === 'PUT' ? refusal(422, 'amount-invalid') : undefined))
  await waitFor(() => expect(place.path).toMatch(/^\/sell\//))
  expect(useDraft.getState()).toMatchObject({ number: '971501234567', amount: '50', refusal: 'amount-invalid' })
})

it('a sale whose confirm gets no answer shows as not known, with what this screen did and when it checks next', async () => {
  const sale = aSale({ events: [{ at: 1, kind: 'checked' }] })
  open(sale.id, (method) => (method === 'POST' ? 'no answer' : { body: sale }))
  await press(startingWith('sale.send'))
  expect(await screen.findByRole('heading', { name: text('state.unknown.heading') })).toBeInTheDocument()
  expect(screen.getByText(text('sale.stop'))).toBeInTheDocument()
  expect(screen.queryByText(text('state.failed.heading'))).not.toBeInTheDocument()
  expect(screen.getAllByRole('listitem').map((line) => line.textContent?.replace(/^[\d:]+/, ''))).toEqual([
    text('sale.event.checked'),
    text('sale.youConfirmed'),
    text('sale.event.confirm-lost'),
    `${text('sale.next')}${text('sale.nextTill')}`,
  ])
})

it('a sale page sends the version that was shown, and empties the draft', async () => {
  useDraft.getState().fill({ serviceId: 'qamra', number: '971501234567', amount: '50' })
  let sale = aSale({ version: 7 })
  const { seen } = open(sale.id, (_, path) => {
    if (path.endsWith('/confirm')) sale = aSale({ version: 8, state: 'pending', confirmedAt: NOW })
    return { body: sale }
  })
  await press(startingWith('sale.send'))
  expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
  expect(asked(seen, `/api/sales/${A_SALE_ID}/confirm`).map(({ body }) => body)).toEqual([{ version: 7 }])
  expect(useDraft.getState().number).toBe('')
})

it.each<{ more: Partial<Sale>; heading: string; note?: string }>([
  { more: { state: 'opened' }, heading: text('state.opened.heading') },
  { more: { state: 'checked' }, heading: text('state.checked.heading') },
  { more: { state: 'confirming' }, heading: text('state.confirming.heading') },
  { more: { state: 'pending' }, heading: 'Waiting for Qamra' },
  { more: { state: 'pending', held: true }, heading: text('state.held.heading') },
  { more: { state: 'unknown' }, heading: text('state.unknown.heading') },
  { more: { state: 'not-executed' }, heading: text('state.not-executed.heading') },
  { more: { state: 'succeeded' }, heading: text('state.succeeded.heading') },
  { more: { state: 'failed' }, heading: text('state.failed.heading'), note: 'The wallet was not charged' },
  { more: { state: 'refused' }, heading: text('state.failed.heading'), note: text('sale.nothingCharged') },
  { more: { state: 'abandoned' }, heading: text('state.abandoned.heading'), note: text('sale.nothingCharged') },
  { more: { state: 'canceled' }, heading: text('state.canceled.heading') },
  { more: { state: 'replaced' }, heading: text('state.replaced.heading') },
  { more: { state: 'succeeded', conflicting: true }, heading: text('state.conflicting.heading') },
])('a sale page shows "$heading" for $more.state', async ({ more, heading, note }) => {
  shows(aSale(more))
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
  if (note) expect(screen.getByRole('heading', { level: 2, name: note })).toBeInTheDocument()
  // No customer paid for any of them.
  expect(screen.queryByText(text('sale.refund'))).not.toBeInTheDocument()
})

it.each<{ more: Partial<Sale> }>([
  { more: { state: 'unknown', confirmedAt: NOW } },
  { more: { state: 'failed', confirmedAt: NOW } },
  { more: { state: 'failed', confirmedAt: NOW, refund: {} } },
])('the last key of a sale with state $more.state is the next customer, equally large', async ({ more }) => {
  shows(aSale(more))
  const next = await screen.findByRole('button', { name: startingWith('sale.nextCustomer') })
  expect(next).toHaveClass('min-h-key')
  expect(screen.getAllByRole('button').at(-1)).toBe(next)
})

it.each<[string, Sale['problem'], Sale['events'], RegExp, RegExp]>([
  [
    'a rejection',
    { code: 'service-1001' },
    [{ at: 1, kind: 'confirm-refused', code: 1001 }],
    /^Refused: low balance or limit reached\. Confirming that nothing was charged\.$/,
    /making sure nothing was charged/,
  ],
  ['a missing reply', { code: 'no-answer' }, [], /^We got no reply\./, /no reply yet/],
  ['an unclear reply', { code: 'service-unreadable' }, [], /reply was unclear\. The sale/, /no reply yet/],
  ['an unclear state', { code: 'no-answer' }, [LOST], /reply was unclear\. The sale/, /no reply yet/],
])('a sale page says why a sale is not known after %s', async (_, problem, events = [], hint, say) => {
  shows(aSale({ state: 'unknown', confirmedAt: NOW, ...(problem ? { problem } : {}), events }))
  expect(await screen.findByText(hint)).toBeInTheDocument()
  expect(screen.getByText(say)).toBeInTheDocument()
  expect(screen.queryByText(/connection dropped/)).not.toBeInTheDocument()
})

it('a sale page says why a sale was rejected once it is proven that nothing was charged, and how to get help', async () => {
  const { seen } = shows(aSale({ state: 'not-executed', confirmedAt: NOW, problem: { code: 'service-1001' } }))
  expect(await screen.findByText(text('sale.refusedIt', { why: text('sale.refusal.funds') }))).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: text('sale.callSupervisor') }))
  expect(screen.getByRole('dialog', { name: text('sale.callSupervisor') }).textContent).toMatch(/Hamad.*0483/)
  await userEvent.click(screen.getByRole('button', { name: text('sale.callSignIn') }))
  await waitFor(() => expect(asked(seen, '/api/session').map(({ method }) => method)).toEqual(['DELETE']))
})

it('a sale page asks a cashier to call a supervisor when the provider canceled, and lists the cancellation in the history', async () => {
  const events: Sale['events'] = [{ at: 1, kind: 'final', state: 3 }]
  shows(aSale({ state: 'canceled', confirmedAt: NOW, attention: 'canceled', events }))
  expect(await screen.findByRole('button', { name: text('sale.callSupervisor') })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: text('sale.askSupervisor') })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('sale.resolve') })).not.toBeInTheDocument()
  const happened = screen.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(happened.join('\n')).toContain(text('state.canceled.heading'))
  expect(screen.queryByText(text('sale.event.final'))).not.toBeInTheDocument()
})

it("a sale page shows the provider's message as text, and tries the same again as a new sale", async () => {
  const problem = { code: 'service-failed', text: 'Not <b>active</b>.' } as const
  const { place } = shows(aSale({ state: 'failed', problem }))
  expect(await screen.findByText('Not <b>active</b>.')).toBeInTheDocument()
  await press(startingWith('sale.sameAgain'))
  await waitFor(() => expect(place.path).not.toContain(A_SALE_ID))
  const id = place.path.replace('/sale/', '')
  expect(findSaleRequest(id as typeof A_SALE_ID)?.content).toEqual(content)
})

it("a sale page prints the provider's receipt lines in their order, below our own", async () => {
  const receipt = { footer: 'Bye', header: 'Qamra', info: 'Line one\nLine two' }
  const sale = aSale({ state: 'succeeded' })
  open(A_SALE_ID, (_, path) => ({ body: path.endsWith('/reveal') ? { receipt, voucher: null, sale } : sale }))
  await screen.findByText('Bye')
  expect(screen.getByRole('region', { name: text('sale.receipt') }).textContent).toMatch(
    /SIDRA CORNER SHOP.*Sale 0483.*\+971 50 123 4567.*Paid.*AED\u00a050\.00.*Qamra.*Line one\nLine two.*Bye/s,
  )
})

const other = aSale({ id: OTHER_ID, number: 482, state: 'succeeded', finalAt: NOW - 3 * 60_000 })
const refused = (code: Failure['code']): FakeAnswer => refusal(409, code, { sale: other })

it('a duplicate names the sale that is under way, and leads to it', async () => {
  const id = beginRequest({ content })
  const { place } = open(id, (method) => (method === 'PUT' ? refused('duplicate-blocked') : undefined))
  expect(await screen.findByRole('heading', { name: text('sale.duplicate.open') })).toBeInTheDocument()
  const named = screen.getByRole('region', { name: text('sale.duplicate.other') })
  expect(named.textContent).toMatch(/Sale 0482.*Amal R\./)
  expect(screen.queryByRole('button', { name: text('sale.duplicate.again') })).not.toBeInTheDocument()
  await press(text('sale.duplicate.openThat'))
  await waitFor(() => expect(place.path).toBe(`/sale/${OTHER_ID}`))
})

it("a duplicate of a colleague's sale shows nothing that only the colleague may see, and no link to it", async () => {
  const { number, kind, state, serviceId, serviceName, brand } = other
  const shown = { id: OTHER_ID, number, kind, state, serviceId, serviceName, brand, openedAt: NOW - 3 * 60_000 }
  const summary: SaleSummary = { ...shown, account: '9715••••4567', cashier: { name: joseph.name } }
  const id = beginRequest({ content })
  const puts: unknown[] = []
  open(id, (method, _, body) => {
    if (method !== 'PUT') return undefined
    puts.push(body)
    return puts.length === 1 ? refusal(409, 'confirm-duplicate', { sale: summary }) : { body: aSale({ id }) }
  })
  expect(await screen.findByText('Joseph M. sold the same product to this customer 3 minutes ago.')).toBeInTheDocument()
  const named = within(screen.getByRole('region', { name: text('sale.duplicate.other') }))
  expect(named.getByText('9715••••4567')).toBeInTheDocument()
  expect(named.queryByText(/AED/)).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('sale.duplicate.openThat') })).not.toBeInTheDocument()
  await press(text('sale.duplicate.again'))
  await waitFor(() => expect(puts.at(-1)).toEqual({ ...content, duplicateOf: OTHER_ID }))
})

it('a duplicate is sold under the same id after a person confirms it, also after a reload', async () => {
  const id = beginRequest({ content })
  const puts: unknown[] = []
  const answer: FakeProxy = (method, _, body) => {
    if (method !== 'PUT') return undefined
    puts.push(body)
    return puts.length === 1 ? refused('confirm-duplicate') : 'no answer'
  }
  const first = open(id, answer)
  expect(await screen.findByText('Sold to this number 3 minutes ago for AED 50.00.')).toBeInTheDocument()
  await waitFor(() => expect(document.activeElement?.textContent).toContain(text('ticket.cancel')))
  await press(text('sale.duplicate.again'))
  await waitFor(() => expect(puts).toEqual([content, { ...content, duplicateOf: OTHER_ID }]))
  first.unmount()

  open(id, answer)
  await waitFor(() => expect(puts).toHaveLength(3))
  expect(puts[2]).toEqual({ ...content, duplicateOf: OTHER_ID })
})

it('a duplicate that is not wanted leads back to the ticket with everything that was typed', async () => {
  const id = beginRequest({ content, tileId: '2' })
  const { place } = open(id, (method) => (method === 'PUT' ? refused('confirm-duplicate') : undefined))
  await press(text('ticket.cancel'))
  await waitFor(() => expect(place.path).toBe('/sell/product/2'))
  expect(useDraft.getState()).toMatchObject({ number: '971501234567', amount: '50', refusal: undefined })
})

it('a duplicate is also asked about at the confirm, and the sale is sent with the other sale named', async () => {
  const sale = aSale({ version: 7 })
  const { seen } = open(sale.id, (_, path, body) => {
    if (!path.endsWith('/confirm')) return { body: sale }
    return (body as { duplicateOf?: string }).duplicateOf
      ? { body: aSale({ version: 8, state: 'pending', confirmedAt: NOW }) }
      : refused('confirm-duplicate')
  })
  await press(startingWith('sale.send'))
  await press(text('sale.duplicate.again'))
  const bodies = () => asked(seen, `/api/sales/${sale.id}/confirm`).map(({ body }) => body)
  await waitFor(() => expect(bodies()).toEqual([{ version: 7 }, { version: 7, duplicateOf: OTHER_ID }]))
})

it('a sale on an outdated page asks to reload, and keeps what was requested', async () => {
  const id = beginRequest({ content })
  open(id, (method) => (method === 'PUT' ? refusal(409, 'page-outdated') : undefined))
  expect(await screen.findByRole('heading', { name: text('failure.page-outdated') })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('sale.reload') })).toBeInTheDocument()
  expect(findSaleRequest(id)).toMatchObject({ content, stage: 'asked' })
})

it('a refund is ticked once on purpose, never by the Enter that continues', async () => {
  const sale = aSale({ state: 'failed', confirmedAt: 1, refund: {} })
  const { seen } = shows(sale)
  expect(await screen.findByRole('heading', { name: 'Refund AED\u00a050.00' })).toBeInTheDocument()
  expect(document.activeElement?.textContent).toContain(text('sale.nextCustomer'))
  expect(asked(seen, `/api/sales/${sale.id}/refunded`)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Refunded AED\u00a050.00' }))
  await waitFor(() => expect(asked(seen, `/api/sales/${sale.id}/refunded`)).toHaveLength(1))
})

it('a refund shows afterwards who paid it out', async () => {
  shows(aSale({ state: 'failed', confirmedAt: 1, refund: { done: { at: NOW, by: 'Joseph Mathew' } } }))
  expect(await screen.findByRole('heading', { name: 'Refunded AED\u00a050.00' })).toBeInTheDocument()
  expect(screen.getByText(/By Joseph Mathew/)).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('sale.refunded') })).not.toBeInTheDocument()
})

const notExecuted = aSale({ state: 'not-executed', confirmedAt: 1 })

it("a colleague's sale is taken over before it is finished or canceled", async () => {
  const { seen } = shows(notExecuted, joseph)
  await press(text('sale.takeOver'))
  await waitFor(() => expect(asked(seen, `/api/sales/${A_SALE_ID}/take-over`)).toHaveLength(1))
  expect(screen.queryByRole('button', { name: /Send again|Cancel and refund/ })).not.toBeInTheDocument()
  screen.getByText('Amal Rahman started this sale. Take it over to send it again or cancel it.')
})

it.each([
  { who: 'its own cashier', person: amal, offers: false },
  { who: 'a supervisor', person: hamad, offers: true },
])("a colleague's sale is finished by $who at once", async ({ person, offers }) => {
  shows(notExecuted, person)
  expect(await screen.findByRole('button', { name: startingWith('sale.sendAgain') })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('sale.takeOver') }) !== null).toBe(offers)
})

it("a colleague's sale shows as settled when it is no longer open to all cashiers", async () => {
  let isOpen = true
  const gone = refusal(404, 'not-found', { moneyMoved: 'unknown' })
  open(A_SALE_ID, () => (isOpen ? { body: aSale({ state: 'pending', confirmedAt: 1 }) } : gone), { person: joseph })
  expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
  isOpen = false
  expect(await screen.findByRole('heading', { name: text('sale.not-visible') })).toBeInTheDocument()
})

const missing = refusal(404, 'not-found')

it('a missing sale that was never shown is said not to exist', async () => {
  open(A_SALE_ID, () => missing)
  expect(await screen.findByText(text('sale.missingHint'))).toBeInTheDocument()
  await waitFor(() => expect(useCustomerDisplay.getState().shown).toEqual({ kind: 'none' }))
})

it('a missing sale that was shown before, or may be lost in a restore, is said to have perhaps been charged', async () => {
  let isThere = true
  open(A_SALE_ID, () => (isThere ? { body: aSale({ state: 'pending', confirmedAt: 1 }) } : missing))
  expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
  isThere = false
  expect(await screen.findByText(text('sale.lostHint'))).toBeInTheDocument()
  cleanup()
  open(A_SALE_ID, () => ({ ...missing, body: { ...missing.body, moneyMoved: 'unknown', mayBeLost: true } }))
  expect(await screen.findByText(text('sale.lostHint'))).toBeInTheDocument()
  expect(screen.queryByText(text('sale.missingHint'))).not.toBeInTheDocument()
})

it('a missing sale that was sent from this tab is said to have perhaps been charged', async () => {
  const content = { kind: 'direct', serviceId: 'qamra-rc', amount: '20', account: '971500000001' } as const
  storeSaleRequest(A_SALE_ID, { content, stage: 'sent', sentAt: NOW })
  open(A_SALE_ID, () => missing)
  expect(await screen.findByText(text('sale.lostHint'))).toBeInTheDocument()
})

const canceled = aSale({ state: 'canceled', confirmedAt: 1, attention: 'canceled' })

it('the resolution by a supervisor needs a decision and what support said', async () => {
  const { seen } = shows(canceled, hamad)
  await press(text('sale.resolve'))
  const dialog = within(screen.getByRole('dialog', { name: text('sale.resolveHeading', { number: '0483' }) }))
  await userEvent.click(dialog.getByRole('button', { name: text('sale.resolve.choose') }))
  await userEvent.click(dialog.getByRole('radio', { name: startingWith('sale.resolve.sold') }))
  await userEvent.click(dialog.getByRole('button', { name: text('sale.resolve.noteMissing') }))
  const resolved = () => asked(seen, `/api/sales/${A_SALE_ID}/resolve`).map(({ body }) => body)
  expect(resolved()).toEqual([])
  await userEvent.type(dialog.getByRole('textbox', { name: text('sale.resolve.note') }), ' It arrived. ')
  await userEvent.click(dialog.getByRole('button', { name: text('sale.resolve.sold.do') }))
  await waitFor(() => expect(resolved()).toMatchObject([{ outcome: 'sold', note: 'It arrived.' }]))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
})

it("the resolution by a supervisor is shown beside the provider's result, and no longer warns against selling again", async () => {
  const closed = { outcome: 'sold', note: 'It arrived.', at: NOW, by: 'Hamad Saleh' } as const
  shows(aSale({ state: 'unknown', confirmedAt: 1, resolution: closed }))
  expect(await screen.findByRole('heading', { level: 1, name: text('state.unknown.heading') })).toBeInTheDocument()
  expect(screen.getByRole('heading', { name: text('sale.resolved.sold') })).toBeInTheDocument()
  expect(screen.getByText('It arrived.')).toBeInTheDocument()
  expect(screen.queryByText(text('sale.stop'))).not.toBeInTheDocument()
})

it('a sale is marked as seen by each person who opens it, only when it has news', async () => {
  const known = shows(aSale({ state: 'failed' }))
  await screen.findByRole('heading', { name: text('state.failed.heading') })
  expect(asked(known.seen, `/api/sales/${A_SALE_ID}/acknowledge`)).toEqual([])
  known.unmount()
  const sale = aSale({ state: 'succeeded', isUnread: true })
  const { seen } = open(sale.id, (_, path) => {
    if (path.endsWith('/reveal')) return { body: revealed(sale) }
    return { body: path.endsWith('/acknowledge') ? aSale({ state: 'succeeded' }) : sale }
  })
  await waitFor(() => expect(asked(seen, `/api/sales/${sale.id}/acknowledge`).length).toBeGreaterThan(0))
})

it.each(['pending', 'unknown'] as const)(
  'a %s sale shows the age of its last news while the server is silent',
  async (state) => {
    const sale = aSale({ state, confirmedAt: 1, nextFindAt: NOW + 60_000 })
    open(A_SALE_ID, () => ({ body: sale }), { status: () => 'no answer' })
    expect(await screen.findByText(text('sale.lastKnown', { age: 'just now' }))).toBeInTheDocument()
    expect(screen.queryByText(/We keep checking/)).not.toBeInTheDocument()
    expect(screen.queryByText(/Next check/)).not.toBeInTheDocument()
  },
)

it('a sale page says "you" to the person who confirmed, and names them to others', async () => {
  const events = [{ at: 1, kind: 'approved', by: 'Amal Rahman' } as const]
  const mine = shows(aSale({ state: 'pending', confirmedAt: 1, events }))
  expect(await screen.findByText(text('sale.youConfirmed'))).toBeInTheDocument()
  mine.unmount()
  shows(aSale({ state: 'pending', confirmedAt: 1, events }), joseph)
  expect(await screen.findByText('Amal Rahman confirmed')).toBeInTheDocument()
})

it('a sale page cannot send while selling is stopped', async () => {
  const sale = aSale()
  const status = aStatus({ service: 'stopped', reason: 'inactive' })
  open(sale.id, () => ({ body: sale }), { status: () => ({ body: status }) })
  expect(await screen.findByRole('button', { name: text('shell.stopped') })).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: startingWith('sale.send') })).not.toBeInTheDocument()
})

const voucherContent = { kind: 'voucher', serviceId: 'fixed', amount: '20' } as const
const showVoucher = (sale: Sale) => open(sale.id, () => ({ body: sale }), { catalog: voucherCatalog })
const readBack = async () => within(await screen.findByRole('region', { name: text('sale.readBack') }))

beforeEach(() => useTerminalPrinter.setState({ mode: 'ask' }))

it('the review of a voucher shows its value, what the customer pays, and what they have to know', async () => {
  showVoucher(aVoucherSale())
  const card = await readBack()
  expect(card.getByRole('heading', { name: 'Pixelmoor 20' })).toBeInTheDocument()
  expect(card.getByText('One code, shown here and on the receipt')).toBeInTheDocument()
  expect(card.getByText(text('money.faceValue')).parentElement?.textContent).toMatch(/AED\s*20\.00/)
  expect(card.getByText(text('money.customerPays')).parentElement?.textContent).toMatch(/AED\s*20\.00/)
  expect(await card.findByText('Works in the UAE only.')).toBeInTheDocument()
  expect(card.queryByText(text('sale.toThisAccount'))).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Sell.*AED\u00a020\.00/ })).toBeInTheDocument()
})

it('the review of a voucher shows account and customer where they were entered', async () => {
  showVoucher(aVoucherSale({ account: '971501234567', customer: 'amal@example.ae' }))
  const card = await readBack()
  expect(card.getByText(text('sale.toThisAccount')).parentElement?.textContent).toContain('+971 50 123 4567')
  expect(card.getByText(text('sale.customer')).parentElement?.textContent).toContain('amal@example.ae')
})

it('the review of a voucher goes back to the ticket with everything that was typed, and does not change the number of a top-up', async () => {
  useDraft.getState().setNumber('0509999999')
  const account = { serviceId: 'account-ranged', account: 'amal@example.ae', customer: '971501234567' }
  const { place } = showVoucher(aVoucherSale({ ...account, amount: money(decimal('30'), 'AED') }))
  await press(text('sale.changeAmount'))
  await waitFor(() => expect(place.path).toBe(paths.product('14')))
  expect(useDraft.getState()).toMatchObject({
    number: '0509999999',
    amount: '30',
    account: 'amal@example.ae',
    customer: '+971 50 123 4567',
    quantity: 1,
  })
})

it('the review of a voucher turns automatic printing on and off for this terminal, and hides the switch where nothing is printed', async () => {
  const first = showVoucher(aVoucherSale())
  const printing = await screen.findByRole('switch', { name: text('sale.printWhenSold') })
  expect(printing).toHaveAttribute('aria-checked', 'false')
  await userEvent.click(printing)
  expect(useTerminalPrinter.getState().mode).toBe('auto')
  await userEvent.click(printing)
  expect(useTerminalPrinter.getState().mode).toBe('ask')
  first.unmount()

  useTerminalPrinter.setState({ mode: 'never' })
  showVoucher(aVoucherSale())
  await readBack()
  expect(screen.queryByRole('switch')).not.toBeInTheDocument()
})

it('a voucher that was not sold can be changed, left for another product, or tried again unchanged', async () => {
  const { place } = showVoucher(aVoucherSale({ state: 'failed', customer: 'amal@example.ae' }))
  expect(await screen.findByText(text('sale.failedVoucherHint', { brand: 'Pixelmoor' }))).toBeInTheDocument()
  const options = within(screen.getByRole('region', { name: text('sale.options') }))
  expect(options.getAllByRole('button').map((option) => option.querySelector('b')?.textContent)).toEqual([
    text('sale.changeVoucher'),
    text('sale.otherProduct'),
    text('sale.sameAgain'),
  ])
  await userEvent.click(options.getByRole('button', { name: startingWith('sale.sameAgain') }))
  const id = findSaleId(place.path.replace('/sale/', ''))
  expect(id).not.toBe(A_SALE_ID)
  expect(id && findSaleRequest(id)?.content).toEqual({ ...voucherContent, customer: 'amal@example.ae' })
})

it('a voucher that was not sold leads back to its quantity, where the line can be sold again', async () => {
  const batch = { id: '01J0000000000000000000000Q', line: 2, of: 3 }
  const { place } = showVoucher(aVoucherSale({ state: 'failed', batch }))
  const options = within(await screen.findByRole('region', { name: text('sale.options') }))
  expect(options.getAllByRole('button')).toHaveLength(1)
  await userEvent.click(options.getByRole('button', { name: startingWith('sale.toQuantity') }))
  expect(place.path).toBe(paths.batch(batch.id))
})

it('a voucher that is being checked shows what was requested', async () => {
  const id = beginRequest({ content: { ...voucherContent, account: 'amal@example.ae' } })
  open(id, () => 'no answer', { catalog: voucherCatalog })
  expect(await screen.findByText(text('sale.checkingVoucherHint'))).toBeInTheDocument()
  expect(screen.getByText(text('sale.account')).parentElement?.textContent).toContain('amal@example.ae')
  await waitFor(() =>
    expect(screen.getByText(text('money.customerPays')).parentElement?.textContent).toMatch(/AED\s*20\.00/),
  )
})

it('a voucher that is being checked names the account of the same voucher sold a short while ago', async () => {
  const id = beginRequest({ content: { ...voucherContent, account: 'amal@example.ae' } })
  const sale = aVoucherSale({
    id: '01J0000000000000000000000B' as SaleId,
    account: 'amal@example.ae',
    state: 'succeeded',
    voucher: 'ready',
    finalAt: NOW - 3 * 60_000,
  })
  open(id, (method) => (method === 'PUT' ? refusal(409, 'confirm-duplicate', { sale }) : undefined))
  expect(await screen.findByText('Sold to this account 3 minutes ago for AED 20.00.')).toBeInTheDocument()
})
