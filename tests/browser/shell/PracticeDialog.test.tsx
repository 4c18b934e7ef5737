// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'

import { PracticeDialog } from '#browser/shell/PracticeDialog.tsx'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Session } from '#contract/proxy/session.ts'
import type { Person } from '#domain/person.ts'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { amal, hamad, proxyWith, tillSettings } from '../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

fakeDialogs()

const noura: Person = { id: 'n', name: 'Noura Ali', role: 'supervisor' }
const refusal = (code: string, more: object = {}): FakeAnswer => ({
  status: 409,
  body: { code, message: '', moneyMoved: 'no', ...more },
})

type Options = { isPractice?: true; staff?: Person[]; answer?: () => FakeAnswer }

/** The dialog at a till of a shop that sells for real. */
async function open({ isPractice, staff = [amal, hamad], answer = () => ({ body: {} }) }: Options = {}) {
  const onClose = vi.fn()
  const here: Session = {
    terminal: { id: 't', name: 'Counter', ...(isPractice && { isPractice }) },
    staff,
    person: amal,
    isPractice: false,
    hasPractice: true,
    timeZone: 'Asia/Dubai',
    settings: tillSettings,
    version: '1',
  }
  const others = proxyWith((_, path) => (path === proxyPaths.switchPractice ? answer() : undefined))
  const { seen } = renderPage(<PracticeDialog onClose={onClose} />, {
    at: '/sell',
    proxy: (method, path, body) => (path === proxyPaths.session ? { body: here } : others(method, path, body)),
  })
  // Who is there is known by then.
  await waitFor(() => expect(seen.some(({ path }) => path === proxyPaths.session)).toBe(true))
  const named = staff.some(({ role }) => role === 'supervisor')
    ? (`practice.${isPractice ? 'end' : 'start'}Next` as const)
    : 'practice.noSupervisor'
  await screen.findByText(text(named))
  return { onClose, sent: () => seen.filter(({ path }) => path === proxyPaths.switchPractice).map(({ body }) => body) }
}

async function enter(pin: string, action: 'practice.start' | 'practice.end' = 'practice.start'): Promise<void> {
  fireEvent.change(await screen.findByLabelText('PIN'), { target: { value: pin } })
  await userEvent.click(screen.getByRole('button', { name: text(action) }))
}

/** Leaves the page where it is, and notes where it would have gone. */
function watchReload() {
  const assign = vi.fn()
  const { href, origin, pathname, search, hash } = window.location
  vi.stubGlobal('location', { href, origin, pathname, search, hash, assign })
  return assign
}

describe('the dialog that switches a till to practice', () => {
  it('sends the PIN of the only supervisor, whoever is signed in, and loads the page again', async () => {
    const { sent } = await open()
    const assign = watchReload()
    await enter('604918')
    await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
    expect(sent()).toEqual([{ staffId: hamad.id, pin: '604918', practice: true }])
  })

  it('sends a till of practice back to real selling', async () => {
    const { sent } = await open({ isPractice: true })
    const assign = watchReload()
    await enter('604918', 'practice.end')
    await waitFor(() => expect(assign).toHaveBeenCalledOnce())
    expect(sent()).toEqual([{ staffId: hamad.id, pin: '604918', practice: false }])
  })

  it('of a shop with two supervisors takes no PIN before one is chosen, and names the one who was', async () => {
    const { sent } = await open({ staff: [amal, hamad, noura] })
    const field = await screen.findByLabelText('PIN')
    expect(field).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: /Noura Ali/ }))
    watchReload()
    await enter('271828')
    await waitFor(() => expect(sent()).toEqual([{ staffId: noura.id, pin: '271828', practice: true }]))
  })

  it('says that a sale of the till is open, and stays', async () => {
    const { onClose } = await open({ answer: () => refusal('wrong-state', { moneyMoved: 'unknown' }) })
    const assign = watchReload()
    await enter('604918')
    expect(await screen.findByText(text('practice.stillOpen'))).toBeVisible()
    expect(assign).not.toHaveBeenCalled()
    expect(onClose).not.toHaveBeenCalled()
  })

  it.each([
    { code: 'wrong-pin', says: 'failure.wrong-pin' },
    // Practice itself cannot be opened: no word of the shop's own journal or service.
    { code: 'in-practice', says: 'failure.in-practice' },
  ] as const)('says why it was refused ($code), and forgets the PIN', async ({ code, says }) => {
    await open({ answer: () => refusal(code) })
    await enter('604918')
    expect(await screen.findByText(text(says))).toBeVisible()
    expect(screen.getByLabelText('PIN')).toHaveValue('')
  })

  it('closes by Cancel, and nothing is sent', async () => {
    const { onClose, sent } = await open()
    fireEvent.change(await screen.findByLabelText('PIN'), { target: { value: '604918' } })
    await userEvent.click(screen.getByRole('button', { name: text('practice.cancel') }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(sent()).toEqual([])
  })

  it('in a shop without a supervisor says that nobody can', async () => {
    await open({ staff: [amal] })
    expect(await screen.findByText(text('practice.noSupervisor'))).toBeVisible()
    expect(screen.getByLabelText('PIN')).toBeDisabled()
  })
})
