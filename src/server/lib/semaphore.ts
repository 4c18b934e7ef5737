export type Slots = {
  /** Waits for a slot, the first who asked first, and returns how to leave it. To be left once. */
  enter: () => Promise<() => void>
  /** Does a piece of work in a slot. */
  inTurn: <T>(work: () => Promise<T>) => Promise<T>
}

/** Slots for work of which at most `max` pieces are under way at once. */
export function createSlots(max: number): Slots {
  const waiting: (() => void)[] = []
  let free = max

  function leave(): void {
    const next = waiting.shift()
    // The slot passes on, so that nobody who asks now comes before those who wait.
    if (next) next()
    else free += 1
  }

  async function enter(): Promise<() => void> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    return leave
  }

  return {
    enter,
    inTurn: async (work) => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}
