/** The two clocks of the proxy. */
export type Clock = {
  /** The wall clock at the start plus measured time (epoch ms), which never jumps while the process runs. Ages and journal times use it. */
  now: () => number
  /** The machine's wall clock (epoch ms), which may jump. Only keys use it. */
  wall: () => number
}

export function systemClock(): Clock {
  const startedAt = Date.now() - performance.now()
  return { now: () => Math.round(startedAt + performance.now()), wall: () => Date.now() }
}
