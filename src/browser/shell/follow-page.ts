/** How long (ms) a page has to set the focus itself. */
const LOST_MS = 100

/** The title follows the heading, and when the focused control is removed, the focus goes to a heading. */
export function followPage(): void {
  const name = document.title
  let heading: string | undefined
  let focused: Element | undefined
  let timer: number | undefined

  const followTitle = () => {
    const now = findHeading()?.textContent.trim()
    // A print dialog uses the title as the file name, so it is kept while the heading stays.
    if (now === heading) return
    heading = now
    document.title = now ? `${now} · ${name}` : name
  }
  const isLost = () => document.activeElement === document.body && focused !== undefined && !canHaveFocus(focused)
  const bringBack = () => {
    timer = undefined
    const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
    const goal = dialog ? dialog.querySelector('h2') : findHeading()
    if (!goal || !isLost()) return
    goal.tabIndex = -1
    goal.focus({ preventScroll: true })
  }

  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element) focused = target
  })
  // A press outside controls removes the focus on purpose.
  document.addEventListener('pointerdown', () => (focused = undefined), true)
  new MutationObserver(() => {
    followTitle()
    if (isLost()) timer ??= window.setTimeout(bringBack, LOST_MS)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
  followTitle()
}

const findHeading = () => [...document.querySelectorAll('h1')].find((heading) => !heading.closest('[inert]'))

const canHaveFocus = (element: Element): boolean =>
  element.isConnected &&
  (element.checkVisibility?.() ?? element.getClientRects().length > 0) &&
  !element.matches(':disabled')
