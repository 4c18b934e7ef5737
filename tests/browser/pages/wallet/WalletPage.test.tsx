// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import WalletPage, { groupByFour } from '#browser/pages/wallet/WalletPage.tsx'
import { DEFAULT_SETTINGS } from '#api/settings.ts'
import type { Status } from '#api/status.ts'
import type { ExpectedDeposit, Wallet, WalletMovement } from '#api/wallet.ts'
import { decimal, money } from '#domain/money/money.ts'
import { localTimeAt } from '#domain/shop-calendar.ts'
import { aReport, figures } from '../../../support/a-report.ts'
import { aed } from '../../../support/a-shop.ts'
import { aStatus, hamad, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, press, renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const HOUR_MS = 3_600_000

const deposit: WalletMovement = {
  id: 7,
  version: 3,
  sinceAt: NOW - 2 * HOUR_MS,
  at: NOW - HOUR_MS,
  direction: 'in',
  amount: aed('4000'),
  kind: 'deposit',
}

const announced: ExpectedDeposit = {
  id: '01JD6X0000000000000000000A',
  amount: aed('5000'),
  slip: '77-1204',
  paidAt: NOW - 2 * HOUR_MS,
  announcedAt: NOW - HOUR_MS,
  announcedBy: 'Hamad',
}

const BEFORE = { ...DEFAULT_SETTINGS.wallet, line: { amount: '1500', currency: 'AED' } }
const NOTHING: Wallet = {
  stale: false,
  held: { count: 0 },
  forecast: [],
  readings: [],
  movements: [],
  expectedDeposits: [],
  costDifferences: [],
}

/** The page, with one answer for each read of the wallet; the last one is repeated. */
function showWith(status: Status, given: (Partial<Wallet> | 'no answer')[], report?: FakeAnswer) {
  const next = (): FakeAnswer => {
    const answer = (given.length > 1 ? given.shift() : given[0]) ?? 'no answer'
    return answer === 'no answer' ? answer : { body: { ...NOTHING, ...answer } }
  }
  const answer = (_: string, path: string): FakeAnswer | undefined => {
    if (path === '/api/settings') return { body: report ? DEFAULT_SETTINGS : { ...DEFAULT_SETTINGS, wallet: BEFORE } }
    if (path === '/api/wallet/movements/7') return { body: { ...deposit, version: 4, explainedBy: 'Hamad' } }
    if (path.startsWith('/api/wallet/deposits')) return { body: path.endsWith('match') ? deposit : announced }
    if (path.startsWith('/api/reports')) return report
    return path === '/api/wallet' ? next() : undefined
  }
  const proxy = proxyWith(answer, { person: hamad, status: () => ({ body: status }) })
  const { seen } = renderPage(<WalletPage />, { at: '/wallet', proxy })
  return { seen, written: () => seen.filter(({ method }) => method !== 'GET') }
}

const show = (changes: Partial<Wallet> = {}) =>
  showWith(aStatus(), [
    {
      balance: aed('4318.5'),
      asOf: NOW,
      held: { count: 3, least: aed('0'), most: aed('92.10') },
      runwayDays: 3.2,
      line: aed('1500'),
      lineDays: 1.1,
      forecast: [
        { at: NOW, balance: aed('4318.5') },
        { at: NOW + 76.8 * HOUR_MS, balance: aed('0') },
      ],
      readings: [
        { at: NOW - 30 * HOUR_MS, balance: aed('1640') },
        { at: deposit.at, balance: aed('5640') },
        { at: NOW, balance: aed('4318.5') },
      ],
      movements: [deposit],
      ...changes,
    },
  ])

it('the balance shows what open sales hold at most and how long it lasts, and so does a table with what is expected', async () => {
  show()
  const card = await screen.findByRole('region', { name: text('wallet.balance') })
  expect(card).toHaveTextContent('AED 4,318.50')
  expect(card).toHaveTextContent(text('wallet.held', { count: 3, amount: 'AED 92.10' }))
  expect(card).toHaveTextContent('Lasts about 3.2 days at this pace')
  const table = await screen.findByRole('table', { name: text('wallet.chart') })
  expect(table).toHaveTextContent('AED 4,318.50')
  expect(within(table).getAllByRole('row').length).toBeGreaterThan(2)
})

it('an old balance shows its age, even without a failed read', async () => {
  show({ stale: true })
  expect(await screen.findByRole('region', { name: text('wallet.lastBalance') })).toHaveTextContent('4,318.50')
})

it('another transaction is explained with its slip, for the version that was seen', async () => {
  const { written } = show()
  await press(text('wallet.explain'))
  const dialog = screen.getByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText(text('wallet.slip')), ' 77-1204 ')
  await userEvent.click(within(dialog).getByRole('button', { name: text('wallet.explainSave') }))
  expect(written()).toEqual([
    { method: 'POST', path: '/api/wallet/movements/7', body: { version: 3, kind: 'deposit', slip: '77-1204' } },
  ])
})

