// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy } from 'react'
import { Route, Routes } from 'react-router-dom'
import { afterEach, expect, it } from 'vitest'

import { chooseLocale, useLocalePreference } from '#browser/i18n/locale.ts'
import { Rail } from '#browser/shell/Rail.tsx'
import AppFrame, { StatusBar } from '#browser/shell/AppFrame.tsx'
import { useTheme } from '#browser/lib/theme.ts'
import type { ChooseLanguage } from '#api/session.ts'
import type { Status } from '#api/status.ts'
import { amal, aStatus, hamad, proxyWith } from '../../support/fake-proxy.ts'
import { type FakeProxy, press, renderPage } from '../../support/render-page.tsx'
import { startingWith, text, textIn } from '../../support/texts.ts'

const answer = (method: string) => (method === 'DELETE' ? { body: {} } : undefined)
const frame = (
  <>
    <StatusBar />
    <Rail />
  </>
)

async function openUserMenu() {
  await press('Amal R.')
  return screen.getByRole('menu', { name: text('userMenu.label') })
}

afterEach(async () => {
  useTheme.setState({ theme: 'system' })
  await chooseLocale('en')
  localStorage.clear()
})

it("a press on one's own name opens a menu, and signs out only after a choice there", async () => {
  const { seen } = renderPage(frame, { at: '/sell', proxy: proxyWith(answer) })
  const menu = await openUserMenu()
  expect(menu).toHaveTextContent(
    /^Switch user\s*Language\s*English\s*Dark theme\s*Printer\s*Browser\s*Sounds\s*On\s*System check\s*Customer display\s*Sell to a list\s*Lock$/,
  )
  expect(seen.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(within(menu).getByRole('menuitem', { name: text('shell.switch') }))
  await waitFor(() => expect(seen).toContainEqual(expect.objectContaining({ method: 'DELETE', path: '/api/session' })))
})

it('a person chooses their language, which follows them and does not change that of the till', async () => {
  let person = amal
  const proxy: FakeProxy = (method, path, body) => {
    if (path !== '/api/session/language') return proxyWith(answer, { person })(method, path, body)
    person = { ...amal, ...(body as ChooseLanguage) }
    return proxyWith(answer, { person })('GET', '/api/session', undefined)
  }
  const { seen } = renderPage(frame, { at: '/sell', proxy })
  const menu = await openUserMenu()
  await userEvent.click(within(menu).getByRole('menuitem', { name: startingWith('shell.language') }))
  expect(within(menu).getByRole('menuitemradio', { name: 'English' })).toHaveAttribute('aria-checked', 'true')
  await userEvent.click(within(menu).getByRole('menuitemradio', { name: 'العربية' }))
  await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'rtl'))
  expect(await screen.findByRole('link', { name: 'بيع' })).toBeInTheDocument()
  expect(seen.find(({ method }) => method === 'PUT')).toMatchObject({ body: { language: 'ar' } })
  expect(useLocalePreference.getState().locale).toBe('en')
  await userEvent.click(screen.getByRole('button', { name: 'Amal R.' }))
  await userEvent.click(screen.getByRole('menuitem', { name: textIn('ar', 'shell.switch') }))
  await waitFor(() => expect(document.documentElement).toHaveAttribute('lang', 'en'))
})

it('a language that the server could not save is not shown, and the page says why', async () => {
  const proxy = proxyWith((method) => (method === 'PUT' ? 'no answer' : answer(method)))
  renderPage(frame, { at: '/sell', proxy })
  const menu = await openUserMenu()
  await userEvent.click(within(menu).getByRole('menuitem', { name: startingWith('shell.language') }))
  await userEvent.click(within(menu).getByRole('menuitemradio', { name: 'العربية' }))
  const dialog = await screen.findByRole('dialog', { name: text('userMenu.languageNotSaved') })
  expect(dialog).toHaveTextContent(text('failure.no-answer'))
  expect(document.documentElement).toHaveAttribute('lang', 'en')
})

it('the theme follows the system until a person chooses one for this till', async () => {
  renderPage(frame, { at: '/sell', proxy: proxyWith(answer) })
  const menu = await openUserMenu()
  const dark = within(menu).getByRole('menuitemcheckbox', { name: text('userMenu.dark') })
  expect(useTheme.getState().theme).toBe('system')
  await userEvent.click(dark)
  expect(dark).toHaveAttribute('aria-checked', 'true')
  await userEvent.click(dark)
  expect(useTheme.getState().theme).toBe('light')
})

it('the bar names the till, and the rail leads a cashier to every page and marks those for supervisors', async () => {
  const { unmount } = renderPage(frame, { at: '/sell', proxy: proxyWith(answer) })
  const nav = screen.getByRole('navigation')
  await screen.findByRole('button', { name: 'Amal R.' })
  expect(within(screen.getByRole('banner')).getByText('Counter')).toBeInTheDocument()
  const links = within(nav).getAllByRole('link')
  expect(links.map(({ textContent }) => textContent)).toEqual([
    text('shell.sell'),
    'Open itemsOpen',
    text('shell.sales'),
    ...['Reports', 'Wallet', 'Staff'].map((name) => `${name} supervisors only`),
  ])
  unmount()
  renderPage(frame, { at: '/sell', proxy: proxyWith(answer, { person: hamad }) })
  await screen.findByRole('button', { name: 'Hamad S.' })
  expect(screen.queryByText('supervisors only')).not.toBeInTheDocument()
})

it('a page whose code is loading has its heading at once', async () => {
  const Late = lazy(() => new Promise<never>(() => {}))
  const page = (
    <Routes>
      <Route element={<AppFrame />}>
        <Route path="*" element={<Late />} />
      </Route>
    </Routes>
  )
  renderPage(page, { at: '/sales', proxy: proxyWith(answer) })
  expect(await screen.findByRole('heading', { level: 1, name: text('shell.sales') })).toBeInTheDocument()
})

it('no “Online” is shown beside the message that selling is stopped', async () => {
  const bar = (status: Partial<Status>) =>
    renderPage(<StatusBar />, { at: '/sales', proxy: proxyWith(answer, { status: () => ({ body: aStatus(status) }) }) })
  const { unmount } = bar({})
  expect(await screen.findByText(text('shell.online'))).toBeInTheDocument()
  unmount()
  bar({ service: 'stopped', reason: 'signature' })
  expect(await screen.findByRole('alert')).toHaveTextContent(text('shell.stopped'))
  // The space of the message is kept, so that nothing next to it moves.
  expect(screen.getByText(text('shell.online')).parentElement).toHaveClass('invisible')
})
