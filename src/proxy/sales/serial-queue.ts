export type SerialQueue<Key> = {
  /** Runs what is asked for one key one after the other, in the order asked; other keys go beside it. */
  run: <T>(key: Key, run: () => Promise<T>) => Promise<T>
  /** Resolves when nothing is left to run. */
  rest: () => Promise<void>
}

export function createSerialQueue<Key>(): SerialQueue<Key> {
  const last = new Map<Key, Promise<void>>()
  return {
    run: (key, run) => {
      const before = last.get(key) ?? Promise.resolve()
      const mine = before.then(run, run)
      const settled = mine.then(
        () => {},
        () => {},
      )
      last.set(key, settled)
      void settled.then(() => last.get(key) === settled && last.delete(key))
      return mine
    },
    rest: async () => {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}
