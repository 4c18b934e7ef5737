import type { Setup } from '#api/session.ts'
import { refOf, type Person, type Terminal } from '#domain/person.ts'
import { inShop } from '#domain/shop-code.ts'
import type { Clock } from '../lib/clock.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { newLongCode } from '../lib/identifiers.ts'
import { createOneTimeCode } from '../lib/one-time-code.ts'
import type { People } from './people.ts'
import { startSession } from './session-store.ts'
import type { Terminals } from './terminals/terminals.ts'

type Deps = { clock: Clock; audit: AuditLog; people: People; terminals: Terminals; shopId?: string | undefined }
export type SetupResult = { person: Person; terminal: Terminal; terminalToken: string; sessionToken: string }

/** Adds the first supervisor of a shop without people, with a code that only this start's console has shown. */
export function createSetup({ clock, audit, people, terminals, shopId }: Deps) {
  const link = createOneTimeCode(clock)

  /** `undefined` once a person was added. `code`: that of the browser which connected the account (`account/connecting.ts`). */
  async function issueCode(code = inShop(newLongCode(), shopId)): Promise<string | undefined> {
    if (await people.hasAnyone()) return undefined
    link.issue(code)
    return code
  }

  /** Also makes the person's browser a terminal and signs them in. Throws `InvalidOperation` for an invalid name or PIN; the code then stays valid. */
  async function setUp({ code, name, pin, terminal: terminalName }: Setup): Promise<SetupResult | 'wrong-code'> {
    if (!link.isOpen(code) || (await people.hasAnyone())) return 'wrong-code'
    const hash = await people.pinHash('supervisor', pin)
    return audit.commit(async (trx, note) => {
      // Another request may have added a person.
      const anybody = await trx.selectFrom('staff').select('id').limit(1).executeTakeFirst()
      if (anybody || !link.isOpen(code)) return 'wrong-code'
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

  return { issueCode, setUp }
}
