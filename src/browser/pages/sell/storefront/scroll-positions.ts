/** How far the box of the shelves is scrolled and, on a narrow screen, the page. */
export type ScrollPosition = readonly [box: number, page: number]

const START: ScrollPosition = [0, 0]
const MOST_KEPT = 200

const places = new Map<string, ScrollPosition>()

/** Where a visit of this name was left; the start where none was. */
export const findScrollPosition = (...names: readonly string[]): ScrollPosition =>
  names.map((name) => places.get(name)).find((place) => place !== undefined) ?? START

/** Keeps where a visit stands under each of its names, while the page is open. */
export function storeScrollPosition(place: ScrollPosition, ...names: readonly string[]): void {
  for (const name of names) {
    places.delete(name)
    places.set(name, place)
  }
  for (const oldest of places.keys()) {
    if (places.size <= MOST_KEPT) return
    places.delete(oldest)
  }
}
