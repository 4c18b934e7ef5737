// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it } from 'vitest'

import SalesPage from '#browser/pages/sales/SalesPage.tsx'
import { LastSales } from '#browser/pages/sell/LastSales.tsx'
import { paths, routes } from '#browser/paths.ts'
import { useInternationalDraft } from '#browser/sale/international.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { SaleListPage } from '#contract/proxy/sales.ts'
import { decimal, money } from '#domain/money.ts'
import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { A_SALE_ID, aSale } from '../../../support/a-shop.ts'
import { anInternationalSale } from '../../../support/an-international-sale.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { amal, hamad, joseph, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

fakeDialogs()

const saleIdOf = (last: string) => `01J0000000000000000000000${last}` as SaleId
const sold = aSale({ state: 'succeeded', number: 485, finalAt: NOW })
const waits = aSale({ id: saleIdOf('B'), number: 486, state: 'pending', confirmedAt: NOW })
const voucher = aSale({
  id: saleIdOf('C'),
  number: 487,
  kind: 'voucher',
  state: 'succeeded',
  voucher: 'delivered',
  delivered: { at: Date.UTC(2026, 10, 20, 10), method: 'printed', by: 'Amal Rahman' },
  revealCount: 2,
  printCount: 1,
  customer: 'huda@example.ae',
  batch: { id: saleIdOf('Z'), line: 3, of: 10 },
})
delete voucher.account

const page = (more: Partial<SaleListPage> = {}): SaleListPage => ({
  sales: [voucher, waits, sold],
  counts: { all: 3, sold: 2, waiting: 1, unknown: 0, 'not-sold': 0, 'not-confirmed': 0 },
  sold: { amount: [money(decimal('1642.5'), 'AED')], count: 2, codesComing: 0 },
  services: [{ id: 'qamra', name: 'Qamra Recharge' }],
  ...more,
})

type Options = {
  person?: Person
  at?: string
  list?: (query: URLSearchParams) => FakeAnswer
  one?: (path: string) => FakeAnswer | undefined
}

function openSales({ person = amal, at = routes.sales, list = () => ({ body: page() }), one }: Options = {}) {
  const proxy = proxyWith(
    (method, path) => {
      if (method !== 'GET') return undefined
      const [place = '', query = ''] = path.split('?')
      return place === proxyPaths.sales ? list(new URLSearchParams(query)) : one?.(path)
    },
    { person },
  )
  return renderPage({ [routes.sales]: <SalesPage />, [routes.saleDetails]: <SalesPage /> }, { at, proxy })
}

const askedLists = (seen: { path: string }[]) =>
  seen.map(({ path }) => path).filter((path) => path === proxyPaths.sales || path.startsWith(`${proxyPaths.sales}?`))
const rowOf = async (text: RegExp) =>
  (await screen.findAllByRole('row')).find((row) => text.test(row.textContent ?? ''))!

