import type { Kysely } from 'kysely'

import { InvalidOperation } from '../../lib/failures.ts'
import { nameOf } from '../../config/database-url.ts'
import { openJournal } from '../../database/database.ts'
import { LEASE_MS, openLease, type Leader } from '../../database/leases.ts'
import type { JournalTables } from '../../database/schema/tables.ts'

const SELF: Leader = { holder: 'a command', address: '' }

/** Throws `InvalidOperation` with `advice` if a process leads the journal, and what `run` throws. */
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

/** Throws `InvalidOperation` with `advice`. The journal may still need a migration. */
export async function refuseIfLed(database: string, advice: string): Promise<void> {
  const lease = openLease(database, SELF, LEASE_MS)
  try {
    // An empty database has no lease. Other failures are reported when the journal is opened.
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
