import type { Cancel, Timers } from '../lib/ports.ts'

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

/** A promise with its `resolve` function. Node 20 has no `Promise.withResolvers`. */
export type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void }

export function createDeferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
