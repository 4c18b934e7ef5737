// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'

import type { ReportAnswer } from '#api/reports.ts'
import type { ShiftList } from '#api/shifts.ts'
import type { Status } from '#api/status.ts'
import type { Wallet } from '#api/wallet.ts'
import TodayPage from '#browser/pages/today/TodayPage.tsx'
import { aReport, figures } from '../../../support/a-report.ts'
import { aed, aSale } from '../../../support/a-shop.ts'
import { aStatus, hamad, proxyWith, tillSettings } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const HOUR_MS = 3_600_000
const REPORT = aReport({
  totals: { ...figures(47, '1596', '1500', '96'), sold: 47 },
  byService: [
    { id: 'qamra', name: 'Qamra Recharge', ...figures(40, '1500', '1400', '100') },
    { id: 'velto', name: 'Velto', ...figures(7, '96', '90', '6') },
  ],
  byHour: [{ id: '09', name: '09', ...figures(47, '1596', '1500', '96') }],
})
const WALLET: Wallet = {
  balance: aed('4318.5'),
  asOf: NOW,
  stale: false,
  held: { count: 0 },
  runwayDays: 1.5,
  forecast: [],
  readings: [],
  movements: [],
  expectedDeposits: [],
  costDifferences: [],
}
const usual = (paid: string, usually: string): NonNullable<ReportAnswer['usual']> => ({
  days: 2,
  hours: [{ id: '09', paid: [aed('1425')] }],
  soFar: { at: NOW, paid: [aed(paid)], usual: [aed(usually)] },
})

type Answers = {
  report?: ReportAnswer
  wallet?: Partial<Wallet>
  status?: Partial<Status>
  sales?: unknown[]
  shifts?: ShiftList
}

function show({ report = REPORT, wallet = {}, status = {}, sales = [], shifts }: Answers = {}) {
  const answer = (_: string, path: string) => {
    if (path.startsWith('/api/reports')) return { body: report }
    if (path === '/api/wallet') return { body: { ...WALLET, ...wallet } }
    if (path.startsWith('/api/shifts')) return { body: shifts }
    return path.startsWith('/api/sales') ? { body: { sales } } : undefined
  }
  const proxy = proxyWith(answer, {
    person: hamad,
    status: () => ({ body: aStatus(status) }),
    settings: { ...tillSettings, drawer: shifts !== undefined },
  })
  renderPage(<TodayPage />, { at: '/today', proxy })
}
const isAnswer = (words: RegExp) => (_: string, element: Element | null) =>
  element?.tagName === 'P' && words.test(element.textContent)
const answerLine = async (words: RegExp) => expect(await screen.findByText(isAnswer(words))).toBeVisible()
const linkOf = (element: HTMLElement, name: string | RegExp) =>
  within(element).getByRole<HTMLAnchorElement>('link', { name }).getAttribute('href')

it.each([
  ['1596', '1425', /^AED\u00a01,596 sold by \d\d:\d\d, \W?12%\W? above a typical \w+day\./],
  ['1254', '1425', /, \W?12%\W? below a typical/],
  ['1425', '1425', /, as on a typical/],
])(
  'the day is compared with a typical one until the same quarter of an hour: %s of %s',
  async (paid, usually, words) => {
    show({ report: { ...REPORT, usual: usual(paid, usually) } })
    await answerLine(words)
  },
)

it('each figure of the answer leads to its list', async () => {
  show({ status: { wallet: 'low', attention: 2 } })
  const answer = await screen.findByText(isAnswer(/3 items need attention\./))
  const links = within(answer).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/sales', '/wallet', '/open-items'])
  expect(links[0]?.textContent).toBe('AED\u00a01,596')
  expect(links[2]?.textContent).toBe('3')
})

it('without a typical day, nothing is compared', async () => {
  show()
  await answerLine(/^AED\u00a01,596 sold by \d\d:\d\d\. The wallet lasts/)
})

it('the wallet lasts until a part of a weekday, and for a number of days beyond a week', async () => {
  show()
  await answerLine(/The wallet lasts until \w+day (morning|noon|afternoon|evening|night)\./)
})

it('an old balance does not say how long it lasts', async () => {
  show({ wallet: { stale: true } })
  await answerLine(/Nothing needs attention\./)
  expect(screen.queryByText(/The wallet lasts/)).toBeNull()
})

it('each thing that needs a supervisor has the way to where they settle it, and is counted', async () => {
  show({ status: { wallet: 'low', attention: 2, refundsDue: 1, pinLocks: 1 } })
  await answerLine(/5 items need attention\./)
  const needs = screen.getByRole('list', { name: text('alerts.heading') })
  const items = within(needs).getAllByRole('listitem')
  expect(items.map((item) => within(item).getByRole('link').getAttribute('href'))).toEqual([
    '/wallet',
    '/open-items',
    '/open-items',
    '/staff',
  ])
})

it('the best and the least sold product lead to their sales of the day', async () => {
  show()
  const card = await screen.findByRole('region', { name: text('reports.byService') })
  expect(linkOf(card, /Best seller.*Qamra/)).toContain('service=qamra')
  expect(linkOf(card, /Slowest seller.*Velto/)).toContain('service=velto')
})

it('refunds due and expected deposits are summed, and a refund leads to its sale', async () => {
  const due = aSale({ state: 'failed', refund: { amount: aed('40') } as never, pays: aed('40') })
  const deposit = { id: 'd', amount: aed('5000'), paidAt: NOW, announcedAt: NOW, announcedBy: 'Hamad' }
  show({ sales: [due], wallet: { expectedDeposits: [deposit, { ...deposit, id: 'e' }] } })
  const refunds = await screen.findByRole('region', { name: text('openItems.section.refunds') })
  expect(linkOf(refunds, /40\.00/)).toBe(`/sale/${due.id}`)
  const deposits = screen.getByRole('region', { name: text('wallet.deposits') })
  expect(deposits).toHaveTextContent('AED 10,000.00')
})

it('an open drawer leads to its count', async () => {
  const open = [
    { id: 's', terminal: { id: 't2', name: 'Kiosk' }, openedAt: NOW - HOUR_MS, openedBy: { id: 'a', name: 'Amal R' } },
  ]
  show({ shifts: { reports: [], open } })
  const card = await screen.findByRole('region', { name: text('today.drawers') })
  expect(linkOf(card, /Kiosk/)).toBe('/shift/close?till=t2')
})

it('a day without sales is a sentence and a button', async () => {
  show({ report: aReport() })
  await answerLine(/^Nothing sold yet today\./)
  expect(screen.getByRole('link', { name: text('reports.sell') })).toHaveAttribute('href', '/sell')
  expect(screen.queryByRole('slider')).toBeNull()
})
