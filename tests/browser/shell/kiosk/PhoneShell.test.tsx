// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import type { Session } from '#api/session.ts'
import { remember } from '#browser/lib/storage.ts'
import { paths } from '#browser/paths.ts'
import { PhoneShell } from '#browser/shell/kiosk/PhoneShell.tsx'
import { catalog } from '../../../support/a-shop.ts'
import { aSession, refusal } from '../../../support/fake-proxy.ts'
import { listening, renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const PHONE = { id: 'phones', name: 'Phones', isSelfOrder: true, isPhone: true } as const
const INVITATION = 't8k2x1.abcdefghijklmnopqrstuv'

type Options = { at?: string; terminal?: () => Session['terminal']; join?: () => FakeAnswer }

/** A phone whose server admits it, unless `join` says otherwise. */
function openPhone({ at = `${paths.phone()}#${INVITATION}`, terminal, join = () => ({ body: {} }) }: Options = {}) {
  let isIn = false
  return renderPage(<PhoneShell />, {
    at,
    proxy: (method, path) => {
      if (path === '/api/orders/phone') {
        const answer = join()
        isIn = answer !== 'no answer' && answer.status === undefined
        return answer
      }
      if (path === '/api/session') {
        const { person: _, ...session } = aSession({ terminal: terminal ? terminal() : isIn ? PHONE : null, staff: [] })
        return { body: session }
      }
      if (path === '/api/catalog') return { body: catalog }
      if (path === '/api/brand') return { body: {} }
      if (method === 'PUT' && path.startsWith('/api/orders/'))
        return { body: { id: path.split('/').at(-1), label: 'A-7', expiresAt: Date.UTC(2100, 0) } }
      return undefined
    },
  })
}

const start = async () => userEvent.click(await screen.findByRole('button', { name: text('selfOrder.start') }))

it('a phone sends its invitation once, before it reads anything else, and removes it from the address', async () => {
  const { seen, place } = openPhone()
  await start()
  expect(await screen.findByText(text('selfOrder.choose'))).toBeVisible()
  expect(seen[0]).toEqual({ method: 'POST', path: '/api/orders/phone', body: { code: INVITATION } })
  expect(seen.filter(({ path }) => path === '/api/orders/phone')).toHaveLength(1)
  expect([window.location.hash, place.path]).toEqual(['', paths.sell()])
})

it('an order stays on the phone after a reload and after its hour, until the customer is done', async () => {
  const first = openPhone({ at: paths.service('pack'), terminal: () => PHONE })
  await userEvent.type(await screen.findByLabelText(text('ticket.mobileNumber')), '501234567')
  await userEvent.click(screen.getByRole('button', { name: new RegExp(`^${text('selfOrder.goOn')}`) }))
  await userEvent.click(await listening(text('selfOrder.correct')))
  expect(await screen.findByRole('heading', { name: /A-7/ })).toBeVisible()
  first.unmount()

  openPhone({ at: paths.service('pack'), terminal: () => null })
  expect(await screen.findByRole('img', { name: text('selfOrder.qr', { label: 'A-7' }) })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: text('selfOrder.done') }))
  expect(await screen.findByRole('heading', { name: text('phone.again') })).toBeVisible()
})

it('a phone whose invitation or hour is over asks to scan again, and has no form for a till', async () => {
  const late = openPhone({ join: () => refusal(401, 'wrong-code') })
  expect(await screen.findByRole('heading', { name: text('phone.again') })).toBeVisible()
  expect(late.seen.map(({ path }) => path)).toEqual(['/api/orders/phone'])
  late.unmount()
  const broken = openPhone({ join: () => refusal(400, 'invalid-request') })
  expect(await screen.findByRole('heading', { name: text('phone.again') })).toBeVisible()
  broken.unmount()
  openPhone({ at: paths.sell(), terminal: () => null })
  expect(await screen.findByRole('heading', { name: text('phone.again') })).toBeVisible()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

it.each([refusal(422, 'invalid-operation'), refusal(409, 'in-practice')])(
  'a till that opens an invitation sees why it cannot order',
  async (answer) => {
    openPhone({ join: () => answer })
    expect(await screen.findByRole('heading', { name: text('phone.isTill') })).toBeVisible()
  },
)

it.each<FakeAnswer>([
  'no answer',
  refusal(503, 'not-ready'),
  refusal(500, 'internal-error'),
  refusal(429, 'rate-limited'),
])('a phone that the server cannot serve now sends the same invitation again when asked', async (away) => {
  let isAway = true
  const { seen } = openPhone({ join: () => (isAway ? away : { body: {} }) })
  expect(await screen.findByRole('heading', { name: text('selfOrder.away') })).toBeVisible()
  isAway = false
  await userEvent.click(screen.getByRole('button', { name: text('storefront.tryAgain') }))
  expect(await screen.findByRole('button', { name: text('selfOrder.start') })).toBeVisible()
  const sent = seen.filter(({ path }) => path === '/api/orders/phone').map(({ body }) => body)
  expect(sent).toEqual([{ code: INVITATION }, { code: INVITATION }])
})

it('a stored order that has expired or cannot be read is not shown', async () => {
  for (const stored of [{ id: 'x', label: 'A-1', expiresAt: 1 }, { label: 'A-1' }, 'A-1']) {
    remember('placed-order', stored)
    const { unmount } = openPhone({ at: paths.sell(), terminal: () => null })
    await waitFor(() => expect(screen.getByRole('heading', { name: text('phone.again') })).toBeVisible())
    unmount()
  }
})
