import { afterAll, beforeAll } from 'vitest'

declare global {
  interface Window {
    happyDOM: { setURL: (url: string) => void }
  }
}

/** Sets the URL of the page for the tests of the file or of the `describe`. */
export function pageAt(url: string): void {
  let before = ''
  beforeAll(() => {
    before = window.location.href
    window.happyDOM.setURL(url)
  })
  afterAll(() => window.happyDOM.setURL(before))
}
