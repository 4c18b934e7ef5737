/** The two clocks of the proxy. */
export type Clock = {
  /** The wall clock at the start plus measured time (epoch ms), which never jumps while the process runs. Ages and journal times use it. */
  now: () => number
  /**
   * The machine's wall clock (epoch ms), which may jump. Keys follow it; a leader stops sending by it or by `now`, whichever went
   * further; the board _Ready to sell_ compares both; and a restore is noted with it. Nothing else uses it.
   */
  wall: () => number
}

export function systemClock(): Clock {
  const startedAt = Date.now() - performance.now()
  return { now: () => Math.round(startedAt + performance.now()), wall: () => Date.now() }
}
