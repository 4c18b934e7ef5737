import * as v from 'valibot'

import { MAX_SLIP } from '#domain/wallet/announced-deposit.ts'
import { Balance, findDecimal, Money } from '#domain/money/money.ts'
import { count, optionalTrue, time } from '#domain/schema-parts.ts'
import { MOVEMENT_KINDS } from '#domain/wallet/wallet.ts'
import { amountText, currencyText, NoContent } from './input-parts.ts'
import { spokenText, ulidText } from './sales.ts'

const movementKind = v.picklist(MOVEMENT_KINDS)

/** A change of the balance that no sale explains. `Money` is unsigned; `direction` is a separate field. `kind` is a proposal until `explainedAt` is set. */
const movement = v.strictObject({
  id: count,
  /** Sent back with an explanation, which is rejected if the transaction has changed since. */
  version: count,
  /** It happened between the readings at `sinceAt` and `at`. */
  sinceAt: time,
  at: time,
  direction: v.picklist(['in', 'out']),
  amount: Money,
  /** The minimum while open sales leave a range; `amount` is the maximum. */
  least: v.exactOptional(Money),
  kind: movementKind,
  /** An unsold sale with exactly this cost. */
  sale: v.exactOptional(v.strictObject({ id: v.string(), number: count })),
  /** The number on a deposit's slip. */
  slip: v.exactOptional(v.string()),
  /** An announced deposit that this may be, until it is explained. */
  announced: v.exactOptional(v.strictObject({ id: v.string(), slip: v.exactOptional(v.string()) })),
  note: v.exactOptional(v.string()),
  explainedAt: v.exactOptional(time),
  explainedBy: v.exactOptional(v.string()),
  /** The journal was restored from a backup in between, so it includes what was sold since that backup. */
  isFromRestore: v.exactOptional(v.literal(true)),
})
export type WalletMovement = v.InferOutput<typeof movement>

/** Money that a supervisor paid in and that has not arrived. It is not part of the balance. */
const deposit = v.strictObject({
  id: v.string(),
  amount: Money,
  slip: v.exactOptional(v.string()),
  paidAt: time,
  announcedAt: time,
  announcedBy: v.string(),
  /** It was paid three days ago or earlier. */
  isLate: optionalTrue,
})
export type ExpectedDeposit = v.InferOutput<typeof deposit>

const costFit = v.picklist(['less', 'more', 'none', 'neither'])

/** A sale whose cost does not match the promised commission, applied the way it is for most sales of its kind (`learned`). */
const costDifference = v.strictObject({
  saleId: v.string(),
  number: count,
  at: time,
  serviceName: v.string(),
  amount: Money,
  commission: v.strictObject({ kind: v.picklist(['percent', 'fixed']), value: v.string() }),
  /** What the wholesaler charged, and what the commission would have made it. */
  cost: Money,
  expected: v.exactOptional(Money),
  fit: costFit,
  learned: v.exactOptional(costFit),
})
export type CostDifferenceRow = v.InferOutput<typeof costDifference>

const point = v.strictObject({ at: time, balance: Balance })
export type WalletPoint = v.InferOutput<typeof point>

/** Supervisors only. Without a reading there is no balance: an unreadable balance is never shown as zero. */
export const Wallet = v.strictObject({
  balance: v.exactOptional(Balance),
  asOf: v.exactOptional(time),
  /** The last attempt failed, or the balance is older than ten minutes. */
  stale: v.boolean(),
  problem: v.exactOptional(v.picklist(['unreachable', 'unreadable'])),
  /** Open sales that may have been charged: from none (`least`) to all (`most`). */
  held: v.strictObject({ count, least: v.exactOptional(Money), most: v.exactOptional(Money) }),
  /** How many days the balance lasts at the shop's pace, at most 90. Absent before three days of sales. */
  runwayDays: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  /** The low-balance amount, and how many days of sales it covers. */
  line: v.exactOptional(Money),
  lineDays: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  /** Now, the end of each day, and the time at which the wallet is empty. */
  forecast: v.pipe(v.array(point), v.maxLength(9)),
  /** The readings of the last seven days, oldest first, thinned for a chart. */
  readings: v.pipe(v.array(point), v.maxLength(400)),
  /** Newest first. */
  movements: v.pipe(v.array(movement), v.maxLength(50)),
  /** Oldest first. */
  expectedDeposits: v.pipe(v.array(deposit), v.maxLength(50)),
  costDifferences: v.pipe(v.array(costDifference), v.maxLength(50)),
  topupCode: v.exactOptional(v.string()),
})
export type Wallet = v.InferOutput<typeof Wallet>

const slip = v.optional(spokenText(MAX_SLIP, 'the number of the slip'))

export const ExplainMovement = v.strictObject({
  version: count,
  kind: movementKind,
  slip,
  note: v.optional(spokenText(300, 'what it was, in words')),
})
export type ExplainMovement = v.InferOutput<typeof ExplainMovement>

/** Sent twice with the same `id` and content, it is stored once. */
export const AnnounceDeposit = v.strictObject({
  id: ulidText('an id of this deposit'),
  amount: v.pipe(
    amountText,
    v.check((text) => (findDecimal(text)?.units ?? 0n) > 0n, 'an amount above zero'),
  ),
  /** The one of the wallet. */
  currency: currencyText,
  slip,
  /** From 30 days ago to the end of today. */
  paidAt: v.pipe(v.number(), v.safeInteger()),
})
export type AnnounceDeposit = v.InferOutput<typeof AnnounceDeposit>

/** The transaction as it was shown. */
export const MatchDeposit = v.strictObject({ movement: count, version: count })
export type MatchDeposit = v.InferOutput<typeof MatchDeposit>

export const walletEndpoints = {
  'GET /api/wallet': { answer: Wallet },
  'POST /api/wallet/movements/:id': { body: ExplainMovement, answer: movement },
  'POST /api/wallet/deposits': { body: AnnounceDeposit, answer: deposit },
  'POST /api/wallet/deposits/:id/match': { body: MatchDeposit, answer: movement },
  'POST /api/wallet/deposits/:id/withdraw': { body: NoContent, answer: deposit },
}
