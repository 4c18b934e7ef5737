/** How long each kind of call may take, from asking to the last byte of its answer, and how much it may answer (DESIGN, "The gate"). */
export type CallLimits = {
  connectMs: number
  checkMs: number
  /** How long a check waits for its turn. */
  checkQueueMs: number
  confirmMs: number
  /** Find and balance. */
  findMs: number
  catalogueMs: number
  answerBytes: number
  listBytes: number
  jsonDepth: number
  /** Unanswered calls, one on each connection. */
  connections: number
  /** After a confirm, or the first call of a connection, was written, the next call waits this long for its answer. */
  writeGapMs: number
  /** `/balance` is tried at this pace until it is answered. */
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
  catalogueMs: 30_000,
  answerBytes: MIB,
  listBytes: 32 * MIB,
  jsonDepth: 32,
  connections: 8,
  writeGapMs: 40,
  probeFirstMs: 5_000,
  probeMaxMs: 30_000,
}
