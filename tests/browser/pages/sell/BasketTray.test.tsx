// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'

import { BasketTray } from '#browser/pages/sell/BasketTray.tsx'
import { paths, routes } from '#browser/paths.ts'
import { useBasket } from '#browser/sale/basket.ts'
import { catalog } from '../../../support/a-shop.ts'
import { proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

it('a double tap removes one line, not the next one that moved under the finger', async () => {
  const line = { kind: 'voucher', serviceId: 'fixed', amount: '20', name: 'Pixelmoor 20' } as const
  useBasket.getState().add([line, line, line])
  const proxy = proxyWith(() => undefined, { catalog })
  renderPage({ [routes.sell]: <BasketTray /> }, { at: paths.sell(), proxy })
  const [first] = await screen.findAllByRole('button', { name: text('basket.remove', { product: line.name }) })
  await userEvent.dblClick(first!)
  expect(useBasket.getState().lines).toHaveLength(2)
})
