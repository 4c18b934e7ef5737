import type { Timers } from './ports.ts'

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
