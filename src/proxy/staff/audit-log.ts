import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Kysely, Transaction } from 'kysely'

import type { AuditLine } from '#contract/proxy/audit.ts'
import type { AuditEntry, AuditKind } from '#domain/audit.ts'
import type { Clock } from '../clock.ts'
import { groupCommit, type Commit } from '../journal/group-commit.ts'
import type { JournalTables } from '../journal/tables.ts'

/** `lines` that hold and the hash of the last one, or the number of the first one that does not hold. */
export type AuditVerdict = { isIntact: true; lines: number; head: string } | { isIntact: false; firstBadLine: number }
/** Adds a line to what is being committed. */
export type AddAuditLine = (entry: AuditEntry) => Promise<void>

export type AuditLog = ReturnType<typeof createAuditLog>

type Deps = {
  db: Kysely<JournalTables>
  /** Shared with whatever else writes while the shop sells. */
  commit?: Commit | undefined
  clock: Clock
  /** Lies outside the journal: whoever has the journal alone cannot write a log that holds. */
  pepper: Buffer
  /** Takes each line as JSON once it is durable, so that it can be kept on another machine. */
  announce?: (line: string) => void
}

const PAGE = 50
const FIRST = 'toptill audit log'
const START = { number: 0, hash: FIRST }

/** What happened at the doors: only ever appended to, each line chained to the last by a keyed hash (RELIABILITY, "Forged or lost evidence"). */
export function createAuditLog({ db, commit = groupCommit(db), clock, pepper, announce }: Deps) {
  const key = Buffer.from(hkdfSync('sha256', pepper, '', FIRST, 32))

  let whole = START
  const onChange = new Set<() => void>()
  const tellChange = () => {
    for (const run of onChange) run()
  }

  const hashOf = (
    before: string,
    { number, at, kind, entry }: { number: number; at: number; kind: string; entry: string },
  ) =>
    createHmac('sha256', key)
      .update(JSON.stringify([before, number, at, kind, entry]))
      .digest('base64url')

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
      .values({ ...row, hash: hashOf(last?.hash ?? FIRST, row) })
      .execute()
    return { ...entry, number: row.number, at: row.at }
  }

  const tell = ({ at, ...line }: AuditLine) =>
    announce?.(JSON.stringify({ time: new Date(at).toISOString(), what: 'audit', ...line }))

  return {
    /** Durable when it resolves. */
    append: async (entry: AuditEntry): Promise<void> => tell(await commit((trx) => write(trx, entry))),

    /**
     * Part of what `trx` commits, so that the deed and its line are there together. Call what it answers once the commit is through: it
     * tells the line to whoever keeps a copy.
     */
    appendIn: async (trx: Transaction<JournalTables>, entry: AuditEntry): Promise<() => void> => {
      const line = await write(trx, entry)
      return () => tell(line)
    },

    /**
     * Has `run` called in every `commit`, at its end and once it is durable: whatever people, terminals or sessions are changed by passes
     * there, and what is remembered of them is not so any more.
     */
    onChange: (run: () => void): void => void onChange.add(run),

    /** Does `work` and writes the lines it notes in one commit, then tells them. */
    commit: async <T>(work: (trx: Transaction<JournalTables>, note: AddAuditLine) => Promise<T>): Promise<T> => {
      const lines: AuditLine[] = []
      const answer = await commit(async (trx) => {
        const done = await work(trx, async (entry) => void lines.push(await write(trx, entry)))
        tellChange()
        return done
      })
      tellChange()
      for (const line of lines) tell(line)
      return answer
    },

    /** Newest first, below `below`; one more than a page says that there are more. */
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

    /**
     * Goes along the chain: all of it, or with `known` only what came since it was found whole last. What was cut off at its end only a
     * copy elsewhere shows.
     */
    verify: async ({ known = false } = {}): Promise<AuditVerdict> => {
      let { number, hash } = known ? whole : START
      for (;;) {
        const rows = await db
          .selectFrom('audit_log')
          .selectAll()
          .where('number', '>', number)
          .orderBy('number')
          .limit(1000)
          .execute()
        for (const row of rows) {
          if (row.number !== number + 1 || !isSame(hashOf(hash, row), row.hash))
            return { isIntact: false, firstBadLine: number + 1 }
          ;({ number, hash } = row)
        }
        if (rows.length === 0) {
          whole = { number, hash }
          return { isIntact: true, lines: number, head: hash }
        }
        // A long log takes a second: whoever sells does not wait for all of it.
        await setImmediate()
      }
    },
  }
}

function isSame(one: string, other: string): boolean {
  const [expected, found] = [Buffer.from(one), Buffer.from(other)]
  return expected.length === found.length && timingSafeEqual(expected, found)
}

const readLine = ({ number, at, entry }: { number: number; at: number; entry: string }): AuditLine => ({
  ...(JSON.parse(entry) as AuditEntry),
  number,
  at,
})
