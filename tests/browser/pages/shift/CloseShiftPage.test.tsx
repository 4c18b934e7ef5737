// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, it, vi } from 'vitest'

import CloseShiftPage from '#browser/pages/shift/CloseShiftPage.tsx'
import ShiftPage from '#browser/pages/shift/ShiftPage.tsx'
import type { Comparison, Drawer, OpenShiftAnswer } from '#api/shifts.ts'
import { denominationsOf } from '#domain/money/cash.ts'
import { decimal } from '#domain/money/money.ts'
import { expectedCash, figuresOf } from '#domain/reports/shift.ts'
import { aed } from '../../../support/a-shop.ts'
import { amal, proxyWith, tillSettings } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { aSaleId } from '../../../support/sales.ts'
import { text } from '../../../support/texts.ts'

const none = { count: 0, amount: aed('0') }
const shift: OpenShiftAnswer = {
  id: '1',
  terminal: { id: 't', name: 'Counter' },
  openedAt: Date.UTC(2026, 10, 20, 4, 2),
  openedBy: amal,
  start: aed('300'),
  putIn: none,
  takenOut: none,
  refundsPaid: none,
  movements: [],
}

const figures = figuresOf({
  currency: 'AED',
  start: decimal('300'),
  payments: [{ state: 'open', count: 1, sum: decimal('10'), currency: 'AED' }],
  refunds: [],
  movements: [],
})
const comparison: Comparison = {
  figures,
  expected: expectedCash(figures),
  counted: aed('300'),
  countedAt: shift.openedAt,
  countedBy: amal,
  difference: { kind: 'short', amount: aed('10') },
  needsReason: true,
  varianceReasonThreshold: '1.00' as Comparison['varianceReasonThreshold'],
  openPayments: [],
  missingRefund: { saleId: aSaleId(), number: 478, pays: aed('10'), isRefundDue: true },
}

function render(page: React.ReactElement, drawer: () => Drawer) {
  vi.stubGlobal('scrollTo', () => {})
  const answer = (method: string, path: string) => {
    if (path === '/api/shifts/current') return { body: drawer() }
    if (path === '/api/shifts' && method === 'GET') return { body: { reports: [] } }
    if (path.endsWith('/count')) return { body: { currency: 'AED', nextNumber: 42, shift: { ...shift, comparison } } }
    return path === `/api/sales/${aSaleId()}/refunded` ? { body: {} } : undefined
  }
  const { seen } = renderPage(page, {
    at: '/shift/close',
    proxy: proxyWith(answer, { settings: { ...tillSettings, drawer: true } }),
  })
  const sent = (method: string) => seen.filter((one) => one.method === method).map(({ body }) => body)
  return { sent }
}

const withShift =
  (more: Partial<OpenShiftAnswer> = {}) =>
  (): Drawer => ({ currency: 'AED', nextNumber: 42, shift: { ...shift, ...more } })

it('a drawer count with an empty row cannot be sent: each row needs a number, even 0', async () => {
  const { sent } = render(<CloseShiftPage />, withShift())
  const rows = denominationsOf('AED')
  const inputOf = ({ value, kind }: (typeof rows)[number]) =>
    screen.getByLabelText(
      text(`shift.countOf.${kind}`, { value: Number(value) < 1 ? value : Number(value).toLocaleString('en') }),
    )
  await screen.findByLabelText('1,000 notes')
  for (const row of rows.slice(1)) fireEvent.change(inputOf(row), { target: { value: '0' } })
  const blocked = screen.getByRole('button', { name: /^Compare: 1 left/ })
  fireEvent.click(blocked)
  expect(sent('POST')).toEqual([])

  fireEvent.change(inputOf(rows[0]!), { target: { value: '٣' } })
  fireEvent.click(screen.getByRole('button', { name: text('shift.step.compare') }))
  await screen.findByText(text('shift.whatHappened'))
  expect(sent('POST')).toEqual([
    { count: { pieces: rows.map(({ value }, index) => ({ value, count: index === 0 ? 3 : 0 })) } },
  ])
})

