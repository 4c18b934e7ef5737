// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import PrinterPage from '#browser/pages/printer/PrinterPage.tsx'
import { useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import { proxyWith } from '../../support/fake-proxy.ts'
import { renderPage } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

it('what one printer did with the test page is no longer said after another was chosen', async () => {
  vi.stubGlobal('print', () => {
    throw new Error('printing is switched off')
  })
  renderPage(<PrinterPage />, { at: '/printer', proxy: proxyWith(() => undefined) })
  await userEvent.click(await screen.findByRole('button', { name: text('printer.printTest') }))
  expect(await screen.findByText(text('printer.outcome.nothing'))).toBeVisible()
  // A page that did not come out chooses nothing.
  expect(useTerminalPrinter.getState().isSet).toBe(false)

  await userEvent.click(screen.getByText(text('printer.by.network')))
  expect(screen.queryByText(text('printer.outcome.nothing'))).not.toBeInTheDocument()
})
