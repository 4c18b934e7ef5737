/** Runs what is asked for one key one after the other, in the order asked; other keys go beside it. */
export function oneAtATime<Key>(): <T>(key: Key, run: () => Promise<T>) => Promise<T> {
  const last = new Map<Key, Promise<unknown>>()
  return (key, run) => {
    const before = last.get(key) ?? Promise.resolve()
    const mine = before.then(run, run)
    const settled = mine.then(
      () => {},
      () => {},
    )
    last.set(key, settled)
    void settled.then(() => last.get(key) === settled && last.delete(key))
    return mine
  }
}