it('the remaining rows of a drawer count can be set to none with one press, but not before something was counted', async () => {
  const { sent } = render(<CloseShiftPage />, withShift())
  const first = await screen.findByLabelText('1,000 notes')
  const nothingElse = () => screen.queryByRole('button', { name: text('shift.nothingElse') })
  expect(nothingElse()).toBeNull()
  fireEvent.change(first, { target: { value: '3' } })
  fireEvent.click(nothingElse()!)
  expect(nothingElse()).toBeNull()
  expect(screen.getByRole('button', { name: text('shift.step.compare') })).toHaveFocus()
  fireEvent.click(screen.getByRole('button', { name: text('shift.step.compare') }))
  await screen.findByText(text('shift.whatHappened'))
  const pieces = denominationsOf('AED').map(({ value }, index) => ({ value, count: index === 0 ? 3 : 0 }))
  expect(sent('POST')).toEqual([{ count: { pieces } }])
})

it('the keypad types into the current row of a drawer count, and Next goes to the next uncounted row', async () => {
  render(<CloseShiftPage />, withShift())
  const first = await screen.findByLabelText('1,000 notes')
  fireEvent.click(screen.getByRole('button', { name: '2' }))
  expect(first).toHaveProperty('value', '2')
  fireEvent.click(screen.getByRole('button', { name: /^Next: 500/ }))
  expect(document.activeElement).toBe(screen.getByLabelText('500 notes'))
  fireEvent.click(screen.getByRole('button', { name: '7' }))
  expect(screen.getByLabelText('500 notes')).toHaveProperty('value', '7')
  expect(first).toHaveProperty('value', '2')
})

it("a till that cannot open its drawer says to use the drawer's key, and records the opening anyway", async () => {
  const { sent } = render(<ShiftPage />, withShift())
  fireEvent.click(await screen.findByRole('button', { name: text('shift.openDrawer') }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(text('shift.openDrawer.byKey'))).toBeInTheDocument()
  fireEvent.change(dialog.getByLabelText(text('shift.why')), { target: { value: 'For coins' } })
  fireEvent.click(dialog.getByRole('button', { name: text('shift.openDrawer') }))
  await waitFor(() => expect(sent('POST')).toMatchObject([{ kind: 'no-sale', reason: 'For coins' }]))
})

it('a variance above the shop’s amount can be closed only with a reason, and Other only with a note', async () => {
  render(<CloseShiftPage />, withShift({ comparison }))
  await screen.findByText('Short, needs a reason')
  expect(screen.queryByRole('button', { name: /^Close and print/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: text('shift.reason.other') }))
  expect(screen.getByRole('button', { name: text('shift.sayReason') })).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: text('shift.reason.wrong-change') }))
  expect(screen.getByRole('button', { name: 'Close and print Z 0042' })).toBeDefined()
})

it('a single refund that explains the variance is offered, and marking it as paid compares again', async () => {
  let isPaid = false
  const drawer = () =>
    withShift({
      comparison: isPaid ? { ...comparison, difference: { kind: 'exact', amount: aed('0') }, needsReason: false } : comparison, // prettier-ignore
    })()
  const { sent } = render(<CloseShiftPage />, drawer)
  await screen.findByText('Was sale 0478 already refunded?')
  isPaid = true
  fireEvent.click(screen.getByRole('button', { name: text('shift.markPaid') }))
  await waitFor(() => expect(screen.getByRole('button', { name: 'Close and print Z 0042' })).toBeDefined())
  expect(sent('POST')).toEqual([{}])
})

it('without an open shift the drawer is counted to open one', async () => {
  render(<ShiftPage />, () => ({ currency: 'AED', nextNumber: 1 }))
  expect(await screen.findByRole('heading', { name: text('shift.open') })).toBeDefined()
  expect(screen.getByRole('button', { name: /^Open shift: 11 left/ })).toBeDefined()
})
