import { useEffect, useEffectEvent } from 'react'

/** The focus is read first, and what was said before it would be cut off. */
const SOON_MS = 150
/** What is over sooner is not worth a word: only what comes of it is heard. */
const BUSY_MS = 1_500
/** So long its text stays in the page, where a screen reader that reads on by itself meets it once more. */
const STAYS_MS = 2_000

// A screen reader misses what was in a region when that came into the page. So both are there from the start, outside of every page and part.
const polite = addRegion('polite')
const urgent = addRegion('assertive')

let page: string | undefined
/** Of this page, the newest last. */
let said: string[] = []

type Announcement = {
  /** It interrupts what is being read. */
  isUrgent?: boolean
  /** It only passes the time: it is heard once, however often its text changes, and not at all when it is soon over. */
  isBusy?: boolean
  /** It stays as it is while the page goes on, and is heard once there. */
  isOnce?: boolean
}

/** Has screen readers say a text when it comes and whenever it changes; without one, nothing. The same page never says the same twice in a row. */
export function useAnnouncement(text: string | undefined, how: Announcement = {}): void {
  const { isUrgent = false, isBusy = false, isOnce = false } = how
  // Of what is busy the text is read when it is time.
  const say = useEffectEvent(() => announce(text, { isUrgent, isOnce }))
  const cause = isBusy || text
  useEffect(() => {
    const timer = setTimeout(say, isBusy ? BUSY_MS : SOON_MS)
    return () => clearTimeout(timer)
  }, [cause, isUrgent, isBusy, isOnce])
}

function announce(text: string | undefined, how: Announcement): void {
  if (text === undefined) return
  // Nothing outside of an open dialog is heard.
  const dialog = document.querySelector('dialog[open]')
  if (dialog) return dialog.addEventListener('close', () => announce(text, how), { once: true })
  if (page !== location.pathname) said = []
  page = location.pathname
  if (said.at(-1) === text || (how.isOnce && said.includes(text))) return
  said.push(text)
  // A heading that has the focus is read for that.
  if (document.activeElement?.textContent === text) return
  const line = document.createElement('p')
  line.textContent = text
  const region = how.isUrgent ? urgent : polite
  region.append(line)
  setTimeout(() => line.remove(), STAYS_MS)
}

function addRegion(live: 'polite' | 'assertive'): HTMLElement {
  const region = document.createElement('div')
  region.className = 'sr-only'
  region.setAttribute('aria-live', live)
  document.body.append(region)
  return region
}
