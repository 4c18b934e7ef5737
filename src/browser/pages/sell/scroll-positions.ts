const MAX_STORED = 200

const positions = new Map<string, number>()

/** How far the tiles were scrolled (px) when the first of these names that is known was left; 0 if none is. */
export const findScrollPosition = (...names: readonly string[]): number =>
  names.map((name) => positions.get(name)).find((position) => position !== undefined) ?? 0

/** Stores a position under each of its names, for as long as the page is open. */
export function storeScrollPosition(position: number, ...names: readonly string[]): void {
  for (const name of names) {
    positions.delete(name)
    positions.set(name, position)
  }
  for (const oldest of positions.keys()) {
    if (positions.size <= MAX_STORED) return
    positions.delete(oldest)
  }
}
