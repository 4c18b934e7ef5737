// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import RecoveryPage from '#browser/pages/recovery/RecoveryPage.tsx'
import type { Recovery } from '#api/recovery.ts'
import { aed } from '../../../support/a-shop.ts'
import { hamad, proxyWith, refusal } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

function show(changes: Partial<Recovery> | 'over' = {}) {
  const asked: { method: string; path: string; body: unknown }[] = []
  const now = NOW
  const recovery: Recovery = {
    id: 3,
    foundAt: now,
    backupAt: now - 3_600_000,
    toAsk: 0,
    open: 1,
    undecidable: 0,
    unreadable: 0,
    undelivered: 2,
    refundsDue: 1,
    openShifts: 1,
    comparedWith: now - 3_700_000,
    reading: { at: now, balance: aed('840.10') },
    missing: [{ direction: 'out', amount: aed('1399.10') }],
    lastSaleNumber: 1234,
    lastZNumber: 41,
    proposed: { firstSaleNumber: 1401, firstZNumber: 51 },
    canConfirm: true,
    ...(changes === 'over' ? {} : changes),
  }
  const over = refusal(404, 'not-found')
  renderPage(<RecoveryPage />, {
    at: '/recovery',
    proxy: proxyWith(
      (method, path, body) => {
        if (path !== '/api/recovery') return undefined
        if (method !== 'GET') asked.push({ method, path, body })
        if (changes === 'over') return over
        return { body: method === 'GET' ? recovery : { firstSaleNumber: 1401, firstZNumber: 51 } }
      },
      { person: hamad },
    ),
  })
  return asked
}

const UNREAD = { missing: [], reading: undefined, problem: 'unreadable' } as unknown as Partial<Recovery>
const HIDDEN: Partial<Recovery> = { missing: [], mayBeMissing: aed('50') }
const confirm = () => screen.findByRole('button', { name: text('recovery.confirm') })

it('the page after a restore says what is missing and what to check, and suggests sale numbers above all that may have been printed', async () => {
  const asked = show()
  expect(await screen.findByText(text('recovery.missing.out', { amount: 'AED 1,399.10' }))).toBeInTheDocument()
  expect(screen.getByText(text('recovery.open', { count: 1 }))).toBeInTheDocument()
  expect(screen.getByText(text('recovery.undelivered', { count: 2 }))).toBeInTheDocument()
  expect(screen.getByText(text('recovery.refunds', { count: 1 }))).toBeInTheDocument()
  const sale = screen.getByLabelText(text('recovery.firstSale'))
  expect(sale).toHaveValue('1401')
  await userEvent.clear(sale)
  await userEvent.type(sale, '2000')
  await userEvent.click(await confirm())
  expect(asked).toEqual([
    { method: 'POST', path: '/api/recovery', body: { id: 3, firstSaleNumber: 2000, firstZNumber: 51 } },
  ])
})

it('the page after a restore rejects a number that the backup has', async () => {
  const asked = show()
  const report = await screen.findByLabelText(text('recovery.firstZ'))
  await userEvent.clear(report)
  await userEvent.type(report, '41')
  expect(screen.getByText(text('recovery.tooLow', { number: '41' }))).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('recovery.confirm') })).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: text('recovery.numbersHint') }))
  expect(asked).toEqual([])
})

it('the page after a restore waits until the provider was asked about all sales, and shows a range while sales are open', async () => {
  show({ toAsk: 2, canConfirm: false, missing: [{ direction: 'out', amount: aed('90'), least: aed('40') }] })
  expect(await screen.findByText(text('recovery.asking', { count: 2 }))).toBeInTheDocument()
  expect(screen.getByText(/AED 40\.00 to AED 90\.00/)).toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('recovery.wait') })).toHaveAttribute('aria-disabled', 'true')
})

it.each([
  ['while the balance is not read', UNREAD, text('recovery.unreadable')],
  ['while open sales may hide it', HIDDEN, text('recovery.mayBeMissing', { amount: 'AED 50.00' })],
])('the page after a restore never says that nothing is missing %s', async (_, changes, words) => {
  show(changes)
  expect(await screen.findByText(words)).toBeInTheDocument()
  expect(screen.queryByText(text('recovery.nothingMissing'))).not.toBeInTheDocument()
})

it('the page after a restore says which sales only support knows, and which cannot be read', async () => {
  show({ undecidable: 1, unreadable: 2 })
  expect(await screen.findByText(text('recovery.undecidable', { count: 1 }))).toHaveTextContent(/Ask the provider/)
  expect(screen.getByText(text('recovery.unreadableSales', { count: 2 }))).toHaveTextContent(/Ask your administrator/)
})

it('the page after a restore says when nothing needs to be confirmed', async () => {
  show('over')
  expect(await screen.findByText(text('recovery.none'))).toBeInTheDocument()
})
