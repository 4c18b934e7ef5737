// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import SalePage from '#browser/pages/sale/SalePage.tsx'
import { paths, routes } from '#browser/paths.ts'
import { useCustomerDisplay } from '#browser/sale/customer-display.ts'
import type { TicketTold } from '#contract/proxy/displays.ts'
import { aSale } from '../../support/a-shop.ts'
import { fakeDialogs } from '../../support/fake-dialog.ts'
import { proxyWith } from '../../support/fake-proxy.ts'
import { renderPage } from '../../support/render-page.tsx'
import { startingWith, text } from '../../support/texts.ts'

fakeDialogs()

const told = (say: TicketTold | undefined) => act(() => useCustomerDisplay.setState({ told: say }))
beforeEach(() => useCustomerDisplay.setState({ told: undefined, shown: undefined }))

const sale = aSale({ state: 'checked' })

const showReview = () =>
  renderPage(
    { [routes.sale]: <SalePage /> },
    {
      at: paths.sale(sale.id),
      proxy: proxyWith((method, path) =>
        path.startsWith(`/api/sales/${sale.id}`)
          ? { body: method === 'POST' && path.endsWith('/confirm') ? { ...sale, state: 'pending' } : sale }
          : undefined,
      ),
    },
  )

const confirmed = ({ seen }: ReturnType<typeof showReview>) => seen.find(({ path }) => path.endsWith('/confirm'))?.body

it('a review names its sale to the display, waits for the customer, and can go on without them', async () => {
  const page = showReview()
  expect(await screen.findByRole('button', { name: startingWith('sale.send') })).toBeVisible()
  expect(useCustomerDisplay.getState().shown).toEqual({ kind: 'sale', id: sale.id })
  told({ isWatched: true, isAwaited: true })
  const waiting = screen.getByRole('button', { name: text('display.awaited') })
  await userEvent.click(waiting)
  expect(confirmed(page)).toBeUndefined()
  const goOn = screen.getByRole('button', { name: startingWith('display.goOn') })
  await waitFor(() => expect(goOn).toHaveAttribute('aria-disabled', 'false'))
  await userEvent.click(goOn)
  await waitFor(() => expect(confirmed(page)).toMatchObject({ version: sale.version, withoutCustomer: true }))
})

it('once the customer has confirmed, the review says so and sends without a further word', async () => {
  const page = showReview()
  await screen.findByRole('button', { name: startingWith('sale.send') })
  told({ isWatched: true, answer: 'number-correct' })
  expect(screen.getByText(text('display.confirmed'))).toBeVisible()
  const send = screen.getByRole('button', { name: startingWith('sale.send') })
  await waitFor(() => expect(send).toHaveAttribute('aria-disabled', 'false'))
  await userEvent.click(send)
  await waitFor(() => expect(confirmed(page)).toEqual({ version: sale.version }))
})

it('a customer who wants another number leads back to the ticket, once', async () => {
  const { place } = showReview()
  await screen.findByRole('button', { name: startingWith('sale.send') })
  told({ isWatched: true, answer: 'number-changed' })
  await waitFor(() => expect(place.path).toMatch(/^\/sell\/(product|service)\//))
})

it('a review that is opened again after that stays', async () => {
  told({ isWatched: true, answer: 'number-changed' })
  const { place } = showReview()
  expect(await screen.findByText(text('display.changed'))).toBeVisible()
  expect(place.path).toBe(paths.sale(sale.id))
})
