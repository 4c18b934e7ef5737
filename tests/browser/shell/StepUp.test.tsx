// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'

import { call, ServerFailure } from '#browser/api/request.ts'
import { StepUp } from '#browser/shell/StepUp.tsx'
import { hamad, proxyWith, refusal } from '../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

/** A shop that requires the PIN before any change, once a person is signed in; `prove` answers each PIN. */
async function openShop(prove: (pin: string) => FakeAnswer = () => ({ body: {} })) {
  let isProven = false
  const answer = (_: string, path: string, body: unknown): FakeAnswer | undefined => {
    if (path === '/api/session/step-up') {
      const answered = prove((body as { pin: string }).pin)
      if (answered !== 'no answer' && answered.status === undefined) isProven = true
      return answered
    }
    return isProven ? { body: { done: path } } : refusal(401, 'step-up-required')
  }
  const { seen, unmount } = renderPage(<StepUp />, { at: '/limits', proxy: proxyWith(answer, { person: hamad }) })
  await waitFor(() => expect(seen.some(({ path }) => path === '/api/session')).toBe(true))
  return { unmount, bodiesTo: (to: string) => seen.filter(({ path }) => path === to).map(({ body }) => body) }
}

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof ServerFailure ? error.failure.code : error),
  )

async function typePin(pin: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('PIN'), { target: { value: pin } })
  fireEvent.click(screen.getByText(text('batch.goOn')))
}

it('the PIN is asked for again where the server requires it, and the request is repeated', async () => {
  const { bodiesTo } = await openShop()
  const asked = call('PUT /api/settings', { body: { idleMinutes: 5 } })
  await screen.findByText(text('stepUp.heading', { name: 'Hamad Saleh' }))
  await typePin('604918')
  expect(await asked).toEqual({ done: '/api/settings' })
  expect(bodiesTo('/api/settings')).toEqual([{ idleMinutes: 5 }, { idleMinutes: 5 }])
  await waitFor(() => expect(screen.queryByText(/enter your PIN again/)).not.toBeInTheDocument())
})

it('the PIN is asked for again only once for two requests', async () => {
  const { bodiesTo } = await openShop()
  const asked = Promise.all([call('GET /api/wallet'), call('GET /api/audit')])
  await screen.findByText(/enter your PIN again/)
  await typePin('604918')
  expect(await asked).toEqual([{ done: '/api/wallet' }, { done: '/api/audit' }])
  expect(bodiesTo('/api/session/step-up')).toHaveLength(1)
})

it('the question for the PIN says that a PIN was wrong, and takes another one', async () => {
  await openShop((pin) => (pin === '604918' ? { body: {} } : refusal(401, 'wrong-pin')))
  const asked = call('PUT /api/settings')
  await typePin('111111')
  expect((await screen.findByRole('alert')).textContent).toBe(text('failure.wrong-pin'))
  expect(screen.getByLabelText('PIN')).toHaveValue('')
  await typePin('604918')
  expect(await asked).toEqual({ done: '/api/settings' })
})

it('the question for the PIN takes none after too many wrong ones', async () => {
  await openShop(() => refusal(429, 'pin-locked'))
  void failureOf(call('PUT /api/settings'))
  await typePin('111111')
  expect((await screen.findByRole('alert')).textContent).toContain('0:0')
  expect(screen.getByLabelText('PIN')).toBeDisabled()
})

it('the question for the PIN can be canceled, and then no request is repeated', async () => {
  const { bodiesTo } = await openShop()
  const asked = failureOf(call('PUT /api/settings'))
  fireEvent.click(await screen.findByText(text('ticket.cancel')))
  expect(await asked).toBe('step-up-required')
  expect(bodiesTo('/api/settings')).toHaveLength(1)
})

it('the PIN is not asked for again by the shell when a request sends it itself', async () => {
  await openShop()
  expect(await failureOf(call('POST /api/sales/:id/reveal', { id: 1, asksForPin: true }))).toBe('step-up-required')
  expect(screen.queryByText(/enter your PIN again/)).not.toBeInTheDocument()
})

it('the question for the PIN ends with the page that asked for it', async () => {
  const { unmount } = await openShop()
  const asked = failureOf(call('PUT /api/settings'))
  await screen.findByText(/enter your PIN again/)
  unmount()
  expect(await asked).toBe('step-up-required')
})
