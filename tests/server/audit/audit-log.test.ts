import { sql } from 'kysely'
import { expect, it } from 'vitest'

import type { AuditEntry } from '#domain/audit.ts'
import { createAuditLog } from '#server/audit/audit-log.ts'
import { isInPostgres } from '../../support/a-journal.ts'
import { aStaffStore, MORNING } from '../staff/staff-store.ts'

/** @security V16.4.2, V16.1.1: The audit log is append-only, and a keyed hash chains its lines. */

const entry = (number: number): AuditEntry => ({
  kind: 'signed-in',
  by: { id: `p${number}`, name: `Person ${number}` },
})

async function aLog(lines = 5) {
  const shop = await aStaffStore()
  for (let number = 1; number <= lines; number += 1) await shop.audit.append(entry(number))
  /** Changes the log as a person with access to the file could, removing the triggers first. */
  const tamper = async (statement: string) => {
    const table = isInPostgres() ? 'ON audit_log' : ''
    for (const action of ['update', 'delete'])
      await sql.raw(`DROP TRIGGER IF EXISTS audit_log_no_${action} ${table}`).execute(shop.db)
    await sql.raw(statement).execute(shop.db)
  }
  return { ...shop, tamper }
}

const TAKEN_OUT = 'DELETE FROM audit_log WHERE number = 3'

it('the audit log numbers its entries and is intact, also while it is empty', async () => {
  expect(await (await aLog(0)).audit.verify()).toMatchObject({ isIntact: true, lines: 0 })
  const { audit } = await aLog(3)
  expect((await audit.page({})).lines).toEqual([3, 2, 1].map((number) => ({ ...entry(number), number, at: MORNING })))
  expect(await audit.verify()).toEqual({ isIntact: true, lines: 3, head: expect.stringMatching(/^[\w-]{43}$/) })
})

it('audit log entries that are written at the same time get consecutive numbers', async () => {
  const { audit } = await aLog(0)
  await Promise.all(Array.from({ length: 50 }, (_, number) => audit.append(entry(number))))
  expect(await audit.verify()).toMatchObject({ isIntact: true, lines: 50 })
})

it('no audit log entry can be changed or deleted', async () => {
  const { db, audit } = await aLog()
  for (const statement of ['UPDATE audit_log SET at = 0', 'DELETE FROM audit_log'])
    for (const which of ['', ' WHERE number = 5'])
      await expect(sql.raw(statement + which).execute(db)).rejects.toThrow('only ever appended to')
  expect(await audit.verify()).toMatchObject({ isIntact: true, lines: 5 })
})

it.each([
  ['changed', "UPDATE audit_log SET entry = replace(entry, 'Person 3', 'Person 4') WHERE number = 3"],
  ['dated back', 'UPDATE audit_log SET at = at - 1 WHERE number = 3'],
  ['called otherwise', "UPDATE audit_log SET kind = 'signed-out' WHERE number = 3"],
  ['taken out', TAKEN_OUT],
  ['removed with the rest moved up', TAKEN_OUT, 'UPDATE audit_log SET number = number - 1 WHERE number > 3'],
  [
    'inserted again',
    TAKEN_OUT,
    'INSERT INTO audit_log SELECT 3, at, kind, entry, hash FROM audit_log WHERE number = 2',
  ],
])('verification of the audit log reports the number of an entry that was %s', async (_, ...statements) => {
  const { audit, tamper } = await aLog()
  for (const statement of statements) await tamper(statement)
  expect(await audit.verify()).toEqual({ isIntact: false, firstBadLine: 3 })
})

it('the audit log cannot be forged with the database but without the key file', async () => {
  const { audit, db } = await aLog(0)
  const clock = { now: () => MORNING, wall: () => MORNING }
  const forger = createAuditLog({ db, clock, pepper: Buffer.alloc(32, 1) })
  await forger.append(entry(1))
  expect(await forger.verify()).toMatchObject({ isIntact: true, lines: 1 })
  expect(await audit.verify()).toEqual({ isIntact: false, firstBadLine: 1 })
})

it('verification of the audit log with `known` reads only new entries, and without it reads all', async () => {
  const { audit, tamper } = await aLog()
  await audit.verify({ known: true })
  await tamper('UPDATE audit_log SET at = 0 WHERE number = 2')
  await audit.append(entry(6))
  expect(await audit.verify({ known: true })).toMatchObject({ isIntact: true, lines: 6 })
  expect(await audit.verify()).toEqual({ isIntact: false, firstBadLine: 2 })
})

it('the audit log is read in pages, and only of one kind if one is named', async () => {
  const { audit } = await aLog(0)
  for (let number = 1; number <= 120; number += 1) {
    await audit.append({ kind: number % 3 === 0 ? 'denied' : 'signed-in' })
  }
  const first = await audit.page({ kind: 'denied' })
  expect(first.lines).toHaveLength(40)
  expect(first.next).toBeUndefined()
  const seen: number[] = []
  for (let below: number | undefined; ;) {
    const { lines, next } = await audit.page({ below })
    seen.push(...lines.map(({ number }) => number))
    if (next === undefined) break
    below = next
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index))
})

it('an audit log entry is committed together with its action or not at all', async () => {
  const { audit, db } = await aLog(0)
  await expect(
    audit.commit(async (_trx, note) => {
      await note(entry(1))
      throw new Error('the deed failed')
    }),
  ).rejects.toThrow('the deed failed')
  expect(await db.selectFrom('audit_log').selectAll().execute()).toEqual([])
})

it('each audit log entry is announced once it is durable', async () => {
  const announced: string[] = []
  const { audit } = await aStaffStore({ announce: (line) => void announced.push(line) })
  await audit.commit((_trx, note) => note(entry(1)))
  await audit.append(entry(2))
  expect(announced.map((line) => JSON.parse(line) as object)).toMatchObject([
    { what: 'audit', number: 1, kind: 'signed-in', time: new Date(MORNING).toISOString(), by: { name: 'Person 1' } },
    { number: 2 },
  ])
})
