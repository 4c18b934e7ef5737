/** What is being read is read once: a request for the same `key` meanwhile returns the same result. */
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
    /** Something has changed: from now on it is read again. */
    forget: () => underWay.clear(),
  }
}
