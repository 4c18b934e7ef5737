// @vitest-environment jsdom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'

import { chooseLocale } from '#browser/i18n/locale.ts'
import { Rail } from '#browser/shell/Rail.tsx'
import { StatusBar } from '#browser/shell/StatusBar.tsx'
import { useTheme } from '#browser/theme.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { hamad, proxyWith } from '../../support/fake-proxy.ts'
import { renderPage } from '../../support/render-page.tsx'

const answer = (method: string) => (method === 'DELETE' ? { body: {} } : undefined)
const frame = (
  <>
    <StatusBar />
    <Rail />
  </>
)

async function openUserMenu() {
  await userEvent.click(await screen.findByRole('button', { name: 'Amal R.' }))
  return screen.getByRole('menu', { name: 'Your menu' })
}

afterEach(async () => {
  useTheme.setState({ theme: 'system' })
  await chooseLocale('en')
  localStorage.clear()
})

it('a press on the own name opens a menu and signs nobody out, before something is chosen there', async () => {
  const { seen } = renderPage(frame, { at: '/sell', proxy: proxyWith(answer) })
  const menu = await openUserMenu()
  expect(menu).toHaveTextContent(
    /^Switch person\s*Language\s*English\s*Dark theme\s*Printer\s*System\s*Ready to sell\s*Customer display\s*Lock$/,
  )
  expect(seen.some(({ method }) => method === 'DELETE')).toBe(false)
  await userEvent.click(within(menu).getByRole('menuitem', { name: 'Switch person' }))
  await waitFor(() =>
    expect(seen.find(({ method }) => method === 'DELETE')).toMatchObject({ path: proxyPaths.session }),
  )
})

it('the language is changed while somebody is signed in', async () => {
  renderPage(frame, { at: '/sell', proxy: proxyWith(answer) })
  const menu = await openUserMenu()
  await userEvent.click(within(menu).getByRole('menuitem', { name: /^Language/ }))
  expect(within(menu).getByRole('menuitemradio', { name: 'English' })).toHaveAttribute('aria-checked', 'true')
  await userEvent.click(within(menu).getByRole('menuitemradio', { name: 'العربية' }))
  await waitFor(() => expect(document.documentElement).toHaveAttribute('dir', 'rtl'))
  expect(await screen.findByRole('link', { name: 'بيع' })).toBeInTheDocument()
})

it('the theme of the system is shown until a person chooses one for this till', async () => {
  renderPage(frame, { at: '/sell', proxy: proxyWith(answer) })
  const menu = await openUserMenu()
  const dark = within(menu).getByRole('menuitemcheckbox', { name: 'Dark theme' })
  expect(useTheme.getState().theme).toBe('system')
  await userEvent.click(dark)
  expect(dark).toHaveAttribute('aria-checked', 'true')
  await userEvent.click(dark)
  expect(useTheme.getState().theme).toBe('light')
})

it('the bar names the till as its terminal is called', async () => {
  renderPage(frame, { at: '/sell', proxy: proxyWith(answer) })
  expect(await within(screen.getByRole('banner')).findByText('Counter')).toBeInTheDocument()
})

it('the rail leads a cashier to every page, and says which are for supervisors', async () => {
  const { unmount } = renderPage(frame, { at: '/sell', proxy: proxyWith(answer) })
  const nav = screen.getByRole('navigation')
  await screen.findByRole('button', { name: 'Amal R.' })
  const names = within(nav)
    .getAllByRole('link')
    .map(({ textContent }) => textContent)
  expect(names).toEqual([
    'Sell',
    'Open itemsOpen',
    'Sales',
    'Reports supervisors only',
    'Wallet supervisors only',
    'Staff supervisors only',
  ])
  unmount()
  renderPage(frame, { at: '/sell', proxy: proxyWith(answer, { person: hamad }) })
  await screen.findByRole('button', { name: 'Hamad S.' })
  expect(screen.queryByText('supervisors only')).not.toBeInTheDocument()
})
