// The oldest supported browsers lack `toSorted` and `toReversed`.

export const sorted = <T>(list: Iterable<T>, compare?: (one: T, other: T) => number): T[] =>
  // oxlint-disable-next-line unicorn/no-array-sort
  [...list].sort(compare)

export const reversed = <T>(list: Iterable<T>): T[] =>
  // oxlint-disable-next-line unicorn/no-array-reverse
  [...list].reverse()
