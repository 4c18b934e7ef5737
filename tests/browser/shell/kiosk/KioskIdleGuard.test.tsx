// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { KioskIdleGuard } from '#browser/shell/kiosk/KioskIdleGuard.tsx'
import type { Session } from '#api/session.ts'
import { amal } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'

const HALF_A_MINUTE = 30_000
const unused: Session = {
  terminal: { id: 'k', name: 'Lobby', isKiosk: true },
  staff: [amal],
  isPractice: false,
  timeZone: 'Asia/Dubai',
  build: 'aaaaaaaa',
}

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  document.head.innerHTML = '<meta name="build" content="aaaaaaaa">'
})
afterEach(() => {
  vi.useRealTimers()
  document.head.replaceChildren()
})

/** A kiosk whose server reports a new build after the first answer, and how often the page was reloaded. */
async function kiosk(session: Session) {
  let now = session
  renderPage(<KioskIdleGuard />, { at: '/sell', proxy: () => ({ body: now }) })
  await act(() => vi.advanceTimersByTimeAsync(100))
  const reload = vi.fn()
  const { href, origin, pathname, search, hash } = window.location
  vi.stubGlobal('location', { href, origin, pathname, search, hash, reload })
  now = { ...session, build: 'bbbbbbbb' }
  return reload
}
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

it('a kiosk loads a new version automatically once no one is signed in and it was untouched for half a minute', async () => {
  const reload = await kiosk(unused)
  await wait(60_000 + HALF_A_MINUTE / 2)
  fireEvent.pointerDown(document.body)
  await wait(HALF_A_MINUTE - 1_000)
  expect(reload).not.toHaveBeenCalled()
  await wait(2_000)
  expect(reload).toHaveBeenCalledOnce()
})
