import type { Socket } from 'node:net'

import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'

import { keyStore } from '#server/database/account-store.ts'
import { openJournal } from '#server/database/database.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { openLease } from '#server/database/leases.ts'
import type { JournalTables } from '#server/database/schema/tables.ts'
import { aJournalPlace } from '../../support/a-journal.ts'
import { createLatch } from '../../support/latch.ts'

const LONG_MS = 60_000
const READING = { at: 1, amount: '1.00', currency: 'AED' }

/** A database with two processes, each of which can ask for the lease. */
async function twoProcesses(leaseMs = LONG_MS) {
  const url = await aJournalPlace()
  const aProcess = async (name: string) => {
    const faults: unknown[] = []
    const { db, hold } = await openJournal(url, (error) => faults.push(error))
    const lease = openLease(url, { holder: name, address: `http://${name}.example` }, leaseMs)
    onTestFinished(async () => {
      await lease.close()
      await db.destroy().catch(() => {})
    })
    const lead = async () => {
      let epoch: number | undefined
      while (epoch === undefined) epoch = await lease.take()
      await hold?.(epoch)
      return epoch
    }
    return { db, lease, lead, faults }
  }
  return { url, first: await aProcess('first'), second: await aProcess('second') }
}

const readings = async (db: Kysely<JournalTables>) =>
  (await db.selectFrom('balance_readings').select('at').execute()).map(({ at }) => at)

describe('the lease of a database', () => {
  it('one process at a time gets the lease, and a process that asks learns which one leads and where', async () => {
    const { first, second } = await twoProcesses()
    const epochs = await Promise.all([first.lease.take(), second.lease.take()])
    expect(epochs.filter((epoch) => epoch !== undefined)).toEqual([1])
    const winner = epochs[0] === undefined ? 'second' : 'first'
    expect(await first.lease.findLeader()).toEqual({ holder: winner, address: `http://${winner}.example` })
    expect(await first.lease.take()).toBeUndefined()
    expect(await second.lease.take()).toBeUndefined()
  })

  it('a released lease goes to the next process at once, under the next epoch', async () => {
    const { first, second } = await twoProcesses()
    const epoch = await first.lead()
    await first.lease.release(epoch)
    expect(await second.lease.findLeader()).toBeUndefined()
    expect(await second.lease.take()).toBe(epoch + 1)
    await first.lease.release(epoch)
    expect(await first.lease.renew(epoch)).toBe(false)
    expect(await first.lease.take()).toBeUndefined()
    expect(await second.lease.renew(epoch + 1)).toBe(true)
  })

  it('a lease expires by the clock of the database unless it is renewed', async () => {
    const { first, second } = await twoProcesses(300)
    const epoch = await first.lead()
    expect(await first.lease.renew(epoch)).toBe(true)
    expect(await second.lead()).toBe(epoch + 1)
  })
})

describe('a process whose lease another one took', () => {
  it('a process without its lease commits nothing, with or without a transaction, and gets that error', async () => {
    const { first, second } = await twoProcesses()
    const epoch = await first.lead()
    await first.db.insertInto('balance_readings').values(READING).execute()
    await keyStore(first.db).saveMark(7n)
    // Otherwise the process that takes the lease would find this connection and end it.
    await sql`SET application_name = 'unknown'`.execute(first.db)
    await first.lease.release(epoch)
    await second.lead()
    const writes = [
      () => groupCommit(first.db)((trx) => trx.insertInto('balance_readings').values(READING).execute()),
      () => first.db.insertInto('balance_readings').values(READING).execute(),
      () => keyStore(first.db).saveMark(99n),
      () => first.db.transaction().execute((trx) => trx.deleteFrom('key_marks').execute()),
    ]
    for (const write of writes) await expect(write()).rejects.toThrow(/another process leads/)
    expect(first.faults).toHaveLength(writes.length)
    expect(await readings(second.db)).toEqual([1])
    expect(await keyStore(second.db).loadMark()).toBe(7n)
    expect(await readings(first.db)).toEqual([1])
  })

  it('a transaction that is open when the lease expires is ended, and nothing of it is written', async () => {
    const { first, second } = await twoProcesses(200)
    const epoch = await first.lead()
    const [isWriting, mayEnd] = [createLatch(), createLatch()]
    const committing = groupCommit(first.db)(async (trx) => {
      await trx.insertInto('balance_readings').values(READING).execute()
      isWriting.open()
      await mayEnd.opened
    })
    await isWriting.opened
    expect(await second.lead()).toBe(epoch + 1)
    mayEnd.open()
    await expect(committing).rejects.toThrow()
    expect(first.faults.length).toBeGreaterThan(0)
    expect(await readings(second.db)).toEqual([])
  })

  it('a dead connection does not keep the lease from another process', async () => {
    const { first, second, url } = await twoProcesses(200)
    const epoch = await first.lead()
    // A transaction whose last message arrived only in part, as when a cable is pulled out.
    const { rows } = await sql<{ name: string }>`SELECT leader_name() AS name`.execute(second.db)
    const lost = new pg.Client({ connectionString: url, application_name: rows[0]!.name })
    lost.on('error', () => {})
    await lost.connect()
    await lost.query(`BEGIN; SELECT hold_lease(${epoch})`)
    const { stream } = (lost as unknown as { connection: { stream: Socket } }).connection
    stream.write(Buffer.concat([Buffer.from('P'), Buffer.from([0, 0, 0, 99]), Buffer.from('half')]))
    expect(await second.lead()).toBe(epoch + 1)
    await lost.end().catch(() => {})
  })

  it('after the clock of the database was set back the lease lasts no longer than one that begins now', async () => {
    const { first, second } = await twoProcesses(200)
    const epoch = await first.lead()
    await sql`UPDATE account_lease SET expires_at = clock_timestamp() + interval '1 hour'`.execute(second.db)
    expect(await second.lead()).toBe(epoch + 1)
  })
})
