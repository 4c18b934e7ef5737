// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, describe, expect, it } from 'vitest'

import { Secret } from '#browser/lib/secret.ts'
import { useSignOut, useSignIn } from '#browser/api/session.ts'
import { storeOfflineSnapshot } from '#browser/lib/offline-snapshot.ts'
import { storeLastActivityAt } from '#browser/lib/presence.ts'
import { remember } from '#browser/lib/storage.ts'
import { RequireAccess } from '#browser/shell/RequireAccess.tsx'
import type { Session } from '#api/session.ts'
import { aStatus } from '../../support/fake-proxy.ts'
import { NOW } from '../../support/now.ts'
import { type FakeProxy, press, renderPage } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

const amal = { id: 'p1', name: 'Amal Rahman', role: 'cashier' } as const
const unknown: Session = { terminal: null, staff: [], isPractice: false, timeZone: 'Asia/Dubai', build: '1' }
const enrolled: Session = { ...unknown, terminal: { id: 't1', name: 'Counter' }, staff: [amal] }

function aProxy(session: Session): FakeProxy {
  let now = session
  return (method) => {
    if (method === 'POST') now = { ...now, person: amal }
    if (method === 'DELETE') now = enrolled
    return { body: now }
  }
}

function SignInHere() {
  const signIn = useSignIn()
  return (
    <button type="button" onClick={() => signIn.mutate({ staffId: 'p1', pin: new Secret('2580') })}>
      enter
    </button>
  )
}

function SellHere() {
  const signOut = useSignOut()
  return (
    <button type="button" onClick={() => signOut.mutate()}>
      lock
    </button>
  )
}

const screens = (
  <Routes>
    <Route element={<RequireAccess for="nobody" />}>
      <Route path="/enroll" element="the code" />
    </Route>
    <Route element={<RequireAccess for="terminal" />}>
      <Route path="/sign-in" element={<SignInHere />} />
    </Route>
    <Route element={<RequireAccess for="person" />}>
      <Route path="/sell" element={<SellHere />} />
      <Route path="/sale/:id" element="the sale" />
    </Route>
  </Routes>
)

it('an unknown device is sent to the page for its code', async () => {
  renderPage(screens, { at: '/sale/7', proxy: aProxy(unknown) })
  expect(await screen.findByText('the code')).toBeInTheDocument()
})

it('a sign-in leads back to the page before it', async () => {
  renderPage(screens, { at: '/sale/7', proxy: aProxy(enrolled) })
  await press('enter')
  expect(await screen.findByText('the sale')).toBeInTheDocument()
})

it.each([
  ['/sell?state=sold&q=0501234567', '?state=sold'],
  ['/sell?q=0501234567', ''],
])(
  'locking leaves no search text in the history, and the next sign-in leads back to the rest of the address (%s)',
  async (at, rest) => {
    renderPage(screens, { at, proxy: aProxy({ ...enrolled, person: amal }) })
    await press('lock')
    const enter = await screen.findByRole('button', { name: 'enter' })
    expect(JSON.stringify(window.history.state)).not.toContain('0501234567')
    await userEvent.click(enter)
    await screen.findByRole('button', { name: 'lock' })
    expect(window.location.search).toBe(rest)
  },
)

it('a signed-in person cannot see the sign-in page again', async () => {
  renderPage(screens, { at: '/sign-in', proxy: aProxy({ ...enrolled, person: amal }) })
  expect(await screen.findByRole('button', { name: 'lock' })).toBeInTheDocument()
})

describe('where a supervisor arrives', () => {
  const hamad = { id: 'h', name: 'Hamad Saleh', role: 'supervisor' } as const
  const show = (at: string, session: Partial<Session> = {}) => {
    let now: Session = { ...enrolled, staff: [hamad], ...session }
    const pages = (
      <Routes>
        <Route element={<RequireAccess for="terminal" />}>
          <Route path="/sign-in" element={<SignInHere />} />
        </Route>
        <Route element={<RequireAccess for="person" />}>
          <Route path="/today" element="the day" />
          <Route path="/sell" element="the products" />
          <Route path="/sale/:id" element="the sale" />
          <Route path="/" element="the start" />
        </Route>
      </Routes>
    )
    const proxy: FakeProxy = (method) => {
      if (method === 'POST') now = { ...now, person: hamad }
      return { body: now }
    }
    renderPage(pages, { at, proxy })
  }

  it.each([
    ['/sign-in', 'the day'],
    ['/', 'the day'],
    ['/sell', 'the day'],
    ['/sale/7', 'the sale'],
  ])('a supervisor who opens %s and signs in sees their day, unless they came for a page', async (at, seen) => {
    show(at)
    await press('enter')
    expect(await screen.findByText(seen)).toBeInTheDocument()
  })

  it('a supervisor at a till in practice mode arrives at the products', async () => {
    show('/sign-in', { terminal: { id: 't1', name: 'Counter', isPractice: true } })
    await press('enter')
    expect(await screen.findByText('the products')).toBeInTheDocument()
  })

  it('a supervisor who comes back to an idle till finds the product they left', async () => {
    storeLastActivityAt(NOW)
    remember('last-person', 'h')
    show('/sell')
    await press('enter')
    expect(await screen.findByText('the products')).toBeInTheDocument()
  })
})

describe('a till whose server does not answer', () => {
  afterEach(() => localStorage.clear())

  it('a till without its server keeps the person who was seen last, and lets no one in once they have locked', async () => {
    storeLastActivityAt(NOW)
    const session = { ...enrolled, person: amal, idleMs: 300_000 }
    storeOfflineSnapshot({ session, status: aStatus(), at: NOW, sales: [] })
    renderPage(screens, { at: '/sell', proxy: () => 'no answer' })
    await press('lock')
    expect(await screen.findByRole('alert')).toHaveTextContent(text('shell.noServer.heading'))
    expect(screen.queryByRole('button', { name: 'enter' })).not.toBeInTheDocument()
  })
})
