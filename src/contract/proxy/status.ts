/** Why selling is stopped. A supervisor may try again, but for a full disk. */
export type StopReason =
  /** Three refusals of our signature in a row: the token is wrong, or another program uses this account with higher keys. */
  | 'signature'
  /** The wholesaler says that this point of sale is not active (code 5). */
  | 'inactive'
  /** It said one final thing of a sale, and then another (DESIGN rule 7). */
  | 'contradiction'
  | 'disk-full'

/** `GET /api/status`, read every 5 s. */
export type Status = {
  service: 'ok' | 'unreachable' | 'stopped'
  /** With `stopped`. */
  reason?: StopReason
  /** Since when, epoch ms. */
  since: number
  /** `low`: the wholesaler refused a sale for want of funds or a limit, and nothing says since that it would not again. */
  wallet: 'ok' | 'low' | 'unknown'
  /** Sales of the whole shop that wait for an answer or a person. */
  waiting: number
  /** Those of them, and settled ones, that need a supervisor's attention (DESIGN rules 7, 8, 15). */
  attention: number
  /** Sales whose customer is to have money back. */
  refundsDue: number
  /** Sales of which something is news for this person. */
  unread: number
  /** Vouchers of the whole shop whose code is there and was not handed over (DESIGN rule 12). */
  undelivered: number
  /** Supervisors only: people at whose PINs was guessed too often (`StaffEntry.pinLock`). */
  pinLocks?: number
  /** Supervisors only: the machine's clock is far ahead; keys do not follow it. */
  isClockAhead?: true
  /** The proxy's clock, epoch ms. */
  serverTime: number
  version: string
}
