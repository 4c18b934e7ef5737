// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import OpenItemsPage from '#browser/pages/open-items/OpenItemsPage.tsx'
import { routes } from '#browser/paths.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID, aSale } from '../../../support/a-shop.ts'
import { amal, aStatus, hamad, joseph, proxyWith } from '../../../support/fake-proxy.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

fakeDialogs()

const SECOND_ID = '01J0000000000000000000000B' as SaleId

function openDesk(
  sales: Sale[],
  person: Person = amal,
  step: (path: string) => FakeAnswer | undefined = () => undefined,
) {
  const proxy = proxyWith(
    (method, path) =>
      method === 'GET' && path === `${proxyPaths.sales}?group=open-items` ? { body: { sales } } : step(path),
    { person, status: () => ({ body: aStatus({ serverTime: NOW }) }) },
  )
  return renderPage({ [routes.openItems]: <OpenItemsPage /> }, { at: routes.openItems, proxy })
}

const waiting = (more: Partial<Sale> = {}) =>
  aSale({
    state: 'pending',
    confirmedAt: NOW - 60_000,
    lastFindAt: NOW - 10_000,
    nextFindAt: NOW + 18_500,
    ...more,
  })

describe('the page of the open items', () => {
  it('the page says so when nothing is open', async () => {
    openDesk([])
    expect(await screen.findByText(text('openItems.empty'))).toBeVisible()
  })

  it('an open item tells product, number, amount, state, cashier and when it is checked next', async () => {
    openDesk([waiting({ findCount: 6 })])
    const row = await screen.findByRole('row', { name: /Qamra Recharge/ })
    expect(row.textContent).toMatch(/Sale 0483.*\+971 50 123 4567.*50\.00.*Waiting/)
    expect(row.textContent).toMatch(/Next check in 0:1\d.*Checked 6 times.*Sold by Amal/)
    expect(within(row).getByRole('link', { name: 'Qamra Recharge' })).toHaveAttribute('href', `/sale/${A_SALE_ID}`)
  })

  it('nothing of the checks and their countdown is announced', async () => {
    openDesk([waiting()])
    const row = within(await screen.findByRole('row', { name: /Qamra Recharge/ }))
    expect(row.queryByRole('status')).toBeNull()
  })

  it('a cashier has the service asked now about one of their own sales', async () => {
    const { seen } = openDesk([waiting()], amal, () => ({ body: waiting() }))
    await userEvent.click(await screen.findByRole('button', { name: text('sale.checkNow') }))
    await waitFor(() => expect(seen.some(({ path }) => path === proxyPaths.findSale(A_SALE_ID))).toBe(true))
  })

  it('the button says how long the service may not be asked yet', async () => {
    const { seen } = openDesk([waiting({ lastFindAt: NOW - 500 })])
    const button = await screen.findByRole('button', { name: /^Check now in 0:0\d$/ })
    expect(button).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(button)
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('everything that may be asked now is asked with one press', async () => {
    const second = waiting({ id: SECOND_ID, number: 484 })
    const { seen } = openDesk([waiting(), second], amal, () => ({ body: waiting() }))
    await userEvent.click(await screen.findByRole('button', { name: text('openItems.checkAll') }))
    const sent = () => seen.filter(({ method }) => method === 'POST').map(({ path }) => path)
    await waitFor(() => expect(sent()).toEqual([A_SALE_ID, SECOND_ID].map(proxyPaths.findSale)))
  })

  it("a cashier takes a colleague's sale over and is led to it", async () => {
    const { seen, place } = openDesk([waiting()], joseph, () => ({ body: waiting({ cashier: joseph }) }))
    await userEvent.click(await screen.findByRole('button', { name: text('sale.takeOver') }))
    await waitFor(() => expect(place.path).toBe(`/sale/${A_SALE_ID}`))
    expect(seen.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      proxyPaths.takeOverSale(A_SALE_ID),
    ])
  })

  it('a refund is recorded only after a question', async () => {
    const sale = aSale({ state: 'failed', refund: {} })
    const { seen } = openDesk([sale], joseph, () => ({ body: sale }))
    expect(await screen.findByRole('heading', { name: text('openItems.section.refunds') })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Refund AED 50.00' }))
    const dialog = screen.getByRole('dialog', { name: 'Refund AED 50.00' })
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refunded AED 50.00' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(seen.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      proxyPaths.refundedSale(A_SALE_ID),
    ])
  })

  it('the question stays and says why when a refund cannot be recorded', async () => {
    const sale = aSale({ state: 'failed', refund: {} })
    openDesk([sale], joseph, () => 'no answer')
    await userEvent.click(await screen.findByRole('button', { name: 'Refund AED 50.00' }))
    await userEvent.click(screen.getByRole('button', { name: 'Refunded AED 50.00' }))
    expect(await screen.findByText(text('failure.no-answer'))).toBeVisible()
  })

  it('a supervisor sees first what needs a decision, and why', async () => {
    openDesk([waiting(), aSale({ id: SECOND_ID, state: 'cancelled', attention: 'cancelled' })], hamad)
    const headings = await screen.findAllByRole('heading', { level: 2 })
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      text('openItems.section.attention'),
      text('openItems.section.waiting'),
    ])
    const row = within(screen.getByRole('row', { name: /Cancelled by the service/ }))
    expect(row.getByText(text('sale.askSupport'))).toBeVisible()
    expect(row.getByRole('link', { name: text('openItems.resolve') })).toHaveAttribute('href', `/sale/${SECOND_ID}`)
  })

  it('a sale that a person has to send again or cancel is not among those that only wait', async () => {
    openDesk([waiting(), aSale({ id: SECOND_ID, number: 484, state: 'not-executed' })])
    const headings = await screen.findAllByRole('heading', { level: 2 })
    expect(headings.map(({ textContent }) => textContent)).toEqual([
      text('openItems.section.decide'),
      text('openItems.section.waiting'),
    ])
    expect(screen.getByText(text('openItems.rule.decide'))).toBeVisible()
  })

  it('one section is listed alone when it is chosen', async () => {
    openDesk([waiting(), aSale({ id: SECOND_ID, number: 484, state: 'failed', refund: {} })])
    await userEvent.click(await screen.findByRole('button', { name: 'Refunds due 1' }))
    expect(screen.getByText(/Sale 0484/)).toBeVisible()
    expect(screen.queryByText(/Sale 0483/)).not.toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: 'All 2' }))
    expect(screen.getByText(/Sale 0483/)).toBeVisible()
  })

  it('the open items of one cashier can be listed alone', async () => {
    openDesk([waiting(), waiting({ id: SECOND_ID, number: 484, cashier: joseph })], hamad)
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: text('salesList.cashiers') }),
      joseph.name,
    )
    expect(screen.getByText(/Sale 0484/)).toBeVisible()
    expect(screen.queryByText(/Sale 0483/)).not.toBeInTheDocument()
  })

  it('what completed since a person last looked is counted, and read by opening it', async () => {
    const done = aSale({ state: 'succeeded', finalAt: NOW, isUnread: true })
    const desk = [done]
    const { seen } = openDesk(desk, amal, () => {
      desk.length = 0
      return { body: done }
    })
    expect(await screen.findByText(text('openItems.updates', { count: 1 }))).toBeVisible()
    expect(screen.queryByText(/Sale 0483/)).not.toBeInTheDocument()
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: text('openItems.showUpdates') }))
    expect(screen.getByText(/Sale 0483/)).toBeVisible()
    await waitFor(() => expect(seen.some(({ path }) => path === proxyPaths.acknowledgeSale(A_SALE_ID))).toBe(true))
    // Read now, and still in sight.
    expect(screen.getByText(/Sale 0483/)).toBeVisible()
    expect(screen.queryByRole('button', { name: text('openItems.showUpdates') })).not.toBeInTheDocument()
  })
})
