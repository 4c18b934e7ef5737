// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, onTestFinished, vi } from 'vitest'

import type { FoundAccount } from '#api/account.ts'
import type { Session } from '#api/session.ts'
import { decimal, money } from '#domain/money/money.ts'
import { ACCOUNT_PROBLEMS, type AccountProblem } from '#domain/catalog/account-problem.ts'
import ConnectPage from '#browser/pages/sign-in/ConnectPage.tsx'
import { SignInPage } from '#browser/pages/sign-in/SignInPage.tsx'
import { amal, aSession, refusal } from '../../../support/fake-proxy.ts'
import { press, renderPage, type FakeAnswer, type FakeProxy } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const CODE = 'K7QF-M2XD-94AC-TTWY'
const TOKEN = 'canary-of-the-token'
const { person: _, ...practice } = aSession({ canConnect: 'here', terminal: { id: 't', name: 'This machine' } })
const real: Session = {
  terminal: null,
  staff: [],
  isPractice: false,
  isNew: true,
  timeZone: 'Asia/Dubai',
  build: '1',
}

const FOUND = {
  name: 'Sidra Corner Shop',
  balance: money(decimal('1234.50'), 'AED'),
  attempt: 'attempt-1',
} satisfies FoundAccount

type Answers = { session?: () => FakeAnswer; tried?: FakeAnswer; connected?: FakeAnswer }

function show({ session = () => ({ body: practice }), tried, connected }: Answers = {}, at = `/connect#${CODE}`) {
  const proxy: FakeProxy = (method, path) => {
    if (path === '/api/session') return session()
    if (path === '/api/account/try') return tried
    return method === 'POST' && path === '/api/account/connect' ? connected : undefined
  }
  return renderPage({ '/connect': <ConnectPage />, '/sign-in': <SignInPage /> }, { at, proxy })
}

const field = (label: Parameters<typeof text>[0]) => screen.findByLabelText(text(label))

async function fillIn() {
  const entries = {
    'account.address': ' https://provider.example/api',
    'support.till': '20418',
    'connect.token': TOKEN,
  }
  for (const [label, value] of Object.entries(entries))
    fireEvent.change(await field(label as keyof typeof entries), { target: { value } })
}
const check = async () => {
  await fillIn()
  await press(text('connect.check'))
}

it('connecting takes address, POS ID and token, hides the token and offers practice instead', async () => {
  const { seen, place } = show()
  expect(await field('connect.token')).toHaveAttribute('type', 'password')
  expect(await field('connect.token')).toHaveAttribute('autocomplete', 'off')
  expect(window.location.hash).toBe('')
  expect(screen.getByRole('button', { name: text('connect.missing') })).toHaveAttribute('aria-disabled', 'true')
  expect(screen.queryByLabelText(text('connect.code'))).not.toBeInTheDocument()
  expect(screen.queryByLabelText(text('connect.keyFloor'))).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: text('connect.practice') }))
  expect(place.path).toBe('/sign-in')
  expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
})

it('the account is shown with its name and balance before it is connected, and nothing else shows the token', async () => {
  const { seen, container } = show({ tried: { body: FOUND }, connected: refusal(422, 'invalid-operation') })
  await check()
  expect(await screen.findByText(text('connect.found', { name: 'Sidra Corner Shop' }))).toBeInTheDocument()
  expect(screen.getByText('1,234.50', { exact: false })).toBeInTheDocument()
  const [tried] = seen.filter(({ method }) => method === 'POST')
  expect(tried?.body).toEqual({ code: CODE, baseUrl: ' https://provider.example/api', posId: '20418', token: TOKEN })
  await press(text('connect.connect'))
  expect(await screen.findByRole('alert')).toHaveTextContent(text('connect.notKept'))
  expect(seen.at(-1)?.body).toEqual({ code: CODE, attempt: 'attempt-1' })
  const storage = JSON.stringify([
    { ...localStorage },
    { ...sessionStorage },
    window.location.href,
    window.history.state,
  ])
  expect(storage + container.innerHTML).not.toContain(TOKEN)
  // A person can correct it: nothing that was typed is lost.
  await press(text('connect.change'))
  expect(await field('connect.token')).toHaveValue(TOKEN)
})

it('an account whose balance cannot be read can be connected', async () => {
  show({ tried: { body: { name: 'Sidra Corner Shop', attempt: 'a' } } })
  await check()
  expect(await screen.findByText(text('connect.noBalance'), { exact: false })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: text('connect.connect') })).toBeInTheDocument()
})

