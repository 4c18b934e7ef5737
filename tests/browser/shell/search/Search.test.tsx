// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it } from 'vitest'

import { SUPERVISOR_PAGES } from '#browser/page-access.ts'
import { closeSearch, openSearch } from '#browser/search.ts'
import { Help } from '#browser/shell/Help.tsx'
import { placesFor } from '#browser/shell/search/find-places.ts'
import { Search, SearchButton } from '#browser/shell/search/Search.tsx'
import { useDraft } from '#browser/sale/draft.ts'
import { paths } from '#browser/paths.ts'
import type { Session } from '#api/session.ts'
import type { Person } from '#domain/person.ts'
import { amal, aSession, hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

type Options = {
  person?: Person
  session?: Partial<Session>
  answer?: (method: string, path: string, body: unknown) => FakeAnswer | undefined
}

function openTill({ person = amal, session, answer = () => undefined }: Options = {}) {
  const proxy = proxyWith(answer, { person })
  return renderPage(
    <>
      <SearchButton />
      <Search />
      <Help />
    </>,
    {
      at: '/sales',
      proxy: (method, path, body) =>
        session && method === 'GET' && path === '/api/session'
          ? { body: aSession({ person, ...session }) }
          : proxy(method, path, body),
    },
  )
}

const field = () => screen.getByRole('combobox', { name: text('shell.search') })
const group = (name: string) => screen.findByRole('group', { name })
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)
const found = (name: string | RegExp) => screen.findByRole('option', { name })

beforeEach(() => {
  closeSearch()
  useDraft.getState().clear()
})

it('the slash, Ctrl K and the button open the search, and it closes without a trace', async () => {
  const { place } = openTill()
  await userEvent.keyboard('/')
  expect(field()).toHaveFocus()
  expect(field()).toHaveValue('')
  await userEvent.click(screen.getByRole('button', { name: text('shell.close') }))
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
  await userEvent.keyboard('{Control>}k{/Control}')
  expect(field()).toHaveFocus()
  await userEvent.keyboard('qamra')
  await found(/Qamra\s+Recharge/)
  await userEvent.click(screen.getByRole('button', { name: text('shell.close') }))
  await userEvent.click(screen.getByRole('button', { name: text('shell.search') }))
  expect(field()).toHaveValue('')
  expect(place.path).toBe('/sales')
})

it('the first result is marked, arrows move the mark, and Enter opens it', async () => {
  const { place } = openTill()
  await userEvent.keyboard('/qamra')
  const first = await found(/Qamra\s+Recharge/)
  expect(first).toHaveAttribute('aria-selected', 'true')
  expect(field()).toHaveAttribute('aria-activedescendant', first.id)
  await userEvent.keyboard('{ArrowDown}')
  const second = screen.getAllByRole('option')[1]!
  expect(second).toHaveAttribute('aria-selected', 'true')
  expect(field()).toHaveAttribute('aria-activedescendant', second.id)
  await userEvent.keyboard('{ArrowUp}{ArrowUp}{Enter}')
  await waitFor(() => expect(place.path).toMatch(/^\/sell\/product\//))
  expect(screen.queryByRole('combobox')).not.toBeInTheDocument()
})

it('an Enter before the results opens the first once it is there', async () => {
  const { place } = openTill()
  openSearch('qamra')
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(place.path).toMatch(/^\/sell\/product\//))
})

it('the search finds pages, sections of the settings and of Help, and opens them', async () => {
  const { place } = openTill({ person: hamad, session: { isPractice: false } })
  await userEvent.keyboard('/printer')
  expect(within(await group(text('search.pages'))).getByRole('option')).toHaveTextContent(text('printer.title'))
  expect(within(await group(text('settings.title'))).getByText(text('settings.printers'))).toBeInTheDocument()
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(place.path).toBe(paths.printer()))

  await userEvent.keyboard('/network pr')
  await found(text('settings.printers'))
  await userEvent.keyboard('{Enter}')
  await waitFor(() => expect(place.path).toBe(paths.settings()))
  expect(window.location.hash).toBe('#printers')

  await userEvent.keyboard('/keyboard')
  await userEvent.click(await found(text('help.section.keys')))
  expect(await screen.findByRole('dialog', { name: text('shell.help') })).toBeInTheDocument()
  expect(screen.getByText(text('help.switch'))).toBeVisible()
})

it('a cashier finds no page of a supervisor or an owner, and an owner finds them all', () => {
  const of = (person: Person, more: Partial<Session> = {}) => placesFor(aSession({ person, ...more }))
  const ids = ({ pages }: ReturnType<typeof placesFor>) => pages.map(({ id }) => id)
  const cashier = of(amal)
  expect(ids(cashier).filter((id) => (SUPERVISOR_PAGES as readonly string[]).includes(id))).toEqual([])
  expect(ids(cashier)).not.toContain('shops')
  expect(cashier.settings).toEqual([])
  expect(ids(of(hamad))).toEqual(expect.arrayContaining(['wallet', 'settings', 'auditLog']))
  expect(ids(of(hamad))).not.toContain('shops')
  expect(ids(of({ ...hamad, isOwner: true }))).toContain('shops')
  const practice = { terminal: { id: 't', name: 'Counter', isPractice: true as const } }
  for (const page of ['wallet', 'reports', 'shops'])
    expect(ids(of({ ...hamad, isOwner: true }, practice))).not.toContain(page)
})

it('a kiosk finds only products', async () => {
  openTill({ session: { terminal: { id: 't', name: 'Kiosk', isKiosk: true } } })
  await userEvent.keyboard('/sales')
  expect(await screen.findByText(text('search.none', { text: 'sales' }))).toBeInTheDocument()
  await userEvent.clear(field())
  await userEvent.keyboard('qamra')
  await found(/Qamra\s+Recharge/)
  expect(screen.getAllByRole('group')).toHaveLength(1)
})

it('the search says that nothing was found, and how many results there are', async () => {
  openTill()
  await userEvent.keyboard('/xyzzyx')
  expect(await screen.findByText(text('search.none', { text: 'xyzzyx' }))).toBeInTheDocument()
  expect(options()).toEqual([])
  await userEvent.clear(field())
  await userEvent.keyboard('qamra')
  await found(/Qamra\s+Recharge/)
  await waitFor(() =>
    expect(screen.getByText(text('search.count', { count: options().length }))).toHaveAttribute('role', 'status'),
  )
})
