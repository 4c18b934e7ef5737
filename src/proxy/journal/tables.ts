import type { Generated } from 'kysely'

/** The tables of the journal. Times are epoch ms; amounts are decimal text; ids are text. No PIN, token or receipt text in any of them. */
export type JournalTables = {
  wholesaler_account: { id: number; base_url: string; pos_id: string; bound_at: number }
  key_marks: { id: number; highest_key: string }
  sales: SalesColumns
  sale_days: SaleDaysColumns
  sale_totals: SaleTotalsColumns
  /** Complete sales of all days. */
  state_totals: { state: string; count: number }
  limit_totals: LimitTotalsColumns
  batches: BatchesColumns
  batch_lines: BatchLinesColumns
  sale_events: { id: Generated<number>; sale_id: string; at: number; kind: string; detail: string }
  balance_readings: { id: Generated<number>; at: number; amount: string; currency: string }
  staff: StaffColumns
  terminals: {
    id: string
    name: string
    token_hash: string
    created_at: number
    revoked_at: number | null
    /** 1 where nothing but selling is open. */
    is_kiosk: Generated<number>
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
    /** What people name it by: the token's hash stays here. */
    id: string
    /** When a person's hand was last at the till, and when they last gave their PIN. */
    last_activity_at: number
    pin_confirmed_at: number
  }
  /** Wrong PINs in a row of one person at one terminal, and until when no further one is looked at. */
  pin_attempts: {
    staff_id: string
    terminal_id: string
    attempts: number
    last_attempt_at: number
    locked_until: number
  }
  /** The same of one person at all terminals together. `needs_unlock` is 1 until somebody lets them in again. */
  staff_pin_attempts: {
    staff_id: string
    attempts: number
    last_attempt_at: number
    locked_until: number
    needs_unlock: number
  }
  /** One row: the shop's settings as JSON. */
  settings: { id: number; record: string }
  audit_log: AuditColumns
}

export type StaffColumns = {
  id: string
  name: string
  role: string
  pin_hash: string
  created_at: number
  disabled_at: number | null
  /** Permissions as a JSON list, and limits as JSON where there are any. */
  permissions: Generated<string>
  limits: string | null
}

/** Only ever appended to; `hash` is over the line and the hash before it, with a key outside the journal. */
export type AuditColumns = {
  number: number
  at: number
  kind: string
  /** The whole entry as JSON. */
  entry: string
  hash: string
}

/** `record` is the whole sale as JSON; the other columns repeat what is searched, ordered, counted or kept unique. */
export type SalesColumns = {
  number: Generated<number>
  id: string
  version: number
  state: string
  /** `groupOfSale`. */
  sale_group: string
  /** 0 where `isComplete`: only those are in the totals. */
  is_open: number
  /** 1 where `moneyMoved` says yes. */
  is_paid: number
  cashier_id: string
  cashier_name: string
  is_voucher: number
  service_id: string
  service_name: string
  /** As it is compared (`limitAccountKey`). Empty where a voucher has none. */
  account: string
  /** What the customer pays: whole units and millionths of one, so that SQLite adds up exactly. */
  currency: string
  pays_whole: number | bigint
  pays_millionths: number | bigint
  opened_at: number
  /** When something is to be done next by itself, or null. */
  next_at: number | null
  /** 1 while it lies on the pending desk (`isOpenItem`). */
  is_open_item: number
  transaction_id: string | null
  /** 1 while its code is there and was not handed over (`isUndelivered`). */
  is_undelivered: number
  /** 1 while the customer is still to have the money back. */
  is_refund_due: number
  /** Lines of one quantity share it. */
  batch_id: string | null
  /** When a person approved it last, and who (by id). */
  confirmed_at: number | null
  approved_by: string | null
  /** The id of whose limits it uses (`limitOwner`), or null. */
  limit_owner: string | null
  record: string
}

/**
 * Spans of time, `[from_at, to_at)`, no two of which overlap and in one of which each sale was opened: days of the shop, cut short where its
 * time zone was changed. `first_number` and `last_number` are those of its sales.
 */
export type SaleDaysColumns = {
  from_at: number
  to_at: number
  first_number: number | null
  last_number: number | null
}

/**
 * The complete sales of a day (`sale_days.from_at`) that are alike, of one service and once more of all (an empty `service_id`), so that a page
 * without a filter reads few rows. Names are those of the newest that was ever counted (`newest`).
 */
export type SaleTotalsColumns = {
  day: number
  service_id: string
  cashier_id: string
  sale_group: string
  is_paid: number
  currency: string
  count: number
  whole: number | bigint
  millionths: number | bigint
  newest: number
  cashier_name: string
  service_name: string
}

/**
 * The sales that use the limits of one person and were confirmed in one quarter of an hour, from `from_at` on: how many they are, and what
 * customers paid. Each day of each time zone begins with a quarter.
 */
export type LimitTotalsColumns = {
  from_at: number
  owner: string
  currency: string
  count: number
  whole: number | bigint
  millionths: number | bigint
}

/** `record` is the whole batch as JSON. Each of its lines counts this much for limits, for its cashier, while it is reserved. */
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

/** The ids that were minted for the lines of a batch: one current id for each line, and those it had before. */
export type BatchLinesColumns = {
  sale_id: string
  batch_id: string
  /** From 1. */
  line: number
  is_current: number
  /** 1 while the line is approved and not confirmed yet: limits are reserved for it (`reservedLines`). */
  is_reserved: number
}
