// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import FirstStepsPage from '#browser/pages/first-steps/FirstStepsPage.tsx'
import { NewTerminalDialog } from '#browser/pages/staff/NewTerminalDialog.tsx'
import { findQrMatrix, qrPath } from '#browser/ui/QrCode.tsx'
import type { FirstSteps } from '#contract/proxy/first-steps.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { fakeDialogs } from '../../../support/fake-dialog.ts'
import { hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { pageAt } from '../../../support/page-address.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

fakeDialogs()

const CODE = 'KFWM-2M7R'

const proxyAt = (addresses: string[]) => {
  const shop: FirstSteps = { people: 1, hasLimits: false, hasSold: false, tills: ['Till 1'], addresses }
  return proxyWith(
    (method, path) => {
      if (path === proxyPaths.firstSteps) return { body: shop }
      return method === 'POST' ? { body: { code: 'KFWM-2M7R', expiresAt: NOW + 900_000 } } : undefined
    },
    { person: hamad },
  )
}

async function showCode(addresses: string[]) {
  renderPage(<NewTerminalDialog onClose={() => {}} />, { at: '/terminals', proxy: proxyAt(addresses) })
  await userEvent.type(screen.getByLabelText(text('terminals.nameOfNew')), 'Tablet')
  await userEvent.click(screen.getByRole('button', { name: text('terminals.makeCode') }))
  return screen.findByRole('dialog', { name: 'Code for Tablet' })
}

describe('at another device', () => {
  pageAt('http://192.168.1.20:8080/')

  it('the code of a new terminal is beside the address of this till, whose QR code holds the address and never the code', async () => {
    const issued = { code: CODE, expiresAt: NOW + 900_000 }
    renderPage(<NewTerminalDialog onClose={() => {}} />, {
      at: '/terminals',
      proxy: proxyWith((method) => (method === 'POST' ? { body: issued } : undefined), { person: hamad }),
    })
    await userEvent.type(screen.getByLabelText(text('terminals.nameOfNew')), 'Front window')
    await userEvent.click(screen.getByRole('button', { name: text('terminals.makeCode') }))
    const dialog = await screen.findByRole('dialog', { name: 'Code for Front window' })
    expect(within(dialog).getByRole('status', { name: text('signIn.enrol.code') })).toHaveTextContent(CODE)
    expect(within(dialog).getByRole('timer')).toHaveTextContent(/^1[45] min \d+ s left$/)
    expect(within(dialog).getByText('http://192.168.1.20:8080')).toBeInTheDocument()
    const picture = within(dialog).getByRole('img', { name: text('terminals.codeQr') })
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
})

describe('at the computer of the shop', () => {
  pageAt('http://localhost:8080/')

  it('a code is beside every address at which another device reaches it', async () => {
    const dialog = await showCode(['http://192.168.1.20:8080', 'http://10.0.0.7:8080'])
    expect(await within(dialog).findByText('http://192.168.1.20:8080')).toBeInTheDocument()
    expect(within(dialog).getByText('http://10.0.0.7:8080')).toBeInTheDocument()
    const matrix = findQrMatrix('http://192.168.1.20:8080')
    const picture = within(dialog).getByRole('img', { name: text('terminals.codeQr') })
    expect(picture.querySelector('path')?.getAttribute('d')).toBe(matrix && qrPath(matrix))
  })

  it('while no other device reaches the shop, the code comes with what to do about it and without an address', async () => {
    const dialog = await showCode([])
    expect(await within(dialog).findByText(text('terminals.codeLeadHere'))).toBeInTheDocument()
    expect(within(dialog).queryByRole('img')).not.toBeInTheDocument()
    expect(within(dialog).queryByText(/localhost/)).not.toBeInTheDocument()
  })

  it('the first steps show the addresses of the shop, too', async () => {
    renderPage(<FirstStepsPage />, { at: '/first-steps', proxy: proxyAt(['http://192.168.1.20:8080']) })
    expect(await screen.findByText('http://192.168.1.20:8080')).toBeInTheDocument()
    expect(screen.getByRole('img', { name: text('firstSteps.connect.qr') })).toBeInTheDocument()
  })
})
