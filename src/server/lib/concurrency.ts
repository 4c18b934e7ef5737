import type { Cancel, Timers } from './ports.ts'

/** Node 20 has no `Promise.withResolvers`. */
type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void }

export function createDeferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

export const delay = (timers: Timers, ms: number): Promise<void> =>
  new Promise((resolve) => {
    timers.after(ms, resolve)
  })

/** Resolves after `ms` at the latest; rejects if `wait` rejects first. */
export async function waitAtMost(timers: Timers, ms: number, wait: Promise<unknown>): Promise<void> {
  let cancel: Cancel = () => {}
  const over = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve)
  })
  await Promise.race([wait, over])
  cancel()
}

/** One pause at a time, which can be ended early. */
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
  /** Waits in the order of calls. Returns a function that frees the slot; calling it again does nothing. */
  enter: () => Promise<() => void>
  run: <T>(work: () => Promise<T>) => Promise<T>
}

export function createSemaphore(max: number): Semaphore {
  const waiting: (() => void)[] = []
  let free = max

  function leave(): void {
    const next = waiting.shift()
    // Handed on directly, so new callers don't overtake waiting ones.
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

/** Runs work one at a time per key, in order; different keys in parallel. */
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
    rest: async (): Promise<void> => {
      while (last.size > 0) await Promise.all(last.values())
    },
  }
}

/** Runs work once per key at a time: calls meanwhile get the same result. */
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
    /** The next call runs the work again, because something has changed. */
    forget: () => underWay.clear(),
  }
}

/** Like `createShared`, for work without a key. */
export function shareRuns<T>(work: () => Promise<T>): () => Promise<T> {
  const { run } = createShared<T, undefined>()
  return () => run(undefined, work)
}

/** Keeps track of running work, so a stop can wait for it. */
export function createInFlight() {
  const works = new Set<Promise<unknown>>()
  return {
    count: <T>(work: Promise<T>): Promise<T> => {
      const settled = work.catch(() => {})
      works.add(settled)
      void settled.then(() => works.delete(settled))
      return work
    },
    isEmpty: () => works.size === 0,
    /** Waits for everything that is running now. */
    rest: async (): Promise<void> => void (await Promise.all(works)),
  }
}
