/** Leads the keyboard to the shelves: to the tile it was at last, else the first. False where there is none. */
export function focusFirstTile(): boolean {
  const tile = document.querySelector<HTMLElement>('.shelves [data-tile][tabindex="0"]')
  tile?.focus()
  return tile !== null
}
