// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it } from 'vitest'

import OpenItemsPage from '#browser/pages/open-items/OpenItemsPage.tsx'
import { routes } from '#browser/paths.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Person } from '#domain/person.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID, aSale } from '../../support/a-shop.ts'
import { amal, aStatus, hamad, joseph, proxyWith } from '../../support/fake-proxy.ts'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { renderPage, type FakeAnswer } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

fakeDialogs()

function openDesk(
  sales: Sale[],
  person: Person = amal,
  step: (path: string) => FakeAnswer | undefined = () => undefined,
) {
  const proxy = proxyWith(
    (method, path) =>
      method === 'GET' && path === `${proxyPaths.sales}?group=open-items` ? { body: { sales } } : step(path),
    { person, status: () => ({ body: aStatus({ serverTime: Date.now() }) }) },
  )
  return renderPage(
    <Routes>
      <Route path={routes.openItems} element={<OpenItemsPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at: routes.openItems, proxy },
  )
}

const waiting = (more: Partial<Sale> = {}) =>
  aSale({
    state: 'pending',
    confirmedAt: Date.now() - 60_000,
    lastFindAt: Date.now() - 10_000,
    nextFindAt: Date.now() + 18_500,
    ...more,
  })

describe('the pending desk', () => {
  it('says so when nothing waits', async () => {
    openDesk([])
    expect(await screen.findByText(text('openItems.empty'))).toBeInTheDocument()
  })

  it('lists product, number, amount, state, cashier and when it is asked next', async () => {
    openDesk([waiting()])
    const table = await screen.findByRole('table', { name: text('openItems.section.waiting', { count: 1 }) })
    const row = within(table).getByRole('row', { name: /Qamra Recharge/ })
    expect(row.textContent).toMatch(/Sale 0483.*\+971 50 123 4567.*50\.00.*Waiting.*Amal/)
    expect(row.textContent).toMatch(/Next check in 0:1\d/)
  })

  it('has the service asked now for one of the own sales', async () => {
    const { seen } = openDesk([waiting()], amal, () => ({ body: waiting() }))
    const button = await screen.findByRole('button', { name: 'Check now' })
    await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'false'))
    await userEvent.click(button)
    await waitFor(() => expect(seen.some(({ path }) => path === proxyPaths.findSale(A_SALE_ID))).toBe(true))
  })

  it("takes a colleague's sale over and leads to it", async () => {
    const { seen, place } = openDesk([waiting()], joseph, () => ({ body: waiting({ cashier: joseph }) }))
    await userEvent.click(await screen.findByRole('button', { name: 'Take over' }))
    await waitFor(() => expect(place.path).toBe(`/sale/${A_SALE_ID}`))
    expect(seen.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      proxyPaths.takeOverSale(A_SALE_ID),
    ])
  })

  it('asks once before money is noted as given back', async () => {
    const sale = aSale({ state: 'failed', refund: {} })
    const { seen } = openDesk([sale], joseph, () => ({ body: sale }))
    await screen.findByRole('table', { name: text('openItems.section.refunds', { count: 1 }) })
    await userEvent.click(screen.getByRole('button', { name: 'Refunded' }))
    const dialog = screen.getByRole('dialog', { name: 'Refund AED 50.00' })
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
    await userEvent.click(within(dialog).getByRole('button', { name: 'Refunded AED 50.00' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(seen.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
      proxyPaths.refundedSale(A_SALE_ID),
    ])
  })

  it('says why money is not noted as given back, and stays', async () => {
    const sale = aSale({ state: 'failed', refund: {} })
    openDesk([sale], joseph, () => 'no answer')
    await userEvent.click(await screen.findByRole('button', { name: 'Refunded' }))
    await userEvent.click(screen.getByRole('button', { name: 'Refunded AED 50.00' }))
    expect(await screen.findByText(text('failure.no-answer'))).toBeInTheDocument()
  })

  it('shows a supervisor first what needs one, and why', async () => {
    openDesk([waiting(), aSale({ state: 'cancelled', attention: 'cancelled' })], hamad)
    const tables = await screen.findAllByRole('table')
    expect(tables.map((table) => table.getAttribute('aria-label'))).toEqual([
      '1 sale needs a supervisor',
      text('openItems.section.waiting', { count: 1 }),
    ])
    expect(tables[0]?.textContent).toMatch(/Ask support/)
  })
})
