// The oldest browsers that sell have no `toSorted` and `toReversed`.

/** The same values, sorted; the list itself stays. */
export const sorted = <T>(list: Iterable<T>, compare?: (one: T, other: T) => number): T[] =>
  // oxlint-disable-next-line unicorn/no-array-sort
  [...list].sort(compare)

/** The same values from the last to the first; the list itself stays. */
export const reversed = <T>(list: Iterable<T>): T[] =>
  // oxlint-disable-next-line unicorn/no-array-reverse
  [...list].reverse()
