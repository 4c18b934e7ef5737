export function setIn<T>(map: Map<string, T>, key: string, value: T): () => void {
  const before = map.get(key)
  map.set(key, value)
  return () => {
    if (before === undefined) map.delete(key)
    else map.set(key, before)
  }
}

export function entryOf<T>(map: Map<string, T>, key: string, make: () => T): T {
  const made = map.get(key) ?? make()
  map.set(key, made)
  return made
}
