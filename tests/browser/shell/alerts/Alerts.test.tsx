// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { retryDelayMs, useAway, useSellingStop } from '#browser/api/status.ts'
import { Alerts } from '#browser/shell/alerts/Alerts.tsx'
import { OpenItemsChip } from '#browser/shell/alerts/OpenItemsChip.tsx'
import { StandingAlerts } from '#browser/shell/alerts/StandingAlerts.tsx'
import { useDraft } from '#browser/sale/draft.ts'
import { storeLastActivityAt } from '#browser/lib/presence.ts'
import { nameOf } from '#browser/lib/storage.ts'
import type { Status } from '#api/status.ts'
import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID, aSale } from '../../../support/a-shop.ts'
import { aVoucherSale } from '../../../support/a-sold-voucher.ts'
import { amal, aStatus, hamad, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { type FakeProxy, press, renderPage } from '../../../support/render-page.tsx'
import { text } from '../../../support/texts.ts'

/** `vi.waitFor` moves the clock, and by default gives up after one second on that clock. */
const LONG = { timeout: 300_000 }

type Shown = { status: Partial<Status>; person?: Person; openItems?: Sale[]; at?: string; staysStopped?: boolean }

function Frame() {
  const isStopped = useSellingStop() === 'shell.stopped'
  const isSelling = useLocation().pathname === '/sell'
  const trouble = useAway() ?? (isStopped && isSelling ? 'stopped' : undefined)
  return (
    <>
      <OpenItemsChip />
      <StandingAlerts />
      <Alerts trouble={trouble} isPageInert={trouble !== undefined} />
    </>
  )
}

function show({ status, person = amal, openItems = [], at = '/sell', staysStopped = false }: Shown) {
  let now = aStatus(status)
  let isAway = false
  const answer: FakeProxy = (method, path) => {
    if (path !== '/api/selling/resume' || method !== 'POST')
      return path === '/api/sales?group=open-items' ? { body: { sales: openItems } } : undefined
    const { reason: _, ...rest } = now
    if (!staysStopped) now = { ...rest, service: 'ok' }
    return { body: now }
  }
  const proxy = proxyWith(answer, { person, status: () => (isAway ? 'no answer' : { body: now }) })
  const setAway = (is: boolean) => void (isAway = is)
  return { ...renderPage(<Frame />, { at, proxy }), setAway }
}

afterEach(() => {
  vi.useRealTimers()
  localStorage.clear()
})

it('the chip counts open items in words, and leads to them', async () => {
  show({ status: { openItems: 3, waiting: 3 } })
  const chip = await screen.findByRole('link', { name: /^Open items 3/ })
  expect(chip).toHaveAttribute('href', '/open-items')
  expect(chip).not.toHaveAccessibleName(/action needed/)
})

it.each(['attention', 'refundsDue', 'undelivered'] as const)(
  'the chip says that an action is needed: %s',
  async (what) => {
    show({ status: { openItems: 2, waiting: 1, [what]: 1 } })
    expect(await screen.findByRole('link', { name: /^Open items 2.*action needed/ })).toBeInTheDocument()
  },
)

it('the chip is hidden while nothing is open, and F8 still leads to the open items', async () => {
  const { place, seen } = show({ status: {} })
  await waitFor(() => expect(seen.some(({ path }) => path === '/api/status')).toBe(true))
  expect(screen.queryByRole('link')).not.toBeInTheDocument()
  fireEvent.keyDown(window, { key: 'F8' })
  await waitFor(() => expect(place.path).toBe('/open-items'))
})

it('a page that the browser restores from its back/forward cache reads everything again', async () => {
  const { seen } = show({ status: {} })
  const reads = () => seen.filter(({ path }) => path === '/api/session').length
  await waitFor(() => expect(reads()).toBe(1))
  act(() => void window.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })))
  await waitFor(() => expect(reads()).toBe(2))
})

it('everything is read again when a supervisor opens a page in another tab, because they are signed in here, too', async () => {
  const { seen } = show({ status: {} })
  const reads = () => seen.filter(({ path }) => path === '/api/session').length
  await waitFor(() => expect(reads()).toBe(1))
  act(() => void window.dispatchEvent(new StorageEvent('storage', { key: nameOf('visit') })))
  await waitFor(() => expect(reads()).toBe(2))
})

const openFacts = async (chip: string | RegExp) => {
  await press(chip)
  return await screen.findByRole('dialog', { name: text('alerts.heading') })
}
const STOPPED = new RegExp(`^${text('shell.stopped')}`)
const WHY = text('alerts.away.why')

