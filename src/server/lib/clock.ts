export type Clock = {
  /** The wall clock at startup plus measured time (epoch ms), which never jumps. Used for ages and journal times. */
  now: () => number
  /**
   * The machine's wall clock (epoch ms), which may jump. Only for request keys, the lease (the clock that advanced further counts), the System check, and the
   * times of restores and of backups before a migration.
   */
  wall: () => number
}

export function systemClock(): Clock {
  const startedAt = Date.now() - performance.now()
  return { now: () => Math.round(startedAt + performance.now()), wall: () => Date.now() }
}
