// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import WalletPage, { groupByFour } from '#browser/pages/wallet/WalletPage.tsx'
import { DEFAULT_SETTINGS } from '#contract/proxy/settings.ts'
import type { Status } from '#contract/proxy/status.ts'
import type { Wallet, WalletMovement } from '#contract/proxy/wallet.ts'
import { decimal, money } from '#domain/money.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { aStatus, hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeAnswer, renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const aed = (amount: string) => money(decimal(amount), 'AED')
const HOUR_MS = 3_600_000

fakeDialogs()

const deposit: WalletMovement = {
  id: 7,
  version: 3,
  sinceAt: NOW - 2 * HOUR_MS,
  at: NOW - HOUR_MS,
  direction: 'in',
  amount: aed('4000'),
  kind: 'deposit',
}

function show(changes: Partial<Wallet> = {}) {
  const asked: { method: string; path: string; body: unknown }[] = []
  const now = NOW
  const wallet: Wallet = {
    balance: aed('4318.5'),
    asOf: now,
    stale: false,
    held: { count: 3, least: aed('0'), most: aed('92.10') },
    runwayDays: 3.2,
    line: aed('1500'),
    lineDays: 1.1,
    forecast: [
      { at: now, balance: aed('4318.5') },
      { at: now + 76.8 * HOUR_MS, balance: aed('0') },
    ],
    readings: [
      { at: now - 30 * HOUR_MS, balance: aed('1640') },
      { at: deposit.at, balance: aed('5640') },
      { at: now, balance: aed('4318.5') },
    ],
    movements: [deposit],
    costDifferences: [],
    ...changes,
  }
  const settings = {
    ...DEFAULT_SETTINGS,
    wallet: { ...DEFAULT_SETTINGS.wallet, line: { amount: '1500', currency: 'AED' } },
  }
  renderPage(<WalletPage />, {
    at: '/wallet',
    proxy: proxyWith(
      (method, path, body) => {
        if (method !== 'GET') asked.push({ method, path, body })
        if (path === '/api/settings') return { body: settings }
        if (path === '/api/wallet/movements/7') return { body: { ...deposit, version: 4, explainedBy: 'Hamad' } }
        return path === '/api/wallet' ? { body: wallet } : undefined
      },
      { person: hamad },
    ),
  })
  return asked
}

