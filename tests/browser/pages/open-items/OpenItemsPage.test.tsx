// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import OpenItemsPage from '#browser/pages/open-items/OpenItemsPage.tsx'
import { groupOpenItems } from '#browser/pages/open-items/OpenItemsTable.tsx'
import { paths, routes } from '#browser/paths.ts'
import type { SaleListPage } from '#api/sales.ts'
import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID, aSale } from '../../../support/a-shop.ts'
import { amal, aStatus, hamad, joseph, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, press, renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const SECOND_ID = '01J0000000000000000000000B' as SaleId

type Step = (path: string) => FakeAnswer | undefined

function openDesk(
  sales: Sale[],
  person: Person = amal,
  step: Step = () => undefined,
  more: Pick<SaleListPage, 'unreadable'> = {},
) {
  const proxy = proxyWith(
    (method, path) =>
      method === 'GET' && path === '/api/sales?group=open-items' ? { body: { sales, ...more } } : step(path),
    { person, status: () => ({ body: aStatus({ serverTime: NOW }) }) },
  )
  const shown = renderPage({ [routes.openItems]: <OpenItemsPage /> }, { at: routes.openItems, proxy })
  const posted = () => shown.seen.filter(({ method }) => method === 'POST').map(({ path }) => path)
  return { ...shown, posted }
}
const sections = async () => (await screen.findAllByRole('heading', { level: 2 })).map(({ textContent }) => textContent)

const waiting = (more: Partial<Sale> = {}) =>
  aSale({ state: 'pending', confirmedAt: NOW - 60_000, lastFindAt: NOW - 10_000, nextFindAt: NOW + 18_500, ...more })

it('the page of open items says when nothing is open, and leads to the sales', async () => {
  openDesk([])
  expect(await screen.findByText(text('openItems.empty'))).toBeVisible()
  expect(screen.getByRole('link', { name: text('salesList.allToday') })).toHaveAttribute('href', paths.sales())
})

it('the page of open items names records that cannot be read, and does not say that nothing is open', async () => {
  openDesk([], hamad, undefined, { unreadable: { sales: [12, 483], batches: [40] } })
  expect(await screen.findByText(text('openItems.unreadable.sales', { numbers: '0012, 0483' }))).toBeVisible()
  expect(screen.getByText(text('openItems.unreadable.batches', { numbers: '0040' }))).toBeVisible()
  expect(screen.queryByText(text('openItems.empty'))).toBeNull()
})

it('an open item shows product, number, amount, state, cashier and its next check', async () => {
  openDesk([waiting({ findCount: 6 })])
  const row = await screen.findByRole('row', { name: /Qamra Recharge/ })
  expect(row.textContent).toMatch(/Sale 0483.*\+971 50 123 4567.*50\.00.*Waiting/)
  expect(row.textContent).toMatch(/Next check in 0:1\d.*Checked 6 times.*Sold by Amal/)
  expect(within(row).getByRole('link', { name: 'Qamra Recharge' })).toHaveAttribute('href', `/sale/${A_SALE_ID}`)
  expect(within(row).queryByRole('status')).toBeNull()
})

it('a cashier can have the provider asked about their own sale now', async () => {
  const { posted } = openDesk([waiting()], amal, () => ({ body: waiting() }))
  await press(text('sale.checkNow'))
  await waitFor(() => expect(posted()).toContain(`/api/sales/${A_SALE_ID}/find`))
})

it('the button shows how long the provider may not be asked yet', async () => {
  const { posted } = openDesk([waiting({ lastFindAt: NOW - 500 })])
  const button = await screen.findByRole('button', { name: /^Check available in 0:0\d$/ })
  expect(button).toHaveAttribute('aria-disabled', 'true')
  await userEvent.click(button)
  expect(posted()).toEqual([])
})

it('all open items that may be asked about now are asked about with one press', async () => {
  const second = waiting({ id: SECOND_ID, number: 484 })
  const { posted } = openDesk([waiting(), second], amal, () => ({ body: waiting() }))
  await press(text('openItems.checkAll'))
  await waitFor(() => expect(posted()).toEqual([A_SALE_ID, SECOND_ID].map((id) => `/api/sales/${id}/find`)))
})

it("a cashier takes a colleague's sale over and is led to it", async () => {
  const { posted, place } = openDesk([waiting()], joseph, () => ({ body: waiting({ cashier: joseph }) }))
  await press(text('sale.takeOver'))
  await waitFor(() => expect(place.path).toBe(`/sale/${A_SALE_ID}`))
  expect(posted()).toEqual([`/api/sales/${A_SALE_ID}/take-over`])
})

it('a refund is recorded after a confirmation, and the dialog stays open with the reason when recording fails', async () => {
  const sale = aSale({ state: 'failed', refund: {} })
  let isSilent = true
  const { posted } = openDesk([sale], joseph, () => (isSilent ? 'no answer' : { body: sale }))
  expect(await screen.findByRole('heading', { name: text('openItems.section.refunds') })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Refund AED\u00a050.00' }))
  const dialog = within(screen.getByRole('dialog', { name: 'Refund AED\u00a050.00' }))
  expect(posted()).toEqual([])
  await userEvent.click(dialog.getByRole('button', { name: 'Refunded AED\u00a050.00' }))
  expect(await screen.findByText(text('failure.no-answer'))).toBeVisible()
  isSilent = false
  await userEvent.click(dialog.getByRole('button', { name: 'Refunded AED\u00a050.00' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(new Set(posted())).toEqual(new Set([`/api/sales/${A_SALE_ID}/refunded`]))
})

it('a supervisor sees first what needs a decision, and why', async () => {
  openDesk([waiting(), aSale({ id: SECOND_ID, state: 'canceled', attention: 'canceled' })], hamad)
  expect(await sections()).toEqual([text('openItems.section.attention'), text('openItems.section.waiting')])
  const row = within(screen.getByRole('row', { name: new RegExp(text('openItems.attention.canceled')) }))
  expect(row.getByText(text('sale.askSupport'))).toBeVisible()
  expect(row.getByRole('link', { name: text('openItems.resolve') })).toHaveAttribute('href', `/sale/${SECOND_ID}`)
})

it('a sale that a person has to send again or cancel is not among those that only wait', async () => {
  openDesk([waiting(), aSale({ id: SECOND_ID, number: 484, state: 'not-executed' })])
  expect(await sections()).toEqual([text('openItems.section.decide'), text('openItems.section.waiting')])
  expect(screen.getByText(text('openItems.rule.decide'))).toBeVisible()
})

it('a chosen section is listed alone', async () => {
  openDesk([waiting(), aSale({ id: SECOND_ID, number: 484, state: 'failed', refund: {} })])
  await press('Refunds due 1')
  expect(screen.getByText(/Sale 0484/)).toBeVisible()
  expect(screen.queryByText(/Sale 0483/)).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'All 2' }))
  expect(screen.getByText(/Sale 0483/)).toBeVisible()
})

it('the open items of one cashier can be listed alone', async () => {
  openDesk([waiting(), waiting({ id: SECOND_ID, number: 484, cashier: joseph })], hamad)
  const choice = await screen.findByRole('combobox', { name: text('salesList.cashiers') })
  await userEvent.selectOptions(choice, joseph.name)
  expect(screen.getByText(/Sale 0484/)).toBeVisible()
  expect(screen.queryByText(/Sale 0483/)).not.toBeInTheDocument()
})

it('sales that completed since a person last looked are counted, and count as read once opened', async () => {
  const done = aSale({ state: 'succeeded', finalAt: NOW, isUnread: true })
  const desk = [done]
  const { posted } = openDesk(desk, amal, () => {
    desk.length = 0
    return { body: done }
  })
  expect(await screen.findByText(text('openItems.updates', { count: 1 }))).toBeVisible()
  expect(screen.queryByText(/Sale 0483/)).not.toBeInTheDocument()
  expect(posted()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: text('openItems.showUpdates') }))
  expect(screen.getByText(/Sale 0483/)).toBeVisible()
  await waitFor(() => expect(posted()).toContain(`/api/sales/${A_SALE_ID}/acknowledge`))
  expect(screen.getByText(/Sale 0483/)).toBeVisible()
  expect(screen.queryByRole('button', { name: text('openItems.showUpdates') })).not.toBeInTheDocument()
})

