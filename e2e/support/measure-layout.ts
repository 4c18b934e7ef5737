/**
 * Runs in the page, so nothing outside this function is available. `mayShorten` are selectors of elements whose names
 * may end in an ellipsis. While a dialog or a menu is open only its content counts.
 */
export async function measureLayout(mayShorten: string[]): Promise<string[]> {
  // Until fonts are loaded, transitions have ended, and the page is painted.
  await document.fonts.ready
  const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
  await Promise.allSettled(moving.map(({ finished }) => finished))
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))

  const FINGER = 48
  /** Seven days of a month share the width, so each is narrower. WCAG 2.5.8 requires no more than this. */
  const DAY = 24
  const CONTROLS =
    'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=switch], [role=option], [role=menuitem]'
  const faults = new Set<string>()
  const root =
    [...document.querySelectorAll<HTMLElement>('dialog:modal, [role=dialog], [role=menu]')].findLast((each) =>
      each.checkVisibility(),
    ) ?? document.body

  const shorten = (text: string) => (text.length > 48 ? `${text.slice(0, 47)}…` : text)
  const wordsOf = (element: Element) => {
    const label = (element as HTMLInputElement).labels?.[0]
    const words = element.getAttribute('aria-label') ?? (label ?? element).textContent
    return shorten(words?.replace(/\s+/g, ' ').trim() || (element.getAttribute('placeholder') ?? ''))
  }
  const nameOf = (element: Element) => `${element.getAttribute('role') ?? element.localName} “${wordsOf(element)}”`

  const isForEyes = (element: Element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    for (let each: Element | null = element; each && each !== document.body; each = each.parentElement) {
      const { width, height } = each.getBoundingClientRect()
      const { overflowX, display } = getComputedStyle(each)
      if (overflowX !== 'visible' && !/^(inline|contents)$/.test(display) && (width <= 2 || height <= 2)) return false
    }
    return true
  }
  /**
   * The boxes that may cut off an element, from the inside out, each with the axes in which the box cuts off or
   * scrolls.
   */
  const boxesOf = (element: Element) => {
    const boxes: { element: Element; style: CSSStyleDeclaration; x: string; y: string }[] = []
    let { position } = getComputedStyle(element)
    for (let each: Element | null = element; each && each !== document.documentElement; each = each.parentElement) {
      const style = getComputedStyle(each)
      if (each !== element) {
        // An absolute element is not cut off by boxes that are not its container.
        if (position === 'fixed') break
        if (position === 'absolute' && style.position === 'static') continue
        position = style.position
      }
      if (style.display === 'inline' || style.display === 'contents') continue
      if (style.overflowX !== 'visible' || style.overflowY !== 'visible') {
        boxes.push({ element: each, style, x: style.overflowX, y: style.overflowY })
      }
    }
    return boxes
  }
  const isScrolled = (overflow: string) => overflow === 'auto' || overflow === 'scroll'
  const innerBoxOf = (element: Element) => {
    const { left, top } = element.getBoundingClientRect()
    const x = left + element.clientLeft
    const y = top + element.clientTop
    return { left: x, top: y, right: x + element.clientWidth, bottom: y + element.clientHeight }
  }

  const isFigure = (text: string) => /\d[\d,]*\.\d\d|[A-Z]{3}\s?\d|\+\d|\d{4}[ -]\d{4}|درهم/.test(text)
  const mayEndInEllipsis = (element: Element, style: CSSStyleDeclaration, text: string) =>
    (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') &&
    !isFigure(text) &&
    (element.closest('[title]') !== null || mayShorten.some((selector) => element.closest(selector) !== null))

  const leaves = new Set<Element>()
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement
    if (!element || !node.textContent?.trim() || element.closest('svg, script, style, option')) continue
    if (!isForEyes(element)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    leaves.add(element)
    for (const line of range.getClientRects()) if (line.width > 0) checkLine(element, node.textContent, line)
  }

  function checkLine(element: Element, text: string, line: DOMRect) {
    // Only the letters of a line count: above and below them, a font leaves space for the letters of all scripts.
    const spare = Math.max(0, (line.height - parseFloat(getComputedStyle(element).fontSize)) / 2)
    const [top, bottom] = [line.top + spare, line.bottom - spare]
    const known = faults.size
    const what = `text “${shorten(text.trim())}” (${nameOf(element.closest(CONTROLS) ?? element)})`
    let [isFreeX, isFreeY] = [false, false]
    for (const box of boxesOf(element)) {
      const inner = innerBoxOf(box.element)
      isFreeX ||= isScrolled(box.x)
      isFreeY ||= isScrolled(box.y)
      const cutX = isFreeX || box.x === 'visible' ? 0 : Math.max(inner.left - line.left, line.right - inner.right)
      const cutY = isFreeY || box.y === 'visible' ? 0 : Math.max(inner.top - top, bottom - inner.bottom)
      if (Math.max(cutX, cutY) <= 1) continue
      if (mayEndInEllipsis(box.element, box.style, text)) {
        const isFromRight = /^\P{L}*\p{Script=Arabic}/u.test(text)
        if (cutX > 1 && isFromRight !== (box.style.direction === 'rtl')) faults.add(`${what} loses its beginning`)
        continue
      }
      faults.add(`${what} is cut off by ${Math.ceil(Math.max(cutX, cutY))} px in its ${cutX > 1 ? 'width' : 'height'}`)
    }
    const start = boxesOf(element).find((box) => isScrolled(box.y))?.element
    if (start && top < innerBoxOf(start).top - start.scrollTop - 1)
      faults.add(`${what} is above all that can be scrolled to`)
    if (!isFreeX && (line.left < -1 || line.right > innerWidth + 1))
      faults.add(`${what} is beyond the edge of the screen`)
    const control = element.closest(CONTROLS)
    const edges = control && getComputedStyle(control).display !== 'inline' && control.getBoundingClientRect()
    if (!edges || isFreeX || faults.size > known) return
    const out = Math.max(edges.left - line.left, line.right - edges.right, edges.top - top, bottom - edges.bottom)
    const isShortened = boxesOf(element).some((box) => mayEndInEllipsis(box.element, box.style, text))
    if (out > 1 && !isShortened) faults.add(`${what} sticks out of it by ${Math.ceil(out)} px`)
  }

  const canvas = document.createElement('canvas').getContext('2d')!
  for (const field of root.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select')) {
    if (!isForEyes(field) || /^(checkbox|radio|range|file|date)$/.test(field.type)) continue
    const isList = field instanceof HTMLSelectElement
    const text = isList ? (field.selectedOptions[0]?.text ?? '') : field.value
    const shown = text || (field as HTMLInputElement).placeholder || ''
    // Text that a person writes may be longer than any field, but a figure never may.
    if (field.type === 'password' || (!isList && text !== '' && /\p{L}/u.test(text))) continue
    const { font, letterSpacing, paddingLeft, paddingRight, direction, textAlign } = getComputedStyle(field)
    canvas.font = font
    canvas.letterSpacing = letterSpacing
    const room = field.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight)
    const cut = canvas.measureText(shown).width - room
    if (cut > 1) faults.add(`“${shorten(shown)}” in ${nameOf(field)} is cut off by ${Math.ceil(cut)} px`)
    // An element as wide as its text begins where the text begins.
    if (cut < -FINGER && textAlign === 'start' && direction !== getComputedStyle(field.parentElement!).direction)
      faults.add(`${nameOf(field)} begins at the other side`)
  }

  for (const picture of root.querySelectorAll('svg, img, canvas')) {
    const { height } = picture.getBoundingClientRect()
    // A watermark is as high as its receipt.
    if (height <= 2 * innerHeight || getComputedStyle(picture).position === 'absolute' || !isForEyes(picture)) continue
    faults.add(`${nameOf(picture)} is ${Math.round(height)} px high, far more than the window`)
  }
  const { scrollWidth } = document.documentElement
  if (scrollWidth > innerWidth) faults.add(`the page scrolls sideways by ${scrollWidth - innerWidth} px`)
  // Tabs and the choices of a filter are in one row, which scrolls sideways if it lacks space.
  const all = [...document.querySelectorAll<HTMLElement>('*')]
  const scrollers = all.filter(
    (each) =>
      each === document.scrollingElement || (isScrolled(getComputedStyle(each).overflowY) && each.clientHeight > 0),
  )
  for (const each of scrollers) {
    const beyond = each.scrollWidth - each.clientWidth
    if (beyond > 1 && !each.matches('html, input, textarea, [role=tablist], [role=group]') && isForEyes(each))
      faults.add(`${nameOf(each)} scrolls sideways by ${beyond} px`)
  }

  /**
   * For a hidden checkbox or radio button, its label is pressed instead; any other hidden input is filled with keys on
   * the screen.
   */
  const pressedOf = (element: Element) =>
    element instanceof HTMLInputElement && /checkbox|radio/.test(element.type) && !isForEyes(element)
      ? element.labels?.[0]
      : element
  const barOf = (element: Element) => {
    for (let each: Element | null = element; each; each = each.parentElement) {
      if (/fixed|sticky/.test(getComputedStyle(each).position)) return each
    }
    return null
  }
  const inSight = (element: Element, box = element.getBoundingClientRect()) => {
    let [left, top, right, bottom] = [box.left, box.top, box.right, box.bottom]
    for (const each of boxesOf(element)) {
      if (each.element === element) continue
      const inner = innerBoxOf(each.element)
      left = Math.max(left, inner.left)
      top = Math.max(top, inner.top)
      right = Math.min(right, inner.right)
      bottom = Math.min(bottom, inner.bottom)
    }
    return new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top))
  }
  const controls = [...new Set([...root.querySelectorAll(CONTROLS)].map(pressedOf))]
    .filter((element): element is Element => element !== undefined && isForEyes(element) && !element.closest('[inert]'))
    .flatMap((element) => {
      // A link in a sentence has a box for each of its lines.
      const lines = getComputedStyle(element).display === 'inline' ? [...element.getClientRects()] : []
      const boxes = lines.length > 0 ? lines : [element.getBoundingClientRect()]
      return boxes.map((box) => ({ element, box: inSight(element, box), bar: barOf(element) }))
    })

  const isInField = (field: Element, box: DOMRect) => {
    if (!field.matches('input')) return false
    const { left, right } = field.getBoundingClientRect()
    const { paddingLeft, paddingRight } = getComputedStyle(field)
    return box.right <= left + parseFloat(paddingLeft) + 1 || box.left >= right - parseFloat(paddingRight) - 1
  }
  controls.forEach((one, at) => {
    for (const other of controls.slice(at + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element) || one.bar !== other.bar) continue
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left)
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top)
      if (width <= 1 || height <= 1) continue
      if (isInField(one.element, other.box) || isInField(other.element, one.box)) continue
      faults.add(
        `${nameOf(one.element)} and ${nameOf(other.element)} overlap by ${Math.round(width)} x ${Math.round(height)} px`,
      )
    }
  })

  const scrolled = scrollers.map(({ scrollTop, scrollLeft }) => ({ scrollTop, scrollLeft }))
  for (const { element } of controls) {
    const box = element.getBoundingClientRect()
    const isDay = element.closest('[role=grid]') !== null
    // A field has a frame around it, whose edges are on both sides.
    const high = element.matches('input') ? FINGER - 2 : FINGER
    const [isHigh, isWide] = [box.height >= high - 0.5, box.width >= (isDay ? DAY : FINGER) - 0.5]
    if (isHigh && isWide) continue
    element.scrollIntoView({ block: 'center', inline: 'center' })
    const { width, height, left, right, top, bottom } = element.getBoundingClientRect()
    // A link in a sentence is as high as its line.
    if (getComputedStyle(element).display === 'inline') continue
    // Its hit area may be larger than its box: its label, or the frame around a field, which shows a text cursor.
    const isHit = (x: number, y: number) => {
      const hit = document.elementFromPoint((left + right) / 2 + x, (top + bottom) / 2 + y)
      let frame = hit
      while (frame && !frame.contains(element) && getComputedStyle(frame).cursor === 'text') frame = frame.parentElement
      const isFrame = frame?.contains(element) && getComputedStyle(frame).cursor === 'text'
      return element.contains(hit) || isFrame || hit?.closest('label')?.control === element
    }
    const half = FINGER / 2 - 1
    if (!isHigh && !(isHit(0, -half) && isHit(0, half)))
      faults.add(`${nameOf(element)} is ${Math.round(height)} px high, ${FINGER} are needed`)
    if (!isWide && !(isHit(-half, 0) && isHit(half, 0)))
      faults.add(`${nameOf(element)} is ${Math.round(width)} px wide, ${FINGER} are needed`)
  }

  // Pinned elements must cover neither the last line at the end nor the first line at the beginning.

  const isVeiled = all.some((each) => {
    const { position, pointerEvents } = getComputedStyle(each)
    const { width, height } = each.getBoundingClientRect()
    return position === 'fixed' && pointerEvents !== 'none' && width >= innerWidth && height >= innerHeight / 2
  })
  const lastLines = (edge: 'top' | 'bottom') => {
    for (const element of leaves) {
      const range = document.createRange()
      range.selectNodeContents(element)
      const seen = inSight(element)
      const line = [...range.getClientRects()].at(edge === 'bottom' ? -1 : 0)
      if (!line || seen.width < 1 || getComputedStyle(element).pointerEvents === 'none') continue
      if (isVeiled && !barOf(element)) continue
      const [x, y] = [(line.left + line.right) / 2, (line.top + line.bottom) / 2]
      if (x < seen.left || x > seen.right || y < seen.top || y > seen.bottom) continue
      const over = document.elementFromPoint(x, y)
      if (
        !over ||
        over.contains(element) ||
        element.contains(over) ||
        over.closest('[role=menu], [role=listbox], dialog')
      )
        continue
      const bar = barOf(over)
      if (!bar || bar.contains(element)) continue
      const { top, bottom } = bar.getBoundingClientRect()
      const isAtEnd = (top + bottom) / 2 > innerHeight / 2
      if (isAtEnd === (edge === 'bottom')) faults.add(`${nameOf(element)} lies under ${nameOf(over)} at the ${edge}`)
    }
  }
  const scrollAll = (to: (each: HTMLElement) => number) => scrollers.forEach((each) => (each.scrollTop = to(each)))
  scrollAll(() => 0)
  lastLines('top')
  scrollAll((each) => each.scrollHeight)
  lastLines('bottom')
  scrollers.forEach((each, at) => Object.assign(each, scrolled[at]))
  return [...faults]
}