describe('the list of sales', () => {
  it('tells time, product, number, amount, state and what can be done', async () => {
    openSales()
    const row = await rowOf(/Sale 0485/)
    expect(row.textContent).toMatch(/\d\d:\d\d.*Qamra Recharge.*\+971 50 123 4567.*50\.00.*Sold.*Reprint/)
    expect(within(row).getByRole('link', { name: 'Reprint, Sale 0485' })).toHaveAttribute('href', paths.sale(sold.id))
    const open = within(await rowOf(/Sale 0486/)).getByRole('link', { name: 'Resume, Sale 0486' })
    expect(open).toHaveAttribute('href', paths.sale(waits.id))
    expect(screen.queryByText(text('salesList.cashier'))).not.toBeInTheDocument()
    expect(screen.getByText('Showing 3 of 3')).toBeInTheDocument()
    expect(screen.getByText('AED 1,642.50').parentElement?.textContent).toBe('Sold today AED 1,642.50 in 2 sales')
  })

  it.each([
    [{ amount: [], count: 0, codesComing: 0 }, text('salesList.soldNothingToday')],
    [
      { amount: [money(decimal(30), 'AED'), money(decimal(4), 'USD')], count: 1, codesComing: 1 },
      'Sold today AED 30.00, USD 4.00 in 1 sale · 1 awaiting its code',
    ],
    [
      { amount: [money(decimal(330), 'AED')], count: 24, codesComing: 11 },
      'Sold today AED 330.00 in 24 sales · 11 awaiting codes',
    ],
  ])('sums up the day, and beside it what is paid and has no code yet (%#)', async (total, words) => {
    openSales({ list: () => ({ body: page({ sold: total }) }) })
    await rowOf(/Sale 0485/)
    expect(screen.getByText(/sold today/i).textContent).toBe(words)
  })

  it('offers to hand over a code that nobody has handed over, and no paper of it before', async () => {
    const { delivered: _, ...unhanded } = voucher
    openSales({ list: () => ({ body: page({ sales: [{ ...unhanded, voucher: 'ready', printCount: 0 }] }) }) })
    const row = within(await rowOf(/Sale 0487/))
    const link = row.getByRole('link', { name: 'Hand over, Sale 0487' })
    expect(link).toHaveAttribute('href', paths.sale(voucher.id))
    expect(row.queryByRole('link', { name: /Reprint/ })).not.toBeInTheDocument()
  })

  it('a sale that was cancelled here after it was sent says that it counts as not sold', async () => {
    const abandoned = aSale({ state: 'abandoned', number: 488, confirmedAt: 1, refund: {} })
    openSales({ list: () => ({ body: page({ sales: [abandoned] }) }) })
    expect((await rowOf(/Sale 0488/)).textContent).toMatch(/Cancelled hereNot sold/)
  })

  it('the settings of the printer are named in words, and cannot be taken for printing the list', async () => {
    openSales()
    const link = await screen.findByRole('link', { name: text('printer.title') })
    expect(link).toHaveAttribute('href', routes.printer)
    expect(link).toHaveTextContent(text('printer.title'))
  })

  it('shows of a voucher without an account a dash that is told as such', async () => {
    openSales()
    const cells = within(await rowOf(/Sale 0487/)).getAllByRole('cell')
    expect(cells[2]?.textContent).toBe('–no number')
  })

  it('counts each group and lists the one that is chosen', async () => {
    const { seen } = openSales({
      list: (query) => ({ body: query.get('group') === 'waiting' ? page({ sales: [waits] }) : page() }),
    })
    const chip = await screen.findByRole('button', { name: 'Waiting 1' })
    expect(screen.getByRole('button', { name: 'All 3' })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.click(chip)
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(chip).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByText('Showing 1 of 1')).toBeInTheDocument()
    expect(askedLists(seen)).toContain('/api/sales?group=waiting')
  })

  it('lets a supervisor choose the cashier, and a cashier not', async () => {
    const cashiers = [amal, joseph].map(({ id, name }) => ({ id, name }))
    const { seen, unmount } = openSales({ person: hamad, list: () => ({ body: page({ cashiers }) }) })
    await rowOf(/Sale 0485.*Amal/)
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: text('salesList.cashiers') }),
      'Joseph Mathew',
    )
    await waitFor(() => expect(askedLists(seen)).toContain('/api/sales?cashier=j'))
    unmount()
    openSales({ list: () => ({ body: page({ cashiers }) }) })
    await rowOf(/Sale 0485/)
    expect(screen.queryByRole('combobox', { name: text('salesList.cashiers') })).not.toBeInTheDocument()
  })

  it('asks for another day, and for none that is to come', async () => {
    const { seen } = openSales()
    // By then it is known which days the shop has.
    await rowOf(/Sale 0485/)
    const days = screen.getByRole('combobox', { name: text('salesList.day') })
    await userEvent.selectOptions(days, text('salesList.yesterday'))
    await waitFor(() => expect(askedLists(seen).some((path) => /day=\d{4}-\d\d-\d\d$/.test(path))).toBe(true))
    await userEvent.selectOptions(days, text('salesList.otherDay'))
    const date = screen.getByLabelText(text('salesList.pickDay'))
    expect(date.getAttribute('max')).toMatch(/^\d{4}-\d\d-\d\d$/)
    const before = askedLists(seen).length
    await userEvent.clear(date)
    await userEvent.type(date, '2999-01-01')
    await userEvent.clear(date)
    await userEvent.type(date, '2020-01-31')
    await waitFor(() => expect(askedLists(seen)).toContain('/api/sales?day=2020-01-31'))
    expect(
      askedLists(seen)
        .slice(before)
        .filter((path) => path.includes('2999')),
    ).toEqual([])
  })

  it('searches over all days from anywhere by /, and shows the day again when the search is cleared', async () => {
    const { seen } = openSales({ list: (query) => ({ body: query.has('q') ? page({ sales: [sold] }) : page() }) })
    await rowOf(/Sale 0486/)
    await userEvent.keyboard('/0501234{Enter}')
    const field = screen.getByRole('textbox', { name: text('salesList.search') })
    expect(field).toHaveProperty('value', '0501234')
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
    expect(askedLists(seen)).toContain('/api/sales?q=0501234')
    expect(screen.getByText(text('salesList.allDays'))).toBeInTheDocument()
    await userEvent.click(screen.getByRole('button', { name: text('salesList.clearSearch') }))
    await rowOf(/Sale 0486/)
    expect(field).toHaveProperty('value', '')
  })

  it('searches among all sales, whatever the day was narrowed to', async () => {
    const { seen } = openSales({ at: `${routes.sales}?state=not-sold&service=qamra&day=2026-11-19` })
    await userEvent.type(await screen.findByRole('textbox', { name: text('salesList.search') }), '0485{Enter}')
    await waitFor(() => expect(askedLists(seen)).toContain('/api/sales?day=2026-11-19&q=0485'))
    expect(screen.getByRole('button', { name: 'All 3' })).toHaveAttribute('aria-pressed', 'true')
  })

  it('asks for a search that is typed without Enter once, after its last key', async () => {
    const { seen } = openSales()
    await rowOf(/Sale 0486/)
    await userEvent.type(screen.getByRole('textbox', { name: text('salesList.search') }), '0485')
    await waitFor(() => expect(askedLists(seen)).toContain('/api/sales?q=0485'))
    expect(askedLists(seen).filter((path) => path.includes('q='))).toEqual(['/api/sales?q=0485'])
  })

  it('shows the rest on demand', async () => {
    openSales({
      list: (query) => ({
        body: query.get('cursor') === '486' ? page({ sales: [sold] }) : page({ sales: [voucher, waits], next: '486' }),
      }),
    })
    await screen.findByText('Showing 2 of 3')
    await userEvent.click(screen.getByRole('button', { name: text('salesList.more') }))
    await screen.findByText('Showing 3 of 3')
    expect(screen.queryByRole('button', { name: text('salesList.more') })).not.toBeInTheDocument()
  })

  it.each([
    ['', text('salesList.empty')],
    ['?day=2020-01-31', text('salesList.emptyDay')],
    ['?state=sold', text('salesList.none.sold')],
    ['?state=waiting', text('openItems.empty')],
    ['?state=unknown', text('salesList.none.unknown')],
    ['?state=not-sold', text('salesList.none.not-sold')],
    ['?state=not-confirmed', text('salesList.none.not-confirmed')],
    ['?service=qamra', text('salesList.emptyDay')],
    ['?q=0501234', text('salesList.noneFound')],
  ])('says at %j why it is empty', async (search, heading) => {
    openSales({ at: `${routes.sales}${search}`, list: () => ({ body: page({ sales: [] }) }) })
    expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument()
    const isNarrowed = search !== '' && !search.startsWith('?day')
    expect(screen.queryAllByRole('button', { name: text('salesList.showAll') })).toHaveLength(isNarrowed ? 1 : 0)
  })

  it('says that the till does not answer', async () => {
    openSales({ list: () => 'no answer' })
    expect(await screen.findByText(text('failure.no-answer'))).toBeInTheDocument()
  })
})

