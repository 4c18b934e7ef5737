import type { Person } from '#domain/person.ts'
import type { ShopProblem } from '#domain/shops.ts'
import type { Actor } from '../audit/audit-log.ts'
import { InvalidOperation } from '../lib/failures.ts'
import type { Timers } from '../lib/ports.ts'
import type { PeopleMessage } from '../staff/shop-membership.ts'
import type { ShopPlace } from './shop-place.ts'

/** Timeout of one message. */
const TELL_MS = 10_000

/** `isRefusal`: the shop itself rejected it; otherwise it was not reached. */
type Said = { ok: boolean; text: string; isRefusal?: true | undefined }
/** The shop's leader handles the message. */
export type RunAt = (shopId: string, message: PeopleMessage) => Promise<Said>

/** `undefined` for the administrator. */
export type Asking = { person: Person; actor: Actor } | undefined
/** True for an owner and the administrator. Others know only of the shops in which they are a supervisor. */
export const knowsAll = (asking: Asking) => !asking || asking.person.isOwner === true

export type Found = { place: ShopPlace } & ({ state: ShopProblem } | { state: 'read'; row?: ReadRow; isMine: boolean })

type ReadRow = { person: Person; isBlocked: boolean; pin: { hash: string; setAt: number } }

/** `onSent` is called after each attempt. */
export function messenger({ runAt, timers }: { runAt: RunAt; timers: Timers }, onSent: () => void) {
  async function tell(place: ShopPlace, message: PeopleMessage): Promise<Said> {
    let cancel = () => {}
    const late = new Promise<Said>((resolve) => {
      cancel = timers.after(TELL_MS, () => resolve({ ok: false, text: '' }))
    })
    try {
      return await Promise.race([runAt(place.id, message), late])
    } catch {
      return { ok: false, text: '' }
    } finally {
      cancel()
      onSent()
    }
  }

  /**
   * Returns the names of shops that were not reached or rejected the message, as far as the requester may know of them: one that could not be read and rejects
   * it is not theirs.
   */
  async function tellEach(concerned: readonly Found[], message: PeopleMessage, asking: Asking): Promise<string[]> {
    const sent = await Promise.all(concerned.map(async (one) => ({ one, said: await tell(one.place, message) })))
    return sent
      .filter(({ one, said }) => !said.ok && (knowsAll(asking) || one.state === 'read' || !said.isRefusal))
      .map(({ one }) => one.place.name)
  }

  /** Throws `InvalidOperation` with that shop's own message; why it was not reached is for the log. */
  async function tellOrRefuse(place: ShopPlace, message: PeopleMessage): Promise<void> {
    const { ok, text, isRefusal } = await tell(place, message)
    if (!ok) throw new InvalidOperation(isRefusal ? text : `${place.name} was not reached, or did not respond in time.`)
  }

  return {
    tellEach,
    tellOrRefuse,
  }
}