it.each([
  ['signature', '/sell', WHY],
  ['inactive', '/sales', STOPPED],
  ['contradiction', '/open-items', STOPPED],
  ['restored', '/sell', WHY],
  ['disk-full', '/sell', WHY],
] as const)('every person sees at once that selling is stopped, and reads why: %s at %s', async (reason, at, sign) => {
  show({ status: { service: 'stopped', reason }, at })
  expect((await screen.findByRole('alert')).textContent).toContain(text('shell.stopped'))
  const why = await openFacts(sign)
  expect(why.textContent).toContain(text(`alerts.stopped.${reason}`))
  expect(why.textContent).toContain(text('alerts.tellSupervisor'))
  expect(screen.queryByRole('button', { name: text('storefront.tryAgain') })).not.toBeInTheDocument()
  await userEvent.click(within(why).getByRole('button', { name: text('shell.close') }))
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(screen.getByRole('alert')).toBeInTheDocument()
})

it('a supervisor does not resume selling after a restore, but checks what is missing', async () => {
  show({ status: { service: 'stopped', reason: 'restored' }, person: hamad })
  await openFacts(WHY)
  expect(await screen.findByRole('link', { name: text('alerts.openRecovery') })).toHaveAttribute('href', '/recovery')
  expect(screen.queryByRole('button', { name: text('storefront.tryAgain') })).not.toBeInTheDocument()
})

it('a supervisor can resume selling', async () => {
  show({ status: { service: 'stopped', reason: 'signature', posId: '70417' }, person: hamad })
  await waitFor(async () => expect((await openFacts(WHY)).textContent).toContain('TOPUP_KEY_FLOOR'))
  expect(screen.getByText(text('alerts.stopped.posId', { posId: '70417' }))).toBeInTheDocument()
  await press(text('storefront.tryAgain'))
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument())
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
})

it('a supervisor is shown that resuming did not help', async () => {
  show({ status: { service: 'stopped', reason: 'inactive' }, person: hamad, staysStopped: true, at: '/sales' })
  await openFacts(STOPPED)
  await press(text('storefront.tryAgain'))
  expect(await screen.findByText(text('alerts.stillStopped'))).toBeInTheDocument()
})

it('no one can resume selling while the disk is full', async () => {
  show({ status: { service: 'stopped', reason: 'disk-full' }, person: hamad })
  const why = await openFacts(WHY)
  await waitFor(() => expect(why.textContent).toContain(text('alerts.stopped.disk-full.next')))
  expect(screen.queryByRole('button', { name: text('storefront.tryAgain') })).not.toBeInTheDocument()
})

it.each([
  ['everyone reads that the provider rejected a sale because of its wallet', amal, { wallet: 'low' }, 'wallet'],
  ['a supervisor reads that the clock is ahead', hamad, { isClockAhead: true }, 'clock'],
] as const)('%s', async (_, person, status, fact) => {
  show({ status, person })
  await openFacts(text(`alerts.chip.${fact}`))
  expect(screen.getByText(text(`alerts.${fact}`))).toBeInTheDocument()
})

it('only supervisors see whose PINs were guessed at, with a link to them', async () => {
  const { unmount, place } = show({ status: { pinLocks: 2 }, person: hamad })
  await openFacts(text('alerts.chip.pinLocks'))
  expect(screen.getByText(text('alerts.pinLocks', { count: 2 }))).toBeInTheDocument()
  await userEvent.click(screen.getByRole('link', { name: text('alerts.openStaff') }))
  expect(place.path).toBe('/staff')
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  unmount()
  show({ status: { pinLocks: 2, wallet: 'low' } })
  await openFacts(text('alerts.chip.wallet'))
  expect(screen.queryByText(/too many wrong PINs/)).not.toBeInTheDocument()
})

it('the most urgent message is in words, with the number of the others', async () => {
  show({ status: { service: 'stopped', reason: 'inactive', wallet: 'low', pinLocks: 1 }, person: hamad, at: '/sales' })
  const facts = await openFacts(/^Selling is stopped \+2$/)
  expect(within(facts).getAllByRole('heading', { level: 3 })).toHaveLength(3)
})