describe('what is known of a sale', () => {
  const events: Sale['events'] = [
    { at: 1, kind: 'checked' },
    { at: 2, kind: 'approved', by: 'Amal Rahman' },
    { at: 3, kind: 'final', state: 1 },
  ]
  const details = (sale: Sale) => (path: string) =>
    path === proxyPaths.sale(sale.id) ? { body: { ...sale, events } } : undefined

  it('opens over the list, keeps its filters, and closes by Esc to the row it came from', async () => {
    const { place } = openSales({ at: `${routes.sales}?state=sold`, one: details(sold) })
    const row = await rowOf(/Sale 0485/)
    await userEvent.click(within(row).getByRole('link', { name: 'Qamra Recharge' }))
    const drawer = await screen.findByRole('dialog', { name: 'Sale 0485' })
    expect(place.path).toBe(paths.saleDetails(sold.id))
    expect(drawer.textContent).toMatch(/Paid.*AED 50\.00.*Number.*\+971 50 123 4567.*Amal R\..*Counter/)
    expect(drawer.textContent).toMatch(/What happened.*You confirmed/)
    expect(screen.getByRole('button', { name: 'Sold 2', hidden: true })).toHaveAttribute('aria-pressed', 'true')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(place.path).toBe(routes.sales)
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Qamra Recharge'))
  })

  it('is there when its address is opened first, and closes to the list', async () => {
    const { place } = openSales({ at: paths.saleDetails(sold.id), one: details(sold) })
    const drawer = await screen.findByRole('dialog', { name: 'Sale 0485' })
    await userEvent.click(within(drawer).getByRole('button', { name: text('shell.close') }))
    expect(place.path).toBe(routes.sales)
    expect(await rowOf(/Sale 0485/)).toBeInTheDocument()
  })

  it('hides the code of a voucher behind dots, and says what became of it', async () => {
    openSales({ at: paths.saleDetails(voucher.id), one: details(voucher) })
    const drawer = await screen.findByRole('dialog', { name: 'Sale 0487' })
    const code = within(drawer).getByRole('img', { name: text('salesList.hiddenCode') })
    expect(code.textContent).toBe('•••• •••• •••• ••••')
    expect(drawer.textContent).toMatch(/huda@example\.ae.*Line 3 of 10/)
    const quantity = within(drawer).getByRole('link', { name: 'Line 3 of 10' })
    expect(quantity).toHaveAttribute('href', paths.batch(saleIdOf('Z')))
    expect(drawer.textContent).toMatch(
      /Handed over: printed at Fri 20 Nov, \d\d:00:00 by Amal R\..*Shown 2 times so far.*Printed once/,
    )
    const show = within(drawer).getByRole('link', { name: text('delivery.show') })
    expect(show).toHaveAttribute('href', paths.sale(voucher.id))
  })

  it.each([
    [sold, [text('salesList.reprint'), text('delivery.share')], [text('salesList.report')]],
    [waits, [text('salesList.resume')], [text('salesList.report')]],
    [aSale({ state: 'failed' }), [text('openItems.open')], [text('salesList.report')]],
  ])('offers what can be done with it (%#)', async (sale, links, buttons) => {
    openSales({ at: paths.saleDetails(sale.id), one: details(sale) })
    const drawer = await screen.findByRole('dialog', { name: /Sale 0/ })
    expect(
      within(drawer)
        .getAllByRole('link')
        .map(({ textContent }) => textContent?.trim()),
    ).toEqual(links)
    const named = within(drawer)
      .getAllByRole('button')
      .map(({ textContent }) => textContent?.trim())
    expect(named.filter((name) => name !== '')).toEqual(buttons)
  })

  it.each<[string, Partial<Sale>]>([
    [text('money.customerPays'), { state: 'checked' }],
    [text('salesList.paid'), { state: 'pending', confirmedAt: 1 }],
    [text('salesList.paid'), { state: 'succeeded' }],
    [text('salesList.price'), { state: 'failed' }],
    [text('salesList.price'), { state: 'abandoned' }],
    [text('salesList.refundDue'), { state: 'failed', refund: {} }],
    [text('sale.refunded'), { state: 'failed', refund: { done: { at: 1, by: 'Amal Rahman' } } }],
  ])('the price is called %j in the details of %j', async (label, state) => {
    const sale = aSale(state)
    openSales({ at: paths.saleDetails(sale.id), one: details(sale) })
    const drawer = await screen.findByRole('dialog', { name: 'Sale 0483' })
    const terms = within(drawer).getAllByRole('term')
    expect(terms[0]).toHaveTextContent(label)
    expect(within(drawer).getAllByRole('definition')[0]).toHaveTextContent('AED 50.00')
  })

  it('every time in the details of an earlier sale is written in one style, and no id takes the place of its number', async () => {
    const at = Date.UTC(2026, 10, 20, 10)
    const sale: Sale = { ...voucher, openedAt: at, serviceTime: '2026-11-20 14:32:02' }
    openSales({ at: paths.saleDetails(sale.id), one: details(sale) })
    const drawer = await screen.findByRole('dialog', { name: 'Sale 0487' })
    expect(drawer.textContent).toMatch(/Sale 0487, Fri 20 Nov, \d\d:\d\d:\d\d/)
    expect(drawer.textContent).toContain('Fri 20 Nov, 14:32:02')
    expect(drawer.textContent).not.toMatch(/\d\d-\d\d-\d{4}|\d{4}-\d\d-\d\d/)
    expect(drawer.textContent).not.toContain(sale.id)
  })

  const theirs: SaleSummary = {
    id: voucher.id,
    number: 487,
    kind: 'direct',
    state: 'succeeded',
    serviceId: 'qamra',
    serviceName: 'Qamra Recharge',
    brand: 'Qamra',
    account: '971••••••567',
    openedAt: Date.UTC(2026, 10, 20, 10),
    cashier: { name: 'Grace Otieno' },
  }
  const refused = () => ({ status: 404, body: { code: 'not-found', message: 'none', moneyMoved: 'unknown' } })

  it('shows of a colleague’s sale that is found by its number what its slip says, and no more', async () => {
    const { seen } = openSales({
      at: paths.saleDetails(voucher.id),
      list: (query) => ({ body: query.get('q') === voucher.id ? { sales: [theirs] } : page({ sales: [] }) }),
      one: refused,
    })
    const drawer = await screen.findByRole('dialog', { name: 'Sale 0487' })
    expect(drawer.textContent).toMatch(/Qamra Recharge.*971••••••567.*Grace O\./)
    expect(drawer.textContent).not.toMatch(/AED/)
    expect(within(drawer).queryByRole('link')).not.toBeInTheDocument()
    expect(within(drawer).getByText(text('salesList.byNumber'))).toBeInTheDocument()
    expect(askedLists(seen).filter((path) => path.includes(voucher.id))).toHaveLength(1)
  })

  it('asks once for a colleague’s sale, in the list and in what is opened from there', async () => {
    const { seen } = openSales({
      at: `${routes.sales}?q=487`,
      list: () => ({ body: { sales: [theirs], counts: page().counts } }),
      one: refused,
    })
    const row = await rowOf(/Sale 0487 · Grace O\./)
    expect(row.textContent).toMatch(/971••••••567/)
    await userEvent.click(within(row).getByRole('link', { name: 'Qamra Recharge' }))
    expect(await screen.findByRole('dialog', { name: 'Sale 0487' })).toBeInTheDocument()
    window.dispatchEvent(new Event('focus'))
    document.dispatchEvent(new Event('visibilitychange'))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(askedLists(seen).filter((path) => path.includes('q='))).toHaveLength(1)
  })

  it('says that there is no such sale', async () => {
    openSales({
      at: paths.saleDetails(A_SALE_ID),
      list: () => ({ body: { sales: [] } }),
      one: () => ({ status: 404, body: { code: 'not-found', message: 'none', moneyMoved: 'no' } }),
    })
    expect(await screen.findByRole('dialog')).toBeInTheDocument()
    expect(await screen.findByRole('heading', { name: text('salesList.noneFound') })).toBeInTheDocument()
  })

  it('has a report that can be mailed to support', async () => {
    openSales({ at: paths.saleDetails(sold.id), one: details(sold) })
    await userEvent.click(await screen.findByRole('button', { name: text('salesList.report') }))
    const report = screen.getByRole('dialog', { name: 'Report sale 0485' })
    const written = within(report).getByRole<HTMLTextAreaElement>('textbox', { name: 'Report on sale 0485' }).value
    expect(written).toContain(sold.id)
    expect(written).toMatch(/You confirmed|Amal Rahman confirmed/)
    const mail = within(report).getByRole<HTMLAnchorElement>('link', { name: text('supportReport.mail') })
    expect(mail.href).toMatch(/^mailto:\?subject=Report%20on%20sale%200485&body=/)
    // Esc belongs to what is on top.
    await userEvent.keyboard('{Escape}')
    expect(screen.getByRole('dialog', { name: 'Sale 0485' })).toBeInTheDocument()
  })
})

