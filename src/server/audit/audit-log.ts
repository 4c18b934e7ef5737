import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'

import type { AuditLine } from '#api/audit.ts'
import type { AuditEntry, AuditKind } from '#domain/audit.ts'
import type { Clock } from '../lib/clock.ts'
import { groupCommit, type Commit } from '../database/drivers/group-commit.ts'
import type { JournalTables } from '../database/schema/tables.ts'

export type Actor = Pick<AuditEntry, 'by' | 'terminal'>

/** The actor of entries without a person or terminal. */
export const ADMINISTRATOR: Actor = {}

export const about = ({ id, name }: { id: string; name: string }) => ({ about: { id, name } })

/** `head` is the last entry's hash, `firstBadLine` the first entry whose hash is wrong. */
export type AuditVerdict = { isIntact: true; lines: number; head: string } | { isIntact: false; firstBadLine: number }
export type AddAuditEntry = (entry: AuditEntry) => Promise<void>

export type AuditLog = ReturnType<typeof createAuditLog>

type Deps = {
  db: Kysely<JournalTables>
  commit?: Commit | undefined
  clock: Clock
  /** Stored outside the journal, so a valid log cannot be forged with the journal alone. */
  pepper: Buffer
  /** Receives each entry as JSON once it is durable, so a copy can be stored on another machine. */
  announce?: (line: string) => void
}

const PAGE = 50
const FIRST = 'toptill audit log'
const START = { number: 0, hash: FIRST }

/** Append-only; a keyed hash chains each entry to the previous one. */
export function createAuditLog({ db, commit = groupCommit(db), clock, pepper, announce }: Deps) {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', FIRST, 32))
  const onChange = new Set<(lines?: readonly AuditLine[]) => void>()
  const notifyChange = (lines?: readonly AuditLine[]) => {
    for (const run of onChange) run(lines)
  }

  async function write(trx: Transaction<JournalTables>, entry: AuditEntry): Promise<AuditLine> {
    const last = await trx
      .selectFrom('audit_log')
      .select(['number', 'hash'])
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
    const row = {
      number: (last?.number ?? 0) + 1,
      at: Math.floor(clock.now()),
      kind: entry.kind,
      entry: JSON.stringify(entry),
    }
    await trx
      .insertInto('audit_log')
      .values({ ...row, hash: hashOf(key, last?.hash ?? FIRST, row) })
      .execute()
    return readLine(row)
  }

  const announceLine = ({ at, ...line }: AuditLine) =>
    announce?.(JSON.stringify({ time: new Date(at).toISOString(), what: 'audit', ...line }))

  return {
    ...auditReads(db, key),
    /** Durable when it resolves. */
    append: async (entry: AuditEntry): Promise<void> => announceLine(await commit((trx) => write(trx, entry))),

    /** Call the returned function after the commit: it announces the entry. */
    appendIn: async (trx: Transaction<JournalTables>, entry: AuditEntry): Promise<() => void> => {
      const line = await write(trx, entry)
      return () => announceLine(line)
    },

    /**
     * Called at the end of each `commit`, and again with its entries once it is durable. Empties the caches of people, terminals, sessions and settings, which
     * change only in such a commit.
     */
    onChange: (run: (lines?: readonly AuditLine[]) => void): void => void onChange.add(run),

    /** Announces the entries after the commit. */
    commit: async <T>(work: (trx: Transaction<JournalTables>, note: AddAuditEntry) => Promise<T>): Promise<T> => {
      const lines: AuditLine[] = []
      const result = await commit(async (trx) => {
        const done = await work(trx, async (entry) => void lines.push(await write(trx, entry)))
        notifyChange()
        return done
      })
      notifyChange(lines)
      for (const line of lines) announceLine(line)
      return result
    },
  }
}

function auditReads(db: Kysely<JournalTables>, key: Buffer) {
  let verified = START

  return {
    /** Up to 50 entries with numbers below `below`, newest first. */
    page: async ({
      below,
      kind,
    }: {
      below?: number | undefined
      kind?: AuditKind | undefined
    }): Promise<{ lines: AuditLine[]; next?: number }> => {
      let query = db
        .selectFrom('audit_log')
        .selectAll()
        .orderBy('number', 'desc')
        .limit(PAGE + 1)
      if (below !== undefined) query = query.where('number', '<', below)
      if (kind !== undefined) query = query.where('kind', '=', kind)
      const rows = await query.execute()
      const lines = rows.slice(0, PAGE).map(readLine)
      const last = lines.at(-1)
      return { lines, ...(rows.length > PAGE && last ? { next: last.number } : {}) }
    },

    /** With `known`, only entries since the last verification. Entries removed from the end are noticed only by comparing with a copy stored elsewhere. */
    verify: async ({ known = false } = {}): Promise<AuditVerdict> => {
      let { number, hash } = known ? verified : START
      for (;;) {
        const rows = await db
          .selectFrom('audit_log')
          .selectAll()
          .where('number', '>', number)
          .orderBy('number')
          .limit(1000)
          .execute()
        for (const row of rows) {
          if (row.number !== number + 1 || !isSame(hashOf(key, hash, row), row.hash))
            return { isIntact: false, firstBadLine: number + 1 }
          ;({ number, hash } = row)
        }
        if (rows.length === 0) {
          verified = { number, hash }
          return { isIntact: true, lines: number, head: hash }
        }
        // A long log takes a second, and sales must not wait for all of it.
        await setImmediate()
      }
    },
  }
}

const hashOf = (
  key: Buffer,
  before: string,
  { number, at, kind, entry }: { number: number; at: number; kind: string; entry: string },
) =>
  createHmac('sha256', key)
    .update(JSON.stringify([before, number, at, kind, entry]))
    .digest('base64url')

function isSame(one: string, other: string): boolean {
  const [expected, found] = [Buffer.from(one), Buffer.from(other)]
  return expected.length === found.length && timingSafeEqual(expected, found)
}

const readLine = ({ number, at, entry }: { number: number; at: number; entry: string }): AuditLine => ({
  ...(JSON.parse(entry) as Omit<AuditLine, 'number' | 'at'>),
  number,
  at,
})
