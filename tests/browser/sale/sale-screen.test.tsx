// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'

import { useDraft } from '#browser/sale/draft.ts'
import { routes } from '#browser/paths.ts'
import { beginRequest } from '#browser/sale/sale-request.ts'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID, aSale } from '../../support/a-shop.ts'
import { proxyWith } from '../../support/fake-proxy.ts'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { renderPage, type FakeProxy } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

fakeDialogs()

const content = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' } as const

const open = (id: string, proxy: FakeProxy) =>
  renderPage(
    <Routes>
      <Route path={routes.sale} element={<SalePage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: `/sale/${id}`, proxy },
  )

const shows = (sale: Sale) =>
  open(
    sale.id,
    proxyWith((_, path) => ({ body: path.endsWith('/reveal') ? { receipt: null, voucher: null, sale } : sale })),
  )

beforeEach(() => useDraft.getState().clear())

describe('a sale on screen', () => {
  it('is opened under the id of its address by a reload when the proxy has never heard of it', async () => {
    const id = beginRequest({ content, tileId: '2' })
    const lost = open(
      id,
      proxyWith(() => 'no answer'),
    )
    expect(await screen.findByText(/Nothing was charged: only a check was sent/)).toBeInTheDocument()
    lost.unmount()

    let isKnown = false
    const { seen } = open(
      id,
      proxyWith((method) => {
        isKnown ||= method === 'PUT'
        return isKnown ? { body: aSale({ id }) } : undefined
      }),
    )
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
    const { seen } = open(
      id,
      proxyWith(() => ({ body: aSale({ id }) })),
    )
    expect(await screen.findByRole('button', { name: /^Send top-up.*AED 50\.00/ })).toBeInTheDocument()
    expect(seen.filter(({ method }) => method !== 'GET')).toEqual([])
  })

  it('is opened again by a person while the till does not answer, with the same request', async () => {
    const id = beginRequest({ content, tileId: '2' })
    const { seen } = open(
      id,
      proxyWith(() => 'no answer'),
    )
    const again = await screen.findByRole('button', { name: 'Try again' })
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
    const { place } = open(
      id,
      proxyWith((method) => (method === 'PUT' ? { status: 422, body: failure } : undefined)),
    )
    await waitFor(() => expect(place.path).toMatch(/^\/sell\//))
    expect(useDraft.getState()).toMatchObject({ number: '971501234567', amount: '50', refusal: 'amount-invalid' })
  })

  it('knows nothing, and never says not sold, when a confirm goes unanswered', async () => {
    const user = userEvent.setup()
    const sale = aSale()
    open(
      sale.id,
      proxyWith((method, path) => (path.endsWith('/confirm') || method === 'POST' ? 'no answer' : { body: sale })),
    )
    const send = await screen.findByRole('button', { name: /^Send top-up/ })
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'false'))
    await user.click(send)
    expect(await screen.findByRole('heading', { name: 'Not known yet' })).toBeInTheDocument()
    expect(screen.getByText(text('sale.stop'))).toBeInTheDocument()
    expect(screen.queryByText('Not sold')).not.toBeInTheDocument()
  })

  it('sends the version that was shown, and empties the draft', async () => {
    const user = userEvent.setup()
    useDraft.getState().fill({ serviceId: 'qamra', number: '971501234567', amount: '50' })
    let sale = aSale({ version: 7 })
    const { seen } = open(
      sale.id,
      proxyWith((_, path) => {
        if (path.endsWith('/confirm')) sale = aSale({ version: 8, state: 'pending', confirmedAt: Date.now() })
        return { body: sale }
      }),
    )
    const send = await screen.findByRole('button', { name: /^Send top-up/ })
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'false'))
    await user.click(send)
    expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
    expect(seen.filter(({ path }) => path.endsWith('/confirm'))).toEqual([
      { method: 'POST', path: proxyPaths.confirmSale(A_SALE_ID), body: { version: 7 } },
    ])
    expect(useDraft.getState().number).toBe('')
  })

  it.each([
    { more: { state: 'opened' }, heading: 'Checking' },
    { more: { state: 'checked' }, heading: 'Not confirmed' },
    { more: { state: 'confirming' }, heading: 'Sending' },
    { more: { state: 'pending' }, heading: 'Waiting for Qamra' },
    { more: { state: 'pending', held: true }, heading: 'Held by the service' },
    { more: { state: 'unknown' }, heading: 'Not known yet' },
    { more: { state: 'not-executed' }, heading: 'Did not go through' },
    { more: { state: 'succeeded' }, heading: 'Sold' },
    { more: { state: 'failed' }, heading: 'Not sold' },
    { more: { state: 'refused' }, heading: 'Not sold' },
    { more: { state: 'abandoned' }, heading: 'Cancelled here' },
    { more: { state: 'cancelled' }, heading: 'Cancelled by the service' },
    { more: { state: 'replaced' }, heading: 'Changed by support' },
    { more: { state: 'succeeded', conflicting: true }, heading: 'Answers disagree' },
  ] satisfies { more: Partial<Sale>; heading: string }[])(
    'says "$heading" of $more.state',
    async ({ more, heading }) => {
      shows(aSale(more))
      expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument()
    },
  )

  it.each([
    { state: 'failed', words: 'The wallet was not charged' },
    { state: 'refused', words: 'Nothing was charged' },
    { state: 'abandoned', words: 'Nothing was charged' },
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
    shows(aSale({ state: 'unknown', confirmedAt: Date.now(), ...(problem ? { problem } : {}), events }))
    expect(await screen.findByText(hint)).toBeInTheDocument()
    expect(screen.getByText(say)).toBeInTheDocument()
    expect(screen.queryByText(/connection dropped/)).not.toBeInTheDocument()
  })

  it('says what it was refused for when it is proven that nothing was charged, and how to get help', async () => {
    const user = userEvent.setup()
    shows(aSale({ state: 'not-executed', confirmedAt: Date.now(), problem: { code: 'service-1001' } }))
    expect(await screen.findByText(text('sale.refusedIt', { why: text('sale.refusal.funds') }))).toBeInTheDocument()
    await user.click(screen.getByRole('button', { name: 'Call a supervisor' }))
    expect(screen.getByRole('dialog', { name: 'Call a supervisor' }).textContent).toMatch(/Hamad.*0483/)
  })

  it('calls a supervisor where the service cancelled, with its own sign in what happened', async () => {
    const events: Sale['events'] = [{ at: 1, kind: 'final', state: 3 }]
    shows(aSale({ state: 'cancelled', confirmedAt: Date.now(), attention: 'cancelled', events }))
    expect(await screen.findByRole('button', { name: 'Call a supervisor' })).toBeInTheDocument()
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
    open(
      A_SALE_ID,
      proxyWith((_, path) => ({ body: path.endsWith('/reveal') ? { receipt, voucher: null, sale } : sale })),
    )
    await screen.findByText('Bye')
    expect(screen.getByRole('region', { name: 'Receipt' }).textContent).toMatch(
      /SIDRA CORNER SHOP.*Sale 0483.*\+971 50 123 4567.*Paid.*AED 50\.00.*Qamra.*Line one\nLine two.*Bye/s,
    )
  })
})
