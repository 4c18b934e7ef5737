import type { Generated } from 'kysely'

/** `record` is the whole sale as JSON. The other columns repeat what is searched, sorted, counted or unique. */
export type SalesColumns = {
  number: Generated<number>
  id: string
  version: number
  state: string
  /** `groupOfSale`. */
  sale_group: string
  /** 0 if `isComplete`. Only complete sales are in the totals. */
  is_open: number
  /** 1 if `moneyMoved` returns `yes`. */
  is_paid: number
  cashier_id: string
  cashier_name: string
  kind: string
  is_voucher: number
  service_id: string
  service_name: string
  /** The service's brand; the operator of an international sale. */
  brand: string
  /** 1 if it was sent to the wholesaler as a test transaction. */
  is_test: number
  /** The till at which it was approved; until then, at which it was opened. */
  terminal_id: string
  terminal_name: string
  /** How the customer paid (`PaymentMethod`), or empty. */
  paid_by: string
  /** `paymentStateOf`. */
  payment_state: string
  /** How a refund was paid out (`PaymentMethod`), or empty; and the till at which it was. */
  refund_by: string
  refund_terminal_id: string | null
  /** The shifts in which it was first approved and refunded, which triggers write. */
  shift_id: Generated<number | null>
  refund_shift_id: Generated<number | null>
  /** What the wholesaler charges, in the same units as `pays`; null while it is not known. */
  cost_currency: string | null
  cost_whole: number | bigint | null
  cost_millionths: number | bigint | null
  /** `walletChargeOf`. */
  charge: string
  /** `costFitOf`, or empty. */
  cost_fit: string
  /** When its state became final. */
  final_at: number | null
  /** In the form in which accounts are compared (`limitAccountKey`). Empty if a voucher has none. */
  account: string
  /** What the customer pays, in whole units and millionths of one, so that SQLite adds up exactly. */
  currency: string
  pays_whole: number | bigint
  pays_millionths: number | bigint
  opened_at: number
  /** When the next automatic action is due, or null. */
  next_at: number | null
  /** 1 while it is an open item (`isOpenItem`). */
  is_open_item: number
  transaction_id: string | null
  /** 1 while its code is ready and undelivered (`isUndelivered`). */
  is_undelivered: number
  /** 1 while a refund is due. */
  is_refund_due: number
  /** What the shop lost by it (`lossOf`), or empty. */
  loss: string
  /** The same for all lines of one batch. */
  batch_id: string | null
  /** The order of a customer that it is for. */
  order_id: string | null
  /** When a person last approved it, and their id. */
  confirmed_at: number | null
  approved_by: string | null
  /** The id of the person whose limits it uses (`limitOwner`), or null. */
  limit_owner: string | null
  record: string
}

/**
 * Periods `[from_at, to_at)` that do not overlap and cover every sale's opening time: the shop's days, shortened where its time zone was
 * changed. `first_number` and `last_number` are those of its sales.
 */
export type SaleDaysColumns = {
  from_at: number
  to_at: number
  first_number: number | null
  last_number: number | null
}

/**
 * How many complete sales are alike, what their customers pay and what they cost. Sales without a known cost have an empty `cost_currency` and
 * totals of their own.
 */
type TotalsColumns = {
  sale_group: string
  currency: string
  cost_currency: string
  count: number
  whole: number | bigint
  millionths: number | bigint
  cost_whole: number | bigint
  cost_millionths: number | bigint
  /** The number of the newest sale ever counted, whose names are stored. */
  newest: number
}

/** Totals of one day (`sale_days.from_at`) by who sold where, how it was paid and what became of it. */
export type SaleTotalsColumns = TotalsColumns & {
  day: number
  cashier_id: string
  cashier_name: string
  terminal_id: string
  terminal_name: string
  kind: string
  paid_by: string
  is_paid: number
  is_test: number
  is_refund_due: number
  loss: string
}

/** Totals of one day (`sale_days.from_at`) by product, and by cashier for the list of sales. */
export type ProductTotalsColumns = TotalsColumns & {
  day: number
  service_id: string
  service_name: string
  brand: string
  kind: string
  cashier_id: string
  is_paid: number
}

/** Totals of one day (`sale_days.from_at`) by service. */
export type ServiceTotalsColumns = TotalsColumns & {
  day: number
  service_id: string
  service_name: string
  brand: string
}

/** Totals of the sales opened in one quarter of an hour that begins at `from_at`, so that hours can be added up in any time zone. */
export type QuarterTotalsColumns = TotalsColumns & { from_at: number }

/**
 * The count and sum of sales that use one person's limits and were confirmed in one quarter of an hour starting at `from_at`. Days of every time
 * zone begin at a multiple of a quarter of an hour.
 */
export type LimitTotalsColumns = {
  from_at: number
  owner: string
  currency: string
  count: number
  whole: number | bigint
  millionths: number | bigint
}

/** `record` is the whole batch as JSON. Each of its lines counts this amount toward the cashier's limits while it is reserved. */
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

/** The ids created for the lines of a batch: one current id for each line, and its earlier ones. */
export type BatchLinesColumns = {
  sale_id: string
  batch_id: string
  /** Counted from 1. */
  line: number
  is_current: number
  /** 1 while the line is approved but not confirmed yet, so limits are reserved for it (`reservedLines`). */
  is_reserved: number
}
