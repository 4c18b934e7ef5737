// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import en from '#browser/i18n/en.json'
import EnrollmentPage from '#browser/pages/sign-in/EnrollmentPage.tsx'
import SetupPage from '#browser/pages/sign-in/SetupPage.tsx'
import { findSignOut, storeSignOut } from '#browser/presence.ts'
import { useDraft } from '#browser/sale/draft.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Session } from '#contract/proxy/session.ts'
import { hamad } from '../../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'

const nobody: Session = { terminal: null, staff: [], isPractice: false, timeZone: 'Asia/Dubai', version: '1' }
const refused = (code: string): FakeAnswer => ({ status: 400, body: { code, message: '', moneyMoved: 'no' } })

/** The page behind the link of the first start. */
function showSetup(answer: FakeAnswer = { body: {} }) {
  let session = nobody
  return renderPage(<SetupPage />, {
    at: '/setup#K7QF-M2XD',
    proxy: (method, path) => {
      if (path === proxyPaths.session) return { body: session }
      const isDone = typeof answer === 'object' && (answer.status ?? 200) === 200
      if (isDone) session = { ...nobody, terminal: { id: 't', name: 'Counter' }, staff: [hamad], person: hamad }
      return method === 'POST' ? answer : undefined
    },
  })
}

const type = async (label: string, text: string) => userEvent.type(await screen.findByLabelText(label), text)

describe('set-up', () => {
  it('says the rules of a PIN before one is typed, and which of them a PIN breaks', async () => {
    const { seen } = showSetup()
    expect(await screen.findByText(en['setup.pinRules'])).toBeInTheDocument()
    await type(en['setup.terminal'], 'Counter')
    await type(en['setup.name'], 'Hamad Saleh')
    await type(en['staff.pin'], '123456')
    expect(screen.getByLabelText(en['staff.pin'])).toBeInvalid()
    await userEvent.keyboard('{Enter}')
    expect(screen.getByRole('button', { name: en['staff.pinWeak.sequence'] })).toHaveAttribute('aria-disabled', 'true')
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
  })

  it('leads to the first steps instead of selling', async () => {
    const { seen, place } = showSetup()
    await type(en['setup.terminal'], 'Counter')
    await type(en['setup.name'], 'Hamad Saleh')
    await type(en['staff.pin'], '604918')
    await type(en['staff.pinAgain'], '604918{Enter}')
    await waitFor(() => expect(place.path).toBe('/first-steps'))
    expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({
      code: 'K7QF-M2XD',
      name: 'Hamad Saleh',
      pin: '604918',
      terminal: 'Counter',
    })
  })

  it('keeps what was typed when it is refused', async () => {
    showSetup(refused('wrong-code'))
    await type(en['setup.terminal'], 'Counter')
    await type(en['setup.name'], 'Hamad Saleh')
    await type(en['staff.pin'], '604918')
    await type(en['staff.pinAgain'], '604918{Enter}')
    expect(await screen.findByRole('alert')).toHaveTextContent(en['setup.wrongCode'])
    expect(screen.getByLabelText(en['setup.terminal'])).toHaveValue('Counter')
    expect(screen.getByLabelText(en['staff.pin'])).toHaveValue('604918')
  })
})

describe('enrollment', () => {
  const show = (session = nobody) =>
    renderPage(<EnrollmentPage />, {
      at: '/enrol',
      proxy: (_, path) => (path === proxyPaths.session ? { body: session } : refused('wrong-code')),
    })

  it('before the first supervisor the page asks for no code, and leads to the link of the console', async () => {
    show({ ...nobody, isNew: true })
    expect(await screen.findByRole('heading', { name: en['setup.new'] })).toBeInTheDocument()
    expect(screen.getByText(en['setup.newNext'])).toBeInTheDocument()
    expect(screen.queryByLabelText(en['signIn.enrol.code'])).not.toBeInTheDocument()
  })

  it('takes the code by keys on the screen, and sends it only when it is whole', async () => {
    const { seen } = show()
    const input = await screen.findByLabelText(en['signIn.enrol.code'])
    for (const letter of 'K7QFM') await userEvent.click(screen.getByRole('button', { name: letter }))
    expect(input).toHaveValue('K7QF-M')
    await userEvent.click(screen.getByRole('button', { name: en['signIn.enrol.notReady'] }))
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])

    for (const letter of '2XD') await userEvent.click(screen.getByRole('button', { name: letter }))
    await userEvent.click(screen.getByRole('button', { name: en['signIn.enrol.enter'] }))
    expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({ code: 'K7QF-M2XD' })
    expect(await screen.findByText(en['failure.wrong-code'])).toBeInTheDocument()

    await userEvent.click(screen.getByRole('button', { name: en['shell.key.delete'] }))
    expect(input).toHaveValue('K7QF-M2X')
    expect(screen.queryByText(en['failure.wrong-code'])).not.toBeInTheDocument()
  })

  it('takes the code from a keyboard in any case, with or without its dash', async () => {
    const { seen } = show()
    await type(en['signIn.enrol.code'], 'k7qf m2xd{Enter}')
    expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({ code: 'K7QF-M2XD' })
  })

  it('a new till knows nothing of who was at the device before', async () => {
    storeSignOut({ how: 'ended', personId: 'h' })
    useDraft.setState({ number: '501234567' })
    renderPage(<EnrollmentPage />, {
      at: '/enrol',
      proxy: (_, path) => ({ body: path === proxyPaths.session ? nobody : { terminal: { id: 't', name: 'Till 1' } } }),
    })
    await type(en['signIn.enrol.code'], 'k7qfm2xd{Enter}')
    await waitFor(() => expect(findSignOut()).toBeUndefined())
    expect(useDraft.getState().number).toBe('')
  })

  it('takes the code of one of several shops with its id, by keys on the screen and from a keyboard', async () => {
    const { seen } = show({ ...nobody, hasShops: true })
    expect(await screen.findByText(en['setup.codeOfShop'])).toBeInTheDocument()
    for (const letter of 'OUD1-') await userEvent.click(screen.getByRole('button', { name: letter }))
    await userEvent.click(screen.getByRole('button', { name: en['signIn.enrol.notReady'] }))
    expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
    await type(en['signIn.enrol.code'], 'k7qf m2xd{Enter}')
    expect(seen.find(({ method }) => method === 'POST')?.body).toEqual({ code: 'OUD1-K7QFM2XD' })
  })
})
