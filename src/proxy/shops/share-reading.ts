/** What is being read is read once: whoever asks for the same meanwhile, by `key`, gets the same answer. */
export function shareReading<T>() {
  const underWay = new Map<string, Promise<T>>()
  return {
    read: (key: string, read: () => Promise<T>): Promise<T> => {
      const running = underWay.get(key)
      if (running) return running
      const begun = read().finally(() => {
        if (underWay.get(key) === begun) underWay.delete(key)
      })
      underWay.set(key, begun)
      return begun
    },
    /** Something has changed: whoever asks from now on is answered anew. */
    forget: () => underWay.clear(),
  }
}
