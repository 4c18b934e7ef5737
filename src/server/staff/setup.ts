import { timingSafeEqual } from 'node:crypto'

import type { Setup } from '#api/session.ts'
import { plainCode } from '#domain/enrollment-code.ts'
import { refOf, type Person, type Terminal } from '#domain/person.ts'
import { inShop } from '#domain/shop-code.ts'
import type { Clock } from '../lib/clock.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { hashToken, newLongCode } from '../lib/identifiers.ts'
import type { People } from './people.ts'
import { startSession } from './session-store.ts'
import type { Terminals } from './terminals.ts'

export const SETUP_CODE_VALID_MS = 60 * 60 * 1000

type Deps = { clock: Clock; audit: AuditLog; people: People; terminals: Terminals; shopId?: string | undefined }
export type SetupResult = { person: Person; terminal: Terminal; terminalToken: string; sessionToken: string }

/** Adds the first supervisor of a shop without people, with a code that only this start's console has shown. */
export function createSetup({ clock, audit, people, terminals, shopId }: Deps) {
  let open: { hash: string; until: number } | undefined

  /** The code is valid for an hour or until the next one; `undefined` once a person was added. */
  async function issueCode(): Promise<string | undefined> {
    if (await people.hasAnyone()) return undefined
    const code = inShop(newLongCode(), shopId)
    open = { hash: hashToken(plainCode(code)), until: clock.now() + SETUP_CODE_VALID_MS }
    return code
  }

  /** Also makes the person's browser a terminal and signs them in. Throws `InvalidOperation` for an invalid name or PIN; the code then stays valid. */
  async function setUp({ code, name, pin, terminal: terminalName }: Setup): Promise<SetupResult | 'wrong-code'> {
    if (!isOpen(code) || (await people.hasAnyone())) return 'wrong-code'
    const hash = await people.pinHash('supervisor', pin)
    return audit.commit(async (trx, note) => {
      // Another request may have added a person.
      const anybody = await trx.selectFrom('staff').select('id').limit(1).executeTakeFirst()
      if (anybody || !isOpen(code)) return 'wrong-code'
      const person = await people.insert(trx, { name, role: 'supervisor' }, hash)
      const { terminal, token: terminalToken } = await terminals.insert(trx, terminalName)
      const sessionToken = await startSession(trx, { person, terminal, now: clock.now() })
      await note({
        kind: 'shop-set-up',
        by: refOf(person),
        terminal: refOf(terminal),
      })
      return { person, terminal, terminalToken, sessionToken }
    })
  }

  function isOpen(code: string): boolean {
    if (!open || clock.now() >= open.until) return false
    return timingSafeEqual(Buffer.from(hashToken(plainCode(code))), Buffer.from(open.hash))
  }

  return { issueCode, setUp }
}
