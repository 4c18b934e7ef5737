// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'

import FirstStepsPage from '#browser/pages/first-steps/FirstStepsPage.tsx'
import { NewTerminalDialog } from '#browser/pages/staff/NewTerminalDialog.tsx'
import TerminalsPage from '#browser/pages/staff/TerminalsPage.tsx'
import { findQrMatrix, qrPath } from '#browser/ui/QrCode.tsx'
import type { FirstSteps } from '#api/first-steps.ts'
import type { TerminalEntry } from '#api/terminals.ts'
import { hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { pageAt } from '../../../support/page-address.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const CODE = 'KFWM-2M7R'

const proxyAt = (addresses: string[]) => {
  const shop: FirstSteps = {
    people: 1,
    hasLimits: false,
    hasWarning: false,
    hasSold: false,
    tills: ['Till 1'],
    addresses,
  }
  return proxyWith(
    (method, path) => {
      if (path === '/api/first-steps') return { body: shop }
      return method === 'POST' ? { body: { code: CODE, expiresAt: NOW + 900_000 } } : undefined
    },
    { person: hamad },
  )
}

type Entry = Partial<TerminalEntry> & Pick<TerminalEntry, 'id' | 'name'>
const entry = (more: Entry): TerminalEntry => ({ createdAt: 0, displays: [], isThis: false, ...more })
const proxyOf = (terminals: TerminalEntry[]) =>
  proxyWith((_, path) => (path === '/api/terminals' ? { body: { terminals } } : undefined), { person: hamad })

async function showCode(addresses: string[]) {
  renderPage(<NewTerminalDialog onClose={() => {}} />, { at: '/terminals', proxy: proxyAt(addresses) })
  fireEvent.change(screen.getByLabelText(text('terminals.nameOfNew')), { target: { value: 'Tablet' } })
  await userEvent.click(screen.getByRole('button', { name: text('terminals.makeCode') }))
  return screen.findByRole('dialog', { name: 'Code for Tablet' })
}
const pathOf = (address: string) => {
  const matrix = findQrMatrix(address)
  return matrix && qrPath(matrix)
}

describe('at another device', () => {
  pageAt('http://192.168.1.20:8080/')

  it("the code of a new terminal is beside this till's address, whose QR code contains the address but never the code", async () => {
    const dialog = await showCode([])
    expect(within(dialog).getByRole('status', { name: text('signIn.enroll.code') })).toHaveTextContent(CODE)
    const left = text('terminals.codeLeft', { minutes: '15', seconds: '0' })
    expect(within(dialog).getByRole('timer')).toHaveTextContent(left)
    expect(within(dialog).getByText('http://192.168.1.20:8080')).toBeInTheDocument()
    const picture = within(dialog).getByRole('img', { name: text('terminals.codeQr') })
    expect(picture.querySelector('path')?.getAttribute('d')).toBe(pathOf('http://192.168.1.20:8080'))
  })

  it('a name that another active till has is rejected, and the name of a disconnected till is available again', async () => {
    const terminals = [entry({ id: 'a', name: 'Till 1' }), entry({ id: 'b', name: 'Till 2', revokedAt: 2 })]
    renderPage(<NewTerminalDialog onClose={() => {}} />, { at: '/terminals', proxy: proxyOf(terminals) })
    const name = screen.getByLabelText(text('terminals.nameOfNew'))
    fireEvent.change(name, { target: { value: 'TILL 1' } })
    expect(await screen.findByText(text('terminals.nameTaken'))).toBeInTheDocument()
    expect(screen.queryByRole('button', { name: text('terminals.makeCode') })).not.toBeInTheDocument()
    fireEvent.change(name, { target: { value: 'Till 2' } })
    expect(await screen.findByRole('button', { name: text('terminals.makeCode') })).toBeInTheDocument()
    expect(screen.queryByText(text('terminals.nameTaken'))).not.toBeInTheDocument()
  })
})

describe('at the computer of the shop', () => {
  pageAt('http://localhost:8080/')

  it('a code is beside every address at which another device reaches the server', async () => {
    const dialog = await showCode(['http://192.168.1.20:8080', 'http://10.0.0.7:8080'])
    expect(await within(dialog).findByText('http://192.168.1.20:8080')).toBeInTheDocument()
    expect(within(dialog).getByText('http://10.0.0.7:8080')).toBeInTheDocument()
    const picture = within(dialog).getByRole('img', { name: text('terminals.codeQr') })
    expect(picture.querySelector('path')?.getAttribute('d')).toBe(pathOf('http://192.168.1.20:8080'))
  })

  it('while no other device can reach the server, the code comes with what to do about it and without an address', async () => {
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

it('a till without a signed-in person is not said to have never been seen', async () => {
  const terminals = [entry({ id: 't', name: 'Counter' }), entry({ id: 'o', name: 'Order tablet', isSelfOrder: true })]
  renderPage(<TerminalsPage />, { at: '/terminals', proxy: proxyOf(terminals) })
  const tablet = within(await screen.findByRole('row', { name: /Order tablet/ }))
  expect(tablet.getByText(text('terminals.noSignIn'))).toBeInTheDocument()
  expect(tablet.queryByText(text('staff.neverSeen'))).not.toBeInTheDocument()
  expect(within(screen.getByRole('row', { name: /Counter/ })).getByText(text('staff.neverSeen'))).toBeInTheDocument()
})
