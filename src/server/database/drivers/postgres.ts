import { PostgresDialect, type PostgresPoolClient } from 'kysely'
import pg from 'pg'

import { nameOf } from '../../config/database-url.ts'
import { createSemaphore } from '../../lib/concurrency.ts'
import { JournalUnusable } from './journal-unusable.ts'
import { refuseUnbindable } from './libsql-dialect.ts'
import { PgClient } from './pg-client.ts'
import { findProblems, whyNotOpened, type ServerIdentity } from './postgres-server.ts'

/** How long the journal may take to answer (ms), before the connection counts as lost. */
const ANSWER_MS = 20_000
const CONNECT_MS = 10_000
/** The longest query of a report or a list (ms). */
const READ_MS = 30_000
/** How much longer a process waits than its server works. */
const GIVING_UP_MS = 500
/** How long a transaction may wait for its process (ms), which has lost the lease by then. */
const IDLE_MS = 6_000
/**
 * A transaction of a process that was paused, or is no longer reached, would keep others from taking its lease. A commit is acknowledged as it was when
 * the connection was looked at, whatever the server is told meanwhile.
 */
const SETTINGS_TO_WRITE = `SET idle_in_transaction_session_timeout = ${IDLE_MS};
  SET tcp_keepalives_idle = 2; SET tcp_keepalives_interval = 1; SET tcp_keepalives_count = 3; SET tcp_user_timeout = ${IDLE_MS};
  SELECT set_config('synchronous_commit', current_setting('synchronous_commit'), false)`
/** All that one transaction reads is of the same moment. */
const settingsToRead = (ms: number) => `SET default_transaction_read_only = on;
  SET default_transaction_isolation = 'repeatable read'; SET statement_timeout = ${ms}`
/** Reports and lists at once; more of them wait for each other, and never for a sale. */
const READERS = 2

/** Errors of ours: a broken rule of the schema, a wrong value, a wrong statement, or a trigger that refused. Nothing is wrong with the server. */
const OURS = /^(22|23|42|P0)/
const TRANSACTION_IS_OVER = '25P02'

/** Statements worth preparing, and how many of them: a search with a list of values is a different text for each length. */
const REPEATED = /^\s*(select|insert|update|delete|with)\b/i
const MAX_PREPARED = 300
/** All but these may write, and are bound to the epoch. */
const READING = /^\s*(select|begin|commit|rollback|savepoint|release)\b/i

const isFault = (error: unknown): boolean => {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  return code === undefined || !(OURS.test(code) || code === TRANSACTION_IS_OVER)
}

/** Whether a query failed because no server answered it, or none that could; else there is something wrong with what was asked or read. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof pg.DatabaseError
    ? isFault(error)
    : error instanceof Error && ('code' in error || /^(timeout|query read timeout|connection)/i.test(error.message))

/** A whole number of 64 bits; as a bigint where a number of JavaScript would not be exact. */
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
  /** From now on every write names this epoch of the lease, and fails if it is not the newest. */
  hold: (epoch: number) => Promise<void>
}

/**
 * Opens a connection that writes: everything on it is done in turn, as in SQLite. Throws `JournalUnusable`. `onFault` receives the loss of the
 * connection, that of the lease, and every failure of the server; nothing may continue after one.
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

/**
 * A pool of connections that only read, for reports and lists, so that none of them keeps a sale waiting. With `answerMs` neither a connection nor a
 * query takes longer.
 */
export function readersOf(url: string, answerMs?: number): PostgresDialect {
  const pool = new pg.Pool({
    ...configOf(url),
    Client: PgClient,
    max: READERS,
    // The server gives up first, so that the connection can be used again.
    ...(answerMs !== undefined && { connectionTimeoutMillis: answerMs, query_timeout: answerMs + GIVING_UP_MS }),
  })
  // Before whatever is asked first. What DATABASE_URL says of these settings does not count.
  pool.on('connect', (client) => void client.query(settingsToRead(answerMs ?? READ_MS)).catch(() => {}))
  // A connection that is lost while nobody uses it is replaced by the next one who needs it.
  pool.on('error', () => {})
  return new PostgresDialect({ pool })
}

/** One connection for everybody, each until it is released, the first who asked first. */
function poolOfOne(client: pg.Client, onFault: (error: unknown) => void, end: () => Promise<void>) {
  const turns = createSemaphore(1)
  let epoch: number | undefined
  let isInTransaction = false
  const named = preparedNames()

  async function run(text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
    const name = named(text)
    const result = await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) })
    // PostgreSQL answers a commit of a transaction that it gave up with ROLLBACK, and with no error.
    if (text === 'commit' && result.command !== 'COMMIT') throw new Error('the transaction was rolled back')
    return result
  }

  /** Begins a transaction that fails, now or not at all, because another process leads. */
  async function begin(): Promise<pg.QueryResult> {
    if (epoch === undefined) return client.query('begin')
    try {
      // Two statements of one message: it costs no answer more.
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
    // The migrator asks the server's own tables, which do have other types.
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
    // Its other form, which streams rows, is not used.
    return { query, release } as unknown as PostgresPoolClient
  }

  return {
    connect,
    hold: async (held: number) => {
      // By this name whoever takes the lease later finds the connection of who had it.
      await client.query("SELECT set_config('application_name', leader_name(), false)")
      epoch = held
    },
    // Who waits for a turn still gets an answer.
    end: async () => {
      await connect()
      await end()
    },
  }
}

/** Names under which the server keeps a statement, so that it is parsed once. */
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
