/** Times from the call to the last byte of its answer (ms), and sizes of answers (bytes) (`docs/architecture.md`, "The request queue"). */
export type CallLimits = {
  connectMs: number
  checkMs: number
  /** A check's wait for its turn. */
  checkQueueMs: number
  confirmMs: number
  /** Find and balance. */
  findMs: number
  catalogMs: number
  answerBytes: number
  listBytes: number
  jsonDepth: number
  /** Unanswered calls, one per connection. */
  connections: number
  /** The longest wait of the next call for the answer to a confirm, or to the first call of a connection. */
  writeGapMs: number
  /** The first and the longest interval between calls of `/balance` until it is answered. */
  probeFirstMs: number
  probeMaxMs: number
}

const MIB = 1024 * 1024

export const CALL_LIMITS: CallLimits = {
  connectMs: 3_000,
  checkMs: 20_000,
  checkQueueMs: 10_000,
  confirmMs: 60_000,
  findMs: 15_000,
  catalogMs: 30_000,
  answerBytes: MIB,
  listBytes: 32 * MIB,
  jsonDepth: 32,
  connections: 8,
  writeGapMs: 40,
  probeFirstMs: 5_000,
  probeMaxMs: 30_000,
}
