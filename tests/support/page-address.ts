import { afterAll, beforeAll } from 'vitest'

/** Vitest's own handle on the page. */
declare const jsdom: { reconfigure: (settings: { url: string }) => void }

/** The tests of the file, or of the `describe`, have their page at this address. */
export function pageAt(url: string): void {
  let before = ''
  beforeAll(() => {
    before = window.location.href
    jsdom.reconfigure({ url })
  })
  afterAll(() => jsdom.reconfigure({ url: before }))
}
