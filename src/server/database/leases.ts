import { sql, type Kysely } from 'kysely'
import pg from 'pg'

import { PgClient } from './drivers/pg-client.ts'
import type { JournalTables } from './schema/tables.ts'

/** The error code of a commit whose epoch is no longer the newest. */
const LEASE_LOST = 'TT001'

/** Measured by the database's clock. */
export const LEASE_MS = 10_000

/** Timeout of lease queries (ms): shorter than a leader may go without an answer. */
const ANSWER_MS = 2_500

/**
 * `account_lease` says which process leads, `database_server` which server wrote the journal. Each transaction of a leader begins with `hold_lease`, which
 * locks the row against taking the lease, not against renewing it, so every commit of an epoch comes before the first of the next.
 */
export async function createLeaseTables(db: Kysely<unknown>): Promise<void> {
  await sql`CREATE TABLE database_server (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    system_id TEXT NOT NULL,
    timeline TEXT NOT NULL,
    table_oid TEXT NOT NULL,
    secret_fingerprint TEXT
  )`.execute(db)
  await sql`CREATE TABLE account_lease (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    holder TEXT NOT NULL,
    address TEXT NOT NULL,
    epoch BIGINT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL
  )`.execute(db)
  await sql`INSERT INTO account_lease VALUES (1, '', '', 0, clock_timestamp())`.execute(db)
  await sql`CREATE FUNCTION hold_lease(held BIGINT) RETURNS void LANGUAGE plpgsql AS $$ BEGIN
    PERFORM 1 FROM account_lease WHERE epoch = held FOR KEY SHARE;
    IF NOT FOUND THEN RAISE EXCEPTION 'another process leads this journal' USING ERRCODE = ${sql.lit(LEASE_LOST)}; END IF;
  END $$`.execute(db)
  // FOR UPDATE waits for a commit of the ending epoch, whose connection is terminated first, because an unreachable process would keep its transaction open.
  // After the clock was set back, a lease ends no later than one that begins now.
  await sql`CREATE FUNCTION leader_name() RETURNS TEXT LANGUAGE sql AS $$ SELECT left('toptill leads ' || current_schema(), 60) $$`.execute(
    db,
  )
  await sql`CREATE FUNCTION take_lease(taker TEXT, reached_at TEXT, ms BIGINT) RETURNS BIGINT LANGUAGE plpgsql AS $$
    DECLARE lease account_lease%ROWTYPE;
    BEGIN
      SELECT * INTO lease FROM account_lease;
      IF lease.expires_at > clock_timestamp() + ms * interval '1 millisecond' THEN
        UPDATE account_lease SET expires_at = clock_timestamp() + ms * interval '1 millisecond';
        RETURN NULL;
      END IF;
      IF lease.expires_at > clock_timestamp() THEN RETURN NULL; END IF;
      PERFORM pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE application_name = leader_name() AND datname = current_database() AND pid <> pg_backend_pid();
      SELECT * INTO lease FROM account_lease FOR UPDATE;
      IF lease.expires_at > clock_timestamp() THEN RETURN NULL; END IF;
      UPDATE account_lease SET holder = taker, address = reached_at, epoch = lease.epoch + 1,
        expires_at = clock_timestamp() + ms * interval '1 millisecond';
      RETURN lease.epoch + 1;
    END $$`.execute(db)
}

/** Server, timeline and schema, and how far the journal has come. Epoch and key only grow. */
export const REACHED = `SELECT system_id || ' ' || timeline || ' ' || current_schema() AS name,
  CAST((SELECT epoch FROM account_lease) AS INTEGER) AS epoch, (SELECT highest_key FROM key_marks) AS key FROM database_server`

export type Reached = { name: string; epoch: number; key: string | null }

export type Leader = { holder: string; address: string }

/** Separate connections, so no commit or report delays a renewal. */
export type PostgresLease = {
  take: () => Promise<number | undefined>
  renew: (epoch: number) => Promise<boolean>
  release: (epoch: number) => Promise<void>
  findLeader: () => Promise<Leader | undefined>
  findReached: () => Promise<Reached | undefined>
  close: () => Promise<void>
}

/** `leaseMs` counts from taking or renewing. `onUnsafe`: a renewal found that the server no longer writes commits to the disk. */
export function openLease(url: string, self: Leader, leaseMs: number, onUnsafe = () => {}): PostgresLease {
  const pool = new pg.Pool({
    connectionString: url,
    Client: PgClient,
    application_name: 'toptill lease',
    max: 2,
    connectionTimeoutMillis: ANSWER_MS,
    query_timeout: ANSWER_MS,
    // The server gives up first, so no lease is taken without this process knowing.
    statement_timeout: ANSWER_MS - 500,
    keepAlive: true,
  })
  pool.on('error', () => {})
  return {
    take: async () => {
      const { rows } = await pool.query<{ epoch: string | null }>('SELECT take_lease($1, $2, $3) AS epoch', [
        self.holder,
        self.address,
        leaseMs,
      ])
      return rows[0]?.epoch ? Number(rows[0].epoch) : undefined
    },
    renew: async (epoch) => {
      const { rows } = await pool.query<{ fsync: string }>(
        `UPDATE account_lease SET expires_at = clock_timestamp() + $2 * interval '1 millisecond' WHERE epoch = $1
        RETURNING current_setting('fsync') AS fsync`,
        [epoch, leaseMs],
      )
      if (rows[0]?.fsync === 'off') onUnsafe()
      return rows.length === 1
    },
    release: async (epoch) => {
      await pool.query('UPDATE account_lease SET expires_at = clock_timestamp() WHERE epoch = $1', [epoch])
    },
    findLeader: async () => {
      const { rows } = await pool.query<Leader>(
        'SELECT holder, address FROM account_lease WHERE expires_at > clock_timestamp()',
      )
      return rows[0]
    },
    findReached: async () => (await pool.query<Reached>(REACHED)).rows[0],
    close: () => pool.end(),
  }
}

/** The epoch changes as soon as another process leads, or a restore is noticed. */
export async function findEpoch(db: Kysely<JournalTables>): Promise<number | undefined> {
  const { rows } = await sql<{ epoch: number }>`SELECT epoch FROM account_lease`.execute(db)
  return rows[0]?.epoch
}

export async function isLed(db: Kysely<JournalTables>): Promise<boolean> {
  const { rows } = await sql<{ led: boolean }>`SELECT expires_at > clock_timestamp() AS led FROM account_lease`.execute(
    db,
  )
  return rows[0]?.led === true
}
