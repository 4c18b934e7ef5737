// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import DisplayPage from '#browser/pages/display/DisplayPage.tsx'
import { paths } from '#browser/paths.ts'
import type { DisplayShop, DisplayView } from '#api/displays.ts'
import { findQrMatrix, qrPath } from '#browser/ui/QrCode.tsx'
import { refusal } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { anAmount } from '../../../support/sales.ts'
import { text } from '../../../support/texts.ts'

const asked = { show: 'number', number: '+971 50 123 4567', version: 7, product: { name: 'Qamra Recharge' } } as const

function showDisplay(
  view: () => DisplayView | undefined,
  at: string = paths.display(),
  onPaired = () => {},
  shop: DisplayShop = {},
) {
  let answered: DisplayView | undefined
  return renderPage(<DisplayPage />, {
    at,
    proxy: (method, path) => {
      if (path === '/api/display/shop') return { body: { name: 'Sidra Corner Shop', ...shop } }
      if (path === '/api/display/answer') return { body: (answered = { ...asked, answer: 'number-correct' }) }
      if (path === '/api/display/pair') {
        onPaired()
        return { body: {} }
      }
      const shown = path === '/api/display' && method === 'GET' ? (answered ?? view()) : undefined
      return shown ? { body: shown } : refusal(401, 'not-enrolled')
    },
  })
}

it('a customer confirms the number, and the display sends only the requests of a display', async () => {
  const { seen } = showDisplay(() => asked)
  expect(await screen.findByRole('img', { name: '+971 50 123 4567' })).toBeVisible()
  const correct = screen.getByRole('button', { name: text('display.number.correct') })
  await waitFor(() => expect(correct).toHaveAttribute('aria-disabled', 'false'))
  await userEvent.click(correct)
  expect(await screen.findByText(text('display.number.thanks'))).toBeVisible()
  const sent = { version: 7, number: '+971 50 123 4567', answer: 'number-correct' }
  expect(seen.find(({ path }) => path === '/api/display/answer')?.body).toEqual(sent)
  expect(seen.filter(({ path }) => !path.startsWith('/api/display'))).toEqual([])
})

it('an incomplete number has no buttons, and shows which digits are missing', async () => {
  showDisplay(() => ({ show: 'number', number: '+971 50 1__ ____' }))
  expect(await screen.findByText('1__')).toBeVisible()
  expect(screen.queryByRole('button', { name: text('display.number.correct') })).not.toBeInTheDocument()
})

it('the code of a pairing link pairs this browser, and is removed from the address', async () => {
  let isPaired = false
  const { seen } = showDisplay(
    () => (isPaired ? { show: 'idle' } : undefined),
    `${paths.display()}#K7QF-M2XD`,
    () => void (isPaired = true),
  )
  const sent = () => seen.find(({ path }) => path === '/api/display/pair')?.body
  await waitFor(() => expect(sent()).toEqual({ code: 'K7QF-M2XD' }))
  expect(window.location.hash).toBe('')
  expect(await screen.findByRole('heading', { name: 'Sidra Corner Shop' })).toBeVisible()
})

it('a browser that is not a display asks for a code, and says that a window is not protected', async () => {
  const { seen } = showDisplay(() => undefined)
  expect(await screen.findByText(text('display.noBoundary'))).toBeVisible()
  await userEvent.type(screen.getByLabelText(text('display.code')), 'k7qf-m2xd')
  await userEvent.click(screen.getByRole('button', { name: text('display.enter') }))
  await waitFor(() => expect(seen.at(-1)?.path).toMatch(/^\/api\/display/))
  expect(seen.find(({ path }) => path === '/api/display/pair')?.body).toEqual({ code: 'k7qf-m2xd' })
})

it('a practice sale shows the practice ribbon on the display from the start', async () => {
  showDisplay(() => ({ ...asked, isPractice: true }))
  await screen.findByRole('img', { name: '+971 50 123 4567' })
  expect(screen.getByText(text('display.practice'))).toBeVisible()
})

it('a waiting customer sees on the display where to follow their sale', async () => {
  const waiting = { product: { name: 'Qamra Recharge' }, pays: anAmount('25') }
  showDisplay(() => ({ show: 'on-its-way', ...waiting, statusLink: 'https://status.shop.example/s/token' }))
  expect(await screen.findByRole('img', { name: text('sale.waitingSlip.follow') })).toBeVisible()
  expect(screen.getByText('status.shop.example')).toBeVisible()
})

it('a display at rest shows where customers order from their own phones, and during a sale it does not', async () => {
  const orderLink = 'https://till.example/order#t8k2x1.abcdefghijklmnopqrstuv'
  const showing = (view: DisplayView) => showDisplay(() => view, paths.display(), undefined, { orderLink })
  const { unmount } = showing({ show: 'idle' })
  const code = await screen.findByRole('img', { name: text('display.order') })
  expect(code.querySelector('path')).toHaveAttribute('d', qrPath(findQrMatrix(orderLink)!))
  unmount()
  showing({ show: 'ask' })
  expect(await screen.findByText('Sidra Corner Shop')).toBeVisible()
  expect(screen.queryByRole('img', { name: text('display.order') })).not.toBeInTheDocument()
})
