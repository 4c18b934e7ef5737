import type { Generated } from 'kysely'

/** `record` is the sale as JSON. Other columns repeat what is searched, sorted, counted or unique. */
export type SalesColumns = {
  number: Generated<number>
  id: string
  version: number
  state: string
  /** `groupOfSale`. */
  sale_group: string
  /** 0 if `isComplete`; totals contain only such sales. */
  is_open: number
  /** `moneyMoved` is `yes`. */
  is_paid: number
  cashier_id: string
  cashier_name: string
  kind: string
  is_voucher: number
  service_id: string
  service_name: string
  /** For an international sale, the operator. */
  brand: string
  /** Sent as a test transaction. */
  is_test: number
  /** The till that approved the sale; until then, the one that opened it. */
  terminal_id: string
  terminal_name: string
  /** `keyOfPayment`. */
  payment_method: string
  /** What the second method of a split payment pays; otherwise 0. */
  split_whole: Generated<number | bigint>
  split_millionths: Generated<number | bigint>
  /** `paymentStateOf`. */
  payment_state: string
  /** How and where the refund was paid out; empty and null, respectively, if there was none. */
  refund_by: string
  refund_terminal_id: string | null
  /** Triggers write the shifts of the first approval and of the refund. */
  shift_id: Generated<number | null>
  refund_shift_id: Generated<number | null>
  /** Split like `pays`; null while unknown. */
  cost_currency: string | null
  cost_whole: number | bigint | null
  cost_millionths: number | bigint | null
  /** `walletChargeOf`. */
  charge: string
  /** `costFitOf`, or empty. */
  cost_fit: string
  final_at: number | null
  /** `limitAccountKey`; empty if a voucher has none. */
  account: string
  /** What the customer pays, in whole units and millionths, so SQLite adds exactly. */
  currency: string
  pays_whole: number | bigint
  pays_millionths: number | bigint
  opened_at: number
  /** When the next automatic action is due. */
  next_at: number | null
  /** `isOpenItem`. */
  is_open_item: number
  transaction_id: string | null
  /** `isUndelivered`. */
  is_undelivered: number
  is_refund_due: number
  /** `lossOf`, or empty. */
  loss: string
  /** The same for all lines of a batch. */
  batch_id: string | null
  order_id: string | null
  /** Time and person of the last approval. */
  confirmed_at: number | null
  approved_by: string | null
  /** The person whose limits the sale uses (`limitOwner`), or null. */
  limit_owner: string | null
  record: string
}

/** Periods `[from_at, to_at)` that cover the opening times of all sales: the shop's days, shortened where its time zone changed. */
export type SaleDaysColumns = {
  from_at: number
  to_at: number
  first_number: number | null
  last_number: number | null
}

/** Only complete sales count. Those without a known cost have an empty `cost_currency` and separate totals. */
type TotalsColumns = {
  sale_group: string
  currency: string
  cost_currency: string
  count: number
  whole: number | bigint
  millionths: number | bigint
  cost_whole: number | bigint
  cost_millionths: number | bigint
  /** The newest sale ever counted, whose names are stored. */
  newest: number
}

/** Totals per day (`sale_days.from_at`) by seller, till, payment and result. */
export type SaleTotalsColumns = TotalsColumns & {
  day: number
  cashier_id: string
  cashier_name: string
  terminal_id: string
  terminal_name: string
  kind: string
  payment_method: string
  split_whole: Generated<number | bigint>
  split_millionths: Generated<number | bigint>
  is_paid: number
  is_test: number
  is_refund_due: number
  loss: string
}

/** Totals per day (`sale_days.from_at`) by product, and by cashier for the list of sales. */
export type ProductTotalsColumns = TotalsColumns & {
  day: number
  service_id: string
  service_name: string
  brand: string
  kind: string
  cashier_id: string
  is_paid: number
}

/** Totals per day (`sale_days.from_at`) by service. */
export type ServiceTotalsColumns = TotalsColumns & {
  day: number
  service_id: string
  service_name: string
  brand: string
}

/** Totals per quarter of an hour from `from_at`, so hours can be added up in any time zone. */
export type IntervalTotalsColumns = TotalsColumns & { from_at: number }

/** Per quarter of an hour from `from_at` (by confirmation). Days of every time zone begin at a quarter of an hour. */
export type LimitTotalsColumns = {
  from_at: number
  owner: string
  currency: string
  count: number
  whole: number | bigint
  millionths: number | bigint
}

/** `record` is the batch as JSON. Reserved lines without an amount of their own count this one toward the cashier's limits. */
export type BatchesColumns = {
  id: string
  version: number
  state: string
  cashier_id: string
  opened_at: number
  /** Decimal text, currency, 1 for a voucher, and `limitAccountKey`. */
  limit_amount: string
  limit_currency: string
  limit_voucher: number
  limit_account: string
  record: string
}

/** The sale ids of each line: the current one and its predecessors. */
export type BatchLinesColumns = {
  sale_id: string
  batch_id: string
  /** Counted from 1. */
  line: number
  is_current: number
  /** The line is approved but not confirmed, so limits are reserved for it (`reservedLines`). */
  is_reserved: number
  /** As in `batches`. Null for a line that sells the content of its batch. */
  limit_amount: string | null
  limit_currency: string | null
  limit_voucher: number | null
  limit_account: string | null
}
