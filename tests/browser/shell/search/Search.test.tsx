// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import { SUPERVISOR_PAGES } from '#browser/page-access.ts'
import { closeSearch, openSearch } from '#browser/lib/search.ts'
import { Help } from '#browser/shell/Help.tsx'
import { placesFor } from '#browser/shell/search/find-places.ts'
import { Search, SearchButton } from '#browser/shell/search/Search.tsx'
import { useDraft } from '#browser/sale/draft.ts'
import { paths } from '#browser/paths.ts'
import type { Session } from '#api/session.ts'
import type { Person } from '#domain/person.ts'
import { summaryOf } from '#domain/sale/summary.ts'
import { aed, aSale } from '../../../support/a-shop.ts'
import { amal, aSession, hamad, joseph, proxyWith, tillSettings } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

type Options = {
  person?: Person
  session?: Partial<Session>
  answer?: (method: string, path: string, body: unknown) => FakeAnswer | undefined
}

function openTill({ person = amal, session, answer = () => undefined }: Options = {}) {
  const proxy = proxyWith(answer, { person })
  return renderPage(
    <>
      <SearchButton />
      <Search />
      <Help />
    </>,
    {
      at: '/sales',
      proxy: (method, path, body) =>
        session && method === 'GET' && path === '/api/session'
          ? { body: aSession({ person, ...session }) }
          : proxy(method, path, body),
    },
  )
}

const field = () => screen.getByRole('combobox', { name: text('shell.search') })
const group = (name: string) => screen.findByRole('group', { name })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const found = (name: string | RegExp) => screen.findByRole('option', { name })

beforeEach(() => {
  closeSearch()
  useDraft.getState().clear()
})

it('the slash, Ctrl K and the button open the search, and it closes without a trace', async () => {
  const { place } = openTill()
  await userEvent.keyboard('/')
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('')
  await userEvent.click(screen.getByRole('button', { name: text('shell.close') }))
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(field()).toHaveFocus()
  await userEvent.keyboard('qamra')
  await found(/Qamra\s+Recharge/)
  await userEvent.click(screen.getByRole('button', { name: text('shell.close') }))
  await userEvent.click(screen.getByRole('button', { name: text('shell.search') }))
  expect(field()).toHaveValue('')
  expect(place.path).toBe('/sales')
})

