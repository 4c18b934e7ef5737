import { createHash } from 'node:crypto'

import { sql, type Expression, type Kysely, type Transaction } from 'kysely'

import { isPostgres } from '../schema/schema-dialect.ts'
import type { JournalTables } from '../schema/tables.ts'

/** Rows in memory at a time. Reports and pictures have about 100 kB each. */
const PIECE_ROWS = 200

/** These belong to a server, not to the shop. */
const NOT_COPIED = ['database_server', 'account_lease']

export type Table = {
  name: string
  columns: readonly { name: string; isWhole: boolean }[]
  key: readonly string[]
  counted?: string
}

/** All values as text, so 64-bit integers keep all digits. */
type Row = Record<string, string | null>
type Journal = Kysely<JournalTables>
type Trx = Transaction<JournalTables>

type ColumnRow = { table: string; column: string; is_whole: boolean; is_counted: boolean; place: number | null }

/** The shop's tables in PostgreSQL, referenced ones first. */
export async function readTables(trx: Trx): Promise<Table[]> {
  const schema = sql`(SELECT oid FROM pg_namespace WHERE nspname = current_schema())`
  const { rows } = await sql<ColumnRow>`SELECT t.relname AS "table", a.attname AS "column",
      a.atttypid IN ('int8'::regtype, 'int4'::regtype) AS is_whole, a.attidentity <> '' AS is_counted,
      array_position(i.indkey::int2[], a.attnum) AS place
    FROM pg_class t
    JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
    LEFT JOIN pg_index i ON i.indrelid = t.oid AND i.indisprimary
    WHERE t.relnamespace = ${schema} AND t.relkind = 'r' AND t.relname NOT LIKE 'kysely%'
    ORDER BY t.relname, a.attnum`.execute(trx)
  const references = await sql<{ table: string; other: string }>`SELECT t.relname AS "table", o.relname AS other
    FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class o ON o.oid = c.confrelid
    WHERE c.contype = 'f' AND c.conrelid <> c.confrelid AND c.connamespace = ${schema}`.execute(trx)
  const names = new Set(rows.map(({ table }) => table).filter((name) => !NOT_COPIED.includes(name)))
  const tables = [...names].map((name) =>
    tableOf(
      name,
      rows.filter(({ table }) => table === name),
    ),
  )
  return inOrder(tables, references.rows)
}

function tableOf(name: string, rows: readonly ColumnRow[]): Table {
  const key = rows.filter(({ place }) => place !== null).toSorted((a, b) => Number(a.place) - Number(b.place))
  if (key.length === 0) throw new Error(`the table ${name} has no key`)
  const counted = rows.find(({ is_counted }) => is_counted)?.column
  return {
    name,
    columns: rows.map(({ column, is_whole }) => ({ name: column, isWhole: is_whole })),
    key: key.map(({ column }) => column),
    ...(counted === undefined ? {} : { counted }),
  }
}

function inOrder(tables: readonly Table[], references: readonly { table: string; other: string }[]): Table[] {
  const ordered = new Set<Table>()
  while (ordered.size < tables.length) {
    const isThere = (name: string) => [...ordered].some((table) => table.name === name)
    const next = tables.filter(
      (table) => !ordered.has(table) && references.every((one) => one.table !== table.name || isThere(one.other)),
    )
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    for (const table of next) ordered.add(table)
  }
  return [...ordered]
}

/** Throws if a table or a column would not be copied. */
export async function expectNoOthers(db: Journal, tables: readonly Table[]): Promise<void> {
  for (const { name, columns } of await db.introspection.getTables()) {
    if (NOT_COPIED.includes(name)) continue
    const known = tables.find((table) => table.name === name)
    const other = columns.find((column) => !known?.columns.some((one) => one.name === column.name))
    if (other) throw new Error(`its table ${name} has a column ${other.name} that this version does not know`)
  }
}

export async function countRows(db: Journal, tables: readonly Table[]): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  for (const { name } of tables) {
    const { rows } = await sql<{ count: number }>`SELECT count(*) AS count FROM ${sql.table(name)}`.execute(db)
    const count = Number(rows[0]?.count)
    if (count > 0) counts.set(name, count)
  }
  return counts
}

export async function withoutTriggers(trx: Trx, tables: readonly Table[], write: () => Promise<void>): Promise<void> {
  for (const { name } of tables) await sql`ALTER TABLE ${sql.table(name)} DISABLE TRIGGER USER`.execute(trx)
  await write()
  for (const { name } of tables) await sql`ALTER TABLE ${sql.table(name)} ENABLE TRIGGER USER`.execute(trx)
}

