import * as v from 'valibot'

import { Balance, Money } from '#domain/money.ts'
import { count, time } from '#domain/schema-parts.ts'

/** The highest number that may be confirmed: nobody has sold so much after a backup. */
const MAX_FIRST_NUMBER = 999_999_999
const firstNumber = v.pipe(
  v.number('has to be a number'),
  v.integer('has to be a whole number'),
  v.minValue(1, 'has to be above zero'),
  v.maxValue(MAX_FIRST_NUMBER, `has to be at most ${MAX_FIRST_NUMBER}`),
)

/**
 * The journal was put back from a backup, and nothing is sold until a supervisor has confirmed how it goes on. Sales made after the
 * backup are not in it, and nobody can list them: the wallet shows only their sum.
 */
export const Recovery = v.strictObject({
  id: count,
  foundAt: time,
  /** The newest time in the backup; absent if nothing had happened in it. */
  backupAt: v.exactOptional(time),
  /** Open sales that were not asked for yet since the restore. */
  toAsk: count,
  /** Sales that are still open: they go on after the confirmation, as always. */
  open: count,
  /** International top-ups among them that nobody can ask for. */
  undecidable: count,
  /** Codes that were not handed over in the backup, and refunds that were due: they may have been dealt with after it. */
  undelivered: count,
  refundsDue: count,
  /** Drawers that were in use. Their shifts may have been closed after the backup. */
  openShifts: count,
  /** Reading the balance before the backup, with which the wallet is compared; absent if there is none. */
  comparedWith: v.exactOptional(time),
  /** The last balance, if it was read and compared since. */
  reading: v.exactOptional(v.strictObject({ at: time, balance: Balance })),
  /** Why the last attempt to read it failed; `unreadable` also if the service refused it. */
  problem: v.exactOptional(v.picklist(['unreachable', 'unreadable'])),
  /**
   * What the journal does not explain: money that left the wallet (`out`) was mostly sold after the backup; money that was paid in after it comes off.
   * While `least` is there, open sales leave the amount open; `amount` is the most. Empty when nothing is missing.
   */
  missing: v.pipe(
    v.array(v.strictObject({ direction: v.picklist(['in', 'out']), amount: Money, least: v.exactOptional(Money) })),
    v.maxLength(50),
  ),
  /** Nothing is seen to be missing, and open sales may hide so much: they may not have been charged. */
  mayBeMissing: v.exactOptional(Money),
  /** The highest numbers in the backup, and what is proposed for the next ones, above all that may have been given after it. */
  lastSaleNumber: count,
  lastZNumber: count,
  proposed: v.strictObject({ firstSaleNumber: count, firstZNumber: count }),
  /**
   * Whether a supervisor may confirm by now: all open sales were asked for, the pause after the first answer of the service is over, and the wallet was
   * compared or cannot be read.
   */
  canConfirm: v.boolean(),
})
export type Recovery = v.InferOutput<typeof Recovery>

/** A supervisor has looked, and selling goes on with these numbers, which no number on the papers of the shop may reach. */
export const ConfirmRecovery = v.strictObject({ id: count, firstSaleNumber: firstNumber, firstZNumber: firstNumber })
export type ConfirmRecovery = v.InferOutput<typeof ConfirmRecovery>

export const recoveryEndpoints = {
  'GET /api/recovery': { answer: Recovery },
  'POST /api/recovery': {
    body: ConfirmRecovery,
    answer: v.strictObject({ firstSaleNumber: count, firstZNumber: count }),
  },
}