describe('the wallet page', () => {
  it('the balance says what open sales hold at most, and how long it lasts', async () => {
    show()
    const card = await screen.findByRole('region', { name: text('wallet.balance') })
    expect(card).toHaveTextContent('AED 4,318.50')
    expect(card).toHaveTextContent(text('wallet.held', { count: 3, amount: 'AED 92.10' }))
    expect(card).toHaveTextContent('Lasts about 3.2 days at this pace')
  })

  it('the chart says in a table what it shows, with what is expected', async () => {
    show()
    const table = await screen.findByRole('table', { name: text('wallet.chart') })
    expect(table).toHaveTextContent('AED 4,318.50')
    expect(within(table).getAllByRole('row').length).toBeGreaterThan(2)
  })

  it('a balance that is old looks as old as it is, without a failed read', async () => {
    show({ stale: true })
    expect(await screen.findByRole('region', { name: text('wallet.lastBalance') })).toHaveTextContent('4,318.50')
  })

  it('a movement is explained with its slip, for the version that was seen', async () => {
    const asked = show()
    await userEvent.click(await screen.findByRole('button', { name: text('wallet.explain') }))
    const dialog = screen.getByRole('dialog')
    await userEvent.type(within(dialog).getByLabelText(text('wallet.slip')), ' 77-1204 ')
    await userEvent.click(within(dialog).getByRole('button', { name: text('wallet.explainSave') }))
    expect(asked).toEqual([
      { method: 'POST', path: '/api/wallet/movements/7', body: { version: 3, kind: 'deposit', slip: '77-1204' } },
    ])
  })

  it('money that left can only be a movement outside this shop', async () => {
    show({ movements: [{ ...deposit, direction: 'out', kind: 'outside', sale: { id: 'x', number: 12 } }] })
    const movements = await screen.findByRole('region', { name: text('wallet.movements') })
    expect(movements).toHaveTextContent(text('wallet.ofSale', { number: '12' }))
    await userEvent.click(within(movements).getByRole('button', { name: text('wallet.explain') }))
    expect(within(screen.getByRole('dialog')).getAllByRole('radio')).toHaveLength(1)
  })

  it('the low-balance line is saved with what was seen before', async () => {
    const asked = show()
    const low = await screen.findByRole('region', { name: text('wallet.low') })
    await userEvent.click(
      await within(low).findByRole('button', {
        name: new RegExp(`^${text('wallet.raise')}, ${text('wallet.lowLine')}`),
      }),
    )
    await userEvent.click(within(low).getByRole('button', { name: text('wallet.lowSave') }))
    const before = { ...DEFAULT_SETTINGS.wallet, line: { amount: '1500', currency: 'AED' } }
    expect(asked).toEqual([
      {
        method: 'PUT',
        path: '/api/settings',
        body: { wallet: { ...before, line: { amount: '1600', currency: 'AED' } }, expected: { wallet: before } },
      },
    ])
  })

  it('a sale that cost something else than promised is listed with what was expected', async () => {
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
})

const balance = money(decimal('4318.5'), 'AED')
const READ_BEFORE_MS = 3_600_000

/** The page, with what each read of the wallet is answered; the last answer again and again. */
const NOTHING: Wallet = {
  stale: false,
  held: { count: 0 },
  forecast: [],
  readings: [],
  movements: [],
  costDifferences: [],
}

const showReads = (...given: (Partial<Wallet> | 'no answer')[]) => showWith(aStatus(), ...given)

function showWith(status: Status, ...given: (Partial<Wallet> | 'no answer')[]) {
  const answers = given.map((one) => (one === 'no answer' ? one : { ...NOTHING, ...one }))
  const next = (): FakeAnswer => {
    const answer = answers.length > 1 ? answers.shift() : answers[0]
    return answer === 'no answer' ? answer : { body: answer }
  }
  return renderPage(<WalletPage />, {
    at: '/wallet',
    proxy: proxyWith(
      (_, path) => {
        if (path === '/api/settings') return { body: DEFAULT_SETTINGS }
        return path === '/api/wallet' ? next() : undefined
      },
      { person: hamad, status: () => ({ body: status }) },
    ),
  })
}
const card = async (name = 'Balance now') => (await screen.findByRole('region', { name })).textContent

describe('the balance', () => {
  it('the balance is shown with its age, and its age is told once', async () => {
    showReads({ balance, asOf: NOW - 125_000 })
    expect(await card()).toBe(
      `Balance now${text('wallet.readAt', { age: '2 minutes ago' })}AED 4,318.50${text('wallet.noPace')}`,
    )
    expect(screen.getByRole('button', { name: text('wallet.update') })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it.each([
    { problem: 'unreachable', says: 'The service did not reply' },
    { problem: 'unreadable', says: 'its balance could not be read' },
  ] as const)('a balance that is $problem is said to be missing, and is never shown as zero', async (each) => {
    showReads({ problem: each.problem })
    expect(await screen.findByRole('alert')).toHaveTextContent(each.says)
    const shown = await card(text('wallet.lastBalance'))
    expect(shown).toContain(text('wallet.noBalance'))
    expect(shown).not.toMatch(/\d/)
  })

  it('while the service refuses our signature, the page does not say that it was silent, nor what nobody has read', async () => {
    showWith(aStatus({ service: 'stopped', reason: 'signature' }), { problem: 'unreachable' })
    expect(await screen.findByText(text('wallet.rejectedNone'))).toBeInTheDocument()
    expect(screen.getAllByText(text('wallet.notRead'))).toHaveLength(2)
    expect(screen.queryByText(text('wallet.movementsNone'))).not.toBeInTheDocument()
    expect(screen.queryByText(text('wallet.noTopupCode'))).not.toBeInTheDocument()
  })

  it('a top-up code that was not read is not called missing, also where an earlier balance is known', async () => {
    showReads({ balance, asOf: NOW - READ_BEFORE_MS, problem: 'unreachable' })
    expect(await screen.findByText(text('wallet.notRead'))).toBeInTheDocument()
    expect(screen.queryByText(text('wallet.noTopupCode'))).not.toBeInTheDocument()
  })

  it('a balance that could not be read again says of when it is, below a warning', async () => {
    showReads({ balance, asOf: NOW - READ_BEFORE_MS, problem: 'unreachable' })
    expect(await screen.findByRole('alert')).toHaveTextContent(text('wallet.unreachable'))
    expect(await card(text('wallet.lastBalance'))).toMatch(/^Last balanceas of .*\d\d:\d\dAED 4,318\.50/)
    expect(screen.getByRole('button', { name: text('storefront.tryAgain') })).toBeInTheDocument()
  })

  it('the last balance stays while the till is away, and can be read again', async () => {
    const fresh = { balance, asOf: NOW }
    showReads(fresh, 'no answer', 'no answer', 'no answer', fresh)
    await userEvent.click(await screen.findByRole('button', { name: text('wallet.update') }))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The till is not responding. This is the last balance we read.',
    )
    expect(await card(text('wallet.lastBalance'))).toMatch(/^Last balanceas of .*AED 4,318\.50/)
    await userEvent.click(screen.getByRole('button', { name: text('storefront.tryAgain') }))
    expect(await card()).toContain('AED 4,318.50')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('a till that never answered offers another try, and shows no balance', async () => {
    showReads('no answer')
    expect(await screen.findByRole('alert')).toHaveTextContent(text('failure.no-answer'))
    expect(screen.getByRole('button', { name: text('storefront.tryAgain') })).toBeInTheDocument()
    expect(screen.queryByText(text('wallet.reading'))).not.toBeInTheDocument()
  })
})

it.each([
  ['4820771503', '4820 7715 03'],
  ['12345678', '1234 5678'],
  ['ab12', 'ab12'],
  ['TOP-UP 77', 'TOP-UP 77'],
])('reads %s as %s', (code, read) => {
  expect(groupByFour(code)).toBe(read)
})
