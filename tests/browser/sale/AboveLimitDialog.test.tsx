// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { routes } from '#browser/paths.ts'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import { formatSaleAccount } from '#browser/sale/sale-naming.ts'
import type { Failure } from '#contract/proxy/failure.ts'
import { decimal, money } from '#domain/money.ts'
import type { Person } from '#domain/person.ts'
import { aSale } from '../../support/a-shop.ts'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { amal, hamad, proxyWith } from '../../support/fake-proxy.ts'
import { NOW } from '../../support/now.ts'
import { renderPage } from '../../support/render-page.tsx'
import { startingWith, text } from '../../support/texts.ts'

fakeDialogs()

const user = userEvent.setup()
const aed = (amount: string) => money(decimal(amount), 'AED')

/** A checked sale of AED 50 of which each confirm is answered by the next of these, and the sale in the end. */
function sendAbove(...failures: Refusal[]) {
  return sendAboveAs(amal, ...failures)
}

type Refusal = Partial<Failure> & { status: number }

async function sendAboveAs(person: Person, ...failures: Refusal[]) {
  let sale = aSale({ version: 7 })
  const shown = renderPage(
    { [routes.sale]: <SalePage /> },
    {
      at: `/sale/${sale.id}`,
      proxy: proxyWith(
        (_, path) => {
          if (!path.endsWith('/confirm')) return { body: sale }
          const next = failures.shift()
          if (next) return { status: next.status, body: { message: '', moneyMoved: 'no', ...next } }
          sale = aSale({ version: 8, state: 'pending', confirmedAt: NOW })
          return { body: sale }
        },
        { person },
      ),
    },
  )
  const send = await screen.findByRole('button', { name: startingWith('sale.send') })
  await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'false'))
  await user.click(send)
  await screen.findByRole('dialog', { name: text('limit.title') })
  return {
    ...shown,
    confirms: () => shown.seen.filter(({ path }) => path.endsWith('/confirm')).map(({ body }) => body),
  }
}

const aboveDay = {
  status: 403,
  code: 'above-limit' as const,
  limits: [{ of: 'person' as const, kind: 'perDay' as const, limit: aed('100'), used: aed('80') }],
}
const aboveShopsDay = { ...aboveDay, limits: [{ ...aboveDay.limits[0]!, of: 'shop' as const }] }

describe('the review of a sale', () => {
  const review = (left: string) => {
    const sale = aSale({ version: 7 })
    const limits = [{ of: 'person' as const, kind: 'perSale' as const, left: aed(left) }]
    renderPage(
      { [routes.sale]: <SalePage /> },
      { at: `/sale/${sale.id}`, proxy: proxyWith(() => ({ body: sale }), { limits }) },
    )
    return screen.findByRole('button', { name: startingWith('sale.send') })
  }

  it('says beforehand that a supervisor has to approve it, and not to collect payment first', async () => {
    const send = await review('49.99')
    expect(await screen.findByText(text('ticket.aboveLimit.person'))).toBeVisible()
    expect(send).toHaveAccessibleDescription('')
    expect(screen.queryByText(text('sale.collectFirst'))).not.toBeInTheDocument()
  })

  it('asks for the payment first where the sale reaches the limit exactly', async () => {
    const send = await review('50')
    await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'false'))
    expect(send).toHaveAccessibleDescription(text('sale.collectFirst'))
    expect(screen.queryByText(text('ticket.aboveLimit.person'))).not.toBeInTheDocument()
  })
})

describe('a sale above a limit', () => {
  it('says which limit it is, how much of it is used, and goes with a supervisor and their PIN', async () => {
    const { confirms } = await sendAbove(aboveDay)
    expect(
      screen.getByText(text('limit.person.perDay', { limit: 'AED 100.00', used: 'AED 80.00' })),
    ).toBeInTheDocument()
    const dialog = within(screen.getByRole('dialog'))
    expect(dialog.getByText(aSale().serviceName)).toBeVisible()
    expect(dialog.getByText(formatSaleAccount(aSale()))).toBeVisible()
    // The PIN sends it.
    expect(screen.getByText(text('limit.collectFirst'))).toBeVisible()
    await user.keyboard('135791{Enter}')
    expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
    expect(confirms()).toEqual([{ version: 7 }, { version: 7, approver: { staffId: 'h', pin: '135791' } }])
  })

  it('names every limit it is above, not the first alone', async () => {
    await sendAbove({ ...aboveDay, limits: [...aboveDay.limits, ...aboveShopsDay.limits] })
    expect(screen.getByText(/^Your daily limit is AED 100\.00/)).toBeInTheDocument()
    expect(screen.getByText(/^The shop's daily limit is AED 100\.00/)).toBeInTheDocument()
  })

  it('takes the PIN of a supervisor who sells it themselves, and asks for nobody else’s', async () => {
    const { confirms } = await sendAboveAs(hamad, aboveShopsDay)
    expect(screen.getByText(text('limit.own'))).toBeInTheDocument()
    expect(screen.queryByRole('group', { name: text('limit.who') })).not.toBeInTheDocument()
    await user.keyboard('135791{Enter}')
    expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
    expect(confirms()).toEqual([{ version: 7 }, { version: 7, approver: { staffId: hamad.id, pin: '135791' } }])
  })

  it.each([
    { failure: { status: 401, code: 'wrong-pin' as const }, words: text('failure.wrong-pin') },
    {
      failure: { status: 403, code: 'approver-is-seller' as const },
      words: startingWith('failure.approver-is-seller'),
    },
    { failure: { status: 403, code: 'not-allowed' as const }, words: text('limit.noSupervisor') },
  ])('says of $failure.code why not, and asks again', async ({ failure, words }) => {
    await sendAbove(aboveDay, failure)
    await user.keyboard('111222{Enter}')
    expect(await screen.findByText(words)).toBeInTheDocument()
    expect(screen.getByText('No digits entered')).toBeInTheDocument()
    await user.keyboard('135791{Enter}')
    expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
  })

  it('says that it is above another limit, and which, when the word was for the one told', async () => {
    await sendAbove(aboveDay, aboveShopsDay)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    await user.keyboard('135791{Enter}')
    expect(await screen.findByText(text('limit.another'))).toBeInTheDocument()
    expect(screen.getByText(/^The shop's daily limit is AED 100\.00/)).toBeInTheDocument()
    await user.keyboard('135791{Enter}')
    expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
  })

  it('takes no PIN while that supervisor is locked', async () => {
    await sendAbove(aboveDay, { status: 429, code: 'pin-locked' })
    await user.keyboard('111222{Enter}')
    expect(await screen.findByText(startingWith('signIn.locked'))).toBeInTheDocument()
    await user.keyboard('1')
    expect(screen.getByText('No digits entered')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: text('signIn.waits') })).toHaveAttribute('aria-disabled', 'true')
  })

  it('goes back to the review as it was', async () => {
    const { confirms } = await sendAbove(aboveDay)
    await user.click(screen.getByRole('button', { name: text('limit.back') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(screen.getByRole('button', { name: startingWith('sale.send') })).toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(confirms()).toHaveLength(1)
  })

  it('leaves the PIN neither on the screen nor in storage', async () => {
    const { seen } = await sendAbove(aboveDay)
    await user.keyboard('135791{Enter}')
    expect(await screen.findByRole('heading', { name: 'Waiting for Qamra' })).toBeInTheDocument()
    expect(JSON.stringify(seen)).toContain('135791')
    expect(document.documentElement.outerHTML + JSON.stringify({ ...sessionStorage, ...localStorage })).not.toContain(
      '135791',
    )
  })
})
