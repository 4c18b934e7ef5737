/** By then a page or a part has given the focus to what it wants. */
const LOST_MS = 100

/** For those who do not see the page or use no pointer: the title begins with the heading, and the focus goes to a heading when its control is gone. */
export function followPage(): void {
  const name = document.title
  let heading: string | undefined
  let focused: Element | undefined
  let timer: number | undefined

  const followTitle = () => {
    const now = findHeading()?.textContent.trim()
    // Nothing is written over the name that a print dialog saves under, unless the page has changed.
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
  // A press beside everything takes the focus away on purpose; what can have it gets it after that.
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