describe('a new version of the till', () => {
  const NEW = new RegExp(`^${text('alerts.chip.update')}$`)
  beforeEach(() => {
    document.head.innerHTML = '<meta name="build" content="aaaaaaaa">'
  })
  afterEach(() => {
    document.head.replaceChildren()
    useDraft.getState().clear()
  })

  it.each(['/sell', '/sell/category/1', '/open-items', '/reports'])('a new version is offered on %s', async (at) => {
    show({ status: { build: 'bbbbbbbb' }, at })
    const facts = await openFacts(NEW)
    expect(within(facts).getByText(text('alerts.update'))).toBeVisible()
    const reload = vi.fn()
    const { href, origin, pathname, search, hash } = window.location
    vi.stubGlobal('location', { href, origin, pathname, search, hash, reload })
    await userEvent.click(within(facts).getByRole('button', { name: text('shell.loadAgain') }))
    expect(reload).toHaveBeenCalledOnce()
  })

  it.each([
    { what: 'over a ticket', at: '/sell/product/7' },
    { what: 'over an international top-up', at: '/sell/international/PH' },
    { what: 'over a sale', at: `/sale/${A_SALE_ID}` },
    { what: 'over a quantity', at: `/batch/${A_SALE_ID}` },
    { what: 'over a number that is being typed', at: '/sell', typed: '5012' },
    { what: 'when it is the build that is shown', at: '/sell', build: 'aaaaaaaa' },
  ])('a version is not offered $what', async ({ at, typed = '', build = 'bbbbbbbb' }) => {
    useDraft.getState().setNumber(typed)
    show({ status: { build, wallet: 'low' }, at })
    expect(await screen.findByRole('button', { name: text('alerts.chip.wallet') })).toBeInTheDocument()
  })
})

it('every page visited from the first steps has a way back to them, also the first sale, until a person sells on', async () => {
  const { place } = show({ status: {}, person: hamad, at: '/first-steps' })
  const go = (to: string) =>
    act(() => {
      window.history.pushState(null, '', to)
      window.dispatchEvent(new PopStateEvent('popstate'))
    })
  const back = () => screen.queryByRole('link', { name: text('firstSteps.back') })
  expect(back()).not.toBeInTheDocument()
  for (const at of ['/printer', '/staff', '/limits', '/wallet']) {
    go(at)
    expect(back()).toHaveAttribute('href', '/first-steps')
  }
  await userEvent.click(screen.getByRole('link', { name: text('firstSteps.back') }))
  expect(place.path).toBe('/first-steps')
  for (const at of ['/sell', '/sell/product/7']) {
    go(at)
    expect(back()).not.toBeInTheDocument()
  }
  for (const at of [`/sale/${A_SALE_ID}`, `/batch/${A_SALE_ID}`]) {
    go(at)
    expect(back()).toHaveAttribute('href', '/first-steps')
  }
  for (const at of ['/sell', `/sale/${A_SALE_ID}`, '/wallet']) {
    go(at)
    expect(back()).not.toBeInTheDocument()
  }
  go('/first-steps')
  go('/sell')
  go('/wallet')
  expect(back()).not.toBeInTheDocument()
})

const own = { cashier: { id: amal.id, name: amal.name } }
const sold = aSale({ state: 'succeeded', isUnread: true, ...own })
/** The till doesn't repeat a notification, so each test needs its own sale. */
const another = (last: string): Sale => ({ ...sold, id: `${A_SALE_ID.slice(0, -1)}${last}` as SaleId })

it('a notification shows the cashier that a sale completed, and leads to it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const { place } = show({ status: { unread: 1 }, openItems: [sold] })
  expect(await screen.findByText('Sale 0483 for AED 50.00 went through')).toBeInTheDocument()
  act(() => void vi.advanceTimersByTime(300))
  fireEvent.click(screen.getByRole('button', { name: text('alerts.open') }))
  await waitFor(() => expect(place.path).toBe(`/sale/${A_SALE_ID}`))
})

it('a notification that was closed is not shown again, not even after a reload', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout', 'Date'] })
  const closed = another('1')
  const { unmount } = show({ status: { unread: 1 }, openItems: [closed] })
  await screen.findByText('Sale 0483 for AED 50.00 went through')
  act(() => void vi.advanceTimersByTime(300))
  fireEvent.click(screen.getByRole('button', { name: text('shell.close') }))
  expect(screen.queryByText(/went through/)).not.toBeInTheDocument()
  expect(localStorage.getItem('toptill-notified')).toContain(closed.id)
  unmount()
  const { seen } = show({ status: { unread: 1 }, openItems: [closed] })
  await waitFor(() => expect(seen.some(({ path }) => path.includes('group=open-items'))).toBe(true))
  expect(screen.queryByText(/went through/)).not.toBeInTheDocument()
})

it('a notification about a code says that it arrived, and shows no part of the code', async () => {
  show({ status: { unread: 1 }, openItems: [aVoucherSale({ number: 77, isUnread: true, ...own })] })
  const words = await screen.findByText(/^Code ready for sale 0077/)
  expect(words.textContent).toBe('Code ready for sale 0077, AED\u00a050.00')
})

it('several notifications are combined, and lead to the open items', async () => {
  show({ status: { unread: 2 }, openItems: [another('2'), another('3')] })
  expect(await screen.findByText('2 updates')).toBeInTheDocument()
})

