import type { Generated } from 'kysely'

/** The tables of the journal. Times are epoch ms; amounts are decimal text; ids are text. No PIN, token or receipt text in any of them. */
export type JournalTables = {
  wholesaler_account: { id: number; base_url: string; pos_id: string; bound_at: number }
  key_marks: { id: number; highest_key: string }
  sales: SalesColumns
  sale_days: SaleDaysColumns
  sale_totals: SaleTotalsColumns
  product_totals: ProductTotalsColumns
  quarter_totals: QuarterTotalsColumns
  /** Complete sales of all days, by state. */
  state_totals: { state: string; count: number }
  limit_totals: LimitTotalsColumns
  batches: BatchesColumns
  batch_lines: BatchLinesColumns
  sale_events: { id: Generated<number>; sale_id: string; at: number; kind: string; detail: string }
  balance_readings: BalanceReadingsColumns
  /** One row: what the judged readings have shown so far, as JSON (`WalletState`). */
  wallet_state: { id: number; record: string }
  wallet_movements: WalletMovementsColumns
  wallet_charges: WalletChargesColumns
  cost_quarters: CostQuartersColumns
  /** Charged sales of each kind by how their cost fits what the commission promised. */
  cost_fits: { kind: string; fit: string; count: number }
  /** Sales by number that may differ from what the commission promised (`isCostDifference`). */
  cost_differences: { number: number }
  staff: StaffColumns
  terminals: {
    id: string
    name: string
    token_hash: string
    created_at: number
    revoked_at: number | null
    /** 1 if the terminal only sells. */
    is_kiosk: Generated<number>
    /** 1 while the terminal is in practice. */
    is_practice: Generated<number>
  }
  enrollment_codes: {
    code_hash: string
    terminal_name: string
    is_kiosk: Generated<number>
    created_at: number
    expires_at: number
    used_at: number | null
  }
  sessions: {
    token_hash: string
    staff_id: string
    terminal_id: string
    created_at: number
    expires_at: number
    ended_at: number | null
    /** The id that people see, because the token's hash must not leave the journal. */
    id: string
    /** When the person last used the terminal, and when they last entered their PIN. */
    last_activity_at: number
    pin_confirmed_at: number
  }
  /** Consecutive wrong PINs of one person at one terminal, and until when further PINs are not checked. */
  pin_attempts: {
    staff_id: string
    terminal_id: string
    attempts: number
    last_attempt_at: number
    locked_until: number
  }
  /** The same for one person at all terminals together. `needs_unlock` is 1 until somebody unlocks them. */
  staff_pin_attempts: {
    staff_id: string
    attempts: number
    last_attempt_at: number
    locked_until: number
    needs_unlock: number
  }
  /** One row: the shop's settings as JSON. */
  settings: { id: number; record: string }
  /** One row: every sale with a smaller number has no customer's number any more. */
  retention: { id: number; masked_before: number }
  audit_log: AuditColumns
  shifts: ShiftsColumns
  /** Cash put in or taken out, and the drawer opened without a sale; `amount` is decimal text in the shift's currency. */
  drawer_movements: {
    number: Generated<number>
    id: string
    shift_id: number
    kind: string
    at: number
    amount: string | null
    reason: string
    by_id: string
    by_name: string
  }
  /** Each count of a drawer; `counted` is a `CashCount` as JSON. */
  shift_counts: {
    number: Generated<number>
    shift_id: number
    at: number
    amount: string
    counted: string
    by_id: string
    by_name: string
  }
  /** `report` is the whole report as JSON, without the notes that were added later. */
  z_reports: { number: number; shift_id: number; closed_at: number; closed_by_id: string; report: string }
  z_notes: { number: Generated<number>; z_number: number; at: number; by_name: string; text: string }
  /** One row: where alerts are sent, as JSON, and the secrets for it, sealed (`createSeal`). */
  alert_settings: { id: number; record: string; secrets: string }
  /** Browsers that show alerts; `subscription` is sealed. */
  push_devices: { id: string; staff_id: string; terminal_id: string; added_at: number; subscription: string }
  /** Of each kind of alert: since when a way is on for it, and when its last alert was made. */
  alert_kinds: { kind: string; active_since: number | null; last_alert_at: number | null }
  alert_occurrences: AlertOccurrencesColumns
  /** `facts` is a JSON list of what the alert says; empty in a test. */
  alerts: { id: string; kind: string; made_at: number; is_test: number; facts: string }
  alert_deliveries: AlertDeliveriesColumns
}

/** The time between two closings of the drawer of one terminal; at most one for each terminal is open. */
export type ShiftsColumns = {
  id: Generated<number>
  terminal_id: string
  terminal_name: string
  currency: string
  /** The cash at its start as decimal text, and how it was counted (`CashCount` as JSON). */
  start_amount: string
  start_count: string
  opened_at: number
  opened_by_id: string
  opened_by_name: string
  /** When the count was sent with which the shift is about to be closed; null while the till sells. */
  counted_at: number | null
  closed_at: number | null
}

/** What happened, once for each `key` of a kind. */
export type AlertOccurrencesColumns = {
  id: Generated<number>
  kind: string
  key: string
  raised_at: number
  /** 1 while a lasting condition holds. */
  is_open: number
  /** The alert that tells of it, or null until there is one. */
  alert_id: string | null
  fact: string
}

/** One alert to one address or device. */
export type AlertDeliveriesColumns = {
  id: Generated<number>
  alert_id: string
  way: string
  /** The address of an e-mail or the id of a device. */
  target: string
  state: 'waiting' | 'sent' | 'failed'
  /** Tries that began; one that has no outcome, because the process ended, is repeated. */
  tries: number
  first_at: number
  last_at: number | null
  next_at: number | null
  problem: string | null
  status: number | null
}

export type StaffColumns = {
  id: string
  name: string
  role: string
  pin_hash: string
  created_at: number
  disabled_at: number | null
  /** Permissions as a JSON list, and limits as JSON if there are any. */
  permissions: Generated<string>
  limits: string | null
}

/** Append-only. `hash` covers the entry and the hash before it, with a key outside the journal. */
export type AuditColumns = {
  number: number
  at: number
  kind: string
  /** The whole entry as JSON. */
  entry: string
  hash: string
}

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

/** `is_judged`: 0 if a sale moved while the balance was read, so that nothing follows from it. */
export type BalanceReadingsColumns = {
  id: Generated<number>
  at: number
  amount: string
  currency: string
  cause: Generated<string>
  is_judged: Generated<number>
}

/**
 * Changes of the wallet that no sale explains, between the judged reading at `since_at` and the one at `at`. `least` and `most` are decimal text:
 * they are the same once open sales leave no doubt.
 */
export type WalletMovementsColumns = {
  id: Generated<number>
  version: number
  at: number
  since_at: number
  direction: string
  least: string
  most: string
  currency: string
  kind: string
  /** The sale that was not sold and cost the same. */
  sale_id: string | null
  slip: string | null
  note: string | null
  explained_at: number | null
  /** A name. */
  explained_by: string | null
}

/** What sales were charged, in one currency (`Charges`). */
export type WalletChargesColumns = {
  currency: string
  certain_whole: number | bigint
  certain_millionths: number | bigint
  added_whole: number | bigint
  added_millionths: number | bigint
  removed_whole: number | bigint
  removed_millionths: number | bigint
}

/** The cost of what was sold in one quarter of an hour starting at `from_at`; where it is not known, what customers pay. */
export type CostQuartersColumns = {
  from_at: number
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
