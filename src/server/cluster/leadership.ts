import type { Clock } from '../lib/clock.ts'
import { createPause } from '../lib/concurrency.ts'
import type { Timers } from '../lib/ports.ts'

/** Uses the database's clock, so the processes' clocks don't matter. */
export type LeaseStore = {
  /**
   * Takes a free lease for `LEASE_MS` and returns its epoch, which is greater than any before. Reads the clock only once no commit of an older epoch is in
   * progress. A lease that ends later than that was renewed before the clock was set back, and is cut to `LEASE_MS`.
   */
  take: () => Promise<number | undefined>
  /** Extends the lease to `LEASE_MS` from now. Returns false if this epoch is no longer the newest. */
  renew: (epoch: number) => Promise<boolean>
  /** Lets another process take the lease at once. Does nothing if this epoch is not the newest. */
  release: (epoch: number) => Promise<void>
}

export const RENEW_EVERY_MS = 2_000
/** After its last successful renewal began (ms, steady clock): shorter than the time until another process can take the lease. */
export const SEND_WITHIN_MS = 6_000
/** How often a standby asks for the lease (ms). */
export const ASK_EVERY_MS = 500

export type Leadership = {
  epoch: number
  /** Call it right before the first byte of a call. */
  maySend: () => boolean
  /** Call it once everything is journaled. Waits for a running renewal, which would extend the released lease. */
  release: () => Promise<void>
}

type Deps = {
  store: LeaseStore
  /** The steady clock stops during suspend, and the wall clock may be changed, so the one that advanced further counts. */
  clock: Clock
  timers: Timers
  /** Called once, when the lease is lost: nothing may be sent, and no commit succeeds. */
  onLost: (problem: string) => void
}

export function createLeadership(deps: Deps) {
  const { store, clock, timers } = deps
  let isStopped = false
  const { pause, wake } = createPause(timers)

  return {
    /** Returns `undefined` after `stop`. Each attempt waits for `waitForTurn`; a database that doesn't respond is asked again. */
    lead: async (waitForTurn = async () => {}): Promise<Leadership | undefined> => {
      for (;;) {
        if (isStopped) return undefined
        await waitForTurn()
        if (isStopped) return undefined
        const begunAt = readClocks(clock)
        const epoch = await store.take().catch(() => undefined)
        if (epoch !== undefined && !isStopped) return keep(deps, epoch, begunAt)
        // Otherwise the lease would be unused while others wait for it.
        if (epoch !== undefined) await store.release(epoch).catch(() => {})
        else if (!isStopped) await pause(ASK_EVERY_MS)
      }
    },
    stop: (): void => {
      isStopped = true
      wake()
    },
  }
}

function keep({ store, clock, timers, onLost }: Deps, epoch: number, since: Moment): Leadership {
  /** When the last successful renewal began. The database counts `LEASE_MS` from a later time. */
  let heldSince = since
  let isOver = false
  const renewals = new Set<Promise<unknown>>()
  const isInTime = () => clock.now() - heldSince.now < SEND_WITHIN_MS && clock.wall() - heldSince.wall < SEND_WITHIN_MS

  function lose(problem: string): void {
    if (isOver) return
    isOver = true
    onLost(problem)
  }

  async function renew(): Promise<void> {
    const begunAt = readClocks(clock)
    const isNewest = await store.renew(epoch).catch(() => undefined)
    if (isOver) return
    if (isNewest === false) lose('another process leads')
    if (isNewest === true && begunAt.now > heldSince.now) heldSince = begunAt
  }

  function planRenewal(): void {
    timers.after(RENEW_EVERY_MS, () => {
      if (isOver) return
      const renewal = renew().finally(() => renewals.delete(renewal))
      renewals.add(renewal)
      planRenewal()
    })
  }

  function watch(): void {
    timers.after(Math.max(0, heldSince.now + SEND_WITHIN_MS - clock.now()), () => {
      if (isOver) return
      if (isInTime()) watch()
      else lose('the lease could not be renewed')
    })
  }

  planRenewal()
  watch()
  return {
    epoch,
    maySend: () => !isOver && isInTime(),
    release: async () => {
      isOver = true
      await Promise.all(renewals)
      await store.release(epoch)
    },
  }
}

type Moment = { now: number; wall: number }
const readClocks = (clock: Clock): Moment => ({ now: clock.now(), wall: clock.wall() })
