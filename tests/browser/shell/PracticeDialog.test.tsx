// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'

import { PracticeDialog } from '#browser/shell/PracticeDialog.tsx'
import type { Person } from '#domain/person.ts'
import { amal, aSession, hamad, proxyWith, refusal } from '../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

const noura: Person = { id: 'n', name: 'Noura Ali', role: 'supervisor' }

type Options = { isPractice?: true; staff?: Person[]; answer?: () => FakeAnswer }

async function open({ isPractice, staff = [amal, hamad], answer = () => ({ body: {} }) }: Options = {}) {
  const onClose = vi.fn()
  const terminal = { id: 't', name: 'Counter', ...(isPractice && { isPractice }) }
  const here = aSession({ terminal, staff, isPractice: false, hasPractice: true })
  const others = proxyWith((_, path) => (path === '/api/terminals/practice' ? answer() : undefined))
  const { seen } = renderPage(<PracticeDialog onClose={onClose} />, {
    at: '/sell',
    proxy: (method, path, body) => (path === '/api/session' ? { body: here } : others(method, path, body)),
  })
  await waitFor(() => expect(seen.some(({ path }) => path === '/api/session')).toBe(true))
  const named = staff.some(({ role }) => role === 'supervisor')
    ? (`practice.${isPractice ? 'end' : 'start'}Next` as const)
    : 'practice.noSupervisor'
  await screen.findByText(text(named))
  return { onClose, sent: () => seen.filter(({ path }) => path === '/api/terminals/practice').map(({ body }) => body) }
}

async function enter(pin: string, action: 'practice.start' | 'practice.end' = 'practice.start'): Promise<void> {
  fireEvent.change(await screen.findByLabelText('PIN'), { target: { value: pin } })
  await userEvent.click(screen.getByRole('button', { name: text(action) }))
}

/** Keeps the page where it is, and records where it would have gone. */
function watchReload() {
  const assign = vi.fn()
  const { href, origin, pathname, search, hash } = window.location
  vi.stubGlobal('location', { href, origin, pathname, search, hash, assign })
  return assign
}

describe('the dialog that switches a till to practice', () => {
  it.each([
    [undefined, 'practice.start'],
    [true, 'practice.end'],
  ] as const)(
    'the practice dialog where practice is %s sends the PIN of the only supervisor, and reloads',
    async (isPractice, action) => {
      const { sent } = await open(isPractice && { isPractice })
      const assign = watchReload()
      await enter('604918', action)
      await waitFor(() => expect(assign).toHaveBeenCalledExactlyOnceWith('/'))
      expect(sent()).toEqual([{ staffId: hamad.id, pin: '604918', practice: !isPractice }])
    },
  )

  it('the practice dialog of a shop with two supervisors takes no PIN before one is chosen, and names the chosen one', async () => {
    const { sent } = await open({ staff: [amal, hamad, noura] })
    const field = await screen.findByLabelText('PIN')
    expect(field).toBeDisabled()
    await userEvent.click(screen.getByRole('button', { name: /Noura Ali/ }))
    watchReload()
    await enter('271828')
    await waitFor(() => expect(sent()).toEqual([{ staffId: noura.id, pin: '271828', practice: true }]))
  })

  it('the practice dialog says that a sale of the till is open, and stays', async () => {
    const { onClose } = await open({ answer: () => refusal(409, 'wrong-state', { moneyMoved: 'unknown' }) })
    const assign = watchReload()
    await enter('604918')
    expect(await screen.findByText(text('practice.stillOpen'))).toBeVisible()
    expect(assign).not.toHaveBeenCalled()
    expect(onClose).not.toHaveBeenCalled()
  })

  it.each([
    ['wrong-pin', 'failure.wrong-pin'],
    // The sandbox itself cannot be opened: the message is not about the shop's own database or provider.
    ['in-practice', 'failure.in-practice'],
  ] as const)('the practice dialog says why the switch was rejected (%s), and forgets the PIN', async (code, says) => {
    await open({ answer: () => refusal(409, code) })
    await enter('604918')
    expect(await screen.findByText(text(says))).toBeVisible()
    expect(screen.getByLabelText('PIN')).toHaveValue('')
  })

  it('the practice dialog closes with Cancel, and nothing is sent', async () => {
    const { onClose, sent } = await open()
    fireEvent.change(await screen.findByLabelText('PIN'), { target: { value: '604918' } })
    await userEvent.click(screen.getByRole('button', { name: text('practice.cancel') }))
    expect(onClose).toHaveBeenCalledOnce()
    expect(sent()).toEqual([])
  })

  it('the practice dialog says that no one can switch in a shop without a supervisor', async () => {
    await open({ staff: [amal] })
    expect(await screen.findByText(text('practice.noSupervisor'))).toBeVisible()
    expect(screen.getByLabelText('PIN')).toBeDisabled()
  })
})
