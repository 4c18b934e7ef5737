// @vitest-environment happy-dom
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { beforeEach, expect, it } from 'vitest'

import en from '#browser/i18n/en.json'
import FirstStepsPage from '#browser/pages/first-steps/FirstStepsPage.tsx'
import { useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import { HelpSheet } from '#browser/shell/Help.tsx'
import { SupervisorsOnly } from '#browser/supervisor-routes.tsx'
import type { FirstSteps } from '#api/first-steps.ts'
import type { Status } from '#api/status.ts'
import type { Person } from '#domain/person.ts'
import { amal, aSession, aStatus, hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { pageAt } from '../../../support/page-address.ts'
import { press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

pageAt('https://till.sidra.example/')

const NEW: FirstSteps = {
  people: 1,
  hasLimits: false,
  hasWarning: false,
  hasSold: false,
  tills: ['Till 1'],
  addresses: [],
}
const DONE = { people: 3, hasLimits: true, hasWarning: true, hasSold: true }
const READY: FirstSteps = { ...NEW, ...DONE, tills: ['Till 1', 'Till 2'] }

const proxyOf = (shop: FirstSteps, person: Person = hamad, status: Partial<Status> = {}) =>
  proxyWith(
    (method, path) => {
      if (path === '/api/first-steps') return { body: shop }
      if (method === 'POST' && path === '/api/terminals/enrollment-codes')
        return { body: { code: 'K7QF-M2XD', expiresAt: NOW + 900_000 } }
      return undefined
    },
    { person, status: () => ({ body: aStatus(status) }) },
  )
/** Nested as in the route table: below the pages for supervisors. */
const show = (shop: FirstSteps, person?: Person, status?: Partial<Status>) =>
  renderPage(
    <Routes>
      <Route element={<SupervisorsOnly />}>
        <Route path="*" element={<FirstStepsPage />} />
      </Route>
    </Routes>,
    { at: '/first-steps', proxy: proxyOf(shop, person, status) },
  )
const rowOf = async (title: string) => (await screen.findByRole('heading', { name: title, level: 2 })).closest('li')!

beforeEach(() => useTerminalPrinter.setState({ isSet: false, mode: 'ask' }))

it('the first steps are all open in a new shop, and each leads to its page', async () => {
  show(NEW)
  expect(await screen.findByText('0 of 6 done')).toBeInTheDocument()
  expect(screen.getAllByText(en['firstSteps.state.open'])).toHaveLength(6)
  const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'))
  expect(links).toEqual(['/printer', '/staff', '/limits', '/wallet', '/sell', '/terminals'])
})

it('the first steps are done by what happened in the shop, for the printer at this till, and say when nothing is left', async () => {
  show(READY)
  expect(await screen.findByText('5 of 6 done')).toBeInTheDocument()
  expect(within(await rowOf(en['firstSteps.printer'])).getByText(en['firstSteps.state.open'])).toBeInTheDocument()
  // Tills are listed by their names, in the list and next to the code for another one, so that a lost one is noticed.
  expect(screen.getAllByText(/Till 1 and Till 2/)).toHaveLength(2)
  act(() => useTerminalPrinter.getState().choose({}))
  expect(await screen.findByText(en['firstSteps.allDone'])).toBeInTheDocument()
  expect(screen.queryByText(en['firstSteps.stays'])).not.toBeInTheDocument()
})

it.each<[Partial<Status>, string | RegExp, boolean]>([
  [{ service: 'ok', wallet: 'ok' }, text('firstSteps.canSell'), true],
  [{ service: 'unreachable' }, text('firstSteps.noService'), false],
  [{ service: 'stopped', reason: 'signature' }, text('firstSteps.stopped'), false],
  [{ service: 'ok', wallet: 'ok', shift: 'none' }, text('shift.none'), false],
  [{ service: 'ok', wallet: 'unknown' }, text('firstSteps.lead'), false],
])('the first steps with the status %j say whether the shop can sell now', async (status, says, canSell) => {
  show(NEW, hamad, status)
  expect(await screen.findByText(says)).toBeInTheDocument()
  expect(screen.queryAllByText(en['firstSteps.canSell'])).toHaveLength(canSell ? 1 : 0)
})

it('the first steps wait for another device while its code can be used', async () => {
  show({ ...NEW, codeValidUntil: NOW + 60_000 })
  const list = await screen.findByRole('list')
  expect(within(list).getByText(en['firstSteps.state.now'])).toBeInTheDocument()
  expect(screen.getAllByText(en['firstSteps.till.now'])).toHaveLength(2)
})

it('the first steps show a code for another device on request, and its QR code contains only the address', async () => {
  const { seen, container } = show(NEW)
  const qr = await screen.findByRole('img', { name: en['firstSteps.connect.qr'] })
  const before = qr.innerHTML
  expect(screen.getByText('https://till.sidra.example')).toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: en['firstSteps.till.go'] }))
  expect(await screen.findByText('K7QF-M2XD')).toBeInTheDocument()
  expect(container.querySelectorAll('[role="img"]')).toHaveLength(1)
  expect(qr.innerHTML).toBe(before)
  expect(seen.find(({ path }) => path === '/api/terminals/enrollment-codes')?.body).toEqual({ name: 'Till 2' })
})

