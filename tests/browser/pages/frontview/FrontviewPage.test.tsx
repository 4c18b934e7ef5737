// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { expect, it, onTestFinished, vi } from 'vitest'

import FrontviewPage, { findPage } from '#browser/pages/frontview/FrontviewPage.tsx'
import SupportPage from '#browser/pages/support/SupportPage.tsx'
import { paths, routes } from '#browser/paths.ts'
import { SupervisorsOnly } from '#browser/supervisor-routes.tsx'
import type { Person } from '#domain/person.ts'
import { catalog } from '../../../support/a-shop.ts'
import { amal, aStatus, hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const show = (at: string, person: Person = amal, supportEmail = '') => {
  const proxy = proxyWith(() => undefined, {
    person,
    status: () => ({ body: aStatus({ build: 'v2' }) }),
    catalog: { ...catalog, point: { ...catalog.point, supportEmail } },
  })
  return renderPage(
    <Routes>
      <Route path={routes.frontviewPage} element={<FrontviewPage />} />
      <Route path={routes.support} element={<SupportPage />} />
      <Route element={<SupervisorsOnly />}>
        <Route path={routes.wallet} element={null} />
      </Route>
      <Route path="*" element={null} />
    </Routes>,
    { at, proxy },
  )
}

it('a page of the catalog layout opens at its address in this till', async () => {
  const { place } = show(paths.frontviewPage('Transactions', '{"state":"sold"}'))
  await waitFor(() => expect(place.path).toBe('/sales'))
})

it.each([
  { name: 'loyalty-points', shown: 'loyalty-points' },
  { name: '<b>bold</b>', shown: '<b>bold</b>' },
  { name: 'نقاط الولاء', shown: 'نقاط الولاء' },
  { name: '100% off', shown: '100% off' },
  { name: `${'x'.repeat(59)}🎁🎁`, shown: `${'x'.repeat(59)}🎁…` },
])('an unknown page of the catalog layout is named as text: $shown', ({ name, shown }) => {
  show(paths.frontviewPage(name))
  expect(screen.getByRole('heading', { name: text('pages.unknown') })).toBeInTheDocument()
  const named = screen.getByText(shown)
  expect(named.tagName).toBe('BDI')
  expect(named.children).toHaveLength(0)
  expect(screen.getByRole('link', { name: text('pages.toProducts') })).toHaveAttribute('href', '/sell')
})

it('a page of the catalog layout for supervisors says so to a cashier', async () => {
  show(paths.frontviewPage('balance'))
  expect(await screen.findByRole('heading', { name: text('supervisors.heading') })).toBeInTheDocument()
  expect(screen.getByText(text('supervisors.next'))).toBeInTheDocument()
})

it("the support page names the contact person in the shop, and the provider's address", async () => {
  show('/support', amal, 'help@example.com')
  expect(await screen.findByText(/^Hamad can help/)).toBeInTheDocument()
  const mail = await screen.findByRole('link', { name: 'help@example.com' })
  expect(mail).toHaveAttribute('href', 'mailto:help@example.com')
  expect(screen.queryByRole('link', { name: text('catalogProblems.title') })).not.toBeInTheDocument()
})

it('the support page says so when the provider has no address', async () => {
  show('/support')
  expect(await screen.findByText(/hasn't given an email address/)).toBeInTheDocument()
})

it('the support page leads supervisors to the missing products', async () => {
  show('/support', hamad)
  const link = await screen.findByRole('link', { name: text('catalogProblems.title') })
  expect(link).toHaveAttribute('href', '/catalog-problems')
})

it('the support page copies what support asks for, including an outdated page', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="build" content="v1">')
  onTestFinished(() => document.head.replaceChildren())
  const user = userEvent.setup()
  show('/support')
  await screen.findByText(/^This page is build v1, but the server is build v2/)
  const written = vi.spyOn(navigator.clipboard, 'writeText')
  await user.click(screen.getByRole('button', { name: text('support.copy') }))
  expect(await screen.findByText(text('support.copied'))).toBeInTheDocument()
  const [[copied]] = written.mock.calls as [[string]]
  expect(copied).toMatch(
    /^Shop: Sidra\nPOS ID: 20418\nCatalog layout: none, built from the product list\nTill: Counter\nStatus: Connected\n/,
  )
  expect(copied).toContain(`Version: ${text('support.renewed', { page: 'v1', till: 'v2' })}`)
})

it.each([
  { name: 'balance', to: '/wallet' },
  { name: 'WALLET', to: '/wallet' },
  { name: 'sales', to: '/sales' },
  { name: 'transaction_history', to: '/sales' },
  { name: ' Sales-History ', to: '/sales' },
  { name: 'salesHistory', to: '/sales' },
  { name: 'pending', to: '/open-items' },
  { name: 'printer', to: '/printer' },
  { name: 'help', to: '/support' },
  { name: 'contact-us', to: '/support' },
  { name: 'products-data', to: '/catalog-problems' },
  { name: 'home', to: '/sell' },
  { name: 'international', to: '/sell/international' },
  { name: 'loyalty-points', to: undefined },
  { name: 'toString', to: undefined },
  { name: '__proto__', to: undefined },
  { name: '', to: undefined },
  { name: '../sales', to: '/sales' },
  { name: '/', to: undefined },
])("the catalog layout's page $name has the address $to", ({ name, to }) => {
  expect(findPage(name, null)).toBe(to)
})

it.each([
  { payload: null, to: '/sales' },
  { payload: '', to: '/sales' },
  { payload: '{"state":"waiting"}', to: '/sales?state=waiting' },
  { payload: 'state=waiting&day=2026-11-19', to: '/sales?day=2026-11-19&state=waiting' },
  { payload: '?q=050%20123', to: '/sales?q=050+123' },
  // Encoded parameters as a JSON string, and with a nested object.
  { payload: '"state=waiting"', to: '/sales?state=waiting' },
  { payload: '"{\\"q\\":42}"', to: '/sales?q=42' },
  { payload: '{"q":42,"service":true}', to: '/sales?q=42&service=true' },
  { payload: '{"q":"a&state=sold"}', to: '/sales?q=a%26state%3Dsold' },
  // Only parameters that the page knows, and only strings, numbers and flags.
  { payload: '{"cashier":"c1","__proto__":{"q":"x"},"tier":3}', to: '/sales' },
  { payload: '{"q":{"a":1},"day":["2026-11-19"],"state":null}', to: '/sales' },
  { payload: '{"q":"  "}', to: '/sales' },
  { payload: `{"q":"${'1'.repeat(101)}"}`, to: '/sales' },
  { payload: `{"q":"1","x":"${'y'.repeat(1_000)}"}`, to: '/sales' },
  { payload: '{"state"', to: '/sales' },
  { payload: '[1,2]', to: '/sales' },
  { payload: 'null', to: '/sales' },
  { payload: '5', to: '/sales' },
  { payload: 'hello', to: '/sales' },
])('the payload $payload of a page leads to $to', ({ payload, to }) => {
  expect(findPage('sales', payload)).toBe(to)
})

it.each([
  { payload: '{"country":"IND","group":"asia"}', to: '/sell/international/IND' },
  { payload: 'group=west africa', to: '/sell/international?group=west%20africa' },
  { payload: '{"country":"../wallet"}', to: '/sell/international' },
])('the payload $payload leads to the international page at $to', ({ payload, to }) => {
  expect(findPage('international', payload)).toBe(to)
})

it('a page that has no use for a payload ignores it', () => {
  expect(findPage('balance', '{"wallet":"main"}')).toBe('/wallet')
})

it.each([
  { name: 'balance', payload: undefined, to: '/page/balance' },
  { name: 'a/b?c#d', payload: '{"a":"b&c"}', to: '/page/a%2Fb%3Fc%23d?payload=%7B%22a%22%3A%22b%26c%22%7D' },
  { name: 'x'.repeat(500), payload: 'y'.repeat(2_000), to: `/page/${'x'.repeat(100)}` },
  { name: 'half \uD83C', payload: undefined, to: '/page/half%20%EF%BF%BD' },
  { name: `${'x'.repeat(99)}🎁`, payload: '\uDF81', to: `/page/${'x'.repeat(99)}%EF%BF%BD?payload=%EF%BF%BD` },
])('the address of a page contains $name and its parameters', ({ name, payload, to }) => {
  expect(paths.frontviewPage(name, payload)).toBe(to)
})
