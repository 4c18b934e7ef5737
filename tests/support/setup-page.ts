import { configure, prettyDOM } from '@testing-library/react'
import { afterAll, beforeAll } from 'vitest'

// The files of a worker share its page. Each begins with a clean one, and takes with it what its modules listen to.
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

beforeAll(() => {
  document.head.replaceChildren()
  document.body.replaceChildren()
  for (const element of [document.documentElement, document.body])
    for (const name of element.getAttributeNames()) element.removeAttribute(name)
  localStorage.clear()
  sessionStorage.clear()
  window.history.replaceState(null, '', '/')
})

configure({
  // A busy machine is no fault of the screen.
  asyncUtilTimeout: 30_000,
  getElementError: (message, container) => new ElementError(message ?? '', container),
})

/** Tells the page only when it is read: whoever waits for an element throws one of these away at each look. */
class ElementError extends Error {
  constructor(text: string, container: Element) {
    super()
    this.name = 'TestingLibraryElementError'
    let told: string | undefined
    Object.defineProperty(this, 'message', {
      configurable: true,
      get: () => (told ??= `${text}\n\n${String(prettyDOM(container))}`),
      set: (message: string) => {
        told = message
      },
    })
  }
}
