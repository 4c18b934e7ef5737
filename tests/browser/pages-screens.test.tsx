// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { describe, expect, it, vi } from 'vitest'

import FrontviewPage from '#browser/pages/frontview/FrontviewPage.tsx'
import SupportPage from '#browser/pages/support/SupportPage.tsx'
import { paths, routes } from '#browser/paths.ts'
import { SupervisorsOnly } from '#browser/supervisor-routes.tsx'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Person } from '#domain/person.ts'
import { catalogue } from '../support/a-shop.ts'
import { amal, aStatus, hamad, proxyWith } from '../support/fake-proxy.ts'
import { renderPage } from '../support/render-page.tsx'
import { text } from '../support/texts.ts'

const show = (at: string, person: Person = amal, supportEmail = '') => {
  const proxy = proxyWith(() => undefined, { person, status: () => ({ body: aStatus({ version: 'v2' }) }) })
  return renderPage(
    <Routes>
      <Route path={routes.frontviewPage} element={<FrontviewPage />} />
      <Route path={routes.support} element={<SupportPage />} />
      <Route element={<SupervisorsOnly />}>
        <Route path={routes.wallet} element={null} />
      </Route>
      <Route path="*" element={null} />
    </Routes>,
    {
      at,
      proxy: (method, path, body) =>
        path === proxyPaths.catalogue
          ? { body: { ...catalogue, point: { ...catalogue.point, supportEmail } } }
          : proxy(method, path, body),
    },
  )
}

describe('a page of the frontview', () => {
  it('is opened where this till has it', async () => {
    const { place } = show(paths.frontviewPage('Transactions', '{"state":"sold"}'))
    await waitFor(() => expect(place.path).toBe('/sales'))
  })

  it.each([
    { name: 'loyalty-points', shown: 'loyalty-points' },
    { name: '<b>bold</b>', shown: '<b>bold</b>' },
    { name: 'نقاط الولاء', shown: 'نقاط الولاء' },
    { name: '100% off', shown: '100% off' },
    { name: `${'x'.repeat(59)}🎁🎁`, shown: `${'x'.repeat(59)}🎁…` },
  ])('that nobody knows is named as text: $shown', ({ name, shown }) => {
    show(paths.frontviewPage(name))
    expect(screen.getByRole('heading', { name: text('pages.unknown') })).toBeInTheDocument()
    const named = screen.getByText(shown)
    expect(named.tagName).toBe('BDI')
    expect(named.children).toHaveLength(0)
    expect(screen.getByRole('link', { name: text('pages.toProducts') })).toHaveAttribute('href', '/sell')
  })

  it('that is for supervisors tells a cashier so', async () => {
    show(paths.frontviewPage('balance'))
    expect(await screen.findByRole('heading', { name: 'For supervisors' })).toBeInTheDocument()
    expect(screen.getByText('Ask one to sign in.')).toBeInTheDocument()
  })
})

describe('the support page', () => {
  it('names who helps in the shop, and the address of the service', async () => {
    show('/support', amal, 'help@example.com')
    expect(await screen.findByText(/^Hamad can help/)).toBeInTheDocument()
    const mail = await screen.findByRole('link', { name: 'help@example.com' })
    expect(mail).toHaveAttribute('href', 'mailto:help@example.com')
    expect(screen.queryByRole('link', { name: text('catalogueProblems.title') })).not.toBeInTheDocument()
  })

  it('says so when the service has given no address', async () => {
    show('/support')
    expect(await screen.findByText(/has given no e-mail address/)).toBeInTheDocument()
  })

  it('leads supervisors to what is missing from the shelves', async () => {
    show('/support', hamad)
    const link = await screen.findByRole('link', { name: text('catalogueProblems.title') })
    expect(link).toHaveAttribute('href', '/catalogue-problems')
  })

  it('copies what support will ask, a page older than the till among it', async () => {
    const mark = document.createElement('meta')
    mark.name = 'version'
    mark.content = 'v1'
    document.head.append(mark)
    const user = userEvent.setup()
    show('/support')
    await screen.findByText(/^v1; the till has v2/)
    const written = vi.spyOn(navigator.clipboard, 'writeText')
    await user.click(screen.getByRole('button', { name: 'Copy' }))
    expect(await screen.findByText('Copied')).toBeInTheDocument()
    const [[copied]] = written.mock.calls as [[string]]
    expect(copied).toMatch(
      /^Shop: Sidra\nPOS id: 20418\nFrontview: none, built from the list of services\nTill: Counter\nState: Connected\n/,
    )
    expect(copied).toContain(`Version: ${text('support.renewed', { page: 'v1', till: 'v2' })}`)
    mark.remove()
  })
})
