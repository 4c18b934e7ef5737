import { useEffect, useEffectEvent } from 'react'

/** The focus is read first and would cut off earlier text. */
const SOON_MS = 150
/** Progress shorter than this is not announced. */
const BUSY_MS = 1_500
/** How long the text stays in the page, where a screen reader may meet it again. */
const STAYS_MS = 2_000

// Screen readers miss text in new regions, so both exist from the start, outside every page.
const polite = addRegion('polite')
const urgent = addRegion('assertive')

let page: string | undefined
let said: string[] = []

type Announcement = {
  isUrgent?: boolean
  /** Progress only: announced once, however often the text changes, and not if it ends soon. */
  isBusy?: boolean
  /** Announced once per page. */
  isOnce?: boolean
}

/** Announces a text when it appears and changes. A page never repeats the same text in a row. */
export function useAnnouncement(text: string | undefined, how: Announcement = {}): void {
  const { isUrgent = false, isBusy = false, isOnce = false } = how
  // Reads the text of `isBusy` only when it is due.
  const say = useEffectEvent(() => announce(text, { isUrgent, isOnce }))
  const cause = isBusy || text
  useEffect(() => {
    const timer = setTimeout(say, isBusy ? BUSY_MS : SOON_MS)
    return () => clearTimeout(timer)
  }, [cause, isUrgent, isBusy, isOnce])
}

function announce(text: string | undefined, how: Announcement): void {
  if (text === undefined) return
  // Text outside an open dialog is not announced.
  const dialog = document.querySelector('dialog[open]')
  if (dialog) return dialog.addEventListener('close', () => announce(text, how), { once: true })
  if (page !== location.pathname) said = []
  page = location.pathname
  if (said.at(-1) === text || (how.isOnce && said.includes(text))) return
  said.push(text)
  // A focused heading is read anyway.
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