const LABELS = {
  baseUrl: 'account.address',
  posId: 'support.till',
  token: 'connect.token',
  keyFloor: 'connect.keyFloor',
} as const

it.each(Object.keys(ACCOUNT_PROBLEMS) as AccountProblem[])(
  'a rejected account says what to correct, at its field: %s',
  async (problem) => {
    show({ tried: { body: { problem, ...(problem === 'rejected' && { code: 7 }) } } })
    await check()
    expect(await screen.findByText(text(`connect.problem.${problem}`, { code: 7 }))).toBeInTheDocument()
    const wrong = ACCOUNT_PROBLEMS[problem]
    for (const [name, label] of Object.entries(LABELS)) {
      const input = screen.queryByLabelText(text(label))
      const isWrong = name === wrong || (name === 'posId' && problem === 'signature')
      if (input) expect(input.getAttribute('aria-invalid'), label).toBe(String(isWrong))
    }
    expect(await field('connect.token')).toHaveValue(TOKEN)
  },
)

it('a person is asked about another program only when the provider rejects POS ID and token', async () => {
  const { seen } = show({ tried: { body: { problem: 'signature' } } })
  await check()
  fireEvent.change(await field('connect.keyFloor'), { target: { value: '900' } })
  await press(text('connect.check'))
  await waitFor(() => expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2))
  expect(seen.at(-1)?.body).toMatchObject({ keyFloor: '900', token: TOKEN })
})

it('a link that is too old says so, and keeps what was typed', async () => {
  show({ tried: refusal(401, 'wrong-code') })
  await check()
  expect(await screen.findByRole('alert')).toHaveTextContent(text('setup.wrongCode'))
  expect(await field('account.address')).toHaveValue(' https://provider.example/api')
})

it('the link may be opened while the page is shown, and keeps what was typed', async () => {
  const { seen } = show({ tried: refusal(401, 'wrong-code') })
  await check()
  await screen.findByRole('alert')
  act(() => {
    window.history.pushState(null, '', '/connect#AAAA-CCCC-DDDD-EEEE')
    window.dispatchEvent(new PopStateEvent('popstate'))
  })
  await press(text('connect.check'))
  await waitFor(() => expect(seen.filter(({ method }) => method === 'POST')).toHaveLength(2))
  expect(seen.at(-1)?.body).toMatchObject({ code: 'AAAA-CCCC-DDDD-EEEE', token: TOKEN })
  expect(window.location.hash).toBe('')
})

it('after an account was connected the page waits for the server, and leads to the setup of the shop with its own link', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const replace = vi.spyOn(window.location, 'replace').mockImplementation(() => {})
  let session: FakeAnswer = { body: practice }
  show({
    session: () => session,
    tried: { body: FOUND },
    connected: { body: { setupCode: 'AAAA-CCCC-DDDD-EEEE' } },
  })
  await check()
  await press(text('connect.connect'))
  expect(await screen.findByRole('heading', { name: text('connect.starting') })).toBeInTheDocument()
  session = 'no answer'
  await vi.advanceTimersByTimeAsync(3_000)
  expect(replace).not.toHaveBeenCalled()
  session = { body: real }
  await vi.advanceTimersByTimeAsync(2_000)
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/setup#AAAA-CCCC-DDDD-EEEE'))
  replace.mockRestore()
})

it('another device is sent to the computer, and shows no form', async () => {
  show({ session: () => ({ body: { ...practice, canConnect: 'elsewhere' } }) })
  expect(await screen.findByText(text('connect.elsewhere'))).toBeInTheDocument()
  expect(screen.queryByRole('textbox')).not.toBeInTheDocument()
})

it('where an account is set there is nothing to connect', async () => {
  const { place } = show({ session: () => ({ body: { ...real, isNew: undefined } }) })
  await waitFor(() => expect(place.path).toBe('/sell'))
})

it('the sign-in of practice offers to connect an account, which keeps the code of the link', async () => {
  const { place } = show({}, '/sign-in')
  expect(await screen.findByRole('button', { name: new RegExp(amal.name.split(' ')[0]!) })).toBeInTheDocument()
  await userEvent.click(await screen.findByRole('link', { name: text('connect.go') }))
  expect(place.path).toBe('/connect')
  // The link was opened before in this page.
  await field('connect.token')
  expect(screen.queryByLabelText(text('connect.code'))).not.toBeInTheDocument()
})
