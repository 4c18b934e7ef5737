import type { Transaction } from 'kysely'

import type { Terminal } from '#domain/person.ts'
import { isSameName } from '#domain/typed-text.ts'
import type { Clock } from '../lib/clock.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { hashToken, MAX_NAME_LENGTH, newId, newToken, readName } from '../lib/identifiers.ts'

/** `token` is for the cookie of that browser. Only its hash is stored, so it cannot be read again. */
export type Enrolled = { terminal: Terminal; token: string }

/** A terminal that was offered to a browser which has not sent its cookie yet. */
type Offer = { terminal: Terminal; accepted?: Promise<Terminal> }
/** The oldest offers are dropped above this, so that requests without end cannot fill the memory. */
const MAX_OFFERS = 1_000

/** Browsers that become terminals without a code. For practice on the same machine only. */
export function createTerminalOffers({ audit, clock }: { audit: AuditLog; clock: Clock }) {
  const offers = new Map<string, Offer>()

  return {
    /**
     * A secret that makes its browser a terminal when the browser first sends it back. A client that never sends cookies becomes none, however
     * many requests it sends.
     */
    offer: (name: string): Enrolled => {
      const terminal = { id: newId(), name: readName(name) }
      const token = newToken()
      offers.set(hashToken(token), { terminal })
      for (const oldest of offers.keys()) {
        if (offers.size <= MAX_OFFERS) break
        offers.delete(oldest)
      }
      return { terminal, token }
    },

    /** Enrolls the terminal of an offered secret, once. Parallel requests wait for the same enrollment. */
    accept: (hash: string): Promise<Terminal> | undefined => {
      const offer = offers.get(hash)
      if (!offer) return undefined
      offer.accepted ??= audit
        .commit(async (trx, note) => {
          const row = { id: offer.terminal.id, name: await freeName(trx, offer.terminal.name) }
          await trx
            .insertInto('terminals')
            .values({ ...row, token_hash: hash, created_at: clock.now(), revoked_at: null })
            .execute()
          await note({ kind: 'terminal-enrolled', about: row, detail: { kiosk: false } })
          return row
        })
        .finally(() => offers.delete(hash))
      return offer.accepted
    },
  }
}

/** The longest name, and room for the number behind it. */
const MAX_NUMBERED = MAX_NAME_LENGTH - ' (999)'.length

/** The name, or the first of `name (2)`, `name (3)` and so on that no terminal in use has. */
export async function freeName(trx: Transaction<JournalTables>, name: string): Promise<string> {
  const inUse = await trx.selectFrom('terminals').select('name').where('revoked_at', 'is', null).execute()
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${beginningOf(name)} (${count})`
    if (!inUse.some((other) => isSameName(other.name, candidate))) return candidate
  }
}

/** What of a name leaves room for a number. No surrogate pair is cut in half. */
const beginningOf = (name: string): string =>
  name
    .slice(0, MAX_NUMBERED)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
