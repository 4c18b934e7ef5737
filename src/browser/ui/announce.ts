import { useEffect, useEffectEvent } from 'react'

/** A screen reader reads the focus first, which would cut off earlier text. */
const SOON_MS = 150
/** Progress shorter than this is not announced. */
const BUSY_MS = 1_500
/** How long the text stays in the page, where a screen reader may come across it again. */
const STAYS_MS = 2_000

// Screen readers miss text in new regions, so both exist from the start, outside every page.
const polite = addRegion('polite')
const urgent = addRegion('assertive')

let page: string | undefined
let said: string[] = []

type Announcement = {
  isUrgent?: boolean
  /** The text only reports progress: announced once, however often it changes, and not at all if it ends soon. */
  isBusy?: boolean
  /** Announced once per page. */
  isOnce?: boolean
}

/** Announces text when it appears or changes. The same text is never announced twice in a row on a page. */
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
  // A heading with the focus is read anyway.
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
