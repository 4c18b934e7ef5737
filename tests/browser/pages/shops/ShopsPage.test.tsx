// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { expect, it } from 'vitest'

import ShopsPage from '#browser/pages/shops/ShopsPage.tsx'
import { Rail } from '#browser/shell/Rail.tsx'
import SupervisorRoutes from '#browser/supervisor-routes.tsx'
import type { KnownShop, Shops, ShopsReport } from '#api/shops.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { Person } from '#domain/person.ts'
import { aed } from '../../../support/a-shop.ts'
import { aReport } from '../../../support/a-report.ts'
import { hamad, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { press, renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const owner: Person = { ...hamad, isOwner: true }
const kwd = (amount: string) => money(decimal(amount), 'KWD')

const aShop = (id: string, name: string, changes: Partial<KnownShop> = {}): KnownShop => ({
  id,
  name,
  state: 'read',
  isLed: true,
  wallet: { balance: aed('840'), asOf: NOW, isStale: false, runwayDays: 3.2 },
  openItems: { openItems: 0, attention: 0, refundsDue: 0, undelivered: 0 },
  alerts: [],
  isWatched: true,
  today: { day: '2026-11-20', sold: { count: 12, amount: [aed('340')], codesComing: 0 }, tests: 0 },
  ...changes,
})
const NO_SERVICE = { title: 'No service', body: 'Since 10:00.' }
const SHOPS: Shops = {
  here: 'deira',
  shops: [
    { id: 'marina', name: 'Marina', state: 'unreachable' },
    aShop('souk', 'Souk', {
      isLed: false,
      isWatched: false,
      wallet: { isStale: true },
      openItems: { openItems: 3, attention: 1, refundsDue: 1, undelivered: 0 },
      alerts: [
        { kind: 'service-away', since: NOW, words: { en: NO_SERVICE, ar: NO_SERVICE, ur: NO_SERVICE, hi: NO_SERVICE } },
      ],
      today: { day: '2026-11-20', sold: { count: 1, amount: [kwd('1.25')], codesComing: 0 }, tests: 1 },
    }),
    aShop('deira', 'Deira'),
  ],
  today: { count: 13, amount: [aed('340'), kwd('1.25')], tests: 1 },
}
const totals = (sold: number, paid: ReturnType<typeof aed>[]): ShopsReport['sum'] =>
  aReport({ totals: { count: sold, sold, paid } }).totals
const REPORT: ShopsReport = {
  shops: [
    { id: 'deira', name: 'Deira', state: 'read', totals: totals(12, [aed('340')]) },
    { id: 'souk', name: 'Souk', state: 'read', totals: totals(1, [kwd('1.25')]) },
    { id: 'marina', name: 'Marina', state: 'unreachable' },
  ],
  sum: { ...totals(13, [aed('340'), kwd('1.25')]), tests: { count: 2, amount: [aed('30')] }, withoutMargin: 3 },
}

function show({ shops = { body: SHOPS }, screen: page = <ShopsPage />, person = owner }: Shown = {}) {
  const asked: string[] = []
  const answer = (_: string, path: string) => {
    asked.push(path)
    if (path.startsWith('/api/shops/report')) return { body: REPORT }
    return path === '/api/shops' ? shops : undefined
  }
  renderPage(page, { at: '/shops?from=2026-11-20&to=2026-11-20', proxy: proxyWith(answer, { person }) })
  return asked
}
type Shown = { shops?: FakeAnswer; screen?: ReactElement; person?: Person }
const RAIL_AND_PAGES = (
  <>
    <Rail />
    <SupervisorRoutes />
  </>
)
const cardOf = (name: string) => screen.findByRole('region', { name })

it("each shop shows its figures in the server's order, and a shop that was not read shows no figure", async () => {
  show()
  const deira = await cardOf('Deira')
  for (const shown of ['840.00', 'AED 340.00', text('shops.here')]) expect(deira).toHaveTextContent(shown)
  const souk = await cardOf('Souk')
  for (const shown of ['shops.stopped', 'shops.notLed', 'shops.noBalance', 'shops.notWatched'] as const)
    expect(souk).toHaveTextContent(text(shown))
  expect(souk).toHaveTextContent('No service')
  expect(souk).toHaveTextContent('KWD 1.250')
  expect(souk).toHaveTextContent(text('reports.tests', { count: 1 }))
  expect(deira).not.toHaveTextContent('test transaction')
  const marina = await cardOf('Marina')
  expect(marina).toHaveTextContent(text('shops.unreachable'))
  expect(marina.textContent).not.toMatch(/\d/)
  const names = screen.getAllByRole('heading', { level: 2 }).map((heading) => heading.textContent)
  expect(names.slice(0, 3)).toEqual(['Marina', 'Souk', 'Deira'])
  // The total of all shops shows each currency and names the shop that is not included.
  const sold = (await screen.findByText(text('shops.today', { count: 13 }))).closest('p')
  expect(sold).toHaveTextContent(/AED 340\.00.*KWD 1\.250/)
  expect(screen.getAllByText(text('reports.tests', { count: 1 }))).toHaveLength(2)
  expect(screen.getByText(text('shops.without', { names: 'Marina' }))).toBeVisible()
})

it('the report has a row for each shop that was read and their sum, and is requested again for the chosen shops', async () => {
  const asked = show()
  const table = await screen.findByRole('table', { name: text('shops.report') })
  expect(within(table).getAllByRole('row')).toHaveLength(4)
  expect(within(table).getByRole('row', { name: /Souk/ })).toHaveTextContent('KWD 1.250')
  const together = within(table).getByRole('row', { name: new RegExp(text('reports.together')) })
  expect(together).toHaveTextContent('AED 340.00, KWD 1.250')
  expect(screen.getByText(text('reports.tests', { count: 2 }))).toBeVisible()
  expect(screen.getByText(text('reports.withoutMargin', { count: 3 }))).toBeVisible()
  expect(screen.getByText(text('shops.reportWithout', { names: 'Marina' }))).toBeVisible()
  const addressOf = async (form: 'comma' | 'decimal-comma') => {
    await press(text('reports.csv'))
    await userEvent.click(screen.getByRole('radio', { name: startingWith(`reports.form.${form}`) }))
    const address = screen.getByRole('link', { name: text('reports.save') }).getAttribute('href')
    await userEvent.keyboard('{Escape}')
    return address
  }
  const days = '/api/shops/sales.csv?from=2026-11-20&to=2026-11-20'
  expect(await addressOf('comma')).toBe(`${days}&form=comma`)
  await userEvent.click(screen.getByRole('button', { name: 'Souk' }))
  expect(asked).toContain('/api/shops/report?from=2026-11-20&to=2026-11-20&shops=souk')
  expect(await addressOf('decimal-comma')).toBe(`${days}&shops=souk&form=decimal-comma`)
})

it('the page of shops says when reading failed', async () => {
  show({ shops: refusal(500, 'internal-error') })
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(screen.queryByRole('region')).toBeNull()
})

it('an owner finds the page of shops in the rail', async () => {
  show({ screen: RAIL_AND_PAGES })
  expect((await screen.findAllByRole('link', { name: text('shell.shops') }))[0]).toBeVisible()
  expect(await cardOf('Deira')).toBeVisible()
})

it('a supervisor who is not an owner has neither the page of shops nor a link to it, and requests nothing', async () => {
  const asked = show({ screen: RAIL_AND_PAGES, person: hamad })
  expect(await screen.findByRole('heading', { name: text('shell.notFound.heading') })).toBeVisible()
  expect(screen.queryByRole('link', { name: text('shell.shops') })).toBeNull()
  expect(asked.filter((path) => path.startsWith('/api/shops'))).toEqual([])
})
