// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
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

  await userEvent.click(screen.getByText(text('printer.by.network')))
  expect(screen.queryByText(text('printer.outcome.nothing'))).not.toBeInTheDocument()
})

it('a test page that was printed stands for a choice of what is shown, and one that failed does not', async () => {
  let isOff = true
  vi.stubGlobal('print', () => {
    if (isOff) throw new Error('printing is switched off')
  })
  useTerminalPrinter.setState({ isSet: false })
  renderPage(<PrinterPage />, { at: '/printer', proxy: proxyWith(() => undefined) })
  const print = await screen.findByRole('button', { name: text('printer.printTest') })
  await userEvent.click(print)
  await screen.findByText(text('printer.outcome.nothing'))
  expect(useTerminalPrinter.getState().isSet).toBe(false)
  isOff = false
  await userEvent.click(print)
  await waitFor(() => expect(useTerminalPrinter.getState().isSet).toBe(true))
})
