/** How the tiles of a shelf are laid out just now, px. */
export type GridMeasure = {
  columns: number
  rowHeight: number
  gap: number
  /** Where it begins in what scrolls. */
  top: number
  /** How much of it is in sight. */
  height: number
  /** On a narrow screen the page scrolls, not the box of the shelves. */
  isPageScrolled: boolean
}

/** What the stylesheet makes of `.tiles`: that alone knows how many columns there are. */
export function measureGrid(tiles: HTMLElement, box: HTMLElement): GridMeasure {
  const style = getComputedStyle(tiles)
  const isPageScrolled = getComputedStyle(document.body).overflowY !== 'hidden'
  const { top } = tiles.getBoundingClientRect()
  return {
    columns: style.gridTemplateColumns.split(' ').length,
    rowHeight: Number.parseFloat(style.gridAutoRows),
    gap: Number.parseFloat(style.rowGap),
    top: isPageScrolled ? top + window.scrollY : top - box.getBoundingClientRect().top + box.scrollTop,
    height: isPageScrolled ? window.innerHeight : box.clientHeight,
    isPageScrolled,
  }
}