const numbersOf = (sales: Sale[], isSupervisor: boolean) =>
  groupOpenItems(sales, isSupervisor).map(({ section, sales: those }) => [section, those.map(({ number }) => number)])

const desk = [
  aSale({ number: 1, state: 'pending', openedAt: 10 }),
  aSale({ number: 2, state: 'pending', openedAt: 5 }),
  aSale({ number: 3, state: 'unknown', openedAt: 20 }),
  aSale({ number: 4, state: 'not-executed', openedAt: 30 }),
  aSale({ number: 5, state: 'unknown', openedAt: 1, attention: 'late' }),
  aSale({ number: 6, state: 'canceled', attention: 'canceled', isUnread: true }),
  aSale({ number: 7, state: 'failed', refund: {}, isUnread: true }),
  aSale({ number: 8, state: 'succeeded', isUnread: true }),
  aSale({ number: 10, state: 'succeeded', voucher: 'ready', isUnread: true }),
  aSale({ number: 11, state: 'succeeded', voucher: 'coming', attention: 'no-code' }),
  aSale({ number: 12, state: 'succeeded', voucher: 'delivered', isUnread: true }),
  aSale({ number: 9, state: 'failed', refund: { done: { at: 1, by: 'Amal Rahman' } }, isUnread: true }),
]

it('each open item is in one section: those that need an action before those that only wait, the oldest first', () => {
  expect(numbersOf(desk, true)).toEqual([
    ['attention', [6, 5, 11]],
    ['decide', [4]],
    ['refunds', [7]],
    ['codes', [10]],
    ['waiting', [3, 2, 1]],
    ['updates', [8, 12, 9]],
  ])
})

it('a cashier sees a waiting sale among those that wait, although a supervisor is notified of it', () => {
  expect(numbersOf(desk, false)).toEqual([
    ['attention', [6]],
    ['decide', [4]],
    ['refunds', [7]],
    ['codes', [10]],
    ['waiting', [5, 3, 2, 1, 11]],
    ['updates', [8, 12, 9]],
  ])
})

it('a section without sales is not shown', () => {
  expect(groupOpenItems([], true)).toEqual([])
})
