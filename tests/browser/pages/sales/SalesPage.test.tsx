// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import SalesPage from '#browser/pages/sales/SalesPage.tsx'
import { LastSales } from '#browser/pages/sell/LastSales.tsx'
import { paths, routes } from '#browser/paths.ts'
import { PHONE } from '#browser/lib/use-media.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { useInternationalDraft } from '#browser/sale/international/international.ts'
import { readSalesFilter } from '#browser/pages/sales/sales-filter.ts'
import type { SaleListPage } from '#api/sales.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { A_SALE_ID, aed, aSale } from '../../../support/a-shop.ts'
import { anInternationalSale } from '../../../support/an-international-sale.ts'
import { amal, hamad, joseph, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const IN_USD = money(decimal(4), 'USD')
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
  sold: { amount: [aed('1642.5')], count: 2, codesComing: 0 },
  services: [{ id: 'qamra', name: 'Qamra Recharge' }],
  ...more,
})

type Options = {
  person?: Person
  at?: string
  list?: (query: URLSearchParams) => FakeAnswer
  one?: (path: string) => FakeAnswer | undefined
  media?: string
}

function openSales({
  person = amal,
  at = routes.sales,
  list = () => ({ body: page() }),
  one,
  media = '',
}: Options = {}) {
  const answer = (method: string, path: string) => {
    if (method !== 'GET') return undefined
    const [place = '', query = ''] = path.split('?')
    return place === '/api/sales' ? list(new URLSearchParams(query)) : one?.(path)
  }
  const proxy = proxyWith(answer, { person })
  return renderPage({ [routes.sales]: <SalesPage />, [routes.saleDetails]: <SalesPage /> }, { at, proxy, media })
}

