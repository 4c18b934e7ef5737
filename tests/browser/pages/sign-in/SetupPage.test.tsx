// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import en from '#browser/i18n/en.json'
import EnrollmentPage from '#browser/pages/sign-in/EnrollmentPage.tsx'
import SetupPage from '#browser/pages/sign-in/SetupPage.tsx'
import { findSignOut, storeSignOut } from '#browser/lib/presence.ts'
import { useDraft } from '#browser/sale/draft.ts'
import type { Session } from '#api/session.ts'
import { hamad, refusal } from '../../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer, type SentRequest } from '../../../support/render-page.tsx'

const nobody: Session = { terminal: null, staff: [], isPractice: false, timeZone: 'Asia/Dubai', build: '1' }
const refused = (code: string): FakeAnswer => refusal(400, code)

function showSetup(answer: FakeAnswer = { body: {} }, first = nobody) {
  let session = first
  return renderPage(<SetupPage />, {
    at: '/setup#K7QF-M2XD',
    proxy: (method, path) => {
      if (path === '/api/session') return { body: session }
      const isDone = typeof answer === 'object' && (answer.status ?? 200) === 200
      if (isDone) session = { ...nobody, terminal: { id: 't', name: 'Counter' }, staff: [hamad], person: hamad }
      return method === 'POST' ? answer : undefined
    },
  })
}

const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)
const posted = (seen: SentRequest[]) => seen.filter(({ method }) => method === 'POST').map(({ body }) => body)

async function fillIn(pin: string) {
  await screen.findByLabelText(en['setup.terminal'])
  const entries = { 'setup.terminal': 'Counter', 'setup.name': 'Hamad Saleh', 'staff.pin': pin } as const
  for (const [label, value] of Object.entries(entries))
    fireEvent.change(screen.getByLabelText(en[label as keyof typeof entries]), { target: { value } })
}

it('setup shows the rules of a PIN before one is typed, and which of them a PIN breaks', async () => {
  const { seen } = showSetup()
  expect(await screen.findByText(en['setup.pinRules'])).toBeInTheDocument()
  await fillIn('123456')
  expect(screen.getByLabelText(en['staff.pin'])).toBeInvalid()
  await type(en['staff.pin'], '{Enter}')
  expect(screen.getByRole('button', { name: en['staff.pinWeak.sequence'] })).toHaveAttribute('aria-disabled', 'true')
  expect(posted(seen)).toEqual([])
})

it('setup leads to the first steps instead of selling', async () => {
  const { seen, place } = showSetup()
  await fillIn('604918')
  await type(en['staff.pinAgain'], '604918{Enter}')
  await waitFor(() => expect(place.path).toBe('/first-steps'))
  const sent = { code: 'K7QF-M2XD', name: 'Hamad Saleh', pin: '604918', terminal: 'Counter' }
  expect(posted(seen)).toEqual([sent])
})

it('setup proposes the time zone of this computer, and sends the one that is chosen', async () => {
  const { seen } = showSetup({ body: {} }, { ...nobody, isNew: true, asksTimeZone: true })
  await fillIn('604918')
  const zone = screen.getByLabelText(en['setup.timeZone'])
  expect(zone).toHaveValue(new Intl.DateTimeFormat().resolvedOptions().timeZone)
  fireEvent.change(zone, { target: { value: 'Asia/Muscat' } })
  await type(en['staff.pinAgain'], '604918{Enter}')
  await waitFor(() => expect(posted(seen)).toMatchObject([{ timeZone: 'Asia/Muscat', terminal: 'Counter' }]))
})

it('setup keeps what was typed when it is rejected', async () => {
  showSetup(refused('wrong-code'))
  await fillIn('604918')
  await type(en['staff.pinAgain'], '604918{Enter}')
  expect(await screen.findByRole('alert')).toHaveTextContent(en['setup.wrongCode'])
  expect(screen.getByLabelText(en['setup.terminal'])).toHaveValue('Counter')
  expect(screen.getByLabelText(en['staff.pin'])).toHaveValue('604918')
})

const show = (session = nobody) =>
  renderPage(<EnrollmentPage />, {
    at: '/enroll',
    proxy: (_, path) => (path === '/api/session' ? { body: session } : refused('wrong-code')),
  })

it('connecting a till before the first supervisor exists asks for no code, and leads to the link on the console', async () => {
  show({ ...nobody, isNew: true })
  expect(await screen.findByRole('heading', { name: en['setup.new'] })).toBeInTheDocument()
  expect(screen.getByText(en['setup.newNext'])).toBeInTheDocument()
  expect(screen.queryByLabelText(en['signIn.enroll.code'])).not.toBeInTheDocument()
})

it('connecting a till takes the code from keys on the screen, and sends it only when it is complete', async () => {
  const { seen } = show()
  const input = await screen.findByLabelText(en['signIn.enroll.code'])
  for (const letter of 'K7QFM') fireEvent.click(screen.getByRole('button', { name: letter }))
  expect(input).toHaveValue('K7QF-M')
  await userEvent.click(screen.getByRole('button', { name: en['signIn.enroll.notReady'] }))
  expect(posted(seen)).toEqual([])
  for (const letter of '2XD') fireEvent.click(screen.getByRole('button', { name: letter }))
  await userEvent.click(screen.getByRole('button', { name: en['signIn.enroll.enter'] }))
  expect(posted(seen)).toEqual([{ code: 'K7QF-M2XD' }])
  expect(await screen.findByText(en['failure.wrong-code'])).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: en['shell.key.delete'] }))
  expect(input).toHaveValue('K7QF-M2X')
  expect(screen.queryByText(en['failure.wrong-code'])).not.toBeInTheDocument()
})

it('connecting a till takes the code from a keyboard in any case, with or without its dash', async () => {
  const { seen } = show()
  await type(en['signIn.enroll.code'], 'k7qf m2xd{Enter}')
  expect(posted(seen)).toEqual([{ code: 'K7QF-M2XD' }])
})

it('connecting a till leaves it no data of the person who used the device before', async () => {
  storeSignOut({ how: 'ended', personId: 'h' })
  useDraft.setState({ number: '501234567' })
  renderPage(<EnrollmentPage />, {
    at: '/enroll',
    proxy: (_, path) => ({ body: path === '/api/session' ? nobody : { terminal: { id: 't', name: 'Till 1' } } }),
  })
  await type(en['signIn.enroll.code'], 'k7qfm2xd{Enter}')
  await waitFor(() => expect(findSignOut()).toBeUndefined())
  expect(useDraft.getState().number).toBe('')
})

it('connecting a till takes the code of one of several shops with its id, from keys on the screen and from a keyboard', async () => {
  const { seen } = show({ ...nobody, hasShops: true })
  expect(await screen.findByText(en['setup.codeOfShop'])).toBeInTheDocument()
  for (const letter of 'OUD1-') fireEvent.click(screen.getByRole('button', { name: letter }))
  await userEvent.click(screen.getByRole('button', { name: en['signIn.enroll.notReady'] }))
  expect(posted(seen)).toEqual([])
  await type(en['signIn.enroll.code'], 'k7qf m2xd{Enter}')
  expect(posted(seen)).toEqual([{ code: 'OUD1-K7QFM2XD' }])
})
