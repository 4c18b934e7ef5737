// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import { beginRequest } from '#browser/sale/sale-request.ts'
import { useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { paths, routes } from '#browser/paths.ts'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import { findSaleRequest } from '#browser/sale/sale-request.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { decimal, money } from '#domain/money.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID } from '../../../support/a-shop.ts'
import { aVoucherSale, voucherCatalogue } from '../../../support/a-voucher.ts'
import { proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage, type FakeAnswer, type FakeProxy } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

function open(id: string, answer: (method: string, path: string) => FakeAnswer | undefined) {
  const others = proxyWith(answer)
  const proxy: FakeProxy = (method, path, body) =>
    path === proxyPaths.catalogue ? { body: voucherCatalogue } : others(method, path, body)
  return renderPage({ [routes.sale]: <SalePage /> }, { at: paths.sale(id), proxy })
}

const show = (sale: Sale) => open(sale.id, () => ({ body: sale }))
const readBack = async () => within(await screen.findByRole('region', { name: text('sale.readBack') }))
const amount = (text: string) => money(decimal(text), 'AED')

beforeEach(() => {
  useDraft.getState().clear()
  useTerminalPrinter.setState({ mode: 'ask' })
})

describe('the review of a voucher', () => {
  it('reads back what it is worth, what the customer pays, and what they have to know', async () => {
    show(aVoucherSale())
    const card = await readBack()
    expect(card.getByRole('heading', { name: 'Pixelmoor 20' })).toBeInTheDocument()
    expect(card.getByText('One code, shown here and on the receipt')).toBeInTheDocument()
    expect(card.getByText(text('money.faceValue')).parentElement?.textContent).toMatch(/AED\s*20\.00/)
    expect(card.getByText(text('money.customerPays')).parentElement?.textContent).toMatch(/AED\s*20\.00/)
    expect(await card.findByText('Works in the UAE only.')).toBeInTheDocument()
    expect(card.queryByText(text('sale.toThisAccount'))).not.toBeInTheDocument()
    expect(screen.getByText(text('ticket.quantity')).parentElement?.textContent).toBe('Quantity1 code')
    expect(screen.getByRole('button', { name: /^Sell.*AED 20\.00/ })).toBeInTheDocument()
  })

  it('reads back account and customer where they were given', async () => {
    show(aVoucherSale({ account: '971501234567', customer: 'amal@example.ae' }))
    const card = await readBack()
    expect(card.getByText(text('sale.toThisAccount')).parentElement?.textContent).toContain('+971 50 123 4567')
    expect(card.getByText(text('sale.customer')).parentElement?.textContent).toContain('amal@example.ae')
  })

  it('goes back to the ticket with everything that was typed, and leaves the number of a recharge alone', async () => {
    useDraft.getState().setNumber('0509999999')
    const { place } = show(
      aVoucherSale({
        serviceId: 'account-ranged',
        account: 'amal@example.ae',
        customer: '971501234567',
        amount: amount('30'),
      }),
    )
    await userEvent.click(await screen.findByRole('button', { name: text('sale.changeAmount') }))
    await waitFor(() => expect(place.path).toBe(paths.product('14')))
    expect(useDraft.getState()).toMatchObject({
      number: '0509999999',
      amount: '30',
      account: 'amal@example.ae',
      customer: '+971 50 123 4567',
      quantity: 1,
    })
  })

  it('turns printing by itself on and off for this terminal, and is silent where nothing is printed', async () => {
    const first = show(aVoucherSale())
    const printing = await screen.findByRole('switch', { name: text('sale.printWhenSold') })
    expect(printing).toHaveAttribute('aria-checked', 'false')
    await userEvent.click(printing)
    expect(useTerminalPrinter.getState().mode).toBe('auto')
    await userEvent.click(printing)
    expect(useTerminalPrinter.getState().mode).toBe('ask')
    first.unmount()

    useTerminalPrinter.setState({ mode: 'never' })
    show(aVoucherSale())
    await readBack()
    expect(screen.queryByRole('switch')).not.toBeInTheDocument()
  })
})

describe('a voucher that was not sold', () => {
  it('may be changed, left for another product, or tried again as it was', async () => {
    const { place } = show(aVoucherSale({ state: 'failed', customer: 'amal@example.ae' }))
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
    expect(id && findSaleRequest(id)?.content).toEqual({
      kind: 'voucher',
      serviceId: 'fixed',
      amount: '20',
      customer: 'amal@example.ae',
    })
  })

  it('leads back to its quantity, where the line may be sold again', async () => {
    const batch = { id: '01J0000000000000000000000Q', line: 2, of: 3 }
    const { place } = show(aVoucherSale({ state: 'failed', batch }))
    const options = within(await screen.findByRole('region', { name: text('sale.options') }))
    expect(options.getAllByRole('button')).toHaveLength(1)
    await userEvent.click(options.getByRole('button', { name: /Back to the quantity/ }))
    expect(place.path).toBe(paths.batch(batch.id))
  })
})

describe('while a voucher is checked', () => {
  it('shows what was asked for', async () => {
    const id = beginRequest({
      content: { kind: 'voucher', serviceId: 'fixed', amount: '20', account: 'amal@example.ae' },
    })
    open(id, () => 'no answer')
    expect(await screen.findByText(text('sale.checkingVoucherHint'))).toBeInTheDocument()
    expect(screen.getByText(text('sale.account')).parentElement?.textContent).toContain('amal@example.ae')
    await waitFor(() =>
      expect(screen.getByText(text('money.customerPays')).parentElement?.textContent).toMatch(/AED\s*20\.00/),
    )
  })

  it('names the account of the same sold a short while ago', async () => {
    const other = aVoucherSale({
      id: '01J0000000000000000000000B' as SaleId,
      account: 'amal@example.ae',
      state: 'succeeded',
      voucher: 'ready',
      finalAt: NOW - 3 * 60_000,
    })
    const id = beginRequest({
      content: { kind: 'voucher', serviceId: 'fixed', amount: '20', account: 'amal@example.ae' },
    })
    open(id, (method) =>
      method === 'PUT'
        ? { status: 409, body: { code: 'confirm-duplicate', message: '', moneyMoved: 'no', sale: other } }
        : undefined,
    )
    expect(await screen.findByText('Sold to this account 3 minutes ago, AED 20.00.')).toBeInTheDocument()
  })
})
