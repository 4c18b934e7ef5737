// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { AddDialog } from '#browser/pages/staff/PersonDialogs.tsx'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

fakeDialogs()

it('a PIN that is too easy to guess is marked while a person is added, and is not sent', async () => {
  const { seen } = renderPage(<AddDialog people={[]} onClose={() => {}} />, {
    at: '/staff',
    proxy: proxyWith((method) => (method === 'POST' ? { body: {} } : undefined), { person: hamad }),
  })
  await userEvent.type(await screen.findByLabelText(text('staff.name')), 'Sara')
  await userEvent.type(screen.getByLabelText(text('staff.pin')), '1111')
  expect(screen.getByLabelText(text('staff.pin'))).toBeInvalid()
  await userEvent.type(screen.getByLabelText(text('staff.pinAgain')), '1111{Enter}')
  expect(screen.getByRole('button', { name: text('staff.pinWeak.few-digits') })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  expect(seen.filter(({ method }) => method === 'POST')).toEqual([])
})
