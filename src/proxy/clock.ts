/** Time as the proxy uses it. */
export type Clock = {
  /** Epoch ms that never jump while the process lives: the wall clock at start plus measured time. Ages and journal times use it. */
  now: () => number
  /** The machine's wall clock, epoch ms; it may jump. Only keys look at it. */
  wall: () => number
}

export function systemClock(): Clock {
  const startedAt = Date.now() - performance.now()
  return { now: () => Math.round(startedAt + performance.now()), wall: () => Date.now() }
}
