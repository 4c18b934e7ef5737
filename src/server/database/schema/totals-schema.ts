import { sql, type Kysely } from 'kysely'

import { createTrigger, dropTrigger, schemaDialect } from './schema-dialect.ts'

/** In every time zone, days begin at a multiple of it. */
export const TOTALS_INTERVAL_MS = 15 * 60_000

/** In every time zone, hours begin at a multiple of it. */
export const SALE_QUARTER_MS = 15 * 60_000

/** Exact sums of complete sales, which triggers move in the commit of the sale. The few open sales are counted directly. */
export async function createSaleTotals(db: Kysely<unknown>): Promise<void> {
  const { given, byKey } = schemaDialect(db)
  await sql`CREATE TABLE sale_days (
    from_at ${sql.raw(given)},
    to_at BIGINT NOT NULL,
    first_number BIGINT,
    last_number BIGINT
  )`.execute(db)
  for (const totals of ALL_TOTALS) await createTable(db, totals)
  await sql`CREATE TABLE state_totals (state TEXT PRIMARY KEY, count BIGINT NOT NULL CHECK (count >= 0)) ${sql.raw(byKey)}`.execute(
    db,
  )
  await createTrigger(db, {
    name: 'sales_inserted',
    on: 'sales',
    event: 'AFTER INSERT',
    body: `UPDATE sale_days SET
      first_number = CASE WHEN first_number < NEW.number THEN first_number ELSE NEW.number END,
      last_number = CASE WHEN last_number > NEW.number THEN last_number ELSE NEW.number END
      WHERE from_at = ${dayOf('NEW')};`,
  })
  await countSales(db, ALL_TOTALS, COUNTED_COLUMNS)
}

async function countSales(db: Kysely<unknown>, totals: readonly Totals[], countedColumns: readonly string[]) {
  await createTrigger(db, {
    name: 'sales_inserted_complete',
    on: 'sales',
    event: 'AFTER INSERT',
    when: 'NEW.is_open = 0',
    body: countNew(totals),
  })
  const isChanged = countedColumns.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(' OR ')
  const counting = { on: 'sales', event: `AFTER UPDATE OF ${countedColumns.join(', ')}` }
  await createTrigger(db, {
    ...counting,
    name: 'sales_uncounted',
    when: `OLD.is_open = 0 AND (${isChanged})`,
    body: uncountOld(totals),
  })
  await createTrigger(db, {
    ...counting,
    name: 'sales_counted',
    when: `NEW.is_open = 0 AND (${isChanged})`,
    body: countNew(totals),
  })
}

/** Also what a second method pays: in the sale, in its total, and in the index that adds up a shift. */
export async function addSplitPayments(db: Kysely<unknown>): Promise<void> {
  const { isWhole } = schemaDialect(db)
  for (const table of ['sales', 'sale_totals'])
    for (const column of SPLIT_COLUMNS)
      await sql`ALTER TABLE ${sql.table(table)} ADD COLUMN ${sql.ref(column)} BIGINT NOT NULL DEFAULT 0
        ${sql.raw(table === 'sales' ? '' : isWhole(column))}`.execute(db)
  for (const name of ['sales_inserted_complete', 'sales_uncounted', 'sales_counted'])
    await dropTrigger(db, name, 'sales')
  const totals = ALL_TOTALS.map((each) => (each.table === 'sale_totals' ? { ...each, alsoSums: SPLIT_COLUMNS } : each))
  await countSales(db, totals, [...COUNTED_COLUMNS, ...SPLIT_COLUMNS])
  for (const name of ['sales_by_shift', 'sales_by_refund_shift']) await sql`DROP INDEX ${sql.ref(name)}`.execute(db)
  await sql`CREATE INDEX sales_by_shift ON sales (shift_id, payment_state, payment_method, currency, is_open, confirmed_at,
      pays_whole, pays_millionths, split_whole, split_millionths)
    WHERE shift_id IS NOT NULL`.execute(db)
  await sql`CREATE INDEX sales_by_refund_shift
    ON sales (refund_shift_id, shift_id, refund_by, currency, pays_whole, pays_millionths, split_whole, split_millionths)
    WHERE refund_shift_id IS NOT NULL`.execute(db)
}

const SPLIT_COLUMNS = ['split_whole', 'split_millionths'] as const

