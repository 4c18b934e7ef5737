export type SerialQueue<Key> = {
  /** Runs the work of one key in order, one at a time. Different keys run concurrently. */
  run: <T>(key: Key, run: () => Promise<T>) => Promise<T>
  /** Resolves when the queue is empty. */
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
