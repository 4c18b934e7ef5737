import { groupBy } from './amount.ts'

const FIRST_SCHEMA = '0001-0.2.0'

export type SaleEvent = {
  at: number
  kind: string
  by?: string
  state?: number | string
  reason?: string
  note?: string
  paymentMethod?: string
  split?: Split
}
type Money = { amount: string; currency: string }
type Split = { paymentMethod: string; amount: Money }
export type Row = Record<string, string | number | null>
/** The fields that reconciliation reads; the record has more. */
type SaleRecord = {
  id: string
  number: number
  version: number
  state: string
  serviceId: string
  account?: string
  amount: Money
  openedAt: number
  cost?: Money
  kind?: string
  brand?: string
  terminal?: { id: string }
  paymentMethod?: string
  split?: Split
  isTest?: boolean
  transactionId?: string
  conflicting?: boolean
  resolution?: { outcome: string; at: number }
  refund?: { done?: object }
  next?: { kind: string; at: number }
  pays?: Money
  confirmedAt?: number
  lastFindAt?: number
  approval?: {
    at: number
    by?: { id?: string; name?: string }
    terminal?: { id: string }
    countsTowardLimits?: boolean
    approver?: { id: string; name: string }
    overridden?: { of: string; kind: string }[]
  }
  batch?: { id: string; line: number; of: number }
  voucher?: string
  revealCount?: number
  dailyFinds?: number
  cashier?: { id?: string; name: string }
  delivered?: { at: number; method: string; by: string }
  print?: object
  mismatch?: object
  international?: { country: { id: string }; provider: { id: string; name: string }; denomination: { id: string } }
}
type SaleColumns = {
  number: number
  id: string
  version: number
  state: string
  account: string
  service_id: string
  next_at: number | null
  transaction_id: string | null
  batch_id?: string | null
  confirmed_at?: number | null
  limit_owner?: string | null
  currency: string
  pays_whole: number
  pays_millionths: number
  is_voucher: number
  payment_method: string
  /** Absent in a database of version 0.2.0. */
  split_whole?: number
  split_millionths?: number
  opened_at: number
  sale_group: string
  is_open: number
  is_paid: number
  is_refund_due: number
  loss: string
  charge: string
  cost_fit: string
  kind: string
}
type SaleDay = { from_at: number; to_at: number; first_number: number | null; last_number: number | null }
type SaleTotal = Row & {
  count: number
  whole: string
  millionths: string
  cost_whole: string
  cost_millionths: string
  split_whole?: string
  split_millionths?: string
}
/** Sums of charges: the `certain` ones, and the uncertain ones as `added` and `removed`. */
type WalletCharges = { currency: string; [sum: string]: string }
type WalletTotals = {
  charges: WalletCharges[]
  quarters: (Row & { count: number; whole: string; millionths: string })[]
  fits: { kind: string; fit: string; count: number }[]
}
type LimitTotal = { from_at: number; owner: string; currency: string; count: number; whole: string; millionths: string }
export type JournalSale = { columns: SaleColumns; record: SaleRecord; events: SaleEvent[] }
type BatchApproval = {
  at: number
  by: Person
  version: number
  lines: number[]
  remaining: number[]
  payment?: { paymentMethod: string; split?: Split }
  overridden?: { by: Person; limits: { of: string; kind: string }[] }
}
type Person = { id: string; name: string }
type BatchContent = { kind: string; amount: Money; serviceId: string; account?: string }
export type JournalBatch = {
  columns: {
    id: string
    version: number
    state: string
    cashier_id: string
    opened_at: number
    limit_amount: string
    limit_currency: string
    limit_voucher: number
  }
  record: {
    id: string
    state: string
    content: BatchContent
    cashier: Person
    openedAt: number
    /** `content` is absent if the line sells the content of the batch. */
    lines: { saleId: string; earlierIds?: string[]; content?: BatchContent; skip?: object }[]
    approvals: BatchApproval[]
    stop?: { reason: string; at: number }
  }
}
export type BatchLineRow = {
  sale_id: string
  batch_id: string
  line: number
  is_current: number
  is_reserved: number
  limit_amount: string | null
  limit_currency: string | null
  limit_voucher: number | null
}
type LogLine = { kind: string; entry: { by?: { id: string }; detail?: { limit?: string; lines?: number } } }
/** `supervisors` are ids; `movements` only those that belong to a restore; `reports` are Z report numbers; `texts` is every text in every table. */
export type Journal = {
  posId: string
  mark: bigint
  sales: JournalSale[]
  supervisors: ReadonlySet<string>
  texts: string[]
  problems: string[]
  days: SaleDay[]
  totals: Record<string, SaleTotal[]>
  limitTotals: LimitTotal[]
  walletTotals: WalletTotals
  states: { state: string; count: number }[]
  batches: JournalBatch[]
  batchLines: BatchLineRow[]
  log: LogLine[]
  recoveries: Row[]
  movements: Row[]
  reports: number[]
}

export const TOTALS: Record<string, readonly string[]> = {
  sale_totals: [
    'day',
    'sale_group',
    'cashier_id',
    'terminal_id',
    'kind',
    'payment_method',
    'is_paid',
    'is_test',
    'is_refund_due',
    'loss',
    'currency',
    'cost_currency',
  ],
  product_totals: [
    'day',
    'service_id',
    'cashier_id',
    'sale_group',
    'is_paid',
    'kind',
    'brand',
    'currency',
    'cost_currency',
  ],
  service_totals: ['day', 'sale_group', 'service_id', 'brand', 'currency', 'cost_currency'],
  interval_totals: ['from_at', 'sale_group', 'currency', 'cost_currency'],
}

