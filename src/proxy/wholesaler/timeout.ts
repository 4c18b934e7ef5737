import type { Cancel, Timers } from '../ports.ts'

export const delay = (timers: Timers, ms: number): Promise<void> =>
  new Promise((resolve) => {
    timers.after(ms, resolve)
  })

/** Resolves when `wait` does, or after `ms`. */
export async function waitAtMost(timers: Timers, ms: number, wait: Promise<unknown>): Promise<void> {
  let cancel: Cancel = () => {}
  const over = new Promise<void>((resolve) => {
    cancel = timers.after(ms, resolve)
  })
  await Promise.race([wait, over])
  cancel()
}
