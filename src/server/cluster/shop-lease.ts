import { hostname } from 'node:os'

import { isLoopback } from '../config/account-schema.ts'
import type { Config } from '../config/config.ts'
import { LEASE_MS, openLease, type Leader, type PostgresLease } from '../database/leases.ts'
import { recordReached } from '../database/maintenance/rollback-detection.ts'
import type { Log } from '../lib/log.ts'
import { createPause, type Semaphore } from '../lib/concurrency.ts'
import { systemTimers, type Ports } from '../lib/ports.ts'
import { ASK_EVERY_MS, createLeadership, type Leadership } from './leadership.ts'

/** How often a standby notes how far the journal has come (ms). */
const NOTE_EVERY_MS = 5_000

type Deps = {
  config: Pick<Config, 'database' | 'dataFolder'>
  ports: Ports
  log: Log
  /** A free lease is taken only with a slot. */
  slots: Semaphore
  waitMs: () => number
  onLost: (problem: Error) => void
  /** The leader's address; `undefined` if it is here or there is none. */
  onLeader: (address: string | undefined) => void
  /** Called each time another process leads, or the database didn't answer. */
  onStandby: () => void
}

export type ShopLease = ReturnType<typeof createShopLease>

export function createShopLease(deps: Deps) {
  const { slots, waitMs, onLeader } = deps
  const { clock } = deps.ports
  let leader: Leader | undefined
  let ownAddress = ''
  let store: PostgresLease | undefined
  let leadership: ReturnType<typeof createLeadership> | undefined
  let leaveSlot: (() => void) | undefined
  let othersFirstUntil = -Infinity
  let isStopped = false
  const noteHowFar = journalNotes(deps)
  const { pause, wake } = createPause(systemTimers)

  function leave(): void {
    leaveSlot?.()
    leaveSlot = undefined
  }

  function recordLeader(found: Leader | undefined): void {
    leader = found
    onLeader(findReachable(found, ownAddress))
  }

  /** Only when the shop can be opened at once, and after processes with fewer shops: another process may be ready sooner. */
  async function waitForTurn(): Promise<void> {
    const begunAt = clock.now()
    for (;;) {
      await store?.findLeader().then(recordLeader, () => {})
      if (leader) await noteHowFar(store)
      if (leader || leaveSlot || isStopped) return
      const now = clock.now()
      const leftMs = Math.max(begunAt + waitMs(), othersFirstUntil) - now
      if (leftMs <= 0) break
      await pause(Math.min(leftMs, ASK_EVERY_MS))
    }
    leaveSlot = await slots.enter()
  }

  function askForLease(address: string): ReturnType<typeof createLeadership> {
    ownAddress = address
    store = openStore(deps, address)
    return leadershipOf(deps, store, { onLeader: recordLeader, leader: () => leader, leave })
  }

  return {
    /** Resolves with a slot for opening, or with nothing once stopped. */
    lead: async (address: string): Promise<Leadership | undefined> => {
      leadership ??= askForLease(address)
      const held = await leadership.lead(waitForTurn)
      // There is no slot yet if the leader stopped right after it was found.
      if (held) leaveSlot ??= await slots.enter()
      return held
    },
    leaveSlot: leave,
    isTaking: () => leaveSlot !== undefined,
    leaveToOthers: (ms: number): void => {
      othersFirstUntil = clock.now() + ms
    },
    look: async (): Promise<void> => {
      // If the database doesn't answer, neither the leader nor the fate of forwarded requests is known.
      await store?.findLeader().then(recordLeader, () => (leader = undefined))
    },
    leader: () => leader,
    leaderAddress: () => findReachable(leader, ownAddress),
    stop: (): void => {
      isStopped = true
      leadership?.stop()
      wake()
    },
    close: async () => store?.close(),
  }
}

/** This process may be the first to lead after the database was restored, without the leader's notes. */
function journalNotes({ config, ports: { clock } }: Deps): (store: PostgresLease | undefined) => Promise<void> {
  let notedAt = -Infinity
  return async (store) => {
    if (clock.now() - notedAt < NOTE_EVERY_MS) return
    notedAt = clock.now()
    const reached = await store?.findReached().catch(() => undefined)
    if (reached) recordReached(config.dataFolder, reached)
  }
}

function openStore({ config, ports }: Deps, address: string): PostgresLease {
  const onUnsafe = () => ports.exit(new Error('the database no longer writes commits to the disk (fsync is off)'))
  return openLease(config.database, { holder: `${hostname()} ${process.pid}`, address }, LEASE_MS, onUnsafe)
}

type Waiting = { onLeader: (found: Leader | undefined) => void; leader: () => Leader | undefined; leave: () => void }

/** Each attempt also reports who leads. A failed attempt leaves the slot to others. */
function leadershipOf(
  { ports, log, onLost, onStandby }: Deps,
  store: PostgresLease,
  { onLeader, leader, leave }: Waiting,
) {
  async function take(): Promise<number | undefined> {
    try {
      const epoch = await store.take()
      onLeader(epoch === undefined ? (leader() ?? (await store.findLeader())) : undefined)
      if (epoch === undefined) {
        leave()
        onStandby()
      }
      return epoch
    } catch (error) {
      leave()
      log.error({ what: 'the lease cannot be asked for', problem: (error as Error).message })
      onStandby()
      throw error
    }
  }
  return createLeadership({
    store: { ...store, take },
    clock: ports.clock,
    timers: systemTimers,
    onLost: (reason) => onLost(new Error(reason)),
  })
}

/** Leaves out this process, and loopback addresses of other machines. */
function findReachable(leader: Leader | undefined, ownAddress: string): string | undefined {
  if (!leader?.address || leader.address === ownAddress) return undefined
  const isElsewhere = leader.holder.split(' ')[0] !== hostname()
  return isElsewhere && isLoopback(new URL(leader.address).hostname) ? undefined : leader.address
}
