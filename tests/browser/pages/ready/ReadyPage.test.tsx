// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, it, onTestFinished } from 'vitest'

import ReadyPage from '#browser/pages/ready/ReadyPage.tsx'
import { routes } from '#browser/paths.ts'
import { useTerminalPrinter } from '#browser/printing/terminal-printer.ts'
import type { ReadyBoard } from '#api/ready.ts'
import type { Status } from '#api/status.ts'
import { money } from '#domain/money/money.ts'
import { amal, aStatus, hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage, type FakeAnswer } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

const good = { state: 'good', reason: 'fine' } as const

const aBoard = (more: Partial<ReadyBoard> = {}): ReadyBoard => ({
  service: { ...good, delayMs: 420, answeredAt: NOW },
  wallet: { ...good, balance: money({ units: 123_450n, scale: 2 }, 'AED'), readAt: NOW },
  keys: { ...good, leadMs: -300, overtaken: 0 },
  clock: { ...good, serviceOffsetMs: 400, movedMs: 0 },
  disk: { ...good, freeBytes: 12_300_000_000, neededBytes: 200_000_000 },
  journal: { ...good, lines: 31 },
  backup: { ...good, madeAt: NOW, bytes: 12_300_000, canMake: true },
  packages: { ...good, count: 240, digest: 'abcdef012345', listMade: '2026-11-22', advisories: [] },
  version: '1.0.0',
  build: '1',
  serverTime: NOW,
  ...more,
})

const state = { state: 'good' } as const
const parts = { wallet: state, keys: state, clock: state, disk: state, journal: state, packages: state }
const forCashiers = (more: Partial<ReadyBoard> = {}): ReadyBoard => ({
  service: good,
  ...parts,
  version: '1.0.0',
  build: '1',
  serverTime: NOW,
  ...more,
})

beforeEach(() => useTerminalPrinter.getState().choose({ mode: 'ask', printer: 'browser' }))

function open(
  answers: FakeAnswer | (() => FakeAnswer),
  person = hamad,
  status: Partial<Status> = {},
  backUp?: () => FakeAnswer,
) {
  const proxy = proxyWith(
    (_, path) => {
      if (path === '/api/ready/backup') return backUp?.()
      if (path !== '/api/ready') return undefined
      return typeof answers === 'function' ? answers() : answers
    },
    { person, status: () => ({ body: aStatus(status) }) },
  )
  return renderPage(<ReadyPage />, { at: routes.ready, proxy })
}

const lineOf = (name: Parameters<typeof text>[0]) =>
  screen.getByRole('heading', { name: text(name), level: 2 }).closest('li') as HTMLElement
const verdictIs = async (state: 'good' | 'look' | 'bad', count = 1) =>
  expect(await screen.findByText(text(`ready.all.${state}`, { count }))).toBeVisible()

it('a shop without problems is ready on the System check, with the figures that a supervisor may see', async () => {
  open({ body: aBoard() })
  expect(await screen.findByText(text('ready.all.good'))).toBeVisible()
  expect(screen.getAllByText(text('ready.state.good'))).toHaveLength(11)
  expect(lineOf('ready.wallet')).toHaveTextContent(/1,234\.50/)
  expect(lineOf('ready.service')).toHaveTextContent(/0\.4 seconds/)
  expect(lineOf('ready.disk')).toHaveTextContent(/12\.3 GB/)
})

it('a supervisor can start a backup on the System check', async () => {
  let isMade = false
  open(
    () => ({ body: aBoard(isMade ? {} : { backup: { state: 'look', reason: 'none', canMake: true } }) }),
    hamad,
    {},
    () => {
      isMade = true
      return { body: aBoard() }
    },
  )
  await userEvent.click(await screen.findByRole('button', { name: text('ready.backup.now') }))
  await waitFor(() => expect(lineOf('ready.backup')).toHaveTextContent(/12\.3 MB/))
})

it.each(['none', 'counting'] as const)('a till whose shift is %s sells nothing, and leads to it', async (shift) => {
  open({ body: aBoard() }, hamad, { shift })
  await verdictIs('bad')
  const go = within(lineOf('userMenu.shift')).getByRole('link')
  expect(go).toHaveAttribute('href', '/shift')
})

