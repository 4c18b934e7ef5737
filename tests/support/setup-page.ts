import '@testing-library/jest-dom/vitest'

import { configure, prettyDOM } from '@testing-library/react'
import * as React from 'react'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'

import { NOW } from './now.ts'

// A pause of up to five seconds, such as that of a button which reacts only after half a second, or between two reads
// of a sale, ends at once, so that no test waits for it. A longer pause takes its full time; a test about a pause fakes
// the timers.
const SHORT_MS = 5_000
// Those that are still running at the end of a file would run in the next one.
const pauses: Parameters<typeof clearTimeout>[0][] = []
const shorten = <Start extends typeof setTimeout | typeof setInterval>(start: Start, shortMs: number): Start =>
  Object.assign((run: () => void, ms = 0, ...words: []) => {
    if (ms <= SHORT_MS) return start(run, Math.min(ms, shortMs), ...words)
    const pause = start(run, ms, ...words)
    pauses.push(pause)
    return pause
  }, start) as Start
const timers = { setTimeout: globalThis.setTimeout, setInterval: globalThis.setInterval }
globalThis.setTimeout = shorten(timers.setTimeout, 0)
globalThis.setInterval = shorten(timers.setInterval, 20)
afterAll(() => {
  Object.assign(globalThis, timers)
  pauses.forEach((pause) => clearTimeout(pause))
})

// The date stays the same until a test moves it; timers are real until a test fakes them.
vi.setSystemTime(NOW)
beforeEach(() => void vi.setSystemTime(NOW))
afterEach(() => void vi.useRealTimers())

// React records for each element where it was created, up to 10,000 of them a second, which no test reads: this sets
// the count to its limit.
const internals: object = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { configurable: true, get: () => 10_000, set: () => {} })

// The test files of a worker share its page. Each starts with a clean page, before its sources are loaded, and removes
// the listeners of its modules at its end.
const listened: Parameters<typeof window.addEventListener>[] = []
const listen = window.addEventListener
window.addEventListener = (...words: Parameters<typeof window.addEventListener>) => {
  listened.push(words)
  listen.apply(window, words)
}
afterAll(() => {
  window.addEventListener = listen
  for (const [type, listener, options] of listened) window.removeEventListener(type, listener, options)
})

document.head.replaceChildren()
document.body.replaceChildren()
for (const element of [document.documentElement, document.body])
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
localStorage.clear()
sessionStorage.clear()
window.history.replaceState(null, '', '/')

configure({
  // A longer time limit, because a busy machine is not a fault of the page.
  asyncUtilTimeout: 60_000,
  // Announcements are on the page already.
  defaultIgnore: 'script, style, body > [aria-live] *',
  getElementError: (message, container) => new ElementError(message ?? '', container),
})

/**
 * Prints the page only when the message is read, because waiting for an element creates and drops many of these errors.
 */
class ElementError extends Error {
  constructor(text: string, container: Element) {
    super()
    this.name = 'TestingLibraryElementError'
    let printed: string | undefined
    Object.defineProperty(this, 'message', {
      configurable: true,
      get: () => (printed ??= `${text}\n\n${String(prettyDOM(container))}`),
      set: (message: string) => {
        printed = message
      },
    })
  }
}
