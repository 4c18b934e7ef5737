// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://192.168.1.20:8080/" }
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { NewTerminalDialog } from '#browser/pages/staff/NewTerminalDialog.tsx'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { findQrMatrix, qrPath } from '#browser/ui/QrCode.tsx'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { hamad, proxyWith } from '../../support/fake-proxy.ts'
import { renderPage } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

fakeDialogs()

const CODE = 'KFWM-2M7R'

it('the code of a new terminal is beside the address of this till, whose QR code holds the address and never the code', async () => {
  const issued = { code: CODE, expiresAt: Date.now() + 900_000 }
  renderPage(<NewTerminalDialog onClose={() => {}} />, {
    at: '/terminals',
    proxy: proxyWith((method) => (method === 'POST' ? { body: issued } : undefined), { person: hamad }),
  })
  await userEvent.type(screen.getByLabelText(text('terminals.nameOfNew')), 'Front window')
  await userEvent.click(screen.getByRole('button', { name: text('terminals.makeCode') }))
  const dialog = await screen.findByRole('dialog', { name: 'Code for Front window' })
  expect(within(dialog).getByRole('status', { name: 'Code' })).toHaveTextContent(CODE)
  expect(within(dialog).getByRole('timer')).toHaveTextContent(/^1[45] min \d+ s left$/)
  expect(within(dialog).getByText('http://192.168.1.20:8080')).toBeInTheDocument()
  const picture = within(dialog).getByRole('img', { name: 'Address of this till as a QR code' })
  const address = findQrMatrix('http://192.168.1.20:8080')
  expect(address && qrPath(address)).toBe(picture.querySelector('path')?.getAttribute('d'))
})

it('a name that another till in use has is refused, and one of a till that was disconnected is free again', async () => {
  const till = { isThis: false, displays: [], createdAt: 1 }
  const terminals = [
    { ...till, id: 'a', name: 'Till 1' },
    { ...till, id: 'b', name: 'Till 2', revokedAt: 2 },
  ]
  renderPage(<NewTerminalDialog onClose={() => {}} />, {
    at: '/terminals',
    proxy: proxyWith((_, path) => (path === proxyPaths.terminals ? { body: { terminals } } : undefined), {
      person: hamad,
    }),
  })
  const name = screen.getByLabelText(text('terminals.nameOfNew'))
  await userEvent.type(name, 'TILL 1')
  expect(await screen.findByText(text('terminals.nameTaken'))).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('terminals.makeCode') })).not.toBeInTheDocument()
  await userEvent.clear(name)
  await userEvent.type(name, 'Till 2')
  expect(await screen.findByRole('button', { name: text('terminals.makeCode') })).toBeInTheDocument()
  expect(screen.queryByText(text('terminals.nameTaken'))).not.toBeInTheDocument()
})
