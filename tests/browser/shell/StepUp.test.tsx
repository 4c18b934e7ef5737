// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import { ProxyFailure, request } from '#browser/api/request.ts'
import { StepUp } from '#browser/shell/StepUp.tsx'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { hamad, proxyWith } from '../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

fakeDialogs()

const refusal = (code: string, status = 401): FakeAnswer => ({ status, body: { code, message: '', moneyMoved: 'no' } })

/** A shop that wants the PIN before anything is set; `prove` answers each PIN. */
function openShop(prove: (pin: string) => FakeAnswer) {
  let isProven = false
  const answer = (_: string, path: string, body: unknown): FakeAnswer | undefined => {
    if (path === '/api/session/step-up') {
      const answered = prove((body as { pin: string }).pin)
      if (answered !== 'no answer' && answered.status === undefined) isProven = true
      return answered
    }
    return isProven ? { body: { done: path } } : refusal('step-up-required')
  }
  return renderPage(<StepUp />, { at: '/limits', proxy: proxyWith(answer, { person: hamad }) })
}

const failureOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'done',
    (error: unknown) => (error instanceof ProxyFailure ? error.failure.code : error),
  )

async function typePin(pin: string): Promise<void> {
  fireEvent.change(await screen.findByLabelText('PIN'), { target: { value: pin } })
  fireEvent.click(screen.getByText(text('batch.goOn')))
}

const onceSignedIn = (seen: { path: string }[]) =>
  waitFor(() => expect(seen.some(({ path }) => path === '/api/session')).toBe(true))

describe('the PIN once more', () => {
  it('is asked for where the proxy wants it, and the request goes again', async () => {
    const { seen } = openShop(() => ({ body: {} }))
    await onceSignedIn(seen)
    const asked = request('PUT', '/api/settings', { body: { idleMinutes: 5 } })
    await screen.findByText(text('stepUp.heading', { name: 'Hamad Saleh' }))
    await typePin('604918')
    expect(await asked).toEqual({ done: '/api/settings' })
    expect(seen.filter(({ path }) => path === '/api/settings').map(({ body }) => body)).toEqual([
      { idleMinutes: 5 },
      { idleMinutes: 5 },
    ])
    await waitFor(() => expect(screen.queryByText(/enter your PIN again/)).not.toBeInTheDocument())
  })

  it('is one question for two requests', async () => {
    const { seen } = openShop(() => ({ body: {} }))
    await onceSignedIn(seen)
    const asked = Promise.all([request('PUT', '/api/a'), request('PUT', '/api/b')])
    await screen.findByText(/enter your PIN again/)
    await typePin('604918')
    expect(await asked).toEqual([{ done: '/api/a' }, { done: '/api/b' }])
    expect(seen.filter(({ path }) => path === '/api/session/step-up')).toHaveLength(1)
  })

  it('says that it was wrong, and takes another one', async () => {
    const { seen } = openShop((pin) => (pin === '604918' ? { body: {} } : refusal('wrong-pin')))
    await onceSignedIn(seen)
    const asked = request('PUT', '/api/settings')
    await typePin('111111')
    expect((await screen.findByRole('alert')).textContent).toBe(text('failure.wrong-pin'))
    expect(screen.getByLabelText('PIN')).toHaveValue('')
    await typePin('604918')
    expect(await asked).toEqual({ done: '/api/settings' })
  })

  it('takes none while too many were wrong', async () => {
    const { seen } = openShop(() => refusal('pin-locked', 429))
    await onceSignedIn(seen)
    void failureOf(request('PUT', '/api/settings'))
    await typePin('111111')
    expect((await screen.findByRole('alert')).textContent).toContain('0:0')
    expect(screen.getByLabelText('PIN')).toBeDisabled()
  })

  it('can be taken back: nothing goes again', async () => {
    const { seen } = openShop(() => ({ body: {} }))
    await onceSignedIn(seen)
    const asked = failureOf(request('PUT', '/api/settings'))
    fireEvent.click(await screen.findByText(text('ticket.cancel')))
    expect(await asked).toBe('step-up-required')
    expect(seen.filter(({ path }) => path === '/api/settings')).toHaveLength(1)
  })

  it('is not asked here of anyone who sends it along themselves', async () => {
    const { seen } = openShop(() => ({ body: {} }))
    await onceSignedIn(seen)
    expect(await failureOf(request('POST', '/api/sales/1/reveal', { asksForPin: true }))).toBe('step-up-required')
    expect(screen.queryByText(/enter your PIN again/)).not.toBeInTheDocument()
  })

  it('is over with the screen that asked for it', async () => {
    const { seen, unmount } = openShop(() => ({ body: {} }))
    await onceSignedIn(seen)
    const asked = failureOf(request('PUT', '/api/settings'))
    await screen.findByText(/enter your PIN again/)
    unmount()
    expect(await asked).toBe('step-up-required')
  })
})
