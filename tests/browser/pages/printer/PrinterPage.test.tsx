// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'

import PrinterPage from '#browser/pages/printer/PrinterPage.tsx'
import { isPrinterSet, useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import { hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { press, renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

it('the printer page removes the result of a test page after another printer is chosen', async () => {
  vi.stubGlobal('print', () => {
    throw new Error('printing is switched off')
  })
  renderPage(<PrinterPage />, { at: '/printer', proxy: proxyWith(() => undefined) })
  await press(text('printer.printTest'))
  expect(await screen.findByText(text('printer.outcome.nothing'))).toBeVisible()
  expect(useTerminalPrinter.getState().isSet).toBe(false)

  await userEvent.click(screen.getByText(text('printer.by.network')))
  expect(screen.queryByText(text('printer.outcome.nothing'))).not.toBeInTheDocument()
})

it('no test page is offered when there is no printer to try, such as without a chosen network printer', async () => {
  useTerminalPrinter.setState({ mode: 'ask', printer: 'browser', isSet: false })
  renderPage(<PrinterPage />, { at: '/printer', proxy: proxyWith(() => undefined, { person: hamad }) })
  const test = () => screen.queryByRole('button', { name: text('printer.printTest') })
  await screen.findByRole('button', { name: text('printer.printTest') })
  await userEvent.click(screen.getByText(text('printer.by.network')))
  expect(test()).not.toBeInTheDocument()
  expect(screen.getByText(text('printer.by.network.none'))).toBeVisible()
  const settings = screen.getByRole('link', { name: text('printer.networkSettings') })
  expect(settings).toHaveAttribute('href', '/settings/printers')
  expect(isPrinterSet(useTerminalPrinter.getState())).toBe(false)
  await userEvent.click(screen.getByText(text('printer.mode.never')))
  expect(test()).not.toBeInTheDocument()
  expect(screen.queryByText(text('printer.by.usb'))).not.toBeInTheDocument()
  expect(isPrinterSet(useTerminalPrinter.getState())).toBe(true)
})