it('the first result is marked, arrows move the mark, and Enter opens it', async () => {
  const { place } = openTill()
  await userEvent.keyboard('/qamra')
  const first = await found(/Qamra\s+Recharge/)
  expect(first).toHaveAttribute('aria-selected', 'true')
  expect(field()).toHaveAttribute('aria-activedescendant', first.id)
  await userEvent.keyboard('{ArrowDown}')
  const second = screen.getAllByRole('option')[1]!
  expect(second).toHaveAttribute('aria-selected', 'true')
  expect(field()).toHaveAttribute('aria-activedescendant', second.id)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
  await waitFor(() => expect(place.path).toMatch(/^\/sell\/product\//))
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
})

it('an Enter before the results opens the first once it is there', async () => {
  const { place } = openTill()
  openSearch('qamra')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(place.path).toMatch(/^\/sell\/product\//))
})

it('the search finds pages, sections of the settings and of Help, and opens them', async () => {
  const { place } = openTill({ person: hamad, session: { isPractice: false } })
  await userEvent.keyboard('/printer')
  expect(within(await group(text('search.pages'))).getByRole('option')).toHaveTextContent(text('printer.title'))
  expect(within(await group(text('settings.title'))).getByText(text('settings.printers'))).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(place.path).toBe(paths.printer()))

  await userEvent.keyboard('/network pr')
  await found(text('settings.printers'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(place.path).toBe(paths.settings('printers')))

  await userEvent.keyboard('/keyboard')
  await userEvent.click(await found(text('help.section.keys')))
  expect(await screen.findByRole('dialog', { name: text('shell.help') })).toBeInTheDocument()
  expect(screen.getByText(text('help.switch'))).toBeVisible()
})

it('a cashier finds the cash and shift by the word drawer', async () => {
  openTill({ session: { settings: { ...tillSettings, drawer: true } } })
  await userEvent.keyboard('/drawer')
  expect(await found(text('shift.title'))).toBeInTheDocument()
})

it('a cashier finds no page of a supervisor or an owner, and an owner finds them all', () => {
  const of = (person: Person, more: Partial<Session> = {}) => placesFor(aSession({ person, ...more }))
  const ids = ({ pages }: ReturnType<typeof placesFor>) => pages.map(({ id }) => id)
  const cashier = of(amal)
  expect(ids(cashier).filter((id) => (SUPERVISOR_PAGES as readonly string[]).includes(id))).toEqual([])
  expect(ids(cashier)).not.toContain('shops')
  expect(cashier.settings).toEqual([])
  expect(ids(of(hamad))).toEqual(expect.arrayContaining(['wallet', 'settings', 'auditLog']))
  expect(ids(of(hamad))).not.toContain('shops')
  expect(ids(of({ ...hamad, isOwner: true }))).toContain('shops')
  const practice = { terminal: { id: 't', name: 'Counter', isPractice: true as const } }
  for (const page of ['wallet', 'reports', 'shops'])
    expect(ids(of({ ...hamad, isOwner: true }, practice))).not.toContain(page)
})

it('a kiosk finds only products', async () => {
  openTill({ session: { terminal: { id: 't', name: 'Kiosk', isKiosk: true } } })
  await userEvent.keyboard('/sales')
  expect(await screen.findByText(text('search.none', { text: 'sales' }))).toBeInTheDocument()
  await userEvent.clear(field())
  await userEvent.keyboard('qamra')
  await found(/Qamra\s+Recharge/)
  expect(screen.getAllByRole('group')).toHaveLength(1)
})

it('the search says that nothing was found, and how many results there are', async () => {
  openTill()
  await userEvent.keyboard('/xyzzyx')
  expect(await screen.findByText(text('search.none', { text: 'xyzzyx' }))).toBeInTheDocument()
  expect(options()).toEqual([])
  await userEvent.clear(field())
  await userEvent.keyboard('qamra')
  await found(/Qamra\s+Recharge/)
  await waitFor(() =>
    expect(screen.getByText(text('search.count', { count: options().length }))).toHaveAttribute('role', 'status'),
  )
})

const sold = aSale({ state: 'succeeded', number: 485, account: '971501234562', finalAt: NOW })
const known = {
  id: sold.id,
  masked: '050 ••• 4562',
  kind: 'direct',
  serviceId: 'qamra',
  serviceName: 'Qamra Recharge',
  brand: 'Qamra',
  amount: aed('25'),
  pays: aed('25'),
  soldAt: NOW,
}
const order = {
  id: sold.id,
  label: 'A-17',
  kind: 'direct',
  serviceId: 'qamra',
  serviceName: 'Qamra Recharge',
  brand: 'Qamra',
  amount: aed('25'),
  terminal: { id: 'k', name: 'Tablet' },
  placedAt: NOW,
  expiresAt: NOW + 1,
}
const report = {
  id: '7',
  number: 41,
  terminal: { id: 't', name: 'Counter' },
  openedAt: NOW - 1,
  closedAt: NOW,
  closedBy: { id: 'a', name: 'Amal Rahman' },
  difference: { kind: 'exact' },
}

/** The server of a shop that knows one sale, one order, one report and its people. */
const shopAnswer = (_: string, path: string): FakeAnswer | undefined => {
  const { pathname, searchParams } = new URL(path, 'http://till')
  switch (pathname) {
    case '/api/sales':
      return { body: { sales: /^(#?0*485|.*4562)$/.test(searchParams.get('q') ?? '') ? [sold] : [] } }
    case '/api/known-numbers':
      return { body: { sales: [known] } }
    case `/api/known-numbers/${sold.id}/choose`:
      return { body: { account: '971501234562' } }
    case '/api/orders':
      return { body: { orders: [order, { ...order, id: 'B', label: 'A-1' }] } }
    case '/api/shifts':
      return { body: { reports: searchParams.get('number') === '41' ? [report] : [] } }
    case '/api/staff':
      return {
        body: { staff: [amal, joseph, hamad].map((person) => ({ ...person, isActive: true, isLocked: false })) },
      }
    default:
      return undefined
  }
}
const asked = (seen: readonly { path: string }[], part: string) =>
  seen.map(({ path }) => path).filter((path) => path.startsWith(part))

it('the last digits of a number find its sale, and lead to the first page with the number', async () => {
  const { place } = openTill({ answer: shopAnswer })
  await userEvent.keyboard('/4562')
  const sale = await found(/Qamra Recharge.*Sale 0485/)
  expect(sale).toHaveAttribute('aria-selected', 'true')
  expect(sale).toHaveTextContent(/\+971 50 123 4562.*Sold/)
  const customer = await found(/Sell to .*050 ••• 4562.*Qamra Recharge.*25/)
  await userEvent.click(customer)
  await waitFor(() => expect(place.path).toBe(paths.sell()))
  expect(useDraft.getState()).toMatchObject({ number: '+971501234562', amount: '' })

  await userEvent.keyboard('/4562')
  await found(/Sale 0485/)
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(place.path).toBe(paths.saleDetails(sold.id)))
})

it('an Enter before the server has answered opens the first sale', async () => {
  const { place } = openTill({ answer: shopAnswer })
  await userEvent.keyboard('/#485{Enter}')
  await waitFor(() => expect(place.path).toBe(paths.saleDetails(sold.id)))
})

it('a whole number leads to the first page, and only with the permission if it is of another country', async () => {
  const { place, unmount } = openTill({ answer: shopAnswer })
  await userEvent.keyboard('/0509876543')
  await userEvent.click(await found(/Sell to .*50 987 6543/))
  await waitFor(() => expect(place.path).toBe(paths.sell()))
  expect(useDraft.getState().number).toBe('0509876543')
  unmount()
  openTill({ answer: shopAnswer, person: { ...amal, permissions: [] } })
  await userEvent.keyboard('/+639175550142')
  expect(await screen.findByText(text('search.none', { text: '+639175550142' }))).toBeInTheDocument()
})

it('an order is found by its label, a report by its number, and a person by name', async () => {
  const { place } = openTill({
    answer: shopAnswer,
    person: hamad,
    session: { settings: { ...tillSettings, drawer: true } },
  })
  await userEvent.keyboard('/a 17')
  await found(/Order A-17/)
  await waitFor(() => expect(options()).toHaveLength(1))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(place.path).toBe(paths.order(order.id)))

  await userEvent.keyboard('/z 41')
  expect(await found(/Z 0041/)).toHaveAttribute('aria-selected', 'true')
  await userEvent.clear(field())

  await userEvent.keyboard('joseph')
  await userEvent.click(await found(/Joseph Mathew/))
  await waitFor(() => expect(place.path).toBe(paths.person(joseph.id)))
})

it('a cashier finds neither people nor, in a shop without drawers, reports, and nothing asks for them', async () => {
  const { seen } = openTill({ answer: shopAnswer })
  await userEvent.keyboard('/joseph')
  expect(await screen.findByText(text('search.none', { text: 'joseph' }))).toBeInTheDocument()
  await userEvent.clear(field())
  await userEvent.keyboard('z 41')
  expect(await screen.findByText(text('search.none', { text: 'z 41' }))).toBeInTheDocument()
  expect([...asked(seen, '/api/staff'), ...asked(seen, '/api/shifts')]).toEqual([])
})

it("a colleague's sale shows what its slip shows, and no amount", async () => {
  const summary = summaryOf({ ...sold, cashier: joseph } as never)
  openTill({ answer: (_, path) => (path.startsWith('/api/sales') ? { body: { sales: [summary] } } : undefined) })
  await userEvent.keyboard('/#485')
  const option = await found(/Sale 0485.*Joseph M\./)
  expect(option).not.toHaveTextContent('AED')
  expect(option).not.toHaveTextContent('123 4562')
})

it('a kiosk and the name of a product ask the server for no sale', async () => {
  const { seen, unmount } = openTill({ answer: shopAnswer })
  await userEvent.keyboard('/qamra 20')
  await found(/Qamra\s+Recharge/)
  unmount()
  const kiosk = openTill({
    answer: shopAnswer,
    session: { terminal: { id: 't', name: 'Kiosk', isKiosk: true } },
  })
  await userEvent.keyboard('/4562')
  expect(await screen.findByText(text('search.none', { text: '4562' }))).toBeInTheDocument()
  for (const requests of [seen, kiosk.seen])
    expect([...asked(requests, '/api/sales'), ...asked(requests, '/api/known-numbers')]).toEqual([])
})

it('a text is sent once, after its last key, and wildcards are sent as they are', async () => {
  const { seen } = openTill({ answer: shopAnswer })
  await userEvent.keyboard('/')
  for (const value of ['456', '4562']) fireEvent.change(field(), { target: { value } })
  await found(/Sale 0485/)
  expect(asked(seen, '/api/sales')).toEqual(['/api/sales?q=4562'])
  expect(asked(seen, '/api/known-numbers')).toHaveLength(1)
  await userEvent.keyboard('%_')
  await waitFor(() => expect(asked(seen, '/api/sales').at(-1)).toBe('/api/sales?q=4562%25_'))
  // The answer to the earlier text is gone.
  expect(options()).toEqual([])
})

it('without the server, products and pages are still found, and a line says that sales are not', async () => {
  openTill({ answer: () => ({ status: 503, body: { code: 'unavailable', message: '', moneyMoved: 'no' } }) })
  await userEvent.keyboard('/4562')
  expect(await screen.findByText(text('search.salesAway'))).toBeInTheDocument()
  expect(screen.queryByText(text('search.none', { text: '4562' }))).not.toBeInTheDocument()
  await userEvent.clear(field())
  await userEvent.keyboard('printer')
  await found(text('printer.title'))
  expect(screen.queryByText(text('search.salesAway'))).not.toBeInTheDocument()
})
