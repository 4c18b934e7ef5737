import type { Clock } from '../lib/clock.ts'
import { createPause } from '../lib/concurrency.ts'
import type { Timers } from '../lib/ports.ts'

/** Where it is noted which process leads an account. All of its times are by the clock of the database, so clocks of processes do not matter. */
export type LeaseStore = {
  /**
   * Takes the lease for `LEASE_MS` if nobody holds it. Returns its epoch, which is greater than every one before. It waits until no commit of an
   * older epoch is under way, and only then reads the clock. A lease that ends later than `LEASE_MS` from now was renewed before the clock was set back:
   * it ends `LEASE_MS` from now, or nobody could lead for as long as the clock went back.
   */
  take: () => Promise<number | undefined>
  /** Extends the lease to `LEASE_MS` from now. Returns false if this epoch is not the newest any more. */
  renew: (epoch: number) => Promise<boolean>
  /** Gives the lease up, so that another process may take it at once. Nothing happens if this epoch is not the newest. */
  release: (epoch: number) => Promise<void>
}

export const RENEW_EVERY_MS = 2_000
/** How long after its last renewal began a leader may send (ms), by its own steady clock: before anybody else can take the lease. */
export const SEND_WITHIN_MS = 6_000
/** How often a process that does not lead asks for the lease (ms). */
export const ASK_EVERY_MS = 500

export type Leadership = {
  epoch: number
  /** Whether this process may still send. To be asked in the instant before the first byte of a call leaves. */
  maySend: () => boolean
  /**
   * Gives the lease up. To be called once nothing is under way and everything is in the journal. A renewal that is still under way is waited for:
   * it would extend the lease that was given up, for nobody.
   */
  release: () => Promise<void>
}

type Deps = {
  store: LeaseStore
  /** The steady clock stands still while a machine is suspended, and the other one may be set: whichever went further counts. */
  clock: Clock
  timers: Timers
  /** Called once, when the lease is lost: nothing may be sent any more, and no commit succeeds. */
  onLost: (problem: string) => void
}

/** Waits until this process leads the account, and keeps the lease from then on. `stop` ends the waiting. */
export function createLeadership(deps: Deps) {
  const { store, clock, timers } = deps
  let isStopped = false
  const { pause, wake } = createPause(timers)

  return {
    /**
     * Resolves when this process leads; `undefined` if `stop` was called before. A database that does not answer is asked again. Each time,
     * `waitForTurn` is waited for before.
     */
    lead: async (waitForTurn = async () => {}): Promise<Leadership | undefined> => {
      for (;;) {
        if (isStopped) return undefined
        await waitForTurn()
        if (isStopped) return undefined
        const begunAt = readClocks(clock)
        const epoch = await store.take().catch(() => undefined)
        if (epoch !== undefined && !isStopped) return keep(deps, epoch, begunAt)
        // It was stopped while the database took its time: nobody would use the lease, and others wait for it.
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

/** Renews a lease that was taken, and says for how long something may be sent. */
function keep({ store, clock, timers, onLost }: Deps, epoch: number, since: Moment): Leadership {
  /** When the renewal began that succeeded last. The database counts `LEASE_MS` from a later moment. */
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