const COUNTED_COLUMNS = [
  'is_open',
  'state',
  'sale_group',
  'is_paid',
  'cashier_id',
  'terminal_id',
  'payment_method',
  'is_refund_due',
  'loss',
  'cost_currency',
  'cost_whole',
  'cost_millionths',
]

/** SQL for the start of the period (ms) that contains `at`. */
export const startOf = (at: string, periodMs: number): string => `CAST(${at} / ${periodMs} AS BIGINT) * ${periodMs}`

type Row = 'OLD' | 'NEW'
type Totals = {
  table: 'sale_totals' | 'product_totals' | 'service_totals' | 'interval_totals'
  /** SQL for a sale's row. */
  key: Record<string, (row: Row) => string>
  /** Names as in the newest sale ever counted. */
  names: readonly string[]
  alsoSums?: readonly string[]
}

/** Null if no day covers the sale, and then no total includes it. */
const dayOf = (row: Row) =>
  `(SELECT from_at FROM (SELECT from_at, to_at FROM sale_days WHERE from_at <= ${row}.opened_at
    ORDER BY from_at DESC LIMIT 1) AS begun WHERE to_at > ${row}.opened_at)`

const itself = (column: string) => (row: Row) => `${row}.${column}`
const asKey = (...columns: string[]): Totals['key'] =>
  Object.fromEntries(columns.map((column) => [column, itself(column)]))
/** Empty without a known cost. */
const currencies: Totals['key'] = {
  currency: itself('currency'),
  cost_currency: (row) => `coalesce(${row}.cost_currency, '')`,
}

const ALL_TOTALS: readonly Totals[] = [
  {
    table: 'sale_totals',
    key: {
      day: dayOf,
      ...asKey(
        'sale_group',
        'cashier_id',
        'terminal_id',
        'kind',
        'payment_method',
        'is_paid',
        'is_test',
        'is_refund_due',
        'loss',
      ),
      ...currencies,
    },
    names: ['cashier_name', 'terminal_name'],
  },
  {
    table: 'product_totals',
    key: {
      day: dayOf,
      ...asKey('service_id', 'cashier_id', 'sale_group', 'is_paid', 'kind', 'brand'),
      ...currencies,
    },
    names: ['service_name'],
  },
  {
    // A tenth of the rows of `product_totals`, for a report on all services of many days.
    table: 'service_totals',
    key: { day: dayOf, ...asKey('sale_group', 'service_id', 'brand'), ...currencies },
    names: ['service_name'],
  },
  {
    table: 'interval_totals',
    key: {
      from_at: (row) => startOf(`${row}.opened_at`, SALE_QUARTER_MS),
      ...asKey('sale_group'),
      ...currencies,
    },
    names: [],
  },
]

const WHOLE_NUMBERS = ['day', 'from_at', 'is_paid', 'is_test', 'is_refund_due']

async function createTable(db: Kysely<unknown>, { table, key, names }: Totals): Promise<void> {
  const { isWhole, byKey } = schemaDialect(db)
  const columns = [
    ...Object.keys(key).map((column) => `${column} ${WHOLE_NUMBERS.includes(column) ? 'BIGINT' : 'TEXT'} NOT NULL`),
    'count BIGINT NOT NULL CHECK (count >= 0)',
    `whole BIGINT NOT NULL ${isWhole('whole')}`,
    'millionths BIGINT NOT NULL',
    `cost_whole BIGINT NOT NULL ${isWhole('cost_whole')}`,
    'cost_millionths BIGINT NOT NULL',
    'newest BIGINT NOT NULL',
    ...names.map((name) => `${name} TEXT NOT NULL`),
    `PRIMARY KEY (${Object.keys(key).join(', ')})`,
  ]
  await sql`CREATE TABLE ${sql.raw(table)} (${sql.raw(columns.join(', '))}) ${sql.raw(byKey)}`.execute(db)
}

const SUMS = ['count', 'whole', 'millionths', 'cost_whole', 'cost_millionths'] as const
const valuesOf = (row: Row) => [
  '1',
  `${row}.pays_whole`,
  `${row}.pays_millionths`,
  `coalesce(${row}.cost_whole, 0)`,
  `coalesce(${row}.cost_millionths, 0)`,
]