it('a deposit is announced with amount, slip and time, at first now, in the time zone of the shop', async () => {
  const { written } = show()
  await press(text('wallet.announce'))
  const dialog = screen.getByRole('dialog')
  const send = () => userEvent.click(within(dialog).getByRole('button', { name: text('wallet.announce') }))
  const paidAt = within(dialog).getByLabelText(text('wallet.paidAt'))
  expect(paidAt).toHaveValue(localTimeAt(NOW, 'Asia/Dubai'))
  fireEvent.change(paidAt, { target: { value: localTimeAt(NOW + 24 * HOUR_MS, 'Asia/Dubai') } })
  await userEvent.type(within(dialog).getByLabelText(text('wallet.slip')), ' 77-1204 ')
  await send()
  expect(dialog).toHaveTextContent(text('shift.amount.missing'))
  expect(dialog).toHaveTextContent(text('wallet.paidAtWrong'))
  expect(written()).toEqual([])
  await userEvent.type(
    within(dialog).getByRole('textbox', { name: text('shift.amount', { currency: 'AED' }) }),
    '5,000',
  )
  const paid = NOW - 2 * HOUR_MS
  fireEvent.change(paidAt, { target: { value: localTimeAt(paid, 'Asia/Dubai') } })
  await send()
  const id: unknown = expect.stringMatching(/^[0-9A-Z]{26}$/)
  const body = { id, amount: '5000', currency: 'AED', slip: '77-1204', paidAt: paid - (paid % 60_000) }
  expect(written()).toEqual([{ method: 'POST', path: '/api/wallet/deposits', body }])
})

it('an expected deposit shows its slip and person, is no part of the balance, and can be withdrawn', async () => {
  const { written } = show({
    expectedDeposits: [announced, { ...announced, id: 'late', amount: aed('200'), isLate: true }],
  })
  const card = await screen.findByRole('region', { name: text('wallet.balance') })
  expect(card).toHaveTextContent('AED 4,318.50')
  expect(card).toHaveTextContent(text('wallet.expectedSum', { amount: 'AED 5,200.00' }))
  const list = screen.getByRole('table', { name: text('wallet.deposits') })
  const [, row, late] = within(list).getAllByRole('row')
  expect(row).toHaveTextContent(/Expected.*Hamad.*Slip 77-1204.*5,000\.00/)
  expect(late).toHaveTextContent(text('wallet.deposit.lateHint'))
  await userEvent.click(within(row!).getByRole('button', { name: text('wallet.withdraw') }))
  const dialog = screen.getByRole('dialog', { name: text('wallet.withdrawHeading') })
  expect(dialog).toHaveTextContent(text('wallet.withdrawMeans', { amount: 'AED 5,000.00' }))
  await userEvent.click(within(dialog).getByRole('button', { name: text('wallet.withdraw') }))
  expect(written()).toMatchObject([{ method: 'POST', path: `/api/wallet/deposits/${announced.id}/withdraw` }])
})

it('money with the amount of an announced deposit is confirmed as that deposit in one press', async () => {
  const { written } = show({ movements: [{ ...deposit, announced: { id: announced.id, slip: '77-1204' } }] })
  expect(await screen.findByRole('region', { name: text('wallet.movements') })).toHaveTextContent(
    `${text('wallet.sameAsAnnounced')} · ${text('wallet.slipIs', { slip: '77-1204' })}`,
  )
  await press(text('wallet.confirmDeposit'))
  const path = `/api/wallet/deposits/${announced.id}/match`
  expect(written()).toEqual([{ method: 'POST', path, body: { movement: 7, version: 3 } }])
})

it('a withdrawal can only be explained as made outside this shop', async () => {
  show({ movements: [{ ...deposit, direction: 'out', kind: 'outside', sale: { id: 'x', number: 12 } }] })
  const movements = await screen.findByRole('region', { name: text('wallet.movements') })
  expect(movements).toHaveTextContent(text('wallet.ofSale', { number: '12' }))
  await userEvent.click(within(movements).getByRole('button', { name: text('wallet.explain') }))
  expect(within(screen.getByRole('dialog')).getAllByRole('radio')).toHaveLength(1)
})

