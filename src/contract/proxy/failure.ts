import type { Sale } from '#domain/sale.ts'

/** Why the proxy did not do what was asked. 4xx and 5xx answers carry exactly this (DESIGN section 3). */
export type FailureCode =
  | 'unreadable'
  | 'signed-out'
  | 'wrong-pin'
  | 'not-enrolled'
  | 'wrong-code'
  | 'not-allowed'
  | 'origin'
  | 'unknown'
  | 'other-content'
  | 'stale-version'
  | 'quote-expired'
  | 'not-now'
  | 'duplicate-open'
  | 'duplicate-ask'
  | 'selling-stopped'
  | 'disk-full'
  | 'reload'
  | 'too-soon'
  | 'number-refused'
  | 'amount-refused'
  | 'service-unknown'
  | 'service-inactive'
  | 'not-sold-here'
  | 'account-missing'
  | 'account-refused'
  | 'customer-refused'
  /** Another sale of the same line of the same quantity is there. */
  | 'batch-line'
  /** Say why, and ask again. */
  | 'reason-missing'
  /** The sign-in is too old for this: the own PIN once more. */
  | 'step-up'
  /** Too many wrong PINs: wait. */
  | 'locked'
  | 'service-away'
  | 'not-ready'
  | 'failed'

export type Failure = {
  code: FailureCode
  /** A sentence: what, where, what to do. English, for logs and as the last resort; the screen has its own words by `code`. */
  message: string
  moneyMoved: 'no' | 'unknown'
  /** The sale it is about; for `duplicate-open` and `duplicate-ask` the other one, as far as anybody in the shop may see it. */
  sale?: Sale
}
