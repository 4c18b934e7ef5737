/** A promise that is settled from outside; Node 20 has no `Promise.withResolvers`. */
export type Deferred<T> = { promise: Promise<T>; resolve: (value: T) => void }

export function createDeferred<T>(): Deferred<T> {
  let resolve!: (value: T) => void
  const promise = new Promise<T>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