const AMOUNT = paths.internationalAmount('PHL', '401', 'load-300')
const soldAbroad = anInternationalSale({ state: 'succeeded', finalAt: NOW })

function open(at: string, sales: Sale[]) {
  const proxy = proxyWith((_, path) => {
    const one = sales.find(({ id }) => path === proxyPaths.sale(id))
    if (one) return { body: { ...one, events: [] } }
    return path.startsWith(proxyPaths.sales) ? { body: { sales } } : undefined
  })
  return renderPage(
    { [routes.sell]: <LastSales />, [routes.sales]: <SalesPage />, [routes.saleDetails]: <SalesPage /> },
    { at, proxy },
  )
}

beforeEach(() => useInternationalDraft.getState().clear())

it('an international sale is listed with operator, country and its number as that country writes it', async () => {
  open(paths.sales(), [soldAbroad])
  const row = (await screen.findByRole('link', { name: 'Islanet, Philippines' })).closest('tr')!
  expect(within(row).getByText('+63 917 555 0142')).toBeInTheDocument()
  expect(within(row).getByText(/21\.50/)).toBeInTheDocument()
})

it('an international sale tells in its details what the recipient got, and is sold the same again from there', async () => {
  const { place } = open(paths.saleDetails(soldAbroad.id), [soldAbroad])
  const drawer = await screen.findByRole('dialog', { name: 'Sale 0483' })
  for (const text of ['International top-up', 'AED 21.50', 'PHP 300.00', 'Philippines', 'Islanet']) {
    expect(within(drawer).getByText(text)).toBeInTheDocument()
  }
  await userEvent.setup().click(within(drawer).getByRole('button', { name: text('sale.international.again') }))
  expect(place.path).toBe(AMOUNT)
  expect(useInternationalDraft.getState()).toMatchObject({ number: '+639175550142', choice: { id: 'load-300' } })
})

