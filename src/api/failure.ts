import * as v from 'valibot'

import { Money } from '#domain/money/money.ts'
import { Sale } from '#domain/sale/sale.ts'
import { SaleSummary } from '#domain/sale/summary.ts'
import { Exceeded } from '#domain/sales-limits.ts'
import { count } from '#domain/schema-parts.ts'

const FAILURE_CODES = [
  'invalid-request',
  'signed-out',
  'wrong-pin',
  /** The badge is unknown here, blocked, or of someone who may not sign in. */
  'wrong-badge',
  /** Too many wrong badges at this terminal: for a while it accepts only PINs. */
  'badge-locked',
  'not-enrolled',
  'wrong-code',
  'not-allowed',
  'foreign-origin',
  'not-found',
  'content-mismatch',
  'stale-version',
  'quote-expired',
  'wrong-state',
  'duplicate-blocked',
  'confirm-duplicate',
  'selling-stopped',
  'disk-full',
  /** No shift is open at this till, in a shop that counts its drawers. */
  'shift-needed',
  /** This till's drawer was counted, and its shift is not closed yet. */
  'drawer-counting',
  'page-outdated',
  /** Not available in practice mode, or practice mode itself is not available now. */
  'in-practice',
  'number-invalid',
  'amount-invalid',
  'service-not-found',
  'service-inactive',
  'kind-mismatch',
  /** Another line of the same basket or list sells the same. `line` is the later one. */
  'line-repeated',
  'country-not-found',
  'provider-not-found',
  'denomination-not-found',
  /** The price is not the one shown. `pays` is the new one. */
  'price-changed',
  /** The check detected another operator. `accept` in the next confirm accepts it as the chosen one. */
  'operator-differs',
  'account-missing',
  'account-invalid',
  'customer-invalid',
  /** `message` says why the payment cannot be recorded. */
  'payment-invalid',
  /** The fraud warning comes first. `fraudWarningShown` in the next confirm says that the customer was asked. */
  'scam-questions',
  /** Someone else took the order, the order has ended, or one of its sales was or may have been sold. */
  'order-taken',
  /** The customer has not confirmed the number on the display. `skipCustomerConfirmation` in the next confirm continues without. */
  'number-unconfirmed',
  'reason-missing',
  /** The sign-in is too old: the person has to enter their own PIN again. */
  'step-up-required',
  /** Too many wrong PINs: the person has to wait. */
  'pin-locked',
  /** Too many wrong PINs at all tills: a supervisor or the administrator has to unlock the cashier. */
  'unlock-needed',
  /** More requests than a person would send. `Retry-After` says how long to wait. */
  'rate-limited',
  /** The sale exceeds a limit. A supervisor may override it (`approver`); a supervisor who sells at a terminal may use their own PIN. */
  'above-limit',
  /** A cashier's sale, or any sale at a kiosk, needs the approval of a supervisor other than the seller. */
  'approver-is-seller',
  /** `message` says which rule for people or terminals was broken. */
  'invalid-operation',
  'service-unreachable',
  'not-ready',
  'internal-error',
] as const
export type FailureCode = (typeof FAILURE_CODES)[number]

/** Why a request was refused, and whether money may have moved. */
export const Failure = v.strictObject({
  code: v.picklist(FAILURE_CODES),
  /** English, for logs and as a last resort: what happened, where, and what to do. The screen has its own text for each `code`. */
  message: v.string(),
  moneyMoved: v.picklist(['no', 'unknown']),
  /** With `not-found`: the journal was restored from a backup, and the requested item may be in the lost part. */
  mayBeLost: v.exactOptional(v.literal(true)),
  /** The sale concerned. For `duplicate-blocked` and `confirm-duplicate` it is the other sale, as a summary if this person may not see it. */
  sale: v.exactOptional(v.union([Sale, SaleSummary])),
  /** The line of a basket or list that was refused, from 1. */
  line: v.exactOptional(count),
  /** With `price-changed`. */
  pays: v.exactOptional(Money),
  /** With `above-limit`. */
  limits: v.exactOptional(v.pipe(v.array(Exceeded), v.readonly())),
})
export type Failure = v.InferOutput<typeof Failure>

/** The body of every answer from 400 on: a problem of RFC 9457 (`application/problem+json`), with the failure as its extension members. */
export const Problem = v.strictObject({
  /** `urn:toptill:problem:` and the code. */
  type: v.string(),
  /** The code in words. */
  title: v.string(),
  /** That of the answer. */
  status: v.pipe(v.number(), v.integer()),
  /** The same as `message`. */
  detail: v.string(),
  ...Failure.entries,
})
export type Problem = v.InferOutput<typeof Problem>
