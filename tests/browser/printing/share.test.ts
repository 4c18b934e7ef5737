// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { canShare, copyCode, mailLink, mailToLink, shareText, whatsappLink } from '#browser/printing/share.ts'

const MINUTE_MS = 60_000

function fakeClipboard({ isReadable = false } = {}) {
  const clipboard = {
    held: '',
    isInReach: true,
    writeText: async (text: string) => {
      if (!clipboard.isInReach) throw new DOMException('Document is not focused.', 'NotAllowedError')
      clipboard.held = text
    },
    readText: async () => clipboard.held,
  }
  vi.stubGlobal('navigator', {
    clipboard,
    permissions: { query: async () => ({ state: isReadable ? 'granted' : 'prompt' }) },
  })
  return clipboard
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('a copied code is removed from the clipboard after a minute', async () => {
  const clipboard = fakeClipboard()
  expect(await copyCode('7K4P2M9X')).toBe(true)
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1)
  expect(clipboard.held).toBe('7K4P2M9X')
  await vi.advanceTimersByTimeAsync(1)
  expect(clipboard.held).toBe('')
})

it('clearing a copied code does not remove a later copy, where the browser can read the clipboard', async () => {
  const clipboard = fakeClipboard({ isReadable: true })
  await copyCode('7K4P2M9X')
  clipboard.held = 'a shopping list'
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(clipboard.held).toBe('a shopping list')
})

it('a copied code is removed where the browser does not say whether the clipboard may be read', async () => {
  const clipboard = fakeClipboard()
  navigator.permissions.query = async () => {
    throw new TypeError('clipboard-read is no permission here')
  }
  await copyCode('7K4P2M9X')
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(clipboard.held).toBe('')
})

it('a copied code has its own minute when another was copied before', async () => {
  const clipboard = fakeClipboard()
  await copyCode('FIRST')
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
  await copyCode('SECOND')
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
  expect(clipboard.held).toBe('SECOND')
  await vi.advanceTimersByTimeAsync(MINUTE_MS / 2)
  expect(clipboard.held).toBe('')
})

it('a copied code is removed when the person comes back, if they were on another page at that minute', async () => {
  const clipboard = fakeClipboard()
  await copyCode('7K4P2M9X')
  clipboard.isInReach = false
  await vi.advanceTimersByTimeAsync(MINUTE_MS)
  expect(clipboard.held).toBe('7K4P2M9X')
  clipboard.isInReach = true
  window.dispatchEvent(new Event('focus'))
  await vi.advanceTimersByTimeAsync(0)
  expect(clipboard.held).toBe('')
})

it('a copied code is not said to be copied where the browser denies it', async () => {
  fakeClipboard().isInReach = false
  expect(await copyCode('7K4P2M9X')).toBe(false)
  vi.stubGlobal('navigator', {})
  expect(await copyCode('7K4P2M9X')).toBe(false)
})

it.each([
  ['shared', undefined],
  ['canceled', 'AbortError'],
  ['failed', 'NotAllowedError'],
])('sharing returns %s after %s', async (outcome, error) => {
  const share = async () => {
    if (error) throw new DOMException('Nothing was shared', error)
  }
  vi.stubGlobal('navigator', { share })
  expect(canShare()).toBe(true)
  expect(await shareText('A paper', 'AED 50.00')).toBe(outcome)
})

it('sharing is not offered where the browser has none', async () => {
  vi.stubGlobal('navigator', {})
  expect(canShare()).toBe(false)
  expect(await shareText('A paper', 'AED 50.00')).toBe('failed')
})

const receipt = 'Sale 0483 & more\nشكرًا'

it('links with a receipt give an email program the subject and every line', () => {
  const { protocol, searchParams } = new URL(mailLink('Sale #0483', receipt) ?? '')
  expect(protocol).toBe('mailto:')
  expect(searchParams.get('subject')).toBe('Sale #0483')
  expect(searchParams.get('body')).toBe('Sale 0483 & more\r\nشكرًا')
  expect(mailLink('Sale #0483', 'शुक्रिया '.repeat(40))).toBeUndefined()
})

it('links with a receipt give WhatsApp the text, and the number of a top-up', () => {
  expect(new URL(whatsappLink('Gone', '971501234567')).pathname).toBe('/971501234567')
  const { origin, pathname, searchParams } = new URL(whatsappLink(receipt))
  expect([origin, pathname, searchParams.get('text')]).toEqual(['https://wa.me', '/', receipt])
})

it.each(['\ud83d', '\udc7e', 'Gems \ud83d', '\udc7e\ud83d 50', '\ud83dn\ud83d'])(
  'half a character, as in %j, does not cut off a link',
  (half) => {
    const links = [mailLink(half, half), whatsappLink(half, '971501234567'), mailToLink(`${half}@shop.example`)]
    for (const link of links) expect(decodeURIComponent(link ?? '')).toContain('\ufffd')
  },
)