it('the low-balance amount is saved with the value that was seen before', async () => {
  const { written } = show()
  const low = await screen.findByRole('region', { name: text('wallet.low') })
  const name = new RegExp(`^${text('limits.raise')}, ${text('wallet.lowLine')}`)
  await userEvent.click(await within(low).findByRole('button', { name }))
  await userEvent.click(within(low).getByRole('button', { name: text('wallet.lowSave') }))
  const body = { wallet: { ...BEFORE, line: { amount: '1600', currency: 'AED' } }, expected: { wallet: BEFORE } }
  expect(written()).toEqual([{ method: 'PUT', path: '/api/settings', body }])
  await within(low).findAllByText(text('wallet.lowSaved'))
})

it('a sale with another cost than promised is listed with the expected cost', async () => {
  const difference = {
    saleId: '01J0000000000000000000000A',
    number: 31,
    at: NOW,
    serviceName: 'Qamra Recharge',
    amount: aed('50'),
    commission: { kind: 'percent' as const, value: '4' },
    cost: aed('52'),
    expected: aed('48'),
    fit: 'more' as const,
    learned: 'less' as const,
  }
  show({ costDifferences: [difference] })
  const list = await screen.findByRole('region', { name: text('wallet.differences') })
  expect(list).toHaveTextContent(/Qamra Recharge.*4 %.*48\.00.*52\.00/)
})

const balance = aed('4318.5')
const showReads = (...given: (Partial<Wallet> | 'no answer')[]) => showWith(aStatus(), given)
const card = async (name = text('wallet.balance')) => (await screen.findByRole('region', { name })).textContent

