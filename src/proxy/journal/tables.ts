import type { Generated } from 'kysely'

/** The tables of the journal. Times are epoch ms; amounts are decimal text; ids are text. No PIN, token or receipt text in any of them. */
export type JournalTables = {
  account: { id: number; base_url: string; pos_id: string; bound_at: number }
  key_mark: { id: number; mark: string }
  sales: SalesTable
  sale_events: { id: Generated<number>; sale_id: string; at: number; kind: string; detail: string }
  balance_readings: { id: Generated<number>; at: number; amount: string; currency: string }
  staff: { id: string; name: string; role: string; pin_hash: string; created_at: number; disabled_at: number | null }
  terminals: { id: string; name: string; token_hash: string; created_at: number; revoked_at: number | null }
  enrol_codes: {
    code_hash: string
    terminal_name: string
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
  }
}

/** `record` is the whole sale as JSON; the other columns repeat what is searched, ordered or kept unique. */
export type SalesTable = {
  number: Generated<number>
  id: string
  version: number
  state: string
  cashier_id: string
  service_id: string
  /** Empty where a voucher has none. */
  account: string
  opened_at: number
  /** When something is to be done next by itself, or null. */
  next_at: number | null
  /** 1 while it lies on the pending desk (`isOnDesk`). */
  on_desk: Generated<number>
  transaction_id: string | null
  /** 1 while its code is there and was not handed over (`isToHandOver`). */
  to_hand_over: Generated<number>
  /** Lines of one quantity share it. */
  batch_id: string | null
  record: string
}
