// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import WalletPage from '#browser/pages/wallet/WalletPage.tsx'
import type { ReportAnswer } from '#contract/proxy/reports.ts'
import { DEFAULT_SETTINGS } from '#contract/proxy/settings.ts'
import type { Wallet } from '#contract/proxy/wallet.ts'
import { decimal, money } from '#domain/money.ts'
import { hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const aed = (amount: string) => money(decimal(amount), 'AED')
const usd = (amount: string) => money(decimal(amount), 'USD')

const wallet: Wallet = {
  balance: aed('4318.5'),
  asOf: NOW,
  stale: false,
  held: { count: 0 },
  forecast: [],
  readings: [],
  movements: [],
  costDifferences: [],
}
const nothing = { count: 0, amount: [] }
const figures = (paid: string, cost: string, margin: string) => ({
  count: 1,
  paid: [aed(paid)],
  cost: [aed(cost)],
  margin: [aed(margin)],
  withoutMargin: 0,
})
const aReport = ({ totals, ...rows }: { totals?: object; byKind?: ReportAnswer['byKind'] } = {}): ReportAnswer => ({
  totals: {
    ...figures('1642.5', '1551.2', '91.3'),
    sold: 47,
    notSold: 1,
    waiting: 0,
    unknown: 0,
    tests: nothing,
    refundsDue: nothing,
    losses: { refunded: nothing, belowCost: nothing },
    ...totals,
  },
  byKind: [
    { id: 'direct', name: 'direct', ...figures('985.5', '900', '85.5') },
    { id: 'voucher', name: 'voucher', ...figures('657', '651.2', '5.8') },
  ],
  byService: [],
  byCategory: [],
  byOperator: [],
  byCashier: [],
  byTerminal: [],
  byPayment: [],
  byHour: [],
  byDay: [],
  losses: [],
  ...rows,
})

async function open(report: FakeAnswer) {
  const page = renderPage(<WalletPage />, {
    at: '/wallet',
    proxy: proxyWith(
      (_, path) => {
        if (path === '/api/settings') return { body: DEFAULT_SETTINGS }
        if (path === '/api/wallet') return { body: wallet }
        return path.startsWith('/api/reports') ? report : undefined
      },
      { person: hamad },
    ),
  })
  const card = await screen.findByRole('region', { name: text('wallet.today') })
  return { ...page, card }
}
const figureOf = async (card: HTMLElement, name: 'reports.paid' | 'reports.cost' | 'reports.margin') =>
  (await within(card).findByText(text(name), { selector: 'dt' })).nextElementSibling

describe('what was sold today', () => {
  it('the figures are those of the day report, with the margin in percent of what customers paid', async () => {
    const { card, seen } = await open({ body: aReport() })
    expect(await figureOf(card, 'reports.paid')).toHaveTextContent('1,642.50')
    expect(await figureOf(card, 'reports.cost')).toHaveTextContent('1,551.20')
    expect(await figureOf(card, 'reports.margin')).toHaveTextContent('91.30 5.6%')
    expect(card).toHaveTextContent(text('wallet.today.sold', { count: 47 }))
    expect(card).toHaveTextContent(text('wallet.today.notSold', { count: 1 }))
    expect(card).not.toHaveTextContent(text('wallet.today.open', { count: 0 }))
    const asked = seen
      .map(({ path }) => new URL(path, 'http://till'))
      .find(({ pathname }) => pathname === '/api/reports')
    expect(asked?.searchParams.get('from')).toBe(asked?.searchParams.get('to'))
  })

  it('each kind stands with what was paid and earned', async () => {
    const { card } = await open({ body: aReport() })
    const row = await within(card).findByRole('row', { name: new RegExp(text('reports.kind.direct')) })
    expect(row).toHaveTextContent(/985\.50.*85\.50/)
    expect(within(card).queryByRole('row', { name: new RegExp(text('reports.kind.international')) })).toBeNull()
  })

  it('a loss has a minus and no percentage, and sales that wait or are not known are counted', async () => {
    const margin = [{ ...aed('3.2'), isLoss: true as const }]
    const { card } = await open({ body: aReport({ totals: { margin, waiting: 2, unknown: 1 } }) })
    const shown = await figureOf(card, 'reports.margin')
    expect(shown).toHaveTextContent('−3.20')
    expect(shown).not.toHaveTextContent('%')
    expect(card).toHaveTextContent(text('wallet.today.open', { count: 3 }))
  })

  it('amounts of several currencies each say theirs, and are not compared', async () => {
    const totals = { paid: [aed('10'), usd('5')], cost: [aed('9')], margin: [aed('1')] }
    const { card } = await open({ body: aReport({ totals, byKind: [] }) })
    const paid = await figureOf(card, 'reports.paid')
    expect(paid).toHaveTextContent('AED 10.00')
    expect(paid).toHaveTextContent('USD 5.00')
    expect(await figureOf(card, 'reports.margin')).not.toHaveTextContent('%')
  })

  it('a report that cannot be read says so in its card, and the balance stays', async () => {
    const { card } = await open({ status: 500, body: { code: 'internal', message: 'It failed.', moneyMoved: 'no' } })
    expect(await within(card).findByText(/./, { selector: 'p' })).toBeVisible()
    expect(within(card).queryByText(/\d/)).toBeNull()
    expect(await screen.findByRole('region', { name: text('wallet.balance') })).toHaveTextContent('4,318.50')
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
