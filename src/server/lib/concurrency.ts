import type { Cancel, Timers } from './ports.ts'

/** A promise with its `resolve` function. Node 20 has no `Promise.withResolvers`. */
type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void }

export function createDeferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Resolves after `ms`. */
export const delay = (timers: Timers, ms: number): Promise<void> =>
  new Promise((resolve) => {
    timers.after(ms, resolve)
  })

/** Resolves when `wait` is settled or after `ms`, and rejects when `wait` rejects first. */
export async function waitAtMost(timers: Timers, ms: number, wait: Promise<unknown>): Promise<void> {
  let cancel: Cancel = () => {}
  const over = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve)
  })
  await Promise.race([wait, over])
  cancel()
}

/** A pause that can be ended early. One at a time. */
export function createPause(timers: Timers) {
  let wake = () => {}
  return {
    pause: (ms: number) =>
      new Promise<void>((resolve) => {
        const cancel = timers.after(ms, resolve)
        wake = () => {
          cancel()
          resolve()
        }
      }),
    wake: () => wake(),
  }
}

export type Semaphore = {
  /** Waits for a place, the first who asked first, and returns how to leave it; leaving twice is leaving once. */
  enter: () => Promise<() => void>
  /** Does a piece of work in a place. */
  run: <T>(work: () => Promise<T>) => Promise<T>
}

/** Places for work of which at most `max` pieces are under way at once. */
export function createSemaphore(max: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = max

  function leave(): void {
    const next = waiting.shift()
    // The place passes on, so that nobody who asks now comes before those who wait.
    if (next) next()
    else free += 1
  }

  async function enter(): Promise<() => void> {
    if (free > 0) free -= 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let isIn = true
    return () => {
      if (isIn) leave()
      isIn = false
    }
  }

  return {
    enter,
    run: async (work) => {
      await enter()
      try {
        return await work()
      } finally {
        leave()
      }
    },
  }
}

/** Work of one key is done in order, one at a time. Different keys run concurrently. */
export function createSerialQueue<Key>() {
  const last = new Map<Key, Promise<void>>()
  return {
    run: <T>(key: Key, work: () => Promise<T>): Promise<T> => {
      const before = last.get(key) ?? Promise.resolve()
      const mine = before.then(work, work)
      const settled = mine.then(
        () => {},
        () => {},
      )
      last.set(key, settled)
      void settled.then(() => last.get(key) === settled && last.delete(key))
      return mine
    },
    /** Resolves when the queue is empty. */
    rest: async (): Promise<void> => {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}

/** What is under way for a key is done once: whoever asks for the same meanwhile gets the same result. */
export function createShared<T, Key = string>() {
  const underWay = new Map<Key, Promise<T>>()
  return {
    run: (key: Key, work: () => Promise<T>): Promise<T> => {
      const running = underWay.get(key)
      if (running) return running
      const begun = work().finally(() => {
        if (underWay.get(key) === begun) underWay.delete(key)
      })
      underWay.set(key, begun)
      return begun
    },
    /** Something has changed: from now on it is done again. */
    forget: () => underWay.clear(),
  }
}

/** The same for work without a key. */
export function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  const { run } = createShared<T, undefined>()
  return () => run(undefined, work)
}

/** What is under way, so that a stop can wait for it. */
export function createInFlight() {
  const works = new Set<Promise<unknown>>()
  return {
    /** Counts a piece of work until it is settled, and returns it. */
    count: <T>(work: Promise<T>): Promise<T> => {
      const settled = work.catch(() => {})
      works.add(settled)
      void settled.then(() => works.delete(settled))
      return work
    },
    isEmpty: () => works.size === 0,
    /** Resolves when all that is under way now is settled. */
    rest: async (): Promise<void> => void (await Promise.all(works)),
  }
}
