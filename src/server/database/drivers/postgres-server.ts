import type pg from 'pg'

import { nameOf } from '../../config/database-url.ts'
import { JournalUnusable } from './journal-unusable.ts'
import { problemOf as messageOf } from '../../lib/failures.ts'

const OLDEST_VERSION = 15

/** Changes when a copy is restored or a standby takes over. */
export type ServerIdentity = { systemId: string; timeline: string }

type Facts = {
  version: number
  fsync: string
  synchronous_commit: string
  encoding: string
  is_standby: boolean
  is_read_only: string
  schema: string | null
}

/** Throws `JournalUnusable`. */
export async function findProblems(client: pg.Client, name: string): Promise<ServerIdentity & { schema: string }> {
  const { rows } = await client.query<Facts>(`SELECT current_setting('server_version_num')::int AS version,
    current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous_commit,
    current_setting('server_encoding') AS encoding, pg_is_in_recovery() AS is_standby,
    current_setting('transaction_read_only') AS is_read_only, current_schema() AS schema`)
  const [facts] = rows
  if (!facts) throw new Error('the server did not say how it is set up')
  const problem = problemOf(facts, name)
  if (problem !== undefined) throw new JournalUnusable(problem)
  const schema = facts.schema ?? 'public'
  const identity =
    await client.query<ServerIdentity>(`SELECT system_identifier || ' ' || (SELECT oid FROM pg_database WHERE datname = current_database()) AS "systemId",
    substr(pg_walfile_name(pg_current_wal_insert_lsn()), 1, 8) AS timeline FROM pg_control_system()`)
  const [server] = identity.rows
  if (!server) throw new Error('the server did not say which one it is')
  return { ...server, schema }
}

function problemOf(facts: Facts, name: string): string | undefined {
  const version = Math.floor(facts.version / 10_000)
  if (version < OLDEST_VERSION)
    return `${name} is PostgreSQL ${version}. Toptill needs PostgreSQL ${OLDEST_VERSION} or later.`
  if (facts.is_standby)
    return `${name} is a standby, which can't be written to. Set DATABASE_URL to the primary server.`
  if (facts.is_read_only === 'on')
    return `${name} can only be read: transactions are read-only there. Set DATABASE_URL to a database that can be written to.`
  if (facts.fsync === 'off')
    return `${name} has fsync off, so a power cut could lose sales that were already charged. Turn it on, then restart Toptill.`
  if (facts.synchronous_commit === 'off')
    return `${name} has synchronous_commit off, so a crash could lose sales that were already charged. Turn it on, then restart Toptill.`
  if (facts.encoding !== 'UTF8')
    return `${name} has the encoding ${facts.encoding}, which can't store every name. Create the database with the encoding UTF8.`
  if (facts.schema === null)
    return `${name} has no schema for the tables: none in the user's search path exists. Create one, or set the search path.`
  return undefined
}

export function whyNotOpened(url: string, error: unknown): string {
  const name = nameOf(url)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  switch (code) {
    case 'ECONNREFUSED':
    case 'EHOSTUNREACH':
    case 'ENOENT':
      return `No PostgreSQL is responding at ${name} (${code}). Start it, or correct DATABASE_URL.`
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `The host of ${name} cannot be found (${code}). Check DATABASE_URL.`
    case '28P01':
    case '28000':
      return `${name} rejected the sign-in. Check the user and the password in DATABASE_URL.`
    case '3D000':
      return `${name} does not exist on the server. Create it, or check DATABASE_URL.`
    case '55P03':
      return `Another Toptill is preparing ${name}. Try again in a moment.`
    case '57P03':
      return `${name} is starting or stopping. Try again in a moment.`
    case '53300':
      return `${name} has no free connection. Allow more of them (max_connections), or stop the programs that use them.`
    default:
      return `The database ${name} cannot be opened: ${messageOf(error)}.`
  }
}
