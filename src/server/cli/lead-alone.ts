import type { Kysely } from 'kysely'

import { InvalidOperation } from '../lib/failures.ts'
import { nameOf } from '../config/database-url.ts'
import { openJournal } from '../database/database.ts'
import { LEASE_MS, openLease, type Leader } from '../database/leases.ts'
import type { JournalTables } from '../database/schema/tables.ts'

const SELF: Leader = { holder: 'a command', address: '' }

/**
 * Runs a command on a journal in PostgreSQL while no process leads it, on this machine or on another. Throws `InvalidOperation` with `advice` if one
 * does, and what `run` throws.
 */
export async function leadAlone<T>(
  database: string,
  advice: string,
  run: (db: Kysely<JournalTables>) => Promise<T>,
): Promise<T> {
  const { db, hold } = await openJournal(database)
  const lease = openLease(database, SELF, LEASE_MS)
  try {
    const epoch = await lease.take()
    if (epoch === undefined) throw inUse(database, await lease.findLeader(), advice)
    await hold?.(epoch)
    try {
      return await run(db)
    } finally {
      await lease.release(epoch)
    }
  } finally {
    await db.destroy()
    await lease.close()
  }
}

/** Throws `InvalidOperation` with `advice` if a process leads this journal, which may not have been brought to this version yet. */
export async function refuseIfLed(database: string, advice: string): Promise<void> {
  const lease = openLease(database, SELF, LEASE_MS)
  try {
    // An empty database has no lease. What else keeps the answer away keeps the journal closed, which is told when it is opened.
    const leader = await lease.findLeader().catch(() => undefined)
    if (leader) throw inUse(database, leader, advice)
  } finally {
    await lease.close()
  }
}

const inUse = (database: string, leader: Leader | undefined, advice: string) =>
  new InvalidOperation(
    `The Toptill server at ${leader?.address || leader?.holder || 'another place'} is selling from ${nameOf(database)}. ${advice}`,
  )
