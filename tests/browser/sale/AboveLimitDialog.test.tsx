// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { routes } from '#browser/paths.ts'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import { findLimitAbove } from '#browser/sale/limit-note.ts'
import { formatSaleAccount } from '#browser/sale/sale-naming.ts'
import type { Failure } from '#api/failure.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { Person } from '#domain/person.ts'
import type { RemainingLimit } from '#domain/sales-limits.ts'
import { aed, aSale } from '../../support/a-shop.ts'
import { amal, hamad, proxyWith } from '../../support/fake-proxy.ts'
import { NOW } from '../../support/now.ts'
import { type FakeProxy, press, renderPage } from '../../support/render-page.tsx'
import { startingWith, text } from '../../support/texts.ts'

const user = userEvent.setup()

type Refusal = Partial<Failure> & { status: number }

/** A checked sale of AED 50 whose confirms fail with these answers, one each, before a confirm succeeds. */
const sendAbove = (...failures: Refusal[]) => sendAboveAs(amal, ...failures)

async function sendAboveAs(person: Person, ...failures: Refusal[]) {
  let sale = aSale({ version: 7 })
  const answer: FakeProxy = (_, path) => {
    if (!path.endsWith('/confirm')) return { body: sale }
    const next = failures.shift()
    if (next) return { status: next.status, body: { message: '', moneyMoved: 'no', ...next } }
    sale = aSale({ version: 8, state: 'pending', confirmedAt: NOW })
    return { body: sale }
  }
  const proxy = proxyWith(answer, { person })
  const shown = renderPage({ [routes.sale]: <SalePage /> }, { at: `/sale/${sale.id}`, proxy })
  await press(startingWith('sale.send'))
  await screen.findByRole('dialog', { name: text('limit.title') })
  const confirms = () => shown.seen.filter(({ path }) => path.endsWith('/confirm')).map(({ body }) => body)
  return { ...shown, confirms }
}

const aboveDay = {
  status: 403,
  code: 'above-limit' as const,
  limits: [{ of: 'person' as const, kind: 'perDay' as const, limit: aed('100'), used: aed('80') }],
}
const aboveShopsDay = { ...aboveDay, limits: [{ ...aboveDay.limits[0]!, of: 'shop' as const }] }

const review = (left: string) => {
  const sale = aSale({ version: 7 })
  const limits = [{ of: 'person' as const, kind: 'perSale' as const, left: aed(left) }]
  const proxy = proxyWith(() => ({ body: sale }), { limits })
  renderPage({ [routes.sale]: <SalePage /> }, { at: `/sale/${sale.id}`, proxy })
  return screen.findByRole('button', { name: startingWith('sale.send') })
}

it('the review of a sale says in advance that a supervisor has to approve it, and not to collect the payment first', async () => {
  const send = await review('49.99')
  expect(await screen.findByText(text('ticket.aboveLimit.person'))).toBeVisible()
  expect(send).toHaveAccessibleDescription('')
  expect(screen.queryByText(text('sale.collectFirst'))).not.toBeInTheDocument()
})

it('the review of a sale asks for the payment first where the sale reaches the limit exactly', async () => {
  const send = await review('50')
  await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'false'))
  expect(send).toHaveAccessibleDescription(text('sale.collectFirst'))
  expect(screen.queryByText(text('ticket.aboveLimit.person'))).not.toBeInTheDocument()
})

it("a sale above a limit shows the limit and how much of it is used, and is sent with a supervisor's PIN, which is stored nowhere", async () => {
  const { confirms } = await sendAbove(aboveDay)
  expect(screen.getByText(text('limit.person.perDay', { limit: 'AED 100.00', used: 'AED 80.00' }))).toBeVisible()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(aSale().serviceName)).toBeVisible()
  expect(dialog.getByText(formatSaleAccount(aSale()))).toBeVisible()
  expect(screen.getByText(text('limit.collectFirst'))).toBeVisible()
  await user.keyboard('135791{Enter}')
  expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
  expect(confirms()).toEqual([{ version: 7 }, { version: 7, approver: { staffId: 'h', pin: '135791' } }])
  const kept = document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage, ...localStorage })
  expect(kept).not.toContain('135791')
})

