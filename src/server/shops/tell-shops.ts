import type { Person } from '#domain/person.ts'
import type { ShopProblem } from '#domain/shops.ts'
import type { Actor } from '../audit/audit-log.ts'
import { InvalidOperation } from '../lib/failures.ts'
import type { Timers } from '../lib/ports.ts'
import type { PeopleMessage } from '../staff/shop-membership.ts'
import type { ShopPlace } from './shop-place.ts'

/** How long a shop may take to do what it is told (ms). */
const TELL_MS = 10_000

/** What a shop answered, in a sentence. `isRefusal`: the shop itself refused; else it was not reached. */
type Said = { ok: boolean; text: string; isRefusal?: true | undefined }
/** Tells it the process that leads a shop. */
export type RunAt = (shopId: string, message: PeopleMessage) => Promise<Said>

/** The person who asks, as they are signed in; `undefined` for the administrator. */
export type Asking = { person: Person; actor: Actor } | undefined
/** Everybody else knows of the shops they are a supervisor in, and of no others. */
export const knowsAll = (asking: Asking) => !asking || asking.person.isOwner === true

export type Found = { place: ShopPlace } & ({ state: ShopProblem } | { state: 'read'; row?: ReadRow; isMine: boolean })

type ReadRow = { person: Person; isBlocked: boolean; pin: { hash: string; setAt: number } }

/** Tells shops what is new of people. `onTold` is called after each try. */
export function messenger({ runAt, timers }: { runAt: RunAt; timers: Timers }, onTold: () => void) {
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
      onTold()
    }
  }

  /**
   * Returns the names of the shops that did not hear of it, or did not take it, as far as who asks may know of them: a shop that could not be read, and
   * refuses them, is not theirs.
   */
  async function tellEach(concerned: readonly Found[], message: PeopleMessage, asking: Asking): Promise<string[]> {
    const told = await Promise.all(concerned.map(async (one) => ({ one, said: await tell(one.place, message) })))
    return told
      .filter(({ one, said }) => !said.ok && (knowsAll(asking) || one.state === 'read' || !said.isRefusal))
      .map(({ one }) => one.place.name)
  }

  /** Throws `InvalidOperation` with what that shop itself said; why it was not reached is for its log. */
  async function tellOrRefuse(place: ShopPlace, message: PeopleMessage): Promise<void> {
    const { ok, text, isRefusal } = await tell(place, message)
    if (!ok) throw new InvalidOperation(isRefusal ? text : `${place.name} was not reached, or did not respond in time.`)
  }

  return {
    tellEach,
    tellOrRefuse,
  }
}
