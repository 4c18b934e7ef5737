/** @template T, K @param {Iterable<T>} values @param {(value: T) => K} keyOf @returns {Map<K, T[]>} The values of each key, in order. */
export function groupBy(values, keyOf) {
  /** @type {Map<K, T[]>} */
  const groups = new Map()
  for (const value of values) {
    const key = keyOf(value)
    const group = groups.get(key)
    if (group) group.push(value)
    else groups.set(key, [value])
  }
  return groups
}

/** @template T @param {Iterable<T>} values @returns {T[]} The values that occur more than once. */
export function repeated(values) {
  return [...groupBy(values, (value) => value)].filter(([, group]) => group.length > 1).map(([value]) => value)
}
