import pg from 'pg'

import { PgClient } from '../database/drivers/pg-client.ts'

import { PROCESSES } from '../database/schema/shared-tables.ts'

/** How long the database may take to answer (ms). */
const ANSWER_MS = 2_500
/** A process that has not told of itself for so long (ms) is there no more. */
const GONE_AFTER_MS = 6_000

/** How many shops a process of the installation leads, or is opening, and for how long it has been there (ms), by the clock of the database. */
export type OtherProcess = { name: string; leads: number; forMs: number }

export type ProcessList = {
  /** Tells how many shops this process leads, and returns the others that are there. */
  tell: (leads: number) => Promise<OtherProcess[]>
  /** This process is there no more. */
  close: () => Promise<void>
}

/** Which processes share the shops of an installation, over a connection of its own. Nothing rests on it but who waits for whom. */
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
  // A connection that is lost is replaced by the next question.
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
