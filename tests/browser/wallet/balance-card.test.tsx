// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { BalanceCard } from '#browser/pages/wallet/BalanceCard.tsx'
import type { Wallet } from '#contract/proxy/wallet.ts'
import { decimal, money } from '#domain/money.ts'
import { renderPage } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

const balance = money(decimal('4318.5'), 'AED')
const show = (wallet: Wallet) => renderPage(<BalanceCard wallet={wallet} />, { at: '/wallet', proxy: () => undefined })
const card = () => screen.getByRole('region', { name: 'Balance now' }).textContent

describe('the balance', () => {
  it('stands with its age', () => {
    show({ balance, readAt: Date.now() - 125_000 })
    expect(card()).toContain('AED 4,318.50')
    expect(card()).toContain(text('wallet.readAt', { age: '2 minutes ago' }))
  })

  it.each([
    { problem: 'unreachable', says: 'The service did not reply' },
    { problem: 'unreadable', says: 'its balance could not be read' },
  ] as const)('is said to be missing when it is $problem, never shown as zero', ({ problem, says }) => {
    show({ problem })
    expect(card()).toContain('The balance could not be read')
    expect(card()).toContain(says)
    expect(card()).not.toMatch(/\d/)
  })

  it('is called old when a fresh one is not there', () => {
    show({ balance, readAt: Date.now() - 3_600_000, problem: 'unreachable' })
    expect(card()).toContain(text('wallet.readAt', { age: '1 hour ago' }))
    expect(card()).toContain('last known')
  })
})