function countIn({ table, key, names, alsoSums = [] }: Totals): string {
  const sums = [...SUMS, ...alsoSums]
  const columns = [...Object.keys(key), ...sums, 'newest', ...names]
  const values = [
    ...Object.values(key).map((of) => of('NEW')),
    ...valuesOf('NEW'),
    ...alsoSums.map(itself).map((of) => of('NEW')),
    'NEW.number',
    ...names.map(itself).map((of) => of('NEW')),
  ]
  const sets = [
    ...sums.map((sum) => `${sum} = ${table}.${sum} + excluded.${sum}`),
    ...names.map(
      (name) => `${name} = CASE WHEN excluded.newest > ${table}.newest THEN excluded.${name} ELSE ${table}.${name} END`,
    ),
    `newest = CASE WHEN excluded.newest > ${table}.newest THEN excluded.newest ELSE ${table}.newest END`,
  ]
  return `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${values.join(', ')})
    ON CONFLICT (${Object.keys(key).join(', ')}) DO UPDATE SET ${sets.join(', ')};`
}

function uncountIn({ table, key, alsoSums = [] }: Totals): string {
  const values = [...valuesOf('OLD'), ...alsoSums.map(itself).map((of) => of('OLD'))]
  return `UPDATE ${table} SET ${[...SUMS, ...alsoSums].map((sum, index) => `${sum} = ${sum} - ${values[index]}`).join(', ')}
    WHERE ${Object.entries(key)
      .map(([column, of]) => `${column} = ${of('OLD')}`)
      .join(' AND ')};`
}

const countNew = (totals: readonly Totals[]) => `${totals.map(countIn).join('\n')}
  INSERT INTO state_totals VALUES (NEW.state, 1) ON CONFLICT (state) DO UPDATE SET count = state_totals.count + 1;`
const uncountOld = (totals: readonly Totals[]) => `${totals.map(uncountIn).join('\n')}
  UPDATE state_totals SET count = count - 1 WHERE state = OLD.state;`

/** Maintained by triggers like the other totals. */
export async function createLimitTotals(db: Kysely<unknown>): Promise<void> {
  const { isWhole, byKey } = schemaDialect(db)
  await sql`CREATE TABLE limit_totals (
    from_at BIGINT NOT NULL ${sql.raw(isWhole('from_at'))},
    owner TEXT NOT NULL,
    currency TEXT NOT NULL,
    count BIGINT NOT NULL CHECK (count >= 0),
    whole BIGINT NOT NULL ${sql.raw(isWhole('whole'))},
    millionths BIGINT NOT NULL,
    PRIMARY KEY (from_at, owner, currency)
  ) ${sql.raw(byKey)}`.execute(db)
  const isCounted = (row: Row) => `${row}.limit_owner IS NOT NULL AND ${row}.confirmed_at IS NOT NULL`
  const isChanged =
    '(OLD.limit_owner IS DISTINCT FROM NEW.limit_owner OR OLD.confirmed_at IS DISTINCT FROM NEW.confirmed_at)'
  const counting = { on: 'sales', event: 'AFTER UPDATE OF limit_owner, confirmed_at' }
  await createTrigger(db, {
    name: 'sales_limit_inserted',
    on: 'sales',
    event: 'AFTER INSERT',
    when: isCounted('NEW'),
    body: ADD_TO_LIMITS,
  })
  await createTrigger(db, {
    ...counting,
    name: 'sales_limit_released',
    when: `${isCounted('OLD')} AND ${isChanged}`,
    body: TAKE_FROM_LIMITS,
  })
  await createTrigger(db, {
    ...counting,
    name: 'sales_limit_used',
    when: `${isCounted('NEW')} AND ${isChanged}`,
    body: ADD_TO_LIMITS,
  })
}

const limitQuarterOf = (row: Row) => startOf(`${row}.confirmed_at`, TOTALS_INTERVAL_MS)
const ADD_TO_LIMITS = `INSERT INTO limit_totals
  VALUES (${limitQuarterOf('NEW')}, NEW.limit_owner, NEW.currency, 1, NEW.pays_whole, NEW.pays_millionths)
  ON CONFLICT (from_at, owner, currency) DO UPDATE SET count = limit_totals.count + 1,
    whole = limit_totals.whole + excluded.whole, millionths = limit_totals.millionths + excluded.millionths;`
const TAKE_FROM_LIMITS = `UPDATE limit_totals
  SET count = count - 1, whole = whole - OLD.pays_whole, millionths = millionths - OLD.pays_millionths
  WHERE from_at = ${limitQuarterOf('OLD')} AND owner = OLD.limit_owner AND currency = OLD.currency;`
