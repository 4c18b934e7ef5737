import type { Exceeded } from '#domain/sales-limits.ts'
import type { Money } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'

/** Why the proxy did not do what was asked. 4xx and 5xx answers carry exactly this (DESIGN section 3). */
export type FailureCode =
  | 'invalid-request'
  | 'signed-out'
  | 'wrong-pin'
  | 'not-enrolled'
  | 'wrong-code'
  | 'not-allowed'
  | 'foreign-origin'
  | 'not-found'
  | 'content-mismatch'
  | 'stale-version'
  | 'quote-expired'
  | 'wrong-state'
  | 'duplicate-blocked'
  | 'confirm-duplicate'
  | 'selling-stopped'
  | 'disk-full'
  | 'page-outdated'
  | 'number-invalid'
  | 'amount-invalid'
  | 'service-not-found'
  | 'service-inactive'
  | 'kind-mismatch'
  | 'country-not-found'
  | 'provider-not-found'
  /** The amount is not offered any more. */
  | 'denomination-not-found'
  /** It costs the customer something else than was shown: `pays` is the new figure. */
  | 'price-changed'
  /** The check detected another operator: `accept` says that it is the same. */
  | 'operator-differs'
  | 'account-missing'
  | 'account-invalid'
  | 'customer-invalid'
  /** Another sale of the same line of the same quantity is there. */
  | 'batch-line-taken'
  /** Say why, and ask again. */
  | 'reason-missing'
  /** The sign-in is too old for this: the own PIN once more. */
  | 'step-up-required'
  /** Too many wrong PINs: wait. */
  | 'pin-locked'
  /** Too many wrong PINs of a cashier at all tills: a supervisor or the operator unlocks them. */
  | 'unlock-needed'
  /** More requests than a person makes: wait (`Retry-After`). */
  | 'rate-limited'
  /** Beyond a limit: a supervisor may let it go (`approver`), the seller's own PIN only where a supervisor sells at a till. */
  | 'above-limit'
  /** A cashier's sale, or one at a kiosk, is approved by a supervisor who does not sell it. */
  | 'approver-is-seller'
  /** What was asked breaks a rule of the shop's people and terminals; `message` says which. */
  | 'invalid-operation'
  | 'service-unreachable'
  | 'not-ready'
  | 'internal-error'

export type Failure = {
  code: FailureCode
  /** A sentence: what, where, what to do. English, for logs and as the last resort; the screen has its own words by `code`. */
  message: string
  moneyMoved: 'no' | 'unknown'
  /** The sale it is about; for `duplicate-blocked` and `confirm-duplicate` the other one, as a summary where it may not be seen from here. */
  sale?: Sale | SaleSummary
  /** With `price-changed`: what the customer pays now. */
  pays?: Money
  /** With `above-limit`: each of them, and how much of it is used. */
  limits?: readonly Exceeded[]
}
