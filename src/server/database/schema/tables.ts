import type { Generated } from 'kysely'

import type { AlertDeliveriesColumns, AlertOccurrencesColumns } from './alerts-schema.ts'
import type { BadgesColumns } from './badge-schema.ts'
import type {
  BatchesColumns,
  BatchLinesColumns,
  LimitTotalsColumns,
  ProductTotalsColumns,
  ServiceTotalsColumns,
  IntervalTotalsColumns,
  SaleDaysColumns,
  SalesColumns,
  SaleTotalsColumns,
} from './sale-tables.ts'
import type { AnnouncedDepositsColumns } from './deposit-schema.ts'
import type { SoldNumbersColumns } from './number-index-schema.ts'
import type { OrdersColumns } from './order-schema.ts'
import type { RecoveriesColumns } from './recovery-schema.ts'
import type { SaleTimesColumns } from './sale-times-schema.ts'
import type { ShiftsColumns } from './shift-schema.ts'
import type {
  BalanceReadingsColumns,
  WalletMovementsColumns,
  WalletChargesColumns,
  CostQuartersColumns,
} from './wallet-schema.ts'

/** Times are epoch ms; amounts are decimal text; ids are text. No table holds a PIN, token or receipt text. */
export type JournalTables = {
  wholesaler_account: { id: number; base_url: string; pos_id: string; bound_at: number }
  key_marks: { id: number; highest_key: string }
  /** Only in PostgreSQL: the server that wrote the journal, and the fingerprint of all processes' secrets. */
  database_server: {
    id: number
    system_id: string
    timeline: string
    table_oid: string
    secret_fingerprint: string | null
  }
  recoveries: RecoveriesColumns
  sales: SalesColumns
  sale_days: SaleDaysColumns
  sale_totals: SaleTotalsColumns
  product_totals: ProductTotalsColumns
  service_totals: ServiceTotalsColumns
  interval_totals: IntervalTotalsColumns
  /** Complete sales by state. */
  state_totals: { state: string; count: number }
  limit_totals: LimitTotalsColumns
  batches: BatchesColumns
  batch_lines: BatchLinesColumns
  orders: OrdersColumns
  sale_times: SaleTimesColumns
  sale_events: { id: Generated<number>; sale_id: string; at: number; kind: string; detail: string }
  balance_readings: BalanceReadingsColumns
  /** The result of all judged readings, as JSON (`WalletState`). `recovery_id`: the restore whose open sales may still hide missing money. */
  wallet_state: { id: number; record: string; recovery_id: number | null }
  wallet_movements: WalletMovementsColumns
  announced_deposits: AnnouncedDepositsColumns
  wallet_charges: WalletChargesColumns
  cost_intervals: CostQuartersColumns
  /** Counts charged sales by kind, and by how their cost fits the promised commission. */
  cost_fits: { kind: string; fit: string; count: number }
  /** Sales that may differ from the promised commission (`isCostDifference`). */
  cost_differences: { number: number }
  staff: StaffColumns
  terminals: {
    id: string
    name: string
    token_hash: string
    created_at: number
    revoked_at: number | null
    is_kiosk: Generated<number>
    /** 1 if customers place orders on it. */
    is_self_order: Generated<number>
    is_practice: Generated<number>
  }
  enrollment_codes: {
    code_hash: string
    terminal_name: string
    is_kiosk: Generated<number>
    is_self_order: Generated<number>
    created_at: number
    expires_at: number
    used_at: number | null
  }
  /** A row is created with the pairing code, which expires at `expires_at`. */
  displays: {
    id: string
    terminal_id: string
    code_hash: string
    expires_at: number
    /** Null until a browser is paired. */
    token_hash: string | null
    created_at: number
    paired_at: number | null
    revoked_at: number | null
  }
  sessions: {
    token_hash: string
    staff_id: string
    terminal_id: string
    created_at: number
    expires_at: number
    ended_at: number | null
    /** People see this id, because the token's hash must not leave the journal. */
    id: string
    /** When the person last used the terminal, and last entered the PIN. */
    last_activity_at: number
    pin_confirmed_at: number
    /** The badge that began it; null if a PIN alone did. */
    badge_id: Generated<string | null>
  }
  badges: BadgesColumns
  /** Consecutive wrong PINs of one person at one terminal, and until when further ones are not checked. */
  pin_attempts: {
    staff_id: string
    terminal_id: string
    attempts: number
    last_attempt_at: number
    locked_until: number
  }
  /** The same for all terminals together. `needs_unlock` is 1 until a person unlocks the PIN. */
  staff_pin_attempts: {
    staff_id: string
    attempts: number
    last_attempt_at: number
    locked_until: number
    needs_unlock: number
  }
  /** The record is JSON. */
  settings: { id: number; record: string }
  /** One row: no sale numbered below `masked_before` has a customer's number. */
  retention: { id: number; masked_before: number }
  sold_numbers: SoldNumbersColumns
  /** See `createNumberIndex`. */
  number_index: { id: number; months: number; filled_from: number }
  audit_log: AuditColumns
  shifts: ShiftsColumns
  /** Cash in and out, and openings of the drawer without a sale; `amount` is in the shift's currency. */
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
  /** `counted` is a `CashCount` as JSON. */
  shift_counts: {
    number: Generated<number>
    shift_id: number
    at: number
    amount: string
    counted: string
    by_id: string
    by_name: string
  }
  /** `report` is JSON, without later notes. */
  z_reports: { number: number; shift_id: number; closed_at: number; closed_by_id: string; report: string }
  z_notes: { number: Generated<number>; z_number: number; at: number; by_name: string; text: string }
  /** Where alerts are sent, as JSON, and its secrets, sealed (`createSeal`). */
  alert_settings: { id: number; record: string; secrets: string }
  /** `subscription` is sealed. */
  push_devices: { id: string; staff_id: string; terminal_id: string; added_at: number; subscription: string }
  /** Since when the kind has had a channel, and when its last alert was. */
  alert_kinds: { kind: string; active_since: number | null; last_alert_at: number | null }
  alert_occurrences: AlertOccurrencesColumns
  /** `facts` is a JSON list; empty in a test. */
  alerts: { id: string; kind: string; made_at: number; is_test: number; facts: string }
  alert_deliveries: AlertDeliveriesColumns
}

export type StaffColumns = {
  id: string
  name: string
  role: string
  pin_hash: string
  /** The role whose PIN rule was applied: the person may have a higher role in another shop. */
  pin_rule: Generated<string>
  /** Epoch ms, in whichever shop it was set; 0 if unknown. */
  pin_set_at: Generated<number>
  created_at: number
  disabled_at: number | null
  /** A JSON list. */
  permissions: Generated<string>
  limits: string | null
  /** Sees all shops of the installation. */
  is_owner: Generated<number>
  /** Null means the terminal's language. */
  language: Generated<string | null>
}

/** `hash` covers the entry and the hash before it, with a key outside the journal. */
type AuditColumns = {
  number: number
  at: number
  kind: string
  entry: string
  hash: string
}
