import * as v from 'valibot'

import { money, time } from './answer-parts.ts'

/** `GET /api/wallet`, supervisors only. Without a reading there is no balance: an unreadable balance is never shown as zero. */
export const Wallet = v.strictObject({
  balance: v.exactOptional(money),
  /** When the balance was read. */
  readAt: v.exactOptional(time),
  topupCode: v.exactOptional(v.string()),
  /** Why there is no fresh reading. */
  problem: v.exactOptional(v.picklist(['unreachable', 'unreadable'])),
})
export type Wallet = v.InferOutput<typeof Wallet>
