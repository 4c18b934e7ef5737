import * as v from 'valibot'

import { Balance, Money } from '#domain/money/money.ts'
import { count, time } from '#domain/schema-parts.ts'

/** Higher than any shop can reach after a backup. */
const MAX_FIRST_NUMBER = 999_999_999
const firstNumber = v.pipe(
  v.number('has to be a number'),
  v.integer('has to be a whole number'),
  v.minValue(1, 'has to be above zero'),
  v.maxValue(MAX_FIRST_NUMBER, `has to be at most ${MAX_FIRST_NUMBER}`),
)

/**
 * The journal was restored from a backup, and selling waits for a supervisor's confirmation. Sales made after the backup are missing, and no one can
 * list them: the wallet shows only their sum.
 */
export const Recovery = v.strictObject({
  id: count,
  foundAt: time,
  /** The newest time in the backup; absent if it is empty. */
  backupAt: v.exactOptional(time),
  /** Open sales not checked with the service yet since the restore. */
  toAsk: count,
  /** Sales still open, which continue after the confirmation. */
  open: count,
  /** The international top-ups among them that find cannot look up. */
  undecidable: count,
  /** Sales that can't be read from the database, so that they are not asked for. */
  unreadable: count,
  /** Undelivered codes and due refunds in the backup, which may have been dealt with since. */
  undelivered: count,
  refundsDue: count,
  /** Open shifts in the backup, which may have been closed since. */
  openShifts: count,
  /** The last balance before the backup, with which the wallet is compared. */
  comparedWith: v.exactOptional(time),
  /** The last balance, if it was read and compared since. */
  reading: v.exactOptional(v.strictObject({ at: time, balance: Balance })),
  /** Why the last attempt to read it failed; `unreadable` also if the service rejected it. */
  problem: v.exactOptional(v.picklist(['unreachable', 'unreadable'])),
  /**
   * What the journal does not explain: `out` was mostly sold after the backup, less what was paid in since. `amount` is the most, and `least` is
   * present while open sales leave a range. Empty if nothing is missing.
   */
  missing: v.pipe(
    v.array(v.strictObject({ direction: v.picklist(['in', 'out']), amount: Money, least: v.exactOptional(Money) })),
    v.maxLength(50),
  ),
  /** Nothing seems to be missing, but open sales may hide this much, because they may not have been charged. */
  mayBeMissing: v.exactOptional(Money),
  /** The highest numbers in the backup, and proposals for the next ones, which are above all numbers that may have been assigned since. */
  lastSaleNumber: count,
  lastZNumber: count,
  proposed: v.strictObject({ firstSaleNumber: count, firstZNumber: count }),
  /**
   * Whether a supervisor may confirm now: all open sales were checked, the pause after the service's first reply is over, and the wallet was compared
   * or cannot be read.
   */
  canConfirm: v.boolean(),
})
export type Recovery = v.InferOutput<typeof Recovery>

/** Selling continues with these numbers, which must be above every number on the shop's documents. */
export const ConfirmRecovery = v.strictObject({ id: count, firstSaleNumber: firstNumber, firstZNumber: firstNumber })
export type ConfirmRecovery = v.InferOutput<typeof ConfirmRecovery>

export const recoveryEndpoints = {
  'GET /api/recovery': { answer: Recovery },
  'POST /api/recovery': {
    body: ConfirmRecovery,
    answer: v.strictObject({ firstSaleNumber: count, firstZNumber: count }),
  },
}
