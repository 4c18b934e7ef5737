import type { Transaction } from 'kysely'

import type { Terminal } from '#domain/person.ts'
import { isSameName } from '#domain/text/typed-text.ts'
import type { Clock } from '../../lib/clock.ts'
import type { JournalTables } from '../../database/schema/tables.ts'
import type { AuditLog } from '../../audit/audit-log.ts'
import { hashToken, MAX_NAME_LENGTH, newId, newToken, readName } from '../../lib/identifiers.ts'

/** `token` is for the browser's cookie. Only its hash is stored. */
export type Enrolled = { terminal: Terminal; token: string }

/** A terminal whose browser has not sent its cookie yet. */
type Offer = { terminal: Terminal; accepted?: Promise<Terminal> }
/** Older offers are dropped, so endless requests cannot fill the memory. */
const MAX_OFFERS = 1_000

/** Makes browsers terminals without a code, only for practice on the same machine. */
export function createTerminalOffers({ audit, clock }: { audit: AuditLog; clock: Clock }) {
  const offers = new Map<string, Offer>()

  return {
    /** Makes a browser a terminal once the browser sends it back. A client without cookies never becomes one, however many requests it sends. */
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

    /** Enrolls once per offered secret; parallel requests share the enrollment. */
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

/** Leaves room for a number. */
const MAX_NUMBERED = MAX_NAME_LENGTH - ' (999)'.length

/** Returns the name, or the first unused one of `name (2)`, `name (3)` and so on. */
export async function freeName(trx: Transaction<JournalTables>, name: string): Promise<string> {
  const inUse = await trx.selectFrom('terminals').select('name').where('revoked_at', 'is', null).execute()
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${beginningOf(name)} (${count})`
    if (!inUse.some((other) => isSameName(other.name, candidate))) return candidate
  }
}

/** Doesn't cut a surrogate pair in half. */
const beginningOf = (name: string): string =>
  name
    .slice(0, MAX_NUMBERED)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()
