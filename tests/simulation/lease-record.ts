import type { LeaseStore } from '#server/cluster/leadership.ts'
import { LEASE_MS } from '#server/database/leases.ts'
import type { Pass } from './journal.ts'
import type { World } from './world.ts'

/** The row of the database that says who leads the account, and what it locks. */
export type LeaseRecord = ReturnType<typeof createLeaseRecord>

type LeaseRecordOptions = {
  world: World
  now: () => number
  answersAfterMs: () => number
  /** Set for a database whose commits do not read the epoch, and so do not keep others from taking the lease. */
  isForAnybody?: boolean | undefined
  granted: (epoch: number) => void
}

export function createLeaseRecord(options: LeaseRecordOptions) {
  const { world, now, answersAfterMs, isForAnybody = false, granted } = options
  let lease: { epoch: number; holder: string | undefined; until: number } = { epoch: 0, holder: undefined, until: 0 }
  let isLocked = false
  const waiting: (() => void)[] = []

  /**
   * Waits until no commit of the account is under way, and keeps others from starting. Returns a function that releases
   * them.
   */
  async function lock(): Promise<() => void> {
    // Unlocking woke one waiting commit, but another one may have been faster.
    // oxlint-disable-next-line eslint/no-unmodified-loop-condition
    while (isLocked) await new Promise<void>((go) => waiting.push(go))
    isLocked = true
    let isOver = false
    return () => {
      if (isOver) return
      isOver = true
      isLocked = false
      waiting.shift()?.()
    }
  }

  /** Changes the row. As with a row lock, it waits for the commits that read the row, and then reads the row again. */
  async function change<T>(run: () => T): Promise<T> {
    await world.sleep(answersAfterMs())
    if (isForAnybody) return run()
    const unlock = await lock()
    try {
      return run()
    } finally {
      unlock()
    }
  }

  const isFree = () => now() >= lease.until
  /** True if the clock was set back after the lease was renewed. */
  const isTooLong = () => lease.until > now() + LEASE_MS

  return {
    open: (pass: Pass, holder: string): LeaseStore => ({
      take: () =>
        pass('take the lease', async () => {
          if (!isFree() && !isTooLong()) return undefined
          return change(() => {
            if (isTooLong()) lease.until = now() + LEASE_MS
            if (!isFree()) return undefined
            lease = { epoch: lease.epoch + 1, holder, until: now() + LEASE_MS }
            granted(lease.epoch)
            return lease.epoch
          })
        }),
      renew: (epoch) =>
        pass('renew the lease', () =>
          change(() => {
            if (lease.epoch !== epoch) return false
            lease.until = now() + LEASE_MS
            return true
          }),
        ),
      release: (epoch) =>
        pass('release the lease', () =>
          change(() => {
            if (lease.epoch === epoch) lease = { ...lease, holder: undefined, until: now() }
          }),
        ),
    }),
    lock,
    isLocked: () => isLocked,
    epoch: () => lease.epoch,
    /** Who leads, as read by a process that has to forward a request. */
    holder: () => (isFree() ? undefined : lease.holder),
    /** The lease expires at once: another process took it, or the clock of the database jumped. */
    expire: () => {
      lease.until = now()
    },
  }
}
