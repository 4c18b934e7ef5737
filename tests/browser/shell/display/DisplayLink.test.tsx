// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { act } from '@testing-library/react'

import { useCustomerDisplay } from '#browser/sale/customer-display.ts'
import { DisplayLink } from '#browser/shell/display/DisplayLink.tsx'
import { isRecord, recall, remember } from '#browser/lib/storage.ts'
import { aSale } from '../../../support/a-shop.ts'
import { aStatus, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { renderPage } from '../../../support/render-page.tsx'

const sale = { kind: 'sale', id: aSale().id } as const
const OTHER = 'another window'
/** Another window of this till controls the display and has just recorded that. */
const otherHolds = (at = NOW) => remember('display-turn', { window: OTHER, at })
const holder = () => recall('display-turn', (stored) => (isRecord(stored) ? stored['window'] : undefined))

beforeEach(() => {
  localStorage.clear()
  useCustomerDisplay.setState({ shown: undefined, reply: undefined })
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

/** Moves faked timers, with enough time for a busy machine. */
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 300_000 })

async function aTill() {
  const proxy = proxyWith(
    (_, path) => (path === '/api/ticket' ? { body: { isWatched: true, answer: 'number-correct' } } : undefined),
    { status: () => ({ body: aStatus({ hasDisplay: true }) }) },
  )
  const page = renderPage(<DisplayLink />, { at: '/open-items', proxy })
  const sent = () => page.seen.filter(({ path }) => path === '/api/ticket').map(({ body }) => body)
  await eventually(() => expect(page.seen.some(({ path }) => path === '/api/status')).toBe(true))
  return { ...page, sent }
}
const LOOKS = ['setInterval', 'clearInterval', 'performance', 'Date'] as const
/** A window keeps checking what it shows. Here, it does so only when the test lets time pass. */
const lookSomeTimes = () => act(() => vi.advanceTimersByTimeAsync(2_000))
const show = () => act(() => useCustomerDisplay.setState({ shown: sale }))
const press = () => act(() => void window.dispatchEvent(new Event('pointerdown')))

it('a window that shows a sale sends it to the display, and stays the source until it is closed', async () => {
  show()
  const { sent, unmount } = await aTill()
  await eventually(() => expect(sent().at(-1)).toEqual(sale))
  expect(holder()).toBeTypeOf('string')
  unmount()
  expect(holder()).toBeUndefined()
})

it('a window sends nothing to the display while another window is its source, until a person uses this one', async () => {
  vi.useFakeTimers({ toFake: [...LOOKS] })
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  show()
  const { sent } = await aTill()
  await eventually(() => expect(sent()).toEqual([sale]))
  await lookSomeTimes()
  const before = sent().length
  expect(before).toBeGreaterThan(1)
  otherHolds()
  await lookSomeTimes()
  expect(sent()).toHaveLength(before)
  press()
  await lookSomeTimes()
  expect(sent().length).toBeGreaterThan(before)
  expect(holder()).not.toBe(OTHER)
})

it("a window with nothing to show does not become the source, and does not overwrite another window's sale", async () => {
  vi.useFakeTimers({ toFake: [...LOOKS] })
  const { sent } = await aTill()
  await eventually(() => expect(sent()).toEqual([{ kind: 'none' }]))
  otherHolds()
  press()
  await lookSomeTimes()
  expect(sent()).toHaveLength(1)
  expect(holder()).toBe(OTHER)
})

it('a window that is silent, or whose time is in the future, no longer is the source', async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  for (const at of [NOW - 5_000, NOW + 60_000]) {
    otherHolds(at)
    show()
    const { sent, unmount } = await aTill()
    await eventually(() => expect(sent().at(-1)).toEqual(sale))
    unmount()
  }
})

it("the customer's answer no longer counts in a window once another window is the source", async () => {
  vi.spyOn(document, 'hasFocus').mockReturnValue(false)
  show()
  await aTill()
  await eventually(() => expect(useCustomerDisplay.getState().reply).toMatchObject({ answer: 'number-correct' }))
  otherHolds()
  await eventually(() => expect(useCustomerDisplay.getState().reply).toBeUndefined())
})

it('a window becomes the source over plain HTTP, too, where a browser has less of `crypto`', async () => {
  vi.resetModules()
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const { holdTurn, mayTell } = await import('#browser/shell/display/window-turn.ts')
  vi.unstubAllGlobals()
  holdTurn()
  expect(holder()).toBeTypeOf('string')
  expect(mayTell()).toBe(true)
})
