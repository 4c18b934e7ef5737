/** How long each kind of call may take, from asking to the last byte of its answer, and how much it may answer (DESIGN, "The gate"). */
export type Limits = {
  connectMs: number
  checkMs: number
  /** How long a check waits for its turn. */
  checkTurnMs: number
  confirmMs: number
  /** Find and balance. */
  lookMs: number
  catalogueMs: number
  answerBytes: number
  listBytes: number
  jsonDepth: number
  /** Unanswered calls, one on each connection. */
  connections: number
  /** After a confirm, or the first call of a connection, was written, the next call waits this long for its answer. */
  leadMs: number
  /** `/balance` is tried at this pace until it is answered. */
  probeFirstMs: number
  probeLongestMs: number
}

const MIB = 1024 * 1024

export const LIMITS: Limits = {
  connectMs: 3_000,
  checkMs: 20_000,
  checkTurnMs: 10_000,
  confirmMs: 60_000,
  lookMs: 15_000,
  catalogueMs: 30_000,
  answerBytes: MIB,
  listBytes: 32 * MIB,
  jsonDepth: 32,
  connections: 8,
  leadMs: 40,
  probeFirstMs: 5_000,
  probeLongestMs: 30_000,
}
