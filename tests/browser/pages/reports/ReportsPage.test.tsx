// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import ReportsPage, { reportDocument } from '#browser/pages/reports/ReportsPage.tsx'
import type { ReportAnswer } from '#api/reports.ts'
import { decimal, money, type Money } from '#domain/money/money.ts'
import { aed } from '../../../support/a-shop.ts'
import { aReport, figures } from '../../../support/a-report.ts'
import { hamad, proxyWith, tillSettings } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const kwd = (amount: string) => money(decimal(amount), 'KWD')
const none = { count: 0, amount: [] }
const REPORT = aReport({
  totals: {
    ...figures(47, '1642.5', '1551.2', '91.3'),
    sold: 47,
    notSold: 1,
    waiting: 2,
    unknown: 3,
    refundsDue: { count: 1, amount: [aed('10')] },
  },
  byService: [{ id: 'qamra', name: 'Qamra Recharge', ...figures(14, '420', '403.2', '16.8') }],
  byCashier: [{ id: 'amal', name: 'Amal Rahman', ...figures(19, '642.5', '600', '42.5') }],
  byHour: [{ id: '09', name: '09', ...figures(12, '300', '280', '20') }],
})

function show(report: ReportAnswer, at = '/reports?from=2026-11-20&to=2026-11-20', settings = tillSettings) {
  const asked: string[] = []
  const answer = (_: string, path: string) => {
    if (!path.startsWith('/api/reports')) return undefined
    asked.push(path)
    return { body: report }
  }
  renderPage(<ReportsPage />, { at, proxy: proxyWith(answer, { person: hamad, settings }) })
  return { asked }
}
const linkNamed = async (name: string | RegExp) =>
  new URL((await screen.findByRole<HTMLAnchorElement>('link', { name })).href).searchParams

it('the report shows the figures of the range in its address, and each group, product, cashier and hour leads to its sales', async () => {
  const { asked } = show(REPORT)
  expect(await screen.findByText(text('reports.margin'), { selector: 'dt' })).toBeVisible()
  expect(asked[0]).toContain('from=2026-11-20&to=2026-11-20')
  for (const figure of ['1,642.50', '1,551.20', '91.30', '10.00'])
    expect(screen.getAllByText(new RegExp(figure)).length).toBeGreaterThan(0)
  const unknown = await linkNamed(`${text('reports.unknown')} 3`)
  expect(Object.fromEntries(unknown)).toEqual({ from: '2026-11-20', to: '2026-11-20', state: 'unknown' })
  expect((await linkNamed('Qamra Recharge')).get('service')).toBe('qamra')
  expect((await linkNamed(/Amal/)).get('cashier')).toBe('amal')
  const chart = screen.getByRole('region', { name: text('reports.byHour') })
  expect(within(chart).getByText('300.00')).toBeInTheDocument()
})

it('each bar shows its amount beside the usual one, and of how many days that is', async () => {
  const usual = { days: 3, hours: [{ id: '09', paid: [aed('240')] }] }
  show({ ...REPORT, usual })
  const chart = await screen.findByRole('region', { name: text('reports.byHour') })
  expect(chart).toHaveTextContent('Typical Friday (from 3 days)')
  const value = 'AED\u00a0300.00 · 12 sales · Typical Friday AED\u00a0240.00'
  expect(within(chart).getByRole('slider')).toHaveAttribute('aria-valuetext', `09 ${value}`)
  expect(within(chart).getByText(value.replaceAll('\u00a0', ' '))).toBeVisible()
})

it('a day without sales has one sentence, a way to sell and an outline of its chart instead of empty tables', async () => {
  show(aReport())
  expect(await screen.findByText(text('reports.nothingNext'))).toBeVisible()
  expect(screen.getByText(text('reports.byHour')).closest('section')).toHaveAttribute('aria-hidden', 'true')
  expect(screen.getByRole('link', { name: text('reports.sell') })).toHaveAttribute('href', '/sell')
  expect(screen.queryByRole('table')).toBeNull()
})

it('a sale that lost money is listed with the person who paid the money back', async () => {
  const sale = { id: '01JD6X0000000000000000000A', number: 478, serviceName: 'Velto', openedAt: 0 }
  const losses: ReportAnswer['losses'] = [
    { ...sale, state: 'succeeded', loss: 'refunded', amount: aed('25'), by: 'Joseph' },
  ]
  const lost = { refunded: { count: 1, amount: [aed('25')] }, belowCost: none }
  show({ ...REPORT, losses, totals: { ...REPORT.totals, losses: lost } })
  expect(await screen.findByText(text('reports.losses.refunded', { name: 'Joseph' }))).toBeVisible()
})

it('figures in one currency name it once, and the margin is shown as a share of what customers paid', async () => {
  show(REPORT)
  const figures = (await screen.findByText(text('reports.margin'), { selector: 'dt' })).closest('dl')!
  expect(within(figures).getAllByText(/AED/)).toHaveLength(1)
  expect(within(figures).getByText(/5\.6%/)).toBeVisible()
})