it('a sale that was not sold, or that is a recharge, is not offered again', async () => {
  const failed = anInternationalSale({ state: 'failed', finalAt: NOW })
  const { unmount } = open(paths.saleDetails(failed.id), [failed])
  await screen.findByRole('dialog', { name: 'Sale 0483' })
  expect(screen.queryByRole('button', { name: text('sale.international.again') })).not.toBeInTheDocument()
  unmount()
  const recharge = aSale({ state: 'succeeded', finalAt: NOW })
  open(paths.saleDetails(recharge.id), [recharge])
  await screen.findByRole('dialog', { name: 'Sale 0483' })
  expect(screen.queryByRole('button', { name: text('sale.international.again') })).not.toBeInTheDocument()
})

it('an international sale is one tap away from its amounts among the last sales', async () => {
  const recharge = aSale({ id: '01J0000000000000000000000B' as SaleId, state: 'succeeded', finalAt: NOW })
  const { place } = open(paths.sell(), [soldAbroad, recharge])
  expect(await screen.findByText('Qamra Recharge')).toBeInTheDocument()
  const again = screen.getAllByRole('button', { name: startingWith('sale.international.again') })
  expect(again.map((button) => button.getAttribute('aria-label'))).toEqual(['Same again, Islanet, Philippines'])
  await userEvent.setup().click(again[0]!)
  expect(place.path).toBe(AMOUNT)
  expect(useInternationalDraft.getState().number).toBe('+639175550142')
})

it('a sale among the last sales has its whole name, and is one tap away from its receipt', async () => {
  const recharge = aSale({
    state: 'succeeded',
    finalAt: NOW,
    serviceName: 'Quillo 10, no code needed, for gamers',
  })
  open(paths.sell(), [recharge])
  const list = within(await screen.findByRole('region', { name: text('salesList.last') }))
  expect(list.getByText('Quillo 10, no code needed, for gamers')).toBeVisible()
  const reprint = await list.findByRole('link', { name: 'Reprint, Quillo 10, no code needed, for gamers' })
  expect(reprint).toHaveAttribute('href', paths.sale(recharge.id))
  expect(list.getByRole('link', { name: text('salesList.allToday') })).toHaveAttribute('href', routes.sales)
})

it('a sale that waits among the last sales has no receipt to print', async () => {
  open(paths.sell(), [aSale({ state: 'pending', confirmedAt: NOW })])
  const list = within(await screen.findByRole('region', { name: text('salesList.last') }))
  expect(list.getByText(text('state.pending.chip'))).toBeVisible()
  expect(list.queryByRole('link', { name: /Reprint/ })).not.toBeInTheDocument()
})
