// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'

import { setTimeZone } from '#browser/i18n/format-time.ts'
import { greetingAt, PinPanel, SignInPage } from '#browser/pages/sign-in/SignInPage.tsx'
import { type SignOut, storeSignOut } from '#browser/lib/presence.ts'
import type { Session } from '#api/session.ts'
import type { Person } from '#domain/person.ts'
import { amal, hamad, joseph, refusal } from '../../../support/fake-proxy.ts'
import { type FakeAnswer, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const session: Session = {
  terminal: { id: 't', name: 'Counter' },
  staff: [amal, joseph, hamad],
  isPractice: false,
  timeZone: 'Asia/Dubai',
  build: '1',
}

const waiting = (status: number, code: string, seconds: string): FakeAnswer => ({
  ...refusal(status, code),
  headers: { 'retry-after': seconds },
})

const show = (answer: FakeAnswer, staff = session.staff) =>
  renderPage(<SignInPage />, {
    at: '/sign-in',
    proxy: (method) => (method === 'GET' ? { body: { ...session, staff } } : answer),
  })

const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('button', { name }))
const isOff = (name: string) => screen.getByRole<HTMLButtonElement>('button', { name }).disabled

it.each([
  [429, 'pin-locked'],
  [401, 'wrong-pin'],
])('a sign-in that has to wait after %i %s shows how long, and takes no PIN of that person', async (status, code) => {
  show(waiting(status, code, '30'))
  await choose(/^Amal/)
  await userEvent.keyboard('1379{Enter}')
  const words = `${text('signIn.locked')} ${text('signIn.goOnIn', { time: '0:30' })}`
  expect((await screen.findByRole('alert')).textContent).toBe(words)
  expect(isOff('5')).toBe(true)
  await choose(/^Joseph/)
  expect(isOff('5')).toBe(false)
  await choose(/^Amal/)
  expect(isOff('5')).toBe(true)
})

it('a browser that blocks cookies says so, and takes no PIN, because no one could sign in', async () => {
  vi.spyOn(navigator, 'cookieEnabled', 'get').mockReturnValue(false)
  show({ body: session })
  expect(await screen.findByRole('heading', { name: text('signIn.noCookies') })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Amal/ })).toBeNull()
  vi.restoreAllMocks()
})

it('a sign-in has to wait for every person where the whole till was too fast, and continues after that', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  show(waiting(429, 'rate-limited', '12'))
  await choose(/^Amal/)
  await userEvent.keyboard('1379{Enter}')
  expect((await screen.findByRole('alert')).textContent).toMatch(startingWith('signIn.tooMany'))
  await choose(/^Joseph/)
  expect(isOff('5')).toBe(true)
  await act(() => vi.advanceTimersByTimeAsync(12_000))
  expect(isOff('5')).toBe(false)
  await userEvent.keyboard('2')
  expect(screen.getByText(text('signIn.digits', { count: 1 }))).toBeInTheDocument()
})

it.each<[SignOut['how'], string, boolean]>([
  ['idle', text('signIn.idle'), true],
  ['ended', text('signIn.ended'), true],
  ['locked', text('signIn.title'), false],
])('the sign-in page after a session that was %s says "%s"', async (how, heading, chosen) => {
  storeSignOut({ how, personId: 'a' })
  show(refusal(401, 'wrong-pin'))
  expect(await screen.findByRole('heading', { name: heading })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /^Amal/ })).toHaveAttribute('aria-pressed', String(chosen))
})

it('the sign-in page says that a session was ended even to a person who is no longer listed', async () => {
  storeSignOut({ how: 'ended', personId: 'a' })
  show(refusal(401, 'wrong-pin'), [joseph])
  expect(await screen.findByText(text('signIn.endedNobody'))).toBeInTheDocument()
})