const NEEDED = [
  'sales',
  'sale_events',
  ...Object.keys(TOTALS),
  'limit_totals',
  'wallet_charges',
  'cost_intervals',
  'cost_fits',
  'batches',
  'batch_lines',
  'key_marks',
  'wholesaler_account',
]

export const missingTables = (tables: readonly string[]) => NEEDED.filter((name) => !tables.includes(name))

/** Reads a column as text, because a sum may exceed JavaScript's exact integers. */
const asText = (column: string) => `CAST(${column} AS TEXT) AS ${column}`
const PAID = ['whole', 'millionths'].map(asText).join(', ')
const COST = ['cost_whole', 'cost_millionths'].map(asText).join(', ')
/** Version 0.2.0, which has no times of sales, has no split payments either. */
const splitOf = (table: string, tables: readonly string[]) =>
  table === 'sale_totals' && tables.includes('sale_times') ? ['split_whole', 'split_millionths'].map(asText) : []
const CHARGES = ['certain', 'added', 'removed']
  .flatMap((sum) => [`${sum}_whole`, `${sum}_millionths`].map(asText))
  .join(', ')

/** Queries in SQL that every database understands. Optional tables are read if they exist. */
export const queriesOf = (tables: readonly string[]) => ({
  events: 'SELECT * FROM sale_events ORDER BY id',
  sales: 'SELECT * FROM sales ORDER BY number',
  marks: 'SELECT highest_key FROM key_marks',
  accounts: 'SELECT pos_id FROM wholesaler_account',
  days: 'SELECT * FROM sale_days ORDER BY from_at',
  ...Object.fromEntries(
    Object.entries(TOTALS).map(([table, key]) => [
      table,
      `SELECT ${[...key, 'count', PAID, COST, ...splitOf(table, tables)].join(', ')} FROM ${table} WHERE count <> 0`,
    ]),
  ),
  limitTotals: `SELECT from_at, owner, currency, count, ${PAID} FROM limit_totals WHERE count <> 0`,
  charges: `SELECT currency, ${CHARGES} FROM wallet_charges`,
  quarters: `SELECT from_at, currency, count, ${PAID} FROM cost_intervals WHERE count <> 0`,
  fits: 'SELECT kind, fit, count FROM cost_fits WHERE count <> 0',
  batches: 'SELECT * FROM batches ORDER BY opened_at',
  batchLines: 'SELECT * FROM batch_lines',
  states: 'SELECT state, count FROM state_totals WHERE count <> 0',
  ...(tables.includes('recoveries')
    ? {
        recoveries: 'SELECT * FROM recoveries ORDER BY id',
        movements: 'SELECT direction, least, most FROM wallet_movements WHERE recovery_id IS NOT NULL',
      }
    : {}),
  ...(tables.includes('z_reports') ? { reports: 'SELECT number FROM z_reports ORDER BY number' } : {}),
  ...(tables.includes('audit_log') ? { log: 'SELECT kind, entry FROM audit_log' } : {}),
  ...(tables.includes('staff') ? { supervisors: "SELECT id FROM staff WHERE role = 'supervisor'" } : {}),
})

/** @param rows What each query of `queriesOf` returned. */
export function journalOf(
  rows: Record<string, Row[]>,
  { texts, problems }: Pick<Journal, 'texts' | 'problems'>,
): Journal {
  const rowsOf = <T = Row>(query: string) => (rows[query] ?? []) as T[]
  const events = groupBy(rowsOf('events'), (row) => String(row['sale_id']))
  const sales = rowsOf('sales').map((row) => {
    const columns = row as unknown as SaleColumns
    const record = JSON.parse(String(row['record'])) as SaleRecord
    // The journal assigns the number when it writes the row, so the first record has none yet.
    return {
      columns,
      record: { ...record, number: columns.number },
      events: (events.get(columns.id) ?? []).map(eventOf),
    }
  })
  const known = new Set(sales.map(({ columns }) => columns.id))
  const strays = [...events.keys()].filter((id) => !known.has(id))
  return {
    posId: String(rows['accounts']?.[0]?.['pos_id'] ?? ''),
    mark: BigInt(String(rows['marks']?.[0]?.['highest_key'] ?? '0')),
    sales,
    days: rowsOf('days'),
    totals: Object.fromEntries(Object.keys(TOTALS).map((table) => [table, rowsOf(table)])),
    limitTotals: rowsOf('limitTotals'),
    walletTotals: { charges: rowsOf('charges'), quarters: rowsOf('quarters'), fits: rowsOf('fits') },
    batches: rowsOf('batches').map((row) => ({
      columns: row as unknown as JournalBatch['columns'],
      record: JSON.parse(String(row['record'])) as JournalBatch['record'],
    })),
    batchLines: rowsOf('batchLines'),
    log: rowsOf('log').map(({ kind, entry }) => ({
      kind: String(kind),
      entry: JSON.parse(String(entry)),
    })),
    states: rowsOf('states'),
    recoveries: rowsOf('recoveries'),
    movements: rowsOf('movements'),
    reports: rowsOf('reports').map(({ number }) => Number(number)),
    supervisors: new Set(rowsOf('supervisors').map(({ id }) => String(id))),
    texts,
    problems: [...problems, ...strays.map((id) => `there are events of a sale ${id} that is not there`)],
  }
}

function eventOf({ detail, at, kind }: Row): SaleEvent {
  return { ...JSON.parse(String(detail)), at: Number(at), kind: String(kind) }
}

export const textsIn = (rows: Row[]): string[] =>
  rows.flatMap((row) => Object.values(row).filter((value) => typeof value === 'string'))

export const isEarlierBuild = (migrations: readonly string[]) =>
  migrations.length > 0 && !migrations.includes(FIRST_SCHEMA)