it.each([
  { to: 'over the open items', at: '/open-items' },
  { to: 'over a sale', at: `/sale/${A_SALE_ID}` },
  { to: 'over a ticket', at: '/sell/product/7' },
  { to: 'over the sales', at: '/sales' },
  { to: 'to a supervisor about a cashier’s sale', at: '/sell', person: hamad },
])('a notification is not shown $to', async ({ at, person = amal }) => {
  const { seen } = show({ status: { unread: 1 }, openItems: [another('4')], at, person })
  await waitFor(() => expect(seen.some(({ path }) => path.includes('group=open-items'))).toBe(true))
  expect(screen.queryByText(/went through/)).not.toBeInTheDocument()
})

it('a till tries again after 1, 2, 4 and 8 seconds once two reads failed, and then every ten seconds', () => {
  expect([0, 1, 2, 3, 4, 5, 6, 20].map(retryDelayMs)).toEqual([
    5_000, 5_000, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000,
  ])
})

it('a till whose server does not answer twice says so, and says when it is back', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const { setAway } = show({ status: { openItems: 2, waiting: 2 } })
  await screen.findByRole('link', { name: /^Open items 2/ })
  setAway(true)
  await act(() => vi.advanceTimersByTimeAsync(6_000))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  await act(() => vi.advanceTimersByTimeAsync(5_000))
  expect(screen.getByRole('alert')).toHaveTextContent(text('alerts.away.till'))
  expect(screen.getByRole('link', { name: /^Open items 2, as of \d\d:\d\d/ })).toBeInTheDocument()
  expect(screen.getByText(/^2 sales were waiting/)).toBeInTheDocument()

  // On the next day, the time alone would look as if it were a moment ago.
  vi.setSystemTime(NOW + 24 * 3_600_000)
  await act(() => vi.advanceTimersByTimeAsync(60_000))
  const asOf = /as of \d\d-\d\d-\d{4} \d\d:\d\d/
  expect(screen.getByRole('link', { name: asOf })).toBeInTheDocument()
  expect(screen.getByText(/^2 sales were waiting at \d\d-\d\d-\d{4}/)).toBeInTheDocument()

  setAway(false)
  fireEvent.click(screen.getAllByRole('button', { name: text('shell.tryNow') })[0]!)
  await act(() => vi.advanceTimersByTimeAsync(100))
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  expect(screen.getByText(text('alerts.back'))).toBeInTheDocument()
})

it("a person's open sales are listed with the last four digits, as they were read last", async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  storeLastActivityAt(NOW)
  const own = aSale({ state: 'pending', cashier: { id: amal.id, name: amal.name } })
  const others = aSale({ id: A_SALE_ID.replace(/A$/, 'B') as SaleId, state: 'pending', account: '971501119999', cashier: { id: 'j', name: 'Joseph' } }) // prettier-ignore
  const done = aSale({ ...own, id: A_SALE_ID.replace(/A$/, 'C') as SaleId, state: 'succeeded', account: '971501118888' }) // prettier-ignore
  const { setAway } = show({ status: { openItems: 2, waiting: 2 }, openItems: [own, others, done] })
  await screen.findByRole('link', { name: /^Open items 2/ })
  await vi.waitFor(() => expect(sessionStorage.getItem('toptill-offline-snapshot')).toContain('4567'), LONG)
  setAway(true)
  await act(() => vi.advanceTimersByTimeAsync(11_000))
  const list = within(screen.getByRole('complementary')).getAllByRole('listitem').at(-1)
  expect(list).toHaveTextContent(/^Qamra Recharge0483, •••• 4567, as of \d\d:\d\dWaiting$/)
  expect(document.body).not.toHaveTextContent(/1234567|9999|8888/)
})

it('a provider that does not respond is shown in other words than a failed network', async () => {
  show({ status: { service: 'unreachable' } })
  expect(await screen.findByRole('alert')).toHaveTextContent(text('alerts.away.service'))
  expect(screen.queryByText(text('alerts.away.network'))).not.toBeInTheDocument()
  expect(screen.queryByRole('button', { name: text('shell.tryNow') })).not.toBeInTheDocument()
  expect(screen.getByText(text('alerts.away.call'))).toBeInTheDocument()
})

it('a supervisor is not asked to call a supervisor, but is led to the page that says what to check', async () => {
  show({ status: { service: 'unreachable' }, person: hamad })
  expect(await screen.findByRole('link', { name: text('ready.title') })).toHaveAttribute('href', '/ready')
  expect(screen.queryByText(text('alerts.away.call'))).not.toBeInTheDocument()
})
