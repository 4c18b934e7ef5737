import pg from 'pg'

import { PgClient } from '../database/drivers/pg-client.ts'

import { PROCESSES } from '../database/schema/shared-tables.ts'

const ANSWER_MS = 2_500
/** A process that has not reported for this time (ms) is no longer running. */
const GONE_AFTER_MS = 6_000

/** `leads` includes shops being opened. `forMs`: how long the process has run, by the database's clock. */
export type OtherProcess = { name: string; leads: number; forMs: number }

export type ProcessList = {
  /** Reports how many shops this process leads. Returns the other running processes. */
  tell: (leads: number) => Promise<OtherProcess[]>
  close: () => Promise<void>
}

/** The list decides only which process waits for which. */
export function openProcessList(url: string, name: string): ProcessList {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PgClient,
    application_name: 'toptill processes',
    max: 1,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    keepAlive: true,
  })
  pool.on('error', () => {})
  const GONE = `clock_timestamp() - ${GONE_AFTER_MS} * interval '1 millisecond'`
  return {
    tell: async (leads) => {
      const { rows } = await pool.query<{ name: string; leads: string; forMs: string }>(
        `WITH old AS (DELETE FROM ${PROCESSES} WHERE name <> $1 AND seen_at < clock_timestamp() - interval '1 day'),
          own AS (INSERT INTO ${PROCESSES} AS known VALUES ($1, $2, clock_timestamp(), clock_timestamp())
            ON CONFLICT (name) DO UPDATE SET leads = excluded.leads, seen_at = excluded.seen_at,
              since = CASE WHEN known.seen_at < ${GONE} THEN excluded.since ELSE known.since END)
          SELECT name, leads, floor(extract(epoch FROM clock_timestamp() - since) * 1000)::bigint AS "forMs"
            FROM ${PROCESSES} WHERE name <> $1 AND seen_at > ${GONE}`,
        [name, leads],
      )
      return rows.map((row) => ({ name: row.name, leads: Number(row.leads), forMs: Number(row.forMs) }))
    },
    close: async () => {
      await pool.query(`DELETE FROM ${PROCESSES} WHERE name = $1`, [name]).catch(() => {})
      await pool.end()
    },
  }
}
