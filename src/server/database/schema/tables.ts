import type { Generated } from 'kysely'

import type { AlertDeliveriesColumns, AlertOccurrencesColumns } from './alerts-schema.ts'
import type {
  BatchesColumns,
  BatchLinesColumns,
  LimitTotalsColumns,
  ProductTotalsColumns,
  ServiceTotalsColumns,
  QuarterTotalsColumns,
  SaleDaysColumns,
  SalesColumns,
  SaleTotalsColumns,
} from './sale-tables.ts'
import type { OrdersColumns } from './order-schema.ts'
import type { RecoveriesColumns } from './recovery-schema.ts'
import type { ShiftsColumns } from './shift-schema.ts'
import type {
  BalanceReadingsColumns,
  WalletMovementsColumns,
  WalletChargesColumns,
  CostQuartersColumns,
} from './wallet-schema.ts'

/** The tables of the journal. Times are epoch ms; amounts are decimal text; ids are text. No PIN, token or receipt text in any of them. */
export type JournalTables = {
  wholesaler_account: { id: number; base_url: string; pos_id: string; bound_at: number }
  key_marks: { id: number; highest_key: string }
  /** One row, in PostgreSQL alone: the server that wrote the journal, and the fingerprint of the secrets of all processes. */
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
  quarter_totals: QuarterTotalsColumns
  /** Complete sales of all days, by state. */
  state_totals: { state: string; count: number }
  limit_totals: LimitTotalsColumns
  batches: BatchesColumns
  batch_lines: BatchLinesColumns
  orders: OrdersColumns
  sale_events: { id: Generated<number>; sale_id: string; at: number; kind: string; detail: string }
  balance_readings: BalanceReadingsColumns
  /** One row: what the judged readings have shown so far, as JSON (`WalletState`). */
  /** `recovery_id`: the restore of which open sales still hide whether money is missing. */
  wallet_state: { id: number; record: string; recovery_id: number | null }
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
    /** 1 if customers order at it. */
    is_self_order: Generated<number>
    /** 1 while the terminal is in practice. */
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
  /** Customer displays, from the code that pairs one. `expires_at` is the code's. */
  displays: {
    id: string
    /** The till that it shows. */
    terminal_id: string
    code_hash: string
    expires_at: number
    /** Of the cookie of the paired browser; null until then. */
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

export type StaffColumns = {
  id: string
  name: string
  role: string
  pin_hash: string
  /** The role whose rule the PIN fulfills: in another shop the same person may have more power. */
  pin_rule: Generated<string>
  /** Epoch ms, in whichever shop the PIN was set; 0 where it is not known. */
  pin_set_at: Generated<number>
  created_at: number
  disabled_at: number | null
  /** Permissions as a JSON list, and limits as JSON if there are any. */
  permissions: Generated<string>
  limits: string | null
  /** 1 for a supervisor who sees all shops of the installation. */
  is_owner: Generated<number>
  /** What they chose to read; without one they read what their terminal shows. */
  language: Generated<string | null>
}

/** Append-only. `hash` covers the entry and the hash before it, with a key outside the journal. */
type AuditColumns = {
  number: number
  at: number
  kind: string
  /** The whole entry as JSON. */
  entry: string
  hash: string
}
