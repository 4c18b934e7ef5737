// @vitest-environment jsdom
// @vitest-environment-options { "url": "http://localhost:8080/" }
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { NewTerminalDialog } from '#browser/pages/staff/NewTerminalDialog.tsx'
import FirstStepsPage from '#browser/pages/first-steps/FirstStepsPage.tsx'
import { findQrMatrix, qrPath } from '#browser/ui/QrCode.tsx'
import type { FirstSteps } from '#contract/proxy/first-steps.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { hamad, proxyWith } from '../../support/fake-proxy.ts'
import { renderPage } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

fakeDialogs()

const proxyAt = (addresses: string[]) => {
  const shop: FirstSteps = { people: 1, hasLimits: false, hasSold: false, tills: ['Till 1'], addresses }
  return proxyWith(
    (method, path) => {
      if (path === proxyPaths.firstSteps) return { body: shop }
      return method === 'POST' ? { body: { code: 'KFWM-2M7R', expiresAt: Date.now() + 900_000 } } : undefined
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

it('at the computer of the shop, a code is beside every address at which another device reaches it', async () => {
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
