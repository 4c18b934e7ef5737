// @vitest-environment jsdom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'

import PeoplePage from '#browser/pages/staff/PeoplePage.tsx'
import type { StaffEntry } from '#contract/proxy/staff.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { amal, hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

fakeDialogs()

const entry = (more: Partial<StaffEntry> = {}): StaffEntry => ({
  ...amal,
  permissions: ['reprint'],
  createdAt: 0,
  usedToday: { pays: [], count: 0 },
  soldToday: { amount: [], count: 0, codesComing: 0 },
  ...more,
})
const failure = (status: number, code: string): FakeAnswer => ({
  status,
  body: { code, message: '', moneyMoved: 'no' },
})

const show = (staff: StaffEntry[] | 'no answer', write?: FakeAnswer) => {
  const answer = (method: string, path: string): FakeAnswer | undefined => {
    if (method !== 'GET') return write
    if (path !== '/api/staff') return undefined
    return staff === 'no answer' ? staff : { body: { staff } }
  }
  const stage = { '/staff/:staffId': <PeoplePage /> }
  return renderPage(stage, { at: '/staff/a', proxy: proxyWith(answer, { person: hamad }) })
}

const switchOf = (name: RegExp) => screen.findByRole('switch', { name })

describe('the page of people', () => {
  it('says that nobody can be read, and shows nobody', async () => {
    show('no answer')
    expect(await screen.findByText(text('failure.no-answer'))).toBeInTheDocument()
    expect(screen.queryByText('Amal Rahman')).not.toBeInTheDocument()
  })

  it('takes a switch back that the proxy refused, and says why', async () => {
    const { seen } = show([entry()], failure(503, 'not-ready'))
    fireEvent.click(await switchOf(startingWith('staff.may.international')))
    await screen.findByText(text('failure.not-ready'))
    expect(await switchOf(startingWith('staff.may.international'))).not.toBeChecked()
    expect(seen.find(({ method }) => method === 'PUT')?.body).toEqual({ permissions: ['international', 'reprint'] })
  })

  it('takes a second switch while the first is being kept, and keeps both', async () => {
    const { seen } = show([entry()], { body: {} })
    const abroad = await switchOf(/^International top-ups/)
    const reprint = await switchOf(/^Reprint receipts/)
    fireEvent.click(abroad)
    fireEvent.click(reprint)
    const kept = () => seen.filter(({ method }) => method === 'PUT').map(({ body }) => body)
    await waitFor(() =>
      expect(kept()).toEqual([{ permissions: ['international', 'reprint'] }, { permissions: ['international'] }]),
    )
  })

  it('keeps what was typed into a limit when it is refused', async () => {
    show([entry({ limits: { currency: 'AED' } })], failure(422, 'invalid-operation'))
    const field = await screen.findByLabelText(text('limits.kind.perDay'))
    fireEvent.change(field, { target: { value: '750' } })
    fireEvent.click(screen.getByText(text('limits.save')))
    await screen.findByText(text('failure.invalid-operation'))
    expect(field).toHaveValue('750')
    await waitFor(() => expect(screen.getByText(text('limits.save'))).toBeInTheDocument())
  })

  it('shows a limit with its separator while nobody types it, and raises and lowers it by steps', async () => {
    const { seen } = show([entry({ limits: { currency: 'AED', perDay: '2000' as never } })], { body: {} })
    const field = await screen.findByLabelText(text('limits.kind.perDay'))
    expect(field).toHaveValue('2,000')
    fireEvent.click(screen.getByRole('button', { name: 'Raise, Total in one day' }))
    expect(field).toHaveValue('2,500')
    fireEvent.focus(field)
    expect(field).toHaveValue('2500')
    fireEvent.click(screen.getByText(text('limits.save')))
    await waitFor(() =>
      expect(seen.find(({ method }) => method === 'PUT')?.body).toMatchObject({ limits: { perDay: '2500' } }),
    )
  })

  it('an empty limit field says that there is no limit, as a placeholder and not as a value', async () => {
    show([entry()])
    const field = await screen.findByLabelText(text('limits.kind.perSale'))
    expect(field).toHaveValue('')
    expect(field).toHaveAttribute('placeholder', text('staff.noLimit'))
    expect(screen.getByRole('button', { name: 'Lower, Largest single sale' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('says that limits in another currency hold back every sale', async () => {
    show([entry({ limits: { currency: 'USD', perSale: '50' as never } })])
    expect(await screen.findByText(text('limits.otherCurrency', { other: 'USD', currency: 'AED' }))).toBeInTheDocument()
  })

  it('says that somebody is locked and lets them in again', async () => {
    const { seen } = show([entry({ pinLock: {} })], { body: {} })
    expect((await screen.findAllByText(text('staff.pinLocked'))).length).toBeGreaterThan(0)
    fireEvent.click(screen.getByRole('button', { name: text('staff.unlock') }))
    await waitFor(() => expect(seen.find(({ method }) => method === 'POST')?.path).toBe('/api/staff/a/unlock'))
  })

  it('says what to do where somebody cannot be unlocked from this shop', async () => {
    show([entry({ pinLock: {} })], failure(422, 'invalid-operation'))
    fireEvent.click(await screen.findByRole('button', { name: text('staff.unlock') }))
    expect(await screen.findByText(text('staff.unlockRefused'))).toBeInTheDocument()
  })

  it('offers a blocked person nothing but to be let in again', async () => {
    show([entry({ disabledAt: 1 })])
    expect(await screen.findByText(text('staff.unblock'))).toBeInTheDocument()
    expect(screen.queryByText(text('staff.newPin'))).not.toBeInTheDocument()
    expect(screen.queryByText(text('limits.save'))).not.toBeInTheDocument()
  })
})