it('figures in several currencies each name their own', async () => {
  const byCashier = [{ ...REPORT.byCashier[0]!, paid: [aed('642.5'), kwd('1.25')] }]
  const totals = { ...REPORT.totals, paid: [aed('1642.5'), kwd('1.25')], withoutMargin: 1 }
  show({ ...REPORT, byCashier, totals })
  expect(await screen.findByText('AED 642.50, KWD 1.250')).toBeVisible()
  expect(screen.queryByText(/%/)).toBeNull()
})

it('each payment method of a report leads to its sales', async () => {
  const payments: typeof tillSettings.payments = { methods: ['cash', 'card'], default: 'cash' }
  const byPayment = [{ id: 'card', name: 'card', ...figures(11, '434.5', '400', '34.5') }]
  show({ ...REPORT, byPayment }, undefined, { ...tillSettings, payments })
  const region = await screen.findByRole('region', { name: text('reports.byPayment') })
  const link = within(region).getByRole<HTMLAnchorElement>('link')
  expect(link).toHaveTextContent('434.50')
  expect(new URL(link.href).searchParams.get('paymentMethod')).toBe('card')
})

it('a report shows how many test transactions it counts', async () => {
  show({ ...REPORT, totals: { ...REPORT.totals, tests: { count: 2, amount: [aed('50')] } } })
  expect(await screen.findByText(text('reports.tests', { count: 2 }))).toBeVisible()
})

describe('the printed report', () => {
  const words = {
    locale: 'en' as const,
    t: text,
    money: ({ amount, currency }: Money) => `${currency} ${amount}`,
    point: undefined,
    isPractice: false,
  }
  const linesOf = (report: ReportAnswer) =>
    reportDocument(report, { from: '2026-11-20', to: '2026-11-20' }, 'Fri 20 Nov', 0, words).lines
  const pairsOf = (report: ReportAnswer) =>
    linesOf(report).flatMap((line) => (line.kind === 'pair' ? [[line.label, line.value]] : []))

  it('the printed report shows what customers paid by method and by cashier, but neither cost nor margin', () => {
    const byPayment = [
      { id: 'cash', name: 'cash', ...figures(35, '1168', '1100', '68') },
      { id: '', name: '', ...figures(12, '474.5', '451.2', '23.3') },
    ]
    const pairs = pairsOf({ ...REPORT, byPayment })
    expect(pairs).toContainEqual([text('reports.paid'), 'AED 1642.50'])
    expect(pairs).toContainEqual([`35 × ${text('shift.method.cash')}`, 'AED 1168.00'])
    expect(pairs).toContainEqual([`12 × ${text('reports.none')}`, 'AED 474.50'])
    expect(pairs).toContainEqual(['19 × Amal Rahman', 'AED 642.50'])
    for (const amount of ['1551.20', '91.30', '1100.00', '42.50'])
      expect(pairs.flat().join()).not.toContain(`AED ${amount}`)
  })

  it('the printed report shows test transactions, and no payments when the shop records none', () => {
    const byPayment = [{ id: '', name: '', ...figures(47, '1642.5', '1551.2', '91.3') }]
    const tests = { count: 2, amount: [aed('50')] }
    const lines = linesOf({ ...REPORT, byPayment, totals: { ...REPORT.totals, tests } })
    const texts = lines.flatMap((line) => (line.kind === 'text' ? [line.text] : []))
    expect(texts).toContain(text('reports.tests', { count: 2 }))
    expect(texts).not.toContain(text('reports.byPayment'))
  })
})

describe('how long sales take', () => {
  const spread = (seconds: number, most: number) => ({ count: 2, median: seconds * 1000, p95: most * 1000 })
  const row = { count: 2, entry: spread(6.4, 125), answer: spread(1.2, 59.96) }
  const times = { all: row, byService: [{ ...row, id: 'qamra', name: 'Qamra Recharge' }], byDay: [] }
  const region = () => screen.findByRole('region', { name: text('reports.times') })

  it('the times of each product are shown in seconds, and above a minute in minutes', async () => {
    show({ ...REPORT, times })
    const cells = within(await region()).getAllByRole('cell')
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'Qamra Recharge',
      '2',
      '6.4 s 2:05',
      '1.2 s 60.0 s',
      '–',
    ])
    const csv = within(await region()).getByRole('button', { name: text('reports.times.csv') })
    fireEvent.click(csv)
    const save = await screen.findByRole<HTMLAnchorElement>('link', { name: text('reports.save') })
    expect(save.href).toContain('/api/reports/times.csv?from=2026-11-20&to=2026-11-20')
  })

  it('people are listed only if the server names them, days only if there are several', async () => {
    const byDay = ['2026-11-19', '2026-11-20'].map((day) => ({ ...row, id: day, name: day }))
    show({
      ...REPORT,
      times: { ...times, byDay, byCashier: [{ ...row, id: 'a', name: 'Amal Rahman' }], isPartial: true },
    })
    const shown = await region()
    expect(within(shown).getByText('Amal R.')).toBeInTheDocument()
    expect(within(shown).getByText('Thu 19 Nov')).toBeInTheDocument()
    expect(shown).toHaveTextContent(text('reports.times.partial'))
  })

  it('nothing is shown if nothing was measured', async () => {
    show(REPORT)
    await screen.findByText(text('reports.margin'), { selector: 'dt' })
    expect(screen.queryByRole('region', { name: text('reports.times') })).toBeNull()
  })
})
