// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import { PinPanel } from '#browser/pages/sign-in/SignInPage.tsx'
import type { Person } from '#domain/person.ts'
import { renderPage } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

const amal: Person = { id: 'p1', name: 'Amal Rahman', role: 'cashier' }

/** The pad of a till that takes no PIN. */
const show = (person: Person | undefined) =>
  renderPage(<PinPanel person={person} staff={[amal]} onWait={() => {}} />, {
    at: '/sign-in',
    proxy: () => ({ status: 401, body: { code: 'wrong-pin', message: '', moneyMoved: 'no' } }),
  })

describe('the PIN pad', () => {
  const user = userEvent.setup()

  it('signs in with Enter, not by itself, once there are four digits', async () => {
    const { seen } = show(amal)
    await user.keyboard('258{Enter}')
    expect(screen.getByRole('button', { name: text('signIn.tooShort') })).toHaveAttribute('aria-disabled', 'true')
    expect(seen).toEqual([])

    await user.keyboard('0')
    expect(screen.getByText('4 digits entered')).toBeInTheDocument()
    expect(seen).toEqual([])

    await user.keyboard('{Enter}')
    expect(seen.map(({ body }) => body)).toEqual([{ staffId: 'p1', pin: '2580' }])
  })

  it('says that a PIN is wrong and starts over', async () => {
    show(amal)
    for (const digit of ['9', '9', '9', '9']) await user.click(screen.getByRole('button', { name: digit }))
    await user.click(screen.getByRole('button', { name: 'Sign in' }))

    expect((await screen.findByRole('alert')).textContent).toBe(text('failure.wrong-pin'))
    expect(screen.getByText('No digits entered')).toBeInTheDocument()
    await user.keyboard('1')
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  it('takes twelve digits at most, and digits only', async () => {
    const { seen } = show(amal)
    await user.keyboard('12a34567890123{Enter}')
    expect(seen.map(({ body }) => body)).toEqual([{ staffId: 'p1', pin: '123456789012' }])
  })

  it('asks for a name first', async () => {
    show(undefined)
    await user.click(screen.getByRole('button', { name: '5' }))
    expect(screen.getByText('No digits entered')).toBeInTheDocument()
    expect(screen.getByRole('button', { name: 'Choose your name' })).toBeInTheDocument()
  })
})