it('a sale above a limit names every limit that it exceeds, not only the first', async () => {
  await sendAbove({ ...aboveDay, limits: [...aboveDay.limits, ...aboveShopsDay.limits] })
  expect(screen.getByText(/^Your daily limit is AED 100\.00/)).toBeInTheDocument()
  expect(screen.getByText(/^The shop's daily limit is AED 100\.00/)).toBeInTheDocument()
})

it("a sale above a limit takes the PIN of a supervisor who sells it, and asks for no other person's", async () => {
  const { confirms } = await sendAboveAs(hamad, aboveShopsDay)
  expect(screen.getByText(text('limit.own'))).toBeInTheDocument()
  expect(screen.queryByRole('group', { name: text('limit.who') })).not.toBeInTheDocument()
  await user.keyboard('135791{Enter}')
  expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
  expect(confirms()).toEqual([{ version: 7 }, { version: 7, approver: { staffId: hamad.id, pin: '135791' } }])
})

it.each([
  [401, 'wrong-pin', text('failure.wrong-pin')],
  [403, 'approver-is-seller', startingWith('failure.approver-is-seller')],
  [403, 'not-allowed', text('limit.noSupervisor')],
] as const)(
  'a sale above a limit that gets %i %s says why it was not approved, and asks again',
  async (status, code, words) => {
    await sendAbove(aboveDay, { status, code })
    await user.keyboard('111222{Enter}')
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(screen.getByText('No digits entered')).toBeInTheDocument()
  },
)

it('a sale above a limit says which other limit it exceeds when the approval was for the limit shown before', async () => {
  await sendAbove(aboveDay, aboveShopsDay)
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await user.keyboard('135791{Enter}')
  expect(await screen.findByText(text('limit.another'))).toBeInTheDocument()
  expect(screen.getByText(/^The shop's daily limit is AED 100\.00/)).toBeInTheDocument()
  await user.keyboard('135791{Enter}')
  expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
})

it('a sale above a limit takes no PIN while that supervisor is locked out', async () => {
  await sendAbove(aboveDay, { status: 429, code: 'pin-locked' })
  await user.keyboard('111222{Enter}')
  expect(await screen.findByText(startingWith('signIn.locked'))).toBeInTheDocument()
  await user.keyboard('1')
  expect(screen.getByText('No digits entered')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('signIn.waits') })).toHaveAttribute('aria-disabled', 'true')
})

it('a sale above a limit that is canceled goes back to the unchanged review', async () => {
  const { confirms } = await sendAbove(aboveDay)
  await user.click(screen.getByRole('button', { name: text('limit.back') }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(screen.getByRole('button', { name: startingWith('sale.send') })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(confirms()).toHaveLength(1)
})

const remaining: RemainingLimit[] = [
  { of: 'person', kind: 'perSale', left: aed('100') },
  { of: 'person', kind: 'vouchersPerMinute', left: 3 },
  { of: 'shop', kind: 'perDay', left: aed('150') },
]

it.each([
  { kind: 'direct', pays: aed('100'), quantity: 1, owner: undefined },
  { kind: 'direct', pays: aed('100.01'), quantity: 1, owner: 'person' },
  // Each code is a separate sale, and together they use up the day's limit.
  { kind: 'voucher', pays: aed('75'), quantity: 2, owner: undefined },
  { kind: 'voucher', pays: aed('76'), quantity: 2, owner: 'shop' },
  { kind: 'voucher', pays: aed('1'), quantity: 4, owner: 'person' },
  { kind: 'direct', pays: money(decimal('1'), 'USD'), quantity: 1, owner: 'person' },
] as const)(
  '$quantity $kind for $pays.amount $pays.currency is above the limit of: $owner',
  ({ kind, pays, quantity, owner }) => expect(findLimitAbove(remaining, kind, pays, quantity)).toBe(owner),
)