it('digits that are typed while a PIN is checked belong to the next one, and the result of the first is shown', async () => {
  let answer = (): void => {}
  const held = new Promise<void>((resolve) => (answer = resolve))
  const fake = show(refusal(401, 'wrong-pin'))
  const reply = globalThis.fetch
  globalThis.fetch = async (...asked) => {
    if (asked[1]?.method === 'POST') await held
    return reply(...asked)
  }
  await choose(/^Amal/)
  await userEvent.keyboard('1379{Enter}25')
  answer()
  expect((await screen.findByRole('alert')).textContent).toBe(text('failure.wrong-pin'))
  expect(screen.getByText('2 digits entered')).toBeInTheDocument()
  fake.unmount()
})

const showPad = (person: Person | undefined) =>
  renderPage(<PinPanel person={person} staff={[amal]} onWait={() => {}} />, {
    at: '/sign-in',
    proxy: () => refusal(401, 'wrong-pin'),
  })

const user = userEvent.setup()

it('the PIN pad signs in with Enter, not automatically, once there are four digits', async () => {
  const { seen } = showPad(amal)
  await user.keyboard('258{Enter}')
  expect(screen.getByRole('button', { name: text('signIn.tooShort') })).toHaveAttribute('aria-disabled', 'true')
  expect(seen).toEqual([])
  await user.keyboard('0')
  expect(screen.getByText('4 digits entered')).toBeInTheDocument()
  expect(seen).toEqual([])
  await user.keyboard('{Enter}')
  expect(seen.map(({ body }) => body)).toEqual([{ staffId: 'a', pin: '2580' }])
})