const goTo = (address: string) =>
  act(() => {
    window.history.pushState(null, '', address)
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
const askedLists = (seen: { path: string }[]) =>
  seen.map(({ path }) => path).filter((path) => path === '/api/sales' || path.startsWith('/api/sales?'))
const rowOf = async (text: RegExp) =>
  (await screen.findAllByRole('row')).find((row) => text.test(row.textContent ?? ''))!

it('the sales list shows time, product, number, amount, state and the next action, and names the printer settings in words', async () => {
  openSales()
  const row = await rowOf(/Sale 0485/)
  expect(row.textContent).toMatch(/\d\d:\d\d.*Qamra Recharge.*\+971 50 123 4567.*50\.00.*Sold.*Reprint/)
  expect(within(row).getByRole('link', { name: 'Reprint, Sale 0485' })).toHaveAttribute('href', paths.sale(sold.id))
  const open = within(await rowOf(/Sale 0486/)).getByRole('link', { name: 'Resume, Sale 0486' })
  expect(open).toHaveAttribute('href', paths.sale(waits.id))
  expect(screen.queryByText(text('salesList.cashier'))).not.toBeInTheDocument()
  expect(screen.getByText('Showing 3 of 3')).toBeInTheDocument()
  expect(screen.getByText('AED 1,642.50').parentElement?.textContent).toBe('Sold today AED\u00a01,642.50 in 2 sales')
  // A voucher without an account has a dash that a screen reader reads in words.
  expect(within(await rowOf(/Sale 0487/)).getAllByRole('cell')[2]?.textContent).toBe('–no number')
  // Its name differs from that of the button that prints the list.
  const link = screen.getByRole('link', { name: text('printer.title') })
  expect(link).toHaveAttribute('href', routes.printer)
  expect(link).toHaveTextContent(text('printer.title'))
})

it("the sales list shows the day's total, and beside it the sales that are paid but have no code yet", async () => {
  const sums = {
    none: [[], 0, 0, text('salesList.soldNothingToday')],
    some: [[aed('30'), IN_USD], 1, 1, 'Sold today AED\u00a030.00, USD\u00a04.00 in 1 sale · 1 awaiting its code'],
    many: [[aed('330')], 24, 11, 'Sold today AED\u00a0330.00 in 24 sales · 11 awaiting codes'],
  } as const
  openSales({
    list: (query) => {
      const [amount, count, codesComing] = sums[(query.get('service') ?? 'none') as keyof typeof sums]
      return { body: page({ sold: { amount: [...amount], count, codesComing } }) }
    },
  })
  for (const [service, [, , , words]] of Object.entries(sums)) {
    goTo(`${routes.sales}?service=${service}`)
    await waitFor(() => expect(screen.getByText(/sold today/i).textContent).toBe(words))
  }
})

it('the sales list offers to hand over a waiting code instead of its receipt, and says which sale was given up', async () => {
  const { delivered: _, ...unhanded } = { ...voucher, voucher: 'ready' as const, printCount: 0 }
  const abandoned = aSale({ state: 'abandoned', number: 488, confirmedAt: 1, refund: {} })
  openSales({ list: () => ({ body: page({ sales: [unhanded, abandoned] }) }) })
  const row = within(await rowOf(/Sale 0487/))
  expect(row.getByRole('link', { name: 'Hand over, Sale 0487' })).toHaveAttribute('href', paths.sale(voucher.id))
  expect(row.queryByRole('link', { name: startingWith('salesList.reprint') })).not.toBeInTheDocument()
  expect((await rowOf(/Sale 0488/)).textContent).toContain(text('state.given-up.chip'))
})

it('the sales list counts each group and lists the chosen one', async () => {
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

it('the sales list lets a supervisor choose the cashier, but not a cashier', async () => {
  const cashiers = [amal, joseph].map(({ id, name }) => ({ id, name }))
  const { seen, unmount } = openSales({ person: hamad, list: () => ({ body: page({ cashiers }) }) })
  await rowOf(/Sale 0485.*Amal/)
  const choice = await screen.findByRole('combobox', { name: text('salesList.cashiers') })
  await userEvent.selectOptions(choice, 'Joseph Mathew')
  await waitFor(() => expect(askedLists(seen)).toContain('/api/sales?cashier=j'))
  unmount()
  openSales({ list: () => ({ body: page({ cashiers }) }) })
  await rowOf(/Sale 0485/)
  expect(screen.queryByRole('combobox', { name: text('salesList.cashiers') })).not.toBeInTheDocument()
})

it('the sales list can show another day, but no later day than today', async () => {
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
  fireEvent.change(date, { target: { value: '2999-01-01' } })
  fireEvent.change(date, { target: { value: '2020-01-31' } })
  await waitFor(() => expect(askedLists(seen)).toContain('/api/sales?day=2020-01-31'))
  expect(askedLists(seen).slice(before).join()).not.toContain('2999')
})

it('the sales list shows the result of a search on all days, and the day again without it', async () => {
  const { seen } = openSales({
    at: `${routes.sales}?q=0501234`,
    list: (query) => ({ body: query.has('q') ? page({ sales: [sold] }) : page() }),
  })
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2))
  expect(new Set(askedLists(seen))).toEqual(new Set(['/api/sales?q=0501234']))
  expect(screen.getByText(text('salesList.allDays'))).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: /^Only .*0501234/ }))
  await rowOf(/Sale 0486/)
  expect(screen.queryByText(text('salesList.allDays'))).not.toBeInTheDocument()
})

it('the sales list shows the rest on request', async () => {
  const [first, rest] = [page({ sales: [voucher, waits], next: '486' }), page({ sales: [sold] })]
  openSales({ list: (query) => ({ body: query.get('cursor') === '486' ? rest : first }) })
  await screen.findByText('Showing 2 of 3')
  await userEvent.click(screen.getByRole('button', { name: text('salesList.more') }))
  await screen.findByText('Showing 3 of 3')
  expect(screen.queryByRole('button', { name: text('salesList.more') })).not.toBeInTheDocument()
})

it('on a phone, one button with the number of chosen filters opens them', async () => {
  openSales({ person: hamad, media: PHONE, at: `${routes.sales}?state=sold&service=qamra` })
  await rowOf(/Sale 0485/)
  expect(screen.queryByRole('group', { name: text('salesList.filterState') })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: `${text('salesList.filter')} 2` }))
  const filters = within(screen.getByRole('dialog', { name: text('salesList.filter') }))
  for (const name of ['salesList.day', 'salesList.products', 'salesList.cashiers'] as const)
    expect(filters.getByRole('combobox', { name: text(name) })).toBeVisible()
  await userEvent.click(filters.getByRole('button', { name: startingWith('salesList.group.all') }))
  await userEvent.click(filters.getByRole('button', { name: text('shell.close') }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('button', { name: `${text('salesList.filter')} 1` })).toBeVisible()
})