it('the System check says in words what to do about each problem, and its heading counts them', async () => {
  const service = { state: 'bad', reason: 'unreachable', since: NOW } as const
  const disk = { state: 'bad', reason: 'full', freeBytes: 150_000_000, neededBytes: 200_000_000 } as const
  open({ body: aBoard({ service, disk, backup: { state: 'look', reason: 'failed', problem: 'The disk is full.' } }) })
  await verdictIs('bad', 2)
  expect(lineOf('ready.service')).toHaveTextContent(text('ready.service.unreachable'))
  expect(lineOf('ready.disk')).toHaveTextContent(text('ready.disk.full'))
  const backup = within(lineOf('ready.backup'))
  expect(backup.getByText(text('ready.state.look'))).toBeVisible()
  expect(backup.getByText('The disk is full.')).toBeVisible()
})

it('the System check counts the records that cannot be read and leads to their list', async () => {
  open({ body: aBoard({ journal: { state: 'look', reason: 'unreadable', unreadableSales: 2, unreadableBatches: 1 } }) })
  await verdictIs('look', 1)
  expect(lineOf('ready.journal')).toHaveTextContent(text('ready.journal.unreadableSales', { count: 2 }))
  expect(lineOf('ready.journal')).toHaveTextContent(text('ready.journal.unreadableBatches', { count: 1 }))
  expect(within(lineOf('ready.journal')).getByRole('link')).toHaveAttribute('href', '/open-items')
})

it('a cashier is asked to call a supervisor when nothing can be done at the counter, and has no way to the wallet', async () => {
  open({ body: forCashiers({ keys: { state: 'look' }, wallet: { state: 'bad' } }) }, amal)
  await verdictIs('bad', 1)
  expect(lineOf('ready.keys')).toHaveTextContent(text('ready.callSupervisor'))
  expect(lineOf('ready.wallet')).toHaveTextContent(text('ready.callSupervisor'))
  expect(within(lineOf('ready.wallet')).queryByRole('link')).toBeNull()
  expect(lineOf('ready.journal')).toHaveTextContent(text('ready.journal.fine'))
})

it('a System check without the wallet has no row for it', async () => {
  const { wallet: _, ...board } = forCashiers()
  open({ body: board }, amal)
  await verdictIs('good')
  expect(screen.queryByRole('heading', { name: text('ready.wallet') })).toBeNull()
})

it('checking again reads the System check again', async () => {
  const answers = [aBoard({ service: { state: 'bad', reason: 'unreachable' } }), aBoard()]
  open(() => ({ body: answers.length > 1 ? answers.shift() : answers[0] }))
  expect(await screen.findByText(text('ready.all.bad', { count: 1 }))).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: text('ready.checkAgain') }))
  expect(await screen.findByText(text('ready.all.good'))).toBeVisible()
})

it('without an answer the System check shows the failure, and still shows this till’s printer', async () => {
  open('no answer')
  expect(await screen.findByRole('alert')).toBeVisible()
  expect(lineOf('ready.printer')).toBeVisible()
  expect(screen.queryByText(text('ready.all.good'))).toBeNull()
})

it.each([
  [5 * 60_000, 'ready.tillClock.behind'],
  [-5 * 60_000, 'ready.tillClock.ahead'],
] as const)('a server clock that is %i ms ahead makes this clock %s', async (ms, says) => {
  open({ body: aBoard({ serverTime: NOW + ms }) })
  await verdictIs('look', 1)
  const span = lineOf('ready.tillClock').textContent?.match(/[45] minutes/)?.[0] ?? 'no minutes'
  expect(lineOf('ready.tillClock')).toHaveTextContent(text(says, { span }))
})

it('a till without a chosen printer is asked to choose one, on its page', async () => {
  useTerminalPrinter.setState({ isSet: false })
  open({ body: aBoard() })
  await verdictIs('look', 1)
  expect(lineOf('ready.printer')).toHaveTextContent(text('ready.printer.notSet'))
  expect(within(lineOf('ready.printer')).getByRole('link')).toHaveAttribute('href', routes.printer)
})

it('a receipt printer that is not connected is not ready', async () => {
  useTerminalPrinter.getState().choose({ printer: 'usb' })
  open({ body: aBoard() })
  expect(await screen.findByText(text('ready.printer.notConnected'))).toBeVisible()
  await verdictIs('bad', 1)
})

it("a page of another build than the server's is to be loaded again", async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="build" content="0">')
  onTestFinished(() => document.head.replaceChildren())
  open({ body: aBoard() })
  await verdictIs('look', 1)
  expect(lineOf('ready.page')).toHaveTextContent(text('ready.page.old', { build: '0', served: '1' }))
})
