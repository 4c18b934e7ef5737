import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'

import { nameOf } from '../../config/database-url.ts'
import { createSemaphore } from '../../lib/concurrency.ts'
import { JournalUnusable } from './journal-unusable.ts'
import { refuseUnbindable } from './libsql-dialect.ts'
import { PgClient } from './pg-client.ts'
import { findProblems, whyNotOpened, type ServerIdentity } from './postgres-server.ts'

/** After this time (ms) the connection counts as lost. */
const ANSWER_MS = 20_000
const CONNECT_MS = 10_000
/** The longest query of a report or a list (ms). */
const READ_MS = 30_000
/** How much longer this process waits than the server works (ms). */
const GIVING_UP_MS = 500
/** How long a transaction may wait for its process (ms), which has lost the lease by then. */
const IDLE_MS = 6_000
/**
 * Without a timeout, a paused process would keep others from taking its lease. `synchronous_commit` keeps the value that was checked, even if the server's
 * settings change.
 */
const SETTINGS_TO_WRITE = `SET idle_in_transaction_session_timeout = ${IDLE_MS};
  SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3; SET tcp_user_timeout = ${IDLE_MS};
  SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false)`
/** Repeatable read: a transaction reads everything as of one time. */
const settingsToRead = (ms: number) => `SET default_transaction_read_only = on;
  SET default_transaction_isolation = 'repeatable read'; SET statement_timeout = ${ms}`
/** Parallel reports and lists. */
const READERS = 2

/** Our own errors: a schema constraint, a wrong value or statement, or a trigger that rejected. The server is fine. */
const OURS = /^(22|23|42|P0)/
const TRANSACTION_IS_OVER = '25P02'

/** Limited, because a search with a list of values has different SQL for each length. */
const REPEATED = /^\s*(select|insert|update|delete|with)\b/i
const MAX_PREPARED = 300
/** All other statements may write, and are bound to the epoch. */
const READING = /^\s*(select|begin|commit|rollback|savepoint|release)\b/i

const isFault = (error: unknown): boolean => {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  return code === undefined || !(OURS.test(code) || code === TRANSACTION_IS_OVER)
}

/** True if no server could answer the query, whose text and data may be fine. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? isFault(error)
    : error instanceof Error && ('code' in error || /^(timeout|query read timeout|connection)/i.test(error.message))

/** A bigint if a JavaScript number would not be exact. */
function readWhole(text: string): number | bigint {
  const value = Number(text)
  return Number.isSafeInteger(value) ? value : BigInt(text)
}

const types: pg.CustomTypesConfig = {
  getTypeParser: (id, format) =>
    id === pg.types.builtins.INT8 ? readWhole : (pg.types.getTypeParser(id, format) as (text: string) => unknown),
}

const configOf = (url: string): pg.ClientConfig => ({
  connectionString: url,
  application_name: 'toptill',
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  types,
})

export type Connection = {
  dialect: PostgresDialect
  schema: string
  server: ServerIdentity
  /** After this, every write names this epoch of the lease and fails if it is not the newest. */
  hold: (epoch: number) => Promise<void>
}

/**
 * The connection that writes, one query at a time, as in SQLite. Throws `JournalUnusable`. `onFault` receives the loss of the connection or the lease, and
 * every server failure; nothing may continue after one.
 */
export async function openConnection(url: string, onFault: (error: unknown) => void = () => {}): Promise<Connection> {
  const client = newClient(url)
  let isClosing = false
  let isOpen = false
  const tellFault = (error: unknown) => {
    if (isOpen && !isClosing) onFault(error)
  }
  client.on('error', tellFault)
  client.on('end', () => tellFault(new Error('the connection to the database was lost')))
  const close = async () => {
    isClosing = true
    await client.end()
  }
  try {
    await client.connect()
    const { schema, ...server } = await findProblems(client, nameOf(url))
    await client.query(SETTINGS_TO_WRITE)
    isOpen = true
    const { hold, ...pool } = poolOfOne(client, tellFault, close)
    return { dialect: new PostgresDialect({ pool }), schema, server, hold }
  } catch (error) {
    await close().catch(() => {})
    throw error instanceof JournalUnusable ? error : new JournalUnusable(whyNotOpened(url, error))
  }
}

export function newClient(url: string): pg.Client {
  try {
    return new PgClient({ ...configOf(url), query_timeout: ANSWER_MS })
  } catch {
    throw new JournalUnusable(
      'DATABASE_URL cannot be read. Check the user and the password in it: special characters have to be encoded.',
    )
  }
}

/** For reports and lists, so they never delay a sale. With `answerMs`, no query takes longer. */
export function readersOf(url: string, answerMs?: number): PostgresDialect {
  const pool = new pg.Pool({
    ...configOf(url),
    Client: PgClient,
    max: READERS,
    // The server gives up first, so the connection can be reused.
    ...(answerMs !== undefined && { connectionTimeoutMillis: answerMs, query_timeout: answerMs + GIVING_UP_MS }),
  })
  // Sent before any other query, and overrides DATABASE_URL.
  pool.on('connect', (client) => void client.query(settingsToRead(answerMs ?? READ_MS)).catch(() => {}))
  // The next query replaces a lost idle connection.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

function poolOfOne(client: pg.Client, onFault: (error: unknown) => void, end: () => Promise<void>) {
  const turns = createSemaphore(1)
  let epoch: number | undefined
  let isInTransaction = false
  const named = preparedNames()

  async function run(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const name = named(text)
    const result = await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    // PostgreSQL answers the commit of a failed transaction with ROLLBACK and no error.
    if (text === 'commit' && result.command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  }

  /** Fails, now or later, if another process leads. */
  async function begin(): Promise<pg.QueryResult> {
    if (epoch === undefined) return client.query('begin')
    try {
      // Two statements in one message need only one round trip.
      return await client.query(`begin; SELECT hold_lease(${epoch})`)
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }

  async function writeAlone(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    await begin()
    try {
      const result = await run(text, values)
      await run('commit', [])
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  }

  async function query(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const isWriting = !READING.test(text)
    // The migrator queries system tables, whose values have other types.
    if (isWriting) refuseUnbindable(values)
    try {
      if (text === 'begin') {
        const begun = await begin()
        isInTransaction = true
        return begun
      }
      if (text === 'commit' || text === 'rollback') isInTransaction = false
      return await (isWriting && !isInTransaction && epoch !== undefined ? writeAlone(text, values) : run(text, values))
    } catch (error) {
      if (isFault(error)) onFault(error)
      throw error
    }
  }

  async function connect(): Promise<PostgresPoolClient> {
    const release = await turns.enter()
    return { query, release } as unknown as PostgresPoolClient
  }

  return {
    connect,
    hold: async (held: number) => {
      // The next process to take the lease finds this connection by its name.
      await client.query("SELECT set_config('application_name', leader_name(), false)")
      epoch = held
    },
    // Pending turns still get an answer.
    end: async () => {
      await connect()
      await end()
    },
  }
}

/** The server parses each statement once. */
function preparedNames() {
  const names = new Map<string, string>()
  return (text: string): string | undefined => {
    const known = names.get(text)
    if (known !== undefined || !REPEATED.test(text) || names.size >= MAX_PREPARED) return known
    const name = `s${names.size + 1}`
    names.set(text, name)
    return name
  }
}