it('the sales list says why it is empty', async () => {
  openSales({ list: () => ({ body: page({ sales: [] }) }) })
  for (const [search, heading] of [
    ['', text('salesList.empty')],
    ['?day=2020-01-31', text('salesList.emptyDay')],
    ['?state=sold', text('salesList.none.sold')],
    ['?state=waiting', text('salesList.none.waiting')],
    ['?state=unknown', text('salesList.none.unknown')],
    ['?state=not-sold', text('salesList.none.not-sold')],
    ['?state=not-confirmed', text('salesList.none.not-confirmed')],
    ['?service=qamra', text('salesList.emptyDay')],
    ['?terminal=till-2', text('salesList.emptyDay')],
    ['?from=2020-01-01&to=2020-01-31', text('salesList.emptyRange')],
    ['?from=2020-01-01&to=2020-01-31&brand=Qamra', text('salesList.emptyRange')],
    ['?q=0501234', text('salesList.noneFound')],
  ] as const) {
    goTo(`${routes.sales}${search}`)
    expect(await screen.findByRole('heading', { name: heading }), search).toBeInTheDocument()
    const isNarrowed = !/^(\?day=[\d-]+|\?from=[\d-]+&to=[\d-]+)?$/.test(search)
    const [way, other] = ['button', 'link'].map((role) =>
      screen.queryAllByRole(role, { name: text(role === 'button' ? 'salesList.showAll' : 'reports.sell') }),
    )
    expect(isNarrowed ? way : other, search).toHaveLength(1)
    expect(isNarrowed ? other : way, search).toHaveLength(0)
  }
})

it('the sales list says that the server does not answer', async () => {
  openSales({ list: () => 'no answer' })
  expect(await screen.findByText(text('failure.no-answer'))).toBeInTheDocument()
})

const events: Sale['events'] = [
  { at: 1, kind: 'checked' },
  { at: 2, kind: 'approved', by: 'Amal Rahman' },
  { at: 3, kind: 'final', state: 1 },
]
const details = (sale: Sale) => (path: string) =>
  path === `/api/sales/${sale.id}` ? { body: { ...sale, events } } : undefined

const openDetails = (sale: Sale) => {
  openSales({ at: paths.saleDetails(sale.id), one: details(sale) })
  return screen.findByRole('dialog', { name: /^Sale 0/ })
}

it('the details of a sale open over the list, keep its filters, and close with Esc to the row they came from', async () => {
  const { place } = openSales({ at: `${routes.sales}?state=sold`, one: details(sold) })
  const row = await rowOf(/Sale 0485/)
  await userEvent.click(within(row).getByRole('link', { name: 'Qamra Recharge' }))
  const drawer = await screen.findByRole('dialog', { name: 'Sale 0485' })
  expect(place.path).toBe(paths.saleDetails(sold.id))
  expect(drawer.textContent).toMatch(/Paid.*AED\u00a050\.00.*Number.*\+971 50 123 4567.*Amal R\..*Counter/)
  expect(drawer.textContent).toMatch(/What happened.*You confirmed/)
  expect(screen.getByRole('button', { name: 'Sold 2', hidden: true })).toHaveAttribute('aria-pressed', 'true')
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(place.path).toBe(routes.sales)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Qamra Recharge'))
})

it('the details of a sale hide the code of a voucher behind dots, say whether it was delivered, and close to the list', async () => {
  const drawer = await openDetails(voucher)
  const drawerHas = within(drawer)
  expect(drawerHas.getByRole('img', { name: text('salesList.hiddenCode') }).textContent).toBe('•••• •••• •••• ••••')
  expect(drawer.textContent).toMatch(/huda@example\.ae.*Line 3 of 10/)
  expect(drawerHas.getByRole('link', { name: 'Line 3 of 10' })).toHaveAttribute('href', paths.batch(saleIdOf('Z')))
  expect(drawer.textContent).toMatch(
    /Handed over: printed at Fri 20 Nov, \d\d:00:00 by Amal R\..*Shown 2 times so far.*Printed once/,
  )
  const show = { name: text('delivery.show') }
  expect(drawerHas.getByRole('link', show)).toHaveAttribute('href', paths.sale(voucher.id))
  await userEvent.click(drawerHas.getByRole('button', { name: text('shell.close') }))
  expect(window.location.pathname).toBe(routes.sales)
  expect(await rowOf(/Sale 0487/)).toBeInTheDocument()
})

