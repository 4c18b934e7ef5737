/** As long (ms) as the animation `tear`. */
const TEAR_MS = 240

/** Nothing waits for this picture. It may show a code, so it is removed by the clock, even in a hidden page. */
export function tearOffSlip(): void {
  const slip = document.querySelector('aside [data-slip]')
  const { height = 0, width, left, top } = slip?.getBoundingClientRect() ?? {}
  if (!slip || height === 0 || matchMedia('(prefers-reduced-motion: reduce)').matches) return
  const torn = document.createElement('div')
  torn.className = 'pointer-events-none [position:fixed] z-3 animate-tear'
  torn.dataset['torn'] = ''
  torn.inert = true
  torn.ariaHidden = 'true'
  Object.assign(torn.style, { left: `${left}px`, top: `${top}px`, width: `${width}px` })
  torn.append(slip.cloneNode(true))
  document.body.append(torn)
  if (slip instanceof HTMLElement) slip.style.visibility = 'hidden'
  setTimeout(() => torn.remove(), TEAR_MS)
}
