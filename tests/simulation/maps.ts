/** Sets an entry. Returns how to undo that. */
export function setIn<T>(map: Map<string, T>, key: string, value: T): () => void {
  const before = map.get(key)
  map.set(key, value)
  return () => {
    if (before === undefined) map.delete(key)
    else map.set(key, before)
  }
}

/** The entry of a key, which is made when it is first asked for. */
export function entryOf<T>(map: Map<string, T>, key: string, make: () => T): T {
  const made = map.get(key) ?? make()
  map.set(key, made)
  return made
}