it('the details of a sale name its price by what was paid, and offer the actions it has', async () => {
  const report = text('salesList.report')
  const cases: [string, Partial<Sale>, string[]][] = [
    [text('money.customerPays'), { state: 'checked' }, [text('salesList.resume')]],
    [text('salesList.paid'), { state: 'pending', confirmedAt: 1 }, [text('salesList.resume')]],
    [text('salesList.paid'), { state: 'succeeded' }, [text('salesList.reprint'), text('delivery.share')]],
    [text('salesList.price'), { state: 'failed' }, [text('openItems.open')]],
    [text('salesList.price'), { state: 'abandoned' }, [text('openItems.open')]],
    [text('salesList.refundDue'), { state: 'failed', refund: {} }, [text('openItems.open')]],
    [text('sale.refunded'), { state: 'failed', refund: { done: { at: 1, by: 'Amal' } } }, [text('openItems.open')]],
  ]
  const sales = cases.map(([, state], at) => aSale({ id: saleIdOf(String(at)), number: at + 1, ...state }))
  openSales({ one: (path) => sales.flatMap((sale) => details(sale)(path) ?? [])[0] })
  for (const [at, [label, state, links]] of cases.entries()) {
    goTo(paths.saleDetails(sales[at]!.id))
    const drawer = within(await screen.findByRole('dialog', { name: `Sale 000${at + 1}` }))
    const named = (role: string) => drawer.getAllByRole(role).map(({ textContent }) => textContent?.trim())
    expect([named('term')[0], named('definition')[0]], JSON.stringify(state)).toEqual([label, 'AED\u00a050.00'])
    expect(named('link'), JSON.stringify(state)).toEqual(links)
    const again = state.state === 'succeeded' ? [text('sale.again'), text('sale.otherAmount')] : []
    expect(named('button').filter((name) => name !== '')).toEqual([...again, report])
  }
})

it('the details of a sale write every time of an earlier sale in one style, and no id in place of its number', async () => {
  const at = Date.UTC(2026, 10, 20, 10)
  const sale: Sale = { ...voucher, openedAt: at, serviceTime: '2026-11-20 14:32:02' }
  const drawer = await openDetails(sale)
  expect(drawer.textContent).toMatch(/Sale 0487, Fri 20 Nov, \d\d:\d\d:\d\d/)
  expect(drawer.textContent).toContain('Fri 20 Nov, 14:32:02')
  expect(drawer.textContent).not.toMatch(/\d\d-\d\d-\d{4}|\d{4}-\d\d-\d\d/)
  expect(drawer.textContent).not.toContain(sale.id)
})

const product = { kind: 'direct', serviceId: 'qamra', serviceName: 'Qamra Recharge', brand: 'Qamra' } as const
const theirs: SaleSummary = {
  ...product,
  id: voucher.id,
  number: 487,
  state: 'succeeded',
  account: '971••••••567',
  openedAt: Date.UTC(2026, 10, 20, 10),
  cashier: { name: 'Grace Otieno' },
}
const refused = () => refusal(404, 'not-found', { moneyMoved: 'unknown' })
const missing = () => refusal(404, 'not-found')

