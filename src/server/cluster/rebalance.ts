import type { Clock } from '../lib/clock.ts'
import type { OtherProcess, ProcessList } from './process-list.ts'
import type { Log } from '../lib/log.ts'
import type { Timers } from '../lib/ports.ts'

export type SpreadTimes = {
  /** The interval of each process's reports and checks. */
  lookEveryMs: number
  /** A process that keeps restarting gets no shop. */
  minUptimeMs: number
  quietForMs: number
  /** During this pause, all processes learn of the last handover. */
  nextAfterMs: number
  /** After a handover in which no process took the shop, because the others seem unable to. */
  handoverBackoffMs: number
}

export const SPREAD_TIMES: SpreadTimes = {
  lookEveryMs: 2_000,
  minUptimeMs: 60_000,
  quietForMs: 60_000,
  nextAfterMs: 10_000,
  handoverBackoffMs: 60 * 60_000,
}

/** How long a free lease is left to processes with fewer shops (ms): for each shop of difference, and at most. */
const WAIT_FOR_EACH_MS = 250
const MAX_WAIT_MS = 2_000

type Own = Pick<OtherProcess, 'name' | 'leads'>

/**
 * This process leads at least two more shops than the one with the fewest, and is first by name among those with the most, so only one hands over. Each
 * handover narrows the gap, so this terminates.
 */
export const shouldHandOver = ({ name, leads }: Own, others: readonly Own[]): boolean =>
  others.some((other) => other.leads <= leads - 2) &&
  others.every((other) => other.leads < leads || (other.leads === leads && other.name > name))

export const waitMsFor = (leads: number, others: readonly { leads: number }[]): number => {
  const fewest = Math.min(leads, ...others.map((other) => other.leads))
  return Math.min(MAX_WAIT_MS, (leads - fewest) * WAIT_FOR_EACH_MS)
}

export type SpreadShop = {
  id?: string | undefined
  /** Also true while the shop is being opened. */
  isOurs: () => boolean
  /** This process leads, the shop can sell, nothing is in progress, and no sale has changed for `ms`. */
  isQuietFor: (ms: number) => boolean
  /** Resolves when the lease is released. */
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

/** Hands over one shop at a time, while it is quiet. */
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
    // If the list cannot be read, no process is waited for.
    others = await list.tell(own).catch(() => [])
    const now = clock.now()
    if (isClosed || isGiving || now < mayGiveFrom || now - givenAt < times.nextAfterMs) return
    if (given?.isOurs()) {
      log.info({ what: 'a shop was given away and nobody took it', of: given.id ?? '' })
      given = undefined
      mayGiveFrom = now + times.handoverBackoffMs
      return
    }
    given = undefined
    const there = others.filter(({ forMs }) => forMs >= times.minUptimeMs)
    const mayGive = [others, there].every((all) => shouldHandOver({ name, leads: own }, all))
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
    waitMs: () => waitMsFor(leads(), others),
    begin: async (): Promise<void> => {
      await look()
      plan()
    },
    close: async (): Promise<void> => {
      isClosed = true
      cancel()
      await looking
      await list.close()
    },
  }
}
