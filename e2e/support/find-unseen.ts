import type { Page } from 'playwright/test'

/**
 * Returns one message for each element that cannot be seen in forced colors: a button without an edge, a choice that
 * looks like the others, a mark that is only a color, or the focus.
 */
export const findUnseen = (page: Page): Promise<string[]> => page.evaluate(measureUnseen)

/** Runs in the page, so nothing outside this function is available. */
function measureUnseen(): string[] {
  const faults = new Set<string>()
  const all = (selector: string) =>
    [...document.querySelectorAll<HTMLElement>(selector)].filter((each) =>
      each.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    )
  const nameOf = (element: Element) => {
    const label = (element as HTMLInputElement).labels?.[0]
    const words = element.getAttribute('aria-label') ?? (label ?? element).textContent
    return `${element.getAttribute('role') ?? element.localName} “${words?.replace(/\s+/g, ' ').trim().slice(0, 48) ?? ''}”`
  }
  const hasLine = (width: string, style: string) => parseFloat(width) > 0 && !/none|hidden/.test(style)
  const groundOf = (element: Element | null): string => {
    const color = element ? getComputedStyle(element).backgroundColor : ''
    return element && /^rgba\(.*, 0\)$|^transparent$/.test(color) ? groundOf(element.parentElement) : color
  }
  const isOnGround = (element: Element) => groundOf(element) !== groundOf(element.parentElement)
  const hasEdge = (element: Element) => {
    const style = getComputedStyle(element)
    return (
      hasLine(style.outlineWidth, style.outlineStyle) ||
      hasLine(style.borderBottomWidth, style.borderBottomStyle) ||
      style.backgroundImage !== 'none' ||
      isOnGround(element)
    )
  }
  const lookOf = (element: Element, pseudo?: string) => {
    const style = getComputedStyle(element, pseudo)
    const { outlineWidth, outlineStyle, outlineColor, borderBottomWidth, borderBottomColor, backgroundColor } = style
    const isLined = hasLine(outlineWidth, outlineStyle)
    return [
      isLined && outlineWidth,
      isLined && outlineColor,
      borderBottomWidth,
      borderBottomColor,
      backgroundColor,
    ].join()
  }

  for (const each of all('button, select, textarea, [role=option]'))
    if (!hasEdge(each)) faults.add(`${nameOf(each)} has no edge`)
  for (const each of all('input:not([type=checkbox], [type=radio])')) {
    const frames = [
      each,
      each.parentElement,
      each.parentElement?.parentElement,
      each.parentElement?.parentElement?.parentElement,
    ]
    if (!frames.some((frame) => frame && hasEdge(frame))) faults.add(`${nameOf(each)} has no edge`)
  }

  // Compares two elements of the same kind, one that is selected and one that is not.
  const drawnOf = (element: Element) =>
    element instanceof HTMLInputElement ? (element.closest('label') ?? element) : element
  for (const state of ['aria-pressed', 'aria-selected', 'aria-current', 'checked'] as const) {
    const isOn = (each: HTMLElement) =>
      state === 'checked'
        ? (each as HTMLInputElement).checked
        : each.hasAttribute(state) && each.getAttribute(state) !== 'false'
    for (const chosen of all(
      state === 'checked'
        ? 'label > input:checked'
        : `[${state}]:not([${state}=false], [role=gridcell], [${state}=date])`,
    )) {
      const group = chosen.closest('[role=tablist], [role=listbox], [role=group], fieldset, nav, tbody, ol, ul')
      const other = [...(group?.querySelectorAll<HTMLElement>(chosen.localName) ?? [])].find(
        (each) => each !== chosen && !isOn(each) && each.getAttribute('role') === chosen.getAttribute('role'),
      )
      if (other && lookOf(drawnOf(other)) === lookOf(drawnOf(chosen)))
        faults.add(`${nameOf(chosen)} is chosen and looks like ${nameOf(other)}, which is not`)
    }
  }
  for (const each of all('[role=switch]')) {
    const track = each.lastElementChild
    if (!track || !hasEdge(track) || !track.firstElementChild || !isOnGround(track.firstElementChild))
      faults.add(`${nameOf(each)} does not show whether it is on`)
  }

  const probe = document.createElement('span')
  probe.style.color = 'GrayText'
  document.body.append(probe)
  const gray = getComputedStyle(probe).color
  probe.remove()
  for (const each of all(':disabled:not(option), [aria-disabled=true]:not([aria-busy=true])')) {
    const isShown = each.localName === 'button' || each.role === 'option'
    if (isShown && getComputedStyle(each).color !== gray)
      faults.add(`${nameOf(each)} is off and looks as if it were not`)
  }

  // Text that is hidden from screen readers repeats words next to it.
  for (const each of all('span:empty, i:empty, div:empty')) {
    const { width, height } = each.getBoundingClientRect()
    const isMark = Math.min(width, height) >= 4 && Math.max(width, height) <= 64
    if (isMark && !each.closest('[aria-hidden=true]') && !hasEdge(each))
      faults.add(
        `a mark of ${Math.round(width)} x ${Math.round(height)} px beside “${each.parentElement?.textContent?.trim().slice(0, 40)}” is not drawn`,
      )
  }
  for (const each of all('button, a, .lucide')) {
    if (getComputedStyle(each).color === groundOf(each))
      faults.add(
        `words or an icon of ${nameOf(each.closest('button, a, section, div') ?? each)} have the color of their ground`,
      )
  }
  const canvas = groundOf(document.body)
  for (const drawing of document.querySelectorAll<SVGElement>('main svg:not([role=img], .lucide)')) {
    const parts = [...drawing.querySelectorAll('path, rect, circle, line')]
    const isDrawn = (part: Element) => {
      const { fill, stroke } = getComputedStyle(part)
      return [fill, stroke].some((paint) => paint !== 'none' && paint !== canvas)
    }
    if (parts.length > 0 && !parts.some(isDrawn))
      faults.add(`a drawing in “${drawing.closest('section')?.ariaLabel ?? ''}” has the color of its ground`)
  }

  // Fields are skipped, because giving them the focus has effects.
  const before = document.activeElement as HTMLElement | null
  const looksAround = (element: HTMLElement) => {
    const frames: Element[] = []
    for (let each: Element | null = element; each && frames.length < 4; each = each.parentElement) frames.push(each)
    return [...frames.map((each) => lookOf(each)), lookOf(element, '::after')].join(';')
  }
  for (const each of all('button:not(:disabled, [role=option]), a[href], summary')) {
    if (each.closest('[inert]') || each === before) continue
    const unfocused = looksAround(each)
    each.focus({ preventScroll: true, focusVisible: true } as FocusOptions)
    if (document.activeElement === each && looksAround(each) === unfocused)
      faults.add(`${nameOf(each)} does not show that it has the focus`)
  }
  before?.focus({ preventScroll: true })
  return [...faults]
}
