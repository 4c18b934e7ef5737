// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import WalletPage from '#browser/pages/wallet/WalletPage.tsx'
import { DEFAULT_SETTINGS } from '#contract/proxy/settings.ts'
import type { Status } from '#contract/proxy/status.ts'
import type { Wallet } from '#contract/proxy/wallet.ts'
import { decimal, money } from '#domain/money.ts'
import { text } from '../../support/texts.ts'
import { aStatus, hamad, proxyWith } from '../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../support/render-page.tsx'

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

const show = (...given: (Partial<Wallet> | 'no answer')[]) => showWith(aStatus(), ...given)

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
    show({ balance, asOf: Date.now() - 125_000 })
    expect(await card()).toBe(
      `Balance now${text('wallet.readAt', { age: '2 minutes ago' })}AED 4,318.50${text('wallet.noPace')}`,
    )
    expect(screen.getByRole('button', { name: 'Update' })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it.each([
    { problem: 'unreachable', says: 'The service did not reply' },
    { problem: 'unreadable', says: 'its balance could not be read' },
  ] as const)('a balance that is $problem is said to be missing, and is never shown as zero', async (each) => {
    show({ problem: each.problem })
    expect(await screen.findByRole('alert')).toHaveTextContent(each.says)
    const shown = await card('Last balance')
    expect(shown).toContain('The balance could not be read')
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
    show({ balance, asOf: Date.now() - READ_BEFORE_MS, problem: 'unreachable' })
    expect(await screen.findByText(text('wallet.notRead'))).toBeInTheDocument()
    expect(screen.queryByText(text('wallet.noTopupCode'))).not.toBeInTheDocument()
  })

  it('a balance that could not be read again says of when it is, below a warning', async () => {
    show({ balance, asOf: Date.now() - READ_BEFORE_MS, problem: 'unreachable' })
    expect(await screen.findByRole('alert')).toHaveTextContent(text('wallet.unreachable'))
    expect(await card('Last balance')).toMatch(/^Last balanceas of .*\d\d:\d\dAED 4,318\.50/)
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
  })

  it('the last balance stays while the till is away, and can be read again', async () => {
    const fresh = { balance, asOf: Date.now() }
    show(fresh, 'no answer', 'no answer', 'no answer', fresh)
    await userEvent.click(await screen.findByRole('button', { name: 'Update' }))
    expect(await screen.findByRole('alert', {}, { timeout: 30_000 })).toHaveTextContent(
      'The till is not responding. This is the last balance we read.',
    )
    expect(await card('Last balance')).toMatch(/^Last balanceas of .*AED 4,318\.50/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await card()).toContain('AED 4,318.50')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('a till that never answered offers another try, and shows no balance', async () => {
    show('no answer')
    expect(await screen.findByRole('alert', {}, { timeout: 30_000 })).toHaveTextContent('The till is not responding.')
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument()
    expect(screen.queryByText(text('wallet.reading'))).not.toBeInTheDocument()
  })
})
