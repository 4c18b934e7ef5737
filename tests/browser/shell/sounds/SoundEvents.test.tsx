// @vitest-environment happy-dom
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Route, Routes } from 'react-router-dom'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { setTimeZone } from '#browser/i18n/format-time.ts'
import { routes } from '#browser/paths.ts'
import SalePage from '#browser/pages/sale/SalePage.tsx'
import { SoundEvents } from '#browser/shell/sounds/SoundEvents.tsx'
import { SoundsDialog } from '#browser/shell/sounds/SoundsDialog.tsx'
import { playSound } from '#browser/shell/sounds/play-sound.ts'
import { isOn, SOUNDS, useSounds, type Sound } from '#browser/shell/sounds/sound-preference.ts'
import { ORDER_LIFE_MS, type Order } from '#domain/order.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { A_SALE_ID, aSale } from '../../../support/a-shop.ts'
import { fakeAudio } from '../../../support/fake-audio.ts'
import { aStatus, proxyWith } from '../../../support/fake-proxy.ts'
import { NOW } from '../../../support/now.ts'
import { press, renderPage } from '../../../support/render-page.tsx'
import { startingWith, text } from '../../../support/texts.ts'

const audio = fakeAudio()
const tunes = new Map<string, Sound>()

beforeAll(async () => {
  for (const sound of SOUNDS) {
    audio.tones.length = 0
    await playSound(sound)
    tunes.set(audio.tones.join(' '), sound)
  }
})
beforeEach(() => {
  audio.tones.length = 0
  audio.refuses = false
})
afterEach(() => {
  localStorage.clear()
  useSounds.setState({ choices: {} })
})

const chooseOnly = (on: readonly Sound[]) => {
  for (const sound of SOUNDS) useSounds.getState().choose(sound, on.includes(sound))
}
const heard = () => (audio.tones.length === 0 ? undefined : (tunes.get(audio.tones.join(' ')) ?? 'several'))

/** A till that sells one top-up, which succeeds as soon as it is sent. */
function openCounter() {
  let sale = aSale()
  const proxy = proxyWith((method, path) => {
    if (method === 'POST' && path === `/api/sales/${A_SALE_ID}/confirm`)
      sale = { ...sale, state: 'succeeded', version: sale.version + 1, finalAt: NOW } satisfies Sale
    return { body: path.endsWith('/reveal') ? { receipt: null, voucher: null, sale } : sale }
  })
  const open = () =>
    renderPage(
      <>
        <SoundEvents />
        <SoundEvents />
        <Routes>
          <Route path={routes.sale} element={<SalePage />} />
        </Routes>
      </>,
      { at: `/sale/${A_SALE_ID}`, proxy },
    )
  const send = async () => {
    await press(startingWith('sale.send'))
    await screen.findByRole('heading', { name: text('state.succeeded.heading') })
  }
  return { open, send }
}

it('a sent sale plays its sound once, and not again after a reload', async () => {
  chooseOnly(SOUNDS)
  const { open, send } = openCounter()
  const page = open()
  await send()
  await waitFor(() => expect(heard()).toBe('sold'))
  page.unmount()
  open()
  await screen.findByRole('heading', { name: text('state.succeeded.heading') })
  expect(heard()).toBe('sold')
})

it('a sound that was not chosen is not played', async () => {
  chooseOnly(['complete', 'failed', 'order'])
  const { open, send } = openCounter()
  open()
  await send()
  expect(heard()).toBeUndefined()
})

it('a new order plays its sound once, and orders from before the page was opened play none', async () => {
  chooseOnly(['order'])
  const anOrder = (id: string, placedAt: number) =>
    ({ ...aSale(), id, label: id, placedAt, expiresAt: placedAt + ORDER_LIFE_MS }) as unknown as Order
  const orders = [anOrder('old', NOW - 60_000)]
  const proxy = proxyWith((_, path) => (path === '/api/orders' ? { body: { orders } } : undefined), {
    status: () => ({ body: aStatus({ orders: orders.length, serverTime: Date.now() }) }),
  })
  const openTill = () => renderPage(<SoundEvents />, { at: '/sell', proxy })
  const { unmount } = openTill()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  try {
    await act(() => vi.advanceTimersByTimeAsync(6_000))
    expect(heard()).toBeUndefined()
    orders.push(anOrder('new', Date.now() + 1))
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    await waitFor(() => expect(heard()).toBe('order'))
    unmount()
    openTill()
    await act(() => vi.advanceTimersByTimeAsync(12_000))
    expect(heard()).toBe('order')
  } finally {
    vi.useRealTimers()
  }
})

const show = () => renderPage(<SoundsDialog onClose={() => {}} />, { at: '/sell', proxy: proxyWith(() => undefined) })

/** November 20, 2026, at this hour in Dubai. */
const at = (hour: number) => Date.UTC(2026, 10, 20, hour - 4)

it('sounds play by day, and at night only those that a person turned on', () => {
  setTimeZone('Asia/Dubai')
  const playsAt = (hour: number) => SOUNDS.filter((sound) => isOn(useSounds.getState(), sound, at(hour)))
  expect([7, 12, 21].map(playsAt)).toEqual([SOUNDS, SOUNDS, SOUNDS])
  expect([22, 24, 30].map(playsAt)).toEqual([[], [], []])
  useSounds.getState().choose('order', true)
  useSounds.getState().choose('sold', false)
  expect(playsAt(23)).toEqual(['order'])
  expect(playsAt(12)).toEqual(['complete', 'failed', 'order'])
})

it('a choice from before sounds were on by default still applies', async () => {
  localStorage.setItem('toptill-sounds', JSON.stringify({ on: ['sold'] }))
  await useSounds.persist.rehydrate()
  expect(SOUNDS.filter((sound) => isOn(useSounds.getState(), sound, at(12)))).toEqual(['sold'])
})

it('each sound can be tried, and turned on and off', async () => {
  chooseOnly([])
  show()
  for (const sound of SOUNDS) {
    audio.tones.length = 0
    const name = `${text('sounds.try')}${text('shell.comma')}${text(`sounds.${sound}`)}`
    await userEvent.click(screen.getByRole('button', { name }))
    await waitFor(() => expect(heard()).toBe(sound))
  }
  expect(screen.getByRole('status')).toHaveTextContent(text('sounds.outcome.played'))
  const choice = (sound: Sound) => screen.getByRole('switch', { name: startingWith(`sounds.${sound}`) })
  for (const sound of SOUNDS) expect(choice(sound)).not.toBeChecked()
  await userEvent.click(choice('order'))
  expect(choice('order')).toBeChecked()
  expect(localStorage.getItem('toptill-sounds')).toContain('"order":true')
})

it('a page whose browser blocks sound says so', async () => {
  audio.refuses = true
  show()
  await userEvent.click(screen.getAllByRole('button', { name: startingWith('sounds.try') })[0]!)
  expect(await screen.findByText(text('sounds.outcome.blocked'))).toBeInTheDocument()
  expect(heard()).toBeUndefined()
})
