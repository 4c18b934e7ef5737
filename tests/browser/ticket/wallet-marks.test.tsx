// @vitest-environment jsdom
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it } from 'vitest'

import { useDraft } from '#browser/sale/draft.ts'
import { routes } from '#browser/paths.ts'
import SellPage from '#browser/pages/sell/SellPage.tsx'
import type { Marks } from '#contract/proxy/catalogue.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { decimal, money } from '#domain/money.ts'
import { catalogue } from '../../support/a-shop.ts'
import { amal } from '../../support/fake-proxy.ts'
import { renderPage, type FakeProxy } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

type Till = { walletMarks?: boolean; isKiosk?: true }

const proxyWith =
  (marks: Marks, { walletMarks = true, isKiosk }: Till = {}): FakeProxy =>
  (_, path) => {
    if (path === proxyPaths.catalogue) return { body: catalogue }
    if (path === proxyPaths.sales) return { body: { sales: [] } }
    if (path === proxyPaths.remainingLimits) return { body: { limits: [] } }
    if (path === proxyPaths.status)
      return { body: { service: 'ok', since: 0, waiting: 0, clock: Date.now(), version: '1' } }
    if (path === proxyPaths.marks) return { body: marks }
    if (path !== proxyPaths.session) return undefined
    const terminal = { id: 't', name: 'Counter', ...(isKiosk && { isKiosk }) }
    const settings = { walletMarks, quickAmounts: [], favorites: [] }
    return { body: { terminal, staff: [], person: amal, isPractice: true, settings, version: '1' } }
  }

const sell = (marks: Marks, till?: Till) =>
  renderPage(
    <Routes>
      {[routes.sell, routes.category, routes.product].map((path) => (
        <Route key={path} path={path} element={<SellPage />} />
      ))}
      <Route path="*" element={null} />
    </Routes>,
    { at: '/sell', proxy: proxyWith(marks, till) },
  )

const said = text('ticket.beyondWallet')
const qamra = () => screen.findByRole('button', { name: /Qamra\s+Recharge/ })
const openCategory = async () => userEvent.click(await screen.findByRole('button', { name: /Mobile recharge/ }))

beforeEach(() => {
  useDraft.getState().clear()
  localStorage.clear()
})

describe('what the wallet may not cover', () => {
  it('a marked product says so on its tile and on its ticket, and can be pressed all the same', async () => {
    sell({ services: ['qamra'] })
    await openCategory()
    expect(await within(await qamra()).findByRole('img', { name: said })).toBeVisible()
    await userEvent.click(await qamra())
    expect((await screen.findAllByText(said)).length).toBeGreaterThan(0)
  })

  it('a marked product says so where it is found by its name, and can be taken all the same', async () => {
    sell({ services: ['qamra'] })
    await userEvent.type(await screen.findByRole('combobox'), 'qamra')
    const found = await screen.findByRole('option', { name: /Qamra\s+Recharge/ })
    expect(await within(found).findByRole('img', { name: said })).toBeVisible()
    await userEvent.click(found)
    expect(await screen.findByLabelText('Amount')).toBeVisible()
  })

  it('an amount is marked from the price on that the proxy named, and below it is not', async () => {
    const user = userEvent.setup()
    sell({ services: [], from: money(decimal('60'), 'AED') })
    await openCategory()
    await user.click(await qamra())
    await user.type(await screen.findByLabelText('Amount'), '55')
    expect(screen.queryByText(said)).toBeNull()
    await user.clear(screen.getByLabelText('Amount'))
    await user.type(screen.getByLabelText('Amount'), '60')
    expect(await screen.findByText(said)).toBeVisible()
  })

  it.each<Till>([{ walletMarks: false }, { isKiosk: true }])(
    'with %j nothing is read and nothing is marked',
    async (till) => {
      const { seen } = sell({ services: ['qamra'] }, till)
      await openCategory()
      await qamra()
      expect(seen.filter(({ path }) => path === proxyPaths.marks)).toEqual([])
      expect(screen.queryByRole('img', { name: said })).toBeNull()
    },
  )
})
