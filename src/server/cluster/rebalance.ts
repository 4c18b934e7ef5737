import type { Clock } from '../lib/clock.ts'
import type { OtherProcess, ProcessList } from './process-list.ts'
import type { Log } from '../lib/log.ts'
import type { Timers } from '../lib/ports.ts'

/** How soon processes share their shops out (ms). */
export type SpreadTimes = {
  /** How often each tells the others what it leads, and looks. */
  lookEveryMs: number
  /** How long another process has to be there before it is given a shop: not while it starts and ends in turn. */
  thereForMs: number
  /** How long nothing may have changed of any sale of a shop that is given away. */
  quietForMs: number
  /** How long after one the next is given away, once all know of the first. */
  nextAfterMs: number
  /** How long none is given away after one that nobody took: the others seem not to be able to. */
  notTakenMs: number
}

export const SPREAD_TIMES: SpreadTimes = {
  lookEveryMs: 2_000,
  thereForMs: 60_000,
  quietForMs: 60_000,
  nextAfterMs: 10_000,
  notTakenMs: 60 * 60_000,
}

/** How long a lease that nobody has is left to a process that leads fewer shops (ms): for each that it leads fewer, and at most. */
const WAIT_FOR_EACH_MS = 250
const MAX_WAIT_MS = 2_000

type Own = Pick<OtherProcess, 'name' | 'leads'>

/**
 * Whether a process gives one of its shops away: it leads two more than another one, and no process leads more. Of several that lead as many, one does, so
 * that never two give at once. Each time the numbers come closer, so it ends.
 */
export const givesAway = ({ name, leads }: Own, others: readonly Own[]): boolean =>
  others.some((other) => other.leads <= leads - 2) &&
  others.every((other) => other.leads < leads || (other.leads === leads && other.name > name))

/** How long a process leaves a lease that nobody has to those who lead fewer shops (ms). */
export const waitMsFor = (leads: number, others: readonly { leads: number }[]): number => {
  const fewest = Math.min(leads, ...others.map((other) => other.leads))
  return Math.min(MAX_WAIT_MS, (leads - fewest) * WAIT_FOR_EACH_MS)
}

/** A shop, as far as it is shared out. */
export type SpreadShop = {
  id?: string | undefined
  /** Whether this process leads it, or is opening it. */
  isOurs: () => boolean
  /** Whether this process leads it, it sells, nothing of it is under way, and nothing changed of its sales for so long. */
  isQuietFor: (ms: number) => boolean
  /** Hands the shop over to whichever process takes its lease, and stands by. Resolves when the lease was given up. */
  giveAway: () => Promise<void>
}

type Deps = {
  name: string
  list: ProcessList
  shops: readonly SpreadShop[]
  clock: Clock
  timers: Timers
  log: Pick<Log, 'info'>
  times: SpreadTimes
}

/** Shares the shops of an installation out among its processes, in quiet moments, one at a time. */
export function createSpread({ name, list, shops, clock, timers, log, times }: Deps) {
  let others: OtherProcess[] = []
  let givenAt = -Infinity
  let mayGiveFrom = -Infinity
  let given: SpreadShop | undefined
  let isGiving = false
  let isClosed = false
  let cancel = () => {}
  let looking = Promise.resolve()

  const leads = () => shops.filter((shop) => shop.isOurs()).length

  async function look(): Promise<void> {
    const own = leads()
    // Who cannot be asked is waited for by nobody.
    others = await list.tell(own).catch(() => [])
    const now = clock.now()
    if (isClosed || isGiving || now < mayGiveFrom || now - givenAt < times.nextAfterMs) return
    if (given?.isOurs()) {
      log.info({ what: 'a shop was given away and nobody took it', of: given.id ?? '' })
      given = undefined
      mayGiveFrom = now + times.notTakenMs
      return
    }
    given = undefined
    const there = others.filter(({ forMs }) => forMs >= times.thereForMs)
    const mayGive = [others, there].every((all) => givesAway({ name, leads: own }, all))
    if (own !== leads() || !mayGive) return
    given = shops.find((shop) => shop.isQuietFor(times.quietForMs))
    if (!given) return
    log.info({ what: 'a shop is given to a process that leads fewer', of: given.id ?? '' })
    isGiving = true
    void given.giveAway().then(() => {
      isGiving = false
      givenAt = clock.now()
    })
  }

  function plan(): void {
    cancel = timers.after(times.lookEveryMs, () => {
      looking = look().then(() => {
        if (!isClosed) plan()
      })
    })
  }

  return {
    /** How long this process leaves a lease that nobody has to others (ms). */
    waitMs: () => waitMsFor(leads(), others),
    begin: async (): Promise<void> => {
      await look()
      plan()
    },
    /** Gives nothing away any more. */
    close: async (): Promise<void> => {
      isClosed = true
      cancel()
      await looking
      await list.close()
    },
  }
}
