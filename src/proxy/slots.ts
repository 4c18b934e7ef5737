/** Runs pieces of work of which at most `max` are under way at once. The others wait for their turn, the first who asked first. */
export function createSlots(max: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = max
  return async (work) => {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      // The slot passes on, so that nobody who asks now comes before those who wait.
      if (next) next()
      else free += 1
    }
  }
}