it('the details of a colleague’s sale that was found by its number show only what its slip says', async () => {
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

it('the details of a colleague’s sale are requested once, for the list and for what opens from it', async () => {
  const list = () => ({ body: { sales: [theirs], counts: page().counts } })
  const { seen } = openSales({ at: `${routes.sales}?q=487`, list, one: refused })
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

it('the details say when there is no such sale', async () => {
  openSales({ at: paths.saleDetails(A_SALE_ID), list: () => ({ body: { sales: [] } }), one: missing })
  expect(await screen.findByRole('dialog')).toBeInTheDocument()
  expect(await screen.findByRole('heading', { name: text('salesList.noneFound') })).toBeInTheDocument()
})

it('the details of a sale have a report that can be emailed to support', async () => {
  await openDetails(sold)
  await press(text('salesList.report'))
  const report = screen.getByRole('dialog', { name: 'Report sale 0485' })
  const written = within(report).getByRole<HTMLTextAreaElement>('textbox', { name: 'Report on sale 0485' }).value
  expect(written).toContain(sold.id)
  expect(written).toMatch(/You confirmed|Amal Rahman confirmed/)
  const mail = within(report).getByRole<HTMLAnchorElement>('link', { name: text('supportReport.mail') })
  expect(mail.href).toMatch(/^mailto:\?subject=Report%20on%20sale%200485&body=/)
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog', { name: 'Sale 0485' })).toBeInTheDocument()
})

const AMOUNT = paths.internationalAmount('PHL', '401', 'load-300')
const soldAbroad = anInternationalSale({ state: 'succeeded', finalAt: NOW })
const AGAIN = { name: text('sale.again') }

function open(at: string, sales: Sale[]) {
  const proxy = proxyWith((_, path) => {
    const one = sales.find(({ id }) => path === `/api/sales/${id}`)
    if (one) return { body: { ...one, events: [] } }
    return path.startsWith('/api/sales') ? { body: { sales } } : undefined
  })
  const pages = { [routes.sell]: <LastSales />, [routes.sales]: <SalesPage />, [routes.saleDetails]: <SalesPage /> }
  return renderPage(pages, { at, proxy })
}

beforeEach(() => useInternationalDraft.getState().clear())

it('an international sale is listed with operator, country and its number as that country writes it', async () => {
  open(paths.sales(), [soldAbroad])
  const row = (await screen.findByRole('link', { name: 'Islanet, Philippines' })).closest('tr')!
  expect(within(row).getByText('+63 917 555 0142')).toBeInTheDocument()
  expect(within(row).getByText(/21\.50/)).toBeInTheDocument()
})

it('the details of an international sale show what the recipient received, and can sell the same again', async () => {
  const { place } = open(paths.saleDetails(soldAbroad.id), [soldAbroad])
  const drawer = await screen.findByRole('dialog', { name: 'Sale 0483' })
  for (const word of [text('sale.international.title'), 'AED 21.50', 'PHP 300.00', 'Philippines', 'Islanet'])
    expect(within(drawer).getByText(word)).toBeInTheDocument()
  await userEvent.click(within(drawer).getByRole('button', AGAIN))
  expect(place.path).toBe(AMOUNT)
  expect(useInternationalDraft.getState()).toMatchObject({ number: '+639175550142', choice: { id: 'load-300' } })
})

it.each([
  ['a sale that was not sold', anInternationalSale({ state: 'failed', finalAt: NOW })],
  ['a voucher', aSale({ state: 'succeeded', finalAt: NOW, kind: 'voucher', voucher: 'delivered' })],
  ['a number that is masked', aSale({ state: 'succeeded', finalAt: NOW, account: '••••••••4567' })],
])('the details offer no way to sell the same again for %s', async (_, sale) => {
  open(paths.saleDetails(sale.id), [sale])
  await screen.findByRole('dialog', { name: 'Sale 0483' })
  expect(screen.queryByRole('button', AGAIN)).not.toBeInTheDocument()
})

it('the details of a top-up can sell the same again with one press, or open its ticket for another amount', async () => {
  const recharge = aSale({ state: 'succeeded', finalAt: NOW })
  const { place, seen } = open(paths.saleDetails(recharge.id), [recharge])
  const drawer = within(await screen.findByRole('dialog', { name: 'Sale 0483' }))
  await userEvent.click(await drawer.findByRole('button', { name: text('sale.otherAmount') }))
  expect(place.path).toBe(paths.product('2'))
  expect(useDraft.getState()).toMatchObject({ number: '971501234567', amount: '', serviceId: 'qamra' })
  expect(seen.filter(({ method }) => method === 'PUT')).toEqual([])
})

it('a top-up in the list of last sales has its masked number, and one press opens its review', async () => {
  const recharge = aSale({ state: 'succeeded', finalAt: NOW })
  const { place, seen } = open(paths.sell(), [recharge])
  const list = within(await screen.findByRole('region', { name: text('salesList.last') }))
  expect(await list.findByText('050 ••• 4567')).toBeVisible()
  expect(list.queryByText(/501234567|123 4567/)).not.toBeInTheDocument()
  await userEvent.click(list.getByRole('button', { name: 'Same again, Qamra Recharge' }))
  expect(place.path).toMatch(/^\/sale\//)
  await expect
    .poll(() => seen.find(({ method }) => method === 'PUT')?.body)
    .toEqual({
      kind: 'direct',
      serviceId: 'qamra',
      amount: '50',
      account: '971501234567',
    })
  expect(useDraft.getState()).toMatchObject({ number: '971501234567', amount: '50', isReviewed: true })
})

it('the lines of a quantity are one row for each result in the list of last sales', async () => {
  const line = (last: string, at: number, more: Partial<Sale> = {}) => ({
    ...voucher,
    id: saleIdOf(last),
    serviceName: 'Orbyte 50',
    batch: { id: saleIdOf('Z'), line: at, of: 4 },
    ...more,
  })
  const failed = line('4', 4, { state: 'failed' })
  delete failed.voucher
  open(paths.sell(), [failed, line('3', 3), line('2', 2), line('1', 1), sold])
  const list = within(await screen.findByRole('region', { name: text('salesList.last') }))
  const rows = (await list.findAllByRole('listitem')).map((row) => within(row).getByRole('link'))
  expect(rows.map((row) => row.getAttribute('href'))).toEqual([
    paths.sale(failed.id),
    paths.batch(saleIdOf('Z')),
    paths.sale(sold.id),
  ])
  expect(list.getByText('Orbyte 50 × 3')).toBeVisible()
  expect(list.getByText('Orbyte 50')).toBeVisible()
})

it('an international sale in the list of last sales is one tap from its amounts', async () => {
  const recharge = aSale({ id: '01J0000000000000000000000B' as SaleId, state: 'succeeded', finalAt: NOW })
  const { place } = open(paths.sell(), [soldAbroad, recharge])
  expect(await screen.findByText('Qamra Recharge')).toBeInTheDocument()
  expect(screen.getByText('+63 ••• ••• 0142')).toBeVisible()
  const again = screen.getAllByRole('button', { name: startingWith('sale.again') })
  expect(again.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Same again, Islanet, Philippines',
    'Same again, Qamra Recharge',
  ])
  await userEvent.click(again[0]!)
  expect(place.path).toBe(AMOUNT)
  expect(useInternationalDraft.getState().number).toBe('+639175550142')
})

it('a sale in the list of last sales has its full name, and is one tap from its receipt', async () => {
  const recharge = aSale({
    kind: 'voucher',
    voucher: 'delivered',
    printCount: 1,
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

it('a waiting sale in the list of last sales has no receipt to print', async () => {
  open(paths.sell(), [aSale({ state: 'pending', confirmedAt: NOW })])
  const list = within(await screen.findByRole('region', { name: text('salesList.last') }))
  expect(list.getByText(text('state.pending.chip'))).toBeVisible()
  expect(list.queryByRole('link', { name: startingWith('salesList.reprint') })).not.toBeInTheDocument()
})

it.each([
  ['', {}],
  ['state=sold', { state: 'sold' }],
  ['state=everything', {}],
  ['day=2026-11-19', { day: '2026-11-19' }],
  ['day=2026-02-30', {}],
  ['day=yesterday', {}],
  ['q=%20050%20123%20', { q: '050 123' }],
  ['q=%20', {}],
  [`q=${'1'.repeat(50)}`, { q: '1'.repeat(40) }],
  ['cashier=c1&service=qamra-rc', { cashier: 'c1', service: 'qamra-rc' }],
  [`cashier=${'c'.repeat(41)}`, {}],
])('the filter reads what it can show from the address %j', (address, filter) => {
  expect(readSalesFilter(new URLSearchParams(address))).toEqual(filter)
})