export async function copyRows(source: Journal, trx: Trx, table: Table): Promise<void> {
  const columns = sql.join(table.columns.map(({ name }) => sql.ref(name)))
  const into = sql.table(table.name)
  for await (const rows of chunksOf(source, table))
    await sql`INSERT INTO ${into} (${columns})
      SELECT ${columns} FROM json_populate_recordset(NULL::${into}, ${JSON.stringify(rows)})`.execute(trx)
  // Reading in key order needs statistics.
  await sql`ANALYZE ${into}`.execute(trx)
}

/** Continues after the highest number ever used, even if its row is deleted. */
export async function setCounter(source: Journal, trx: Trx, { name, counted }: Table): Promise<void> {
  if (counted === undefined) return
  const column = sql.ref(counted)
  const { rows } = await sql<{ highest: string }>`SELECT CAST(max(highest) AS TEXT) AS highest FROM (
    SELECT max(${column}) AS highest FROM ${sql.table(name)}
    UNION ALL SELECT seq FROM sqlite_sequence WHERE name = ${name}) AS given`.execute(source)
  const next = BigInt(rows[0]?.highest ?? 0) + 1n
  // Unlike `setval`, this is rolled back with the transaction.
  await sql`ALTER TABLE ${sql.table(name)} ALTER COLUMN ${column} RESTART WITH ${sql.lit(next)}`.execute(trx)
}

/** Describes the first difference; `undefined` if all rows are the same. */
export async function findDifference(source: Journal, trx: Trx, tables: readonly Table[]): Promise<string | undefined> {
  for (const table of tables) {
    const [rows, copied] = [await countRows(source, [table]), await countRows(trx, [table])]
    const [count = 0, copiedCount = 0] = [rows.get(table.name), copied.get(table.name)]
    if (count !== copiedCount) return `${table.name} has ${copiedCount} rows instead of ${count}`
    if ((await digestOf(source, trx, table)).size > 1) return `rows of ${table.name}`
  }
  return undefined
}

/** Digests of all rows in key order; only one if both journals have the same rows. */
async function digestOf(source: Journal, trx: Trx, table: Table): Promise<Set<string>> {
  const sides = [source, trx].map((db) => ({ pieces: chunksOf(db, table), hash: createHash('sha256') }))
  // Alternates between the journals, because the server closes an idle transaction.
  for (let isOver = false; !isOver;) {
    isOver = true
    for (const { pieces, hash } of sides) {
      const { value, done } = await pieces.next()
      if (done) continue
      isOver = false
      for (const row of value) hash.update(`${JSON.stringify(table.columns.map(({ name }) => row[name]))}\n`)
    }
  }
  return new Set(sides.map(({ hash }) => hash.digest('hex')))
}

/** Reads in the same key order in both databases. PostgreSQL needs a transaction. */
function chunksOf(db: Journal, table: Table): AsyncGenerator<Row[]> {
  const isWhole = (name: string) => table.columns.some((column) => column.name === name && column.isWhole)
  // SQLite compares bytes; PostgreSQL uses the database's collation.
  const byBytes = isPostgres(db) ? sql` COLLATE "C"` : sql``
  const query = db
    .selectFrom(sql.table(table.name).as('t'))
    .select(
      table.columns.map((column) =>
        (column.isWhole ? sql<string>`CAST(${sql.ref(column.name)} AS TEXT)` : sql.ref<string>(column.name)).as(
          column.name,
        ),
      ),
    )
    .orderBy(sql.join(table.key.map((name) => sql`${sql.ref(`t.${name}`)}${isWhole(name) ? sql`` : byBytes}`)))
  return isPostgres(db) ? fetchPieces(db, query) : gather(query.stream())
}

async function* gather(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let piece: Row[] = []
  for await (const row of rows) {
    piece.push(row)
    if (piece.length < PIECE_ROWS) continue
    yield piece
    piece = []
  }
  if (piece.length > 0) yield piece
}

async function* fetchPieces(db: Journal, query: Expression<unknown>): AsyncGenerator<Row[]> {
  await sql`DECLARE pieces NO SCROLL CURSOR FOR ${query}`.execute(db)
  for (;;) {
    const { rows } = await sql<Row>`FETCH ${sql.lit(PIECE_ROWS)} FROM pieces`.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < PIECE_ROWS) break
  }
  await sql`CLOSE pieces`.execute(db)
}