it('the first steps suggest a name that no till has, and reject one that is taken', async () => {
  show({ ...NEW, tills: ['Counter', 'Till 2', 'till 3'] })
  const name = await screen.findByRole('textbox', { name: en['firstSteps.connect.name'] })
  expect(name).toHaveValue('Till 4')
  for (const value of ['', 'counter']) {
    fireEvent.change(name, { target: { value } })
    expect(screen.queryByRole('button', { name: en['firstSteps.till.go'] })).not.toBeInTheDocument()
  }
  expect(await screen.findByText(en['terminals.nameTaken'])).toBeInTheDocument()
})

it('the first steps of practice lead to connecting an account, where nothing is set', async () => {
  renderPage(<FirstStepsPage />, {
    at: '/first-steps',
    proxy: (_, path) => {
      if (path === '/api/session') return { body: aSession({ person: hamad, canConnect: 'here' }) }
      if (path === '/api/status') return { body: aStatus() }
      return path === '/api/first-steps' ? { body: NEW } : undefined
    },
  })
  const row = await rowOf(en['firstSteps.account'])
  expect(within(row).getByRole('link')).toHaveAttribute('href', '/connect')
  expect(screen.getByText('0 of 7 done')).toBeInTheDocument()
})

it('a cashier sees that the first steps are for supervisors, and nothing is requested', async () => {
  const { seen } = show(NEW, amal)
  expect(await screen.findByText(en['supervisors.next'])).toBeInTheDocument()
  expect(seen.map(({ path }) => path)).not.toContain('/api/first-steps')
})

const showHelp = (shop: FirstSteps, person?: Person) =>
  renderPage(<HelpSheet onClose={() => {}} />, { at: '/sell', proxy: proxyOf(shop, person) })

it('help leads a supervisor back to the first steps until all of them are done', async () => {
  const { place } = showHelp(NEW)
  await press('First steps: 0 of 6 done')
  expect(place.path).toBe('/first-steps')
})

it('help does not mention the first steps to a cashier, or when they are done', async () => {
  showHelp(NEW, amal)
  expect(await screen.findByText(en['help.section.recharge'])).toBeInTheDocument()
  expect(screen.queryByText(startingWith('firstSteps.title'))).not.toBeInTheDocument()
})

it('help explains how to sell by touch, and what every state of a sale means', async () => {
  showHelp(READY)
  await userEvent.click(await screen.findByText(en['help.section.recharge']))
  expect(screen.getByText(en['help.recharge.review'])).toBeInTheDocument()
  await userEvent.click(screen.getByText(en['help.section.states']))
  expect(screen.getByText(en['state.unknown.chip'])).toBeInTheDocument()
  expect(screen.getByText(en['help.state.unknown'])).toBeInTheDocument()
})