it('the balance is shown with its age, and the age is shown once', async () => {
  showReads({ balance, asOf: NOW - 125_000 })
  expect(await card()).toBe(
    `Current balance${text('wallet.readAt', { age: '2 minutes ago' })}AED 4,318.50${text('wallet.noPace')}`,
  )
  expect(screen.getByRole('button', { name: text('wallet.update') })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it.each([
  { problem: 'unreachable', says: 'The provider did not respond' },
  { problem: 'unreadable', says: 'the balance in its reply could not be read' },
] as const)('a balance that is $problem is said to be missing, and is never shown as zero', async (each) => {
  showReads({ problem: each.problem })
  expect(await screen.findByRole('alert')).toHaveTextContent(each.says)
  const shown = await card(text('wallet.lastBalance'))
  expect(shown).toContain(text('wallet.noBalance'))
  expect(shown).not.toMatch(/\d/)
})

it('while the provider rejects our signature, the page neither calls it silent nor shows what was not read as empty', async () => {
  showWith(aStatus({ service: 'stopped', reason: 'signature' }), [{ problem: 'unreachable' }])
  expect(await screen.findByText(text('wallet.rejectedNone'))).toBeInTheDocument()
  expect(screen.getAllByText(text('wallet.notRead'))).toHaveLength(2)
  expect(screen.queryByText(text('wallet.movementsNone'))).not.toBeInTheDocument()
  expect(screen.queryByText(text('wallet.noTopupCode'))).not.toBeInTheDocument()
})

it('a balance that could not be read again shows its time below a warning, and no top-up code is called missing', async () => {
  showReads({ balance, asOf: NOW - HOUR_MS, problem: 'unreachable' })
  expect(await screen.findByText(text('wallet.notRead'))).toBeInTheDocument()
  expect(screen.queryByText(text('wallet.noTopupCode'))).not.toBeInTheDocument()
  expect(await screen.findByRole('alert')).toHaveTextContent(text('wallet.unreachable'))
  expect(await card(text('wallet.lastBalance'))).toMatch(/^Last balanceas of .*\d\d:\d\dAED 4,318\.50/)
  expect(screen.getByRole('button', { name: text('storefront.tryAgain') })).toBeInTheDocument()
})

it('the last balance stays while the server does not answer, and can be read again', async () => {
  const fresh = { balance, asOf: NOW }
  showReads(fresh, 'no answer', 'no answer', 'no answer', fresh)
  await press(text('wallet.update'))
  const words = 'The server is not responding. This is the last known balance.'
  expect(await screen.findByRole('alert')).toHaveTextContent(words)
  expect(await card(text('wallet.lastBalance'))).toMatch(/^Last balanceas of .*AED 4,318\.50/)
  await userEvent.click(screen.getByRole('button', { name: text('storefront.tryAgain') }))
  expect(await card()).toContain('AED 4,318.50')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('a server that never answered leads to a button to try again, and shows no balance', async () => {
  showReads('no answer')
  expect(await screen.findByRole('alert')).toHaveTextContent(text('failure.no-answer'))
  expect(screen.getByRole('button', { name: text('storefront.tryAgain') })).toBeInTheDocument()
  expect(screen.queryByText(text('wallet.reading'))).not.toBeInTheDocument()
})

it.each([
  ['4820771503', '4820 7715 03'],
  ['12345678', '1234 5678'],
  ['ab12', 'ab12'],
  ['TOP-UP 77', 'TOP-UP 77'],
])('groupByFour writes %s as %s', (code, read) => {
  expect(groupByFour(code)).toBe(read)
})

const usd = (amount: string) => money(decimal(amount), 'USD')

const sold = ({ totals, ...rows }: Parameters<typeof aReport>[0] = {}) =>
  aReport({
    totals: { ...figures(1, '1642.5', '1551.2', '91.3'), sold: 47, notSold: 1, ...totals },
    byKind: [
      { id: 'direct', name: 'direct', ...figures(1, '985.5', '900', '85.5') },
      { id: 'voucher', name: 'voucher', ...figures(1, '657', '651.2', '5.8') },
    ],
    ...rows,
  })

async function openToday(report: FakeAnswer) {
  const page = showWith(aStatus(), [{ balance, asOf: NOW }], report)
  return { ...page, card: await screen.findByRole('region', { name: text('wallet.today') }) }
}
const figureOf = async (card: HTMLElement, name: 'reports.paid' | 'reports.cost' | 'reports.margin') =>
  (await within(card).findByText(text(name), { selector: 'dt' })).nextElementSibling

it("the figures are those of the day's report, also of each kind, with the margin in percent of what customers paid", async () => {
  const { card, seen } = await openToday({ body: sold() })
  expect(await figureOf(card, 'reports.paid')).toHaveTextContent('1,642.50')
  expect(await figureOf(card, 'reports.cost')).toHaveTextContent('1,551.20')
  expect(await figureOf(card, 'reports.margin')).toHaveTextContent('91.30 5.6%')
  expect(card).toHaveTextContent(text('wallet.today.sold', { count: 47 }))
  expect(card).toHaveTextContent(text('wallet.today.notSold', { count: 1 }))
  expect(card).not.toHaveTextContent(text('wallet.today.open', { count: 0 }))
  const asked = seen.map(({ path }) => new URL(path, 'http://till')).find(({ pathname }) => pathname === '/api/reports')
  expect(asked?.searchParams.get('from')).toBe(asked?.searchParams.get('to'))
  const row = await within(card).findByRole('row', { name: new RegExp(text('reports.kind.direct')) })
  expect(row).toHaveTextContent(/985\.50.*85\.50/)
  expect(within(card).queryByRole('row', { name: new RegExp(text('reports.kind.international')) })).toBeNull()
})

it('a loss has a minus sign and no percentage, and sales that wait or are not known are counted', async () => {
  const margin = [{ ...aed('3.2'), isLoss: true as const }]
  const { card } = await openToday({ body: sold({ totals: { margin, waiting: 2, unknown: 1 } }) })
  const shown = await figureOf(card, 'reports.margin')
  expect(shown).toHaveTextContent('−3.20')
  expect(shown).not.toHaveTextContent('%')
  expect(card).toHaveTextContent(text('wallet.today.open', { count: 3 }))
})

it('amounts of several currencies each name theirs, and are not compared', async () => {
  const totals = { paid: [aed('10'), usd('5')], cost: [aed('9')], margin: [aed('1')] }
  const { card } = await openToday({ body: sold({ totals, byKind: [] }) })
  const paid = await figureOf(card, 'reports.paid')
  expect(paid).toHaveTextContent('AED 10.00')
  expect(paid).toHaveTextContent('USD 5.00')
  expect(await figureOf(card, 'reports.margin')).not.toHaveTextContent('%')
})

it('a report that cannot be read says so in its card, and the balance stays', async () => {
  const { card } = await openToday(refusal(500, 'internal'))
  expect(await within(card).findByText(/./, { selector: 'p' })).toBeVisible()
  expect(within(card).queryByText(/\d/)).toBeNull()
  expect(await screen.findByRole('region', { name: text('wallet.balance') })).toHaveTextContent('4,318.50')
  expect(screen.queryByRole('alert')).toBeNull()
})