it('the PIN pad says that a PIN is wrong and starts over', async () => {
  showPad(amal)
  for (const digit of ['9', '9', '9', '9']) await user.click(screen.getByRole('button', { name: digit }))
  await user.click(screen.getByRole('button', { name: text('signIn.enter') }))
  expect((await screen.findByRole('alert')).textContent).toBe(text('failure.wrong-pin'))
  expect(screen.getByText('No digits entered')).toBeInTheDocument()
  await user.keyboard('1')
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('the PIN pad takes at most twelve digits, and only digits', async () => {
  const { seen } = showPad(amal)
  await user.keyboard('12a34567890123{Enter}')
  expect(seen.map(({ body }) => body)).toEqual([{ staffId: 'a', pin: '123456789012' }])
})

it('the PIN pad asks for a name first', async () => {
  showPad(undefined)
  await user.click(screen.getByRole('button', { name: '5' }))
  expect(screen.getByText('No digits entered')).toBeInTheDocument()
  expect(screen.getByText(text('signIn.enterPin'))).toBeVisible()
  expect(screen.getAllByText(text('signIn.chooseName'))).toEqual([
    screen.getByRole('button', { name: text('signIn.chooseName') }),
  ])
})

it.each([
  ['Asia/Dubai', '07:59', 'signIn.morning'],
  ['Asia/Dubai', '08:00', 'signIn.afternoon'],
  ['Asia/Dubai', '13:59', 'signIn.afternoon'],
  ['Asia/Dubai', '14:00', 'signIn.evening'],
  ['Asia/Dubai', '20:00', 'signIn.morning'],
  ['America/New_York', '17:15', 'signIn.afternoon'],
] as const)(
  'in a shop in %s the greeting at %s UTC is %s, whatever time zone this machine has',
  (zone, time, greeting) => {
    setTimeZone(zone)
    expect(greetingAt(Date.parse(`2026-11-22T${time}:00Z`))).toBe(greeting)
  },
)

describe('a badge', () => {
  const CARD = '04A1B2C3D4'

  function showWithBadges(answer: (path: string, body: unknown) => FakeAnswer, more: Partial<Session> = {}) {
    const shown = renderPage(<SignInPage />, {
      at: '/sign-in',
      proxy: (method, path, body) =>
        method === 'GET' ? { body: { ...session, hasBadges: true, ...more } } : answer(path, body),
    })
    const posted = () => shown.seen.filter(({ method }) => method === 'POST')
    return { ...shown, posted }
  }
  const ready = () => screen.findByText(text('badge.hint'))

  /** Types at once, as a card reader does. */
  function hold(code: string) {
    const target = document.activeElement ?? document.body
    for (const key of [...code, 'Enter']) {
      const at = /\d/.test(key) ? `Digit${key}` : key === 'Enter' ? key : `Key${key}`
      if (fireEvent.keyDown(target, { key, code: at }) && key !== 'Enter' && target instanceof HTMLInputElement)
        fireEvent.change(target, { target: { value: target.value + key } })
    }
  }

  /** At a person's pace; a reader's keys would follow one another at once. */
  function typePin(pin: string) {
    const field = screen.getByLabelText(text('signIn.pin'))
    act(() => {
      fireEvent.change(field, { target: { value: pin } })
    })
    fireEvent.submit(field)
  }

  it('a badge chooses its person, and is sent again with the PIN, once', async () => {
    const { posted } = showWithBadges((path, body) => {
      if (path !== '/api/session/badge') return refusal(401, 'wrong-pin')
      return 'pin' in (body as object) ? refusal(401, 'wrong-pin') : { body: { needsPinOf: joseph.id } }
    })
    await ready()
    await choose(/^Amal/)
    act(() => hold(CARD))
    expect(await screen.findByText(text('badge.enterPin', { name: 'Joseph' }))).toBeInTheDocument()
    expect(screen.getByRole('button', { name: /^Joseph/ })).toHaveAttribute('aria-pressed', 'true')
    expect(screen.getByLabelText(text('signIn.pin'))).toHaveValue('')
    expect(document.body.textContent).not.toContain(CARD)
    typePin('7193')
    await screen.findByText(text('failure.wrong-pin'))
    typePin('7193')
    await waitFor(() => expect(posted()).toHaveLength(3))
    expect(posted().map(({ path, body }) => [path, body])).toEqual([
      ['/api/session/badge', { code: CARD }],
      ['/api/session/badge', { code: CARD, pin: '7193' }],
      ['/api/session', { staffId: joseph.id, pin: '7193' }],
    ])
  })

  it('a badge that was held to the reader is forgotten when another person is chosen', async () => {
    const { posted } = showWithBadges((path) =>
      path === '/api/session/badge' ? { body: { needsPinOf: joseph.id } } : refusal(401, 'wrong-pin'),
    )
    await ready()
    act(() => hold(CARD))
    await screen.findByText(text('badge.enterPin', { name: 'Joseph' }))
    await choose(/^Amal/)
    typePin('2580')
    await screen.findByText(text('failure.wrong-pin'))
    expect(posted().at(-1)?.body).toEqual({ staffId: amal.id, pin: '2580' })
  })

  it.each(['wrong-badge', 'badge-locked'] as const)('a badge that is refused (%s) blocks no PIN', async (code) => {
    showWithBadges(() => waiting(code === 'wrong-badge' ? 401 : 429, code, '30'))
    await ready()
    await choose(/^Amal/)
    act(() => hold(CARD))
    expect(await screen.findByRole('alert')).toHaveTextContent(text(`failure.${code}`))
    expect(isOff('5')).toBe(false)
  })

  it('what a reader types cannot be the code of a card, and nothing is sent', async () => {
    const { posted } = showWithBadges(() => refusal(401, 'wrong-badge'))
    await ready()
    act(() => hold('1'.repeat(65)))
    expect(await screen.findByRole('alert')).toHaveTextContent(text('badge.unreadable'))
    expect(posted()).toEqual([])
  })

  it('a kiosk and a shop without badges take none', async () => {
    const { unmount } = showWithBadges(() => ({ body: {} }), { terminal: { id: 't', name: 'Hall', isKiosk: true } })
    await screen.findByRole('button', { name: /^Amal/ })
    expect(screen.queryByText(text('badge.hint'))).toBeNull()
    unmount()
    show({ body: session })
    await screen.findByRole('button', { name: /^Amal/ })
    expect(screen.queryByText(text('badge.hint'))).toBeNull()
  })
})
