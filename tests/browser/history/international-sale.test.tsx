// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'

import { LastSales } from '#browser/pages/sell/LastSales.tsx'
import SalesPage from '#browser/pages/sales/SalesPage.tsx'
import { useInternationalDraft } from '#browser/sale/international.ts'
import { paths, routes } from '#browser/paths.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { anInternationalSale } from '../../support/an-international-sale.ts'
import { aSale } from '../../support/a-shop.ts'
import { proxyWith } from '../../support/fake-proxy.ts'
import { renderPage } from '../../support/render-page.tsx'

const AMOUNT = paths.internationalAmount('PHL', '401', 'load-300')
const sold = anInternationalSale({ state: 'succeeded', finalAt: Date.now() })

function open(at: string, sales: Sale[]) {
  const proxy = proxyWith((_, path) => {
    const one = sales.find(({ id }) => path === proxyPaths.sale(id))
    if (one) return { body: { ...one, events: [] } }
    return path.startsWith(proxyPaths.sales) ? { body: { sales } } : undefined
  })
  return renderPage(
    <Routes>
      <Route path={routes.sell} element={<LastSales />} />
      <Route path={routes.sales} element={<SalesPage />} />
      <Route path={routes.saleDetails} element={<SalesPage />} />
      <Route path="*" element={null} />
    </Routes>,
    { at, proxy },
  )
}

beforeEach(() => useInternationalDraft.getState().clear())

it('an international sale is listed with operator, country and its number as that country writes it', async () => {
  open(paths.sales(), [sold])
  const row = (await screen.findByRole('link', { name: 'Islanet, Philippines' })).closest('tr')!
  expect(within(row).getByText('+63 917 555 0142')).toBeInTheDocument()
  expect(within(row).getByText(/21\.50/)).toBeInTheDocument()
})

it('an international sale tells in its details what the recipient got, and is sold the same again from there', async () => {
  const { place } = open(paths.saleDetails(sold.id), [sold])
  const drawer = await screen.findByRole('dialog', { name: 'Sale 0483' })
  for (const text of ['International top-up', 'AED 21.50', 'PHP 300.00', 'Philippines', 'Islanet']) {
    expect(within(drawer).getByText(text)).toBeInTheDocument()
  }
  await userEvent.setup().click(within(drawer).getByRole('button', { name: 'Same again' }))
  expect(place.path).toBe(AMOUNT)
  expect(useInternationalDraft.getState()).toMatchObject({ number: '+639175550142', choice: { id: 'load-300' } })
})

it('a sale that was not sold, or that is a recharge, is not offered again', async () => {
  const failed = anInternationalSale({ state: 'failed', finalAt: Date.now() })
  const { unmount } = open(paths.saleDetails(failed.id), [failed])
  await screen.findByRole('dialog', { name: 'Sale 0483' })
  expect(screen.queryByRole('button', { name: 'Same again' })).not.toBeInTheDocument()
  unmount()
  const recharge = aSale({ state: 'succeeded', finalAt: Date.now() })
  open(paths.saleDetails(recharge.id), [recharge])
  await screen.findByRole('dialog', { name: 'Sale 0483' })
  expect(screen.queryByRole('button', { name: 'Same again' })).not.toBeInTheDocument()
})

it('an international sale is one tap away from its amounts among the last sales', async () => {
  const recharge = aSale({ id: '01J0000000000000000000000B' as SaleId, state: 'succeeded', finalAt: Date.now() })
  const { place } = open(paths.sell(), [sold, recharge])
  expect(await screen.findByText('Qamra Recharge')).toBeInTheDocument()
  const again = screen.getAllByRole('button', { name: /^Same again/ })
  expect(again.map((button) => button.getAttribute('aria-label'))).toEqual(['Same again, Islanet, Philippines'])
  await userEvent.setup().click(again[0]!)
  expect(place.path).toBe(AMOUNT)
  expect(useInternationalDraft.getState().number).toBe('+639175550142')
})

it('a sale among the last sales has its whole name, and is one tap away from its receipt', async () => {
  const recharge = aSale({
    state: 'succeeded',
    finalAt: Date.now(),
    serviceName: 'Quillo 10, no code needed, for gamers',
  })
  open(paths.sell(), [recharge])
  const list = within(await screen.findByRole('region', { name: 'Last sales' }))
  expect(list.getByText('Quillo 10, no code needed, for gamers')).toBeVisible()
  const reprint = await list.findByRole('link', { name: 'Reprint, Quillo 10, no code needed, for gamers' })
  expect(reprint).toHaveAttribute('href', paths.sale(recharge.id))
  expect(list.getByRole('link', { name: 'All sales today' })).toHaveAttribute('href', routes.sales)
})

it('a sale that waits among the last sales has no receipt to print', async () => {
  open(paths.sell(), [aSale({ state: 'pending', confirmedAt: Date.now() })])
  const list = within(await screen.findByRole('region', { name: 'Last sales' }))
  expect(list.getByText('Waiting')).toBeVisible()
  expect(list.queryByRole('link', { name: /Reprint/ })).not.toBeInTheDocument()
})
