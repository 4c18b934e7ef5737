import { hostname } from 'node:os'

import { isLoopback } from '../config/account-schema.ts'
import type { Config } from '../config/config.ts'
import { LEASE_MS, openLease, type Leader, type PostgresLease } from '../database/leases.ts'
import { noteReached } from '../database/maintenance/rollback-detection.ts'
import type { Log } from '../lib/log.ts'
import { createPause, type Semaphore } from '../lib/concurrency.ts'
import { systemTimers, type Ports } from '../lib/ports.ts'
import { ASK_EVERY_MS, createLeadership, type Leadership } from './leadership.ts'

/** How often a process that stands by notes how far the journal has come (ms). */
const NOTE_EVERY_MS = 5_000

type Deps = {
  config: Pick<Config, 'database' | 'dataFolder'>
  ports: Ports
  log: Log
  /** For opening a shop, which a lease that nobody has is taken for at once. */
  slots: Semaphore
  /** How long a lease that nobody has is left to others, who lead fewer shops (ms). */
  waitMs: () => number
  /** Called when the lease is lost. */
  onLost: (problem: Error) => void
  /** Called each time when the database has said who leads, with where it is reached if that is not here. */
  onLeader: (address: string | undefined) => void
  /** Called each time when another process was found to lead, or nobody could be asked. */
  onStandby: () => void
}

/** Which process leads a shop, and the waiting of this one for its turn. */
export type ShopLease = ReturnType<typeof createShopLease>

export function createShopLease(deps: Deps) {
  const { slots, waitMs, onLeader } = deps
  const { clock } = deps.ports
  let leader: Leader | undefined
  let ownAddress = ''
  let store: PostgresLease | undefined
  let leadership: ReturnType<typeof createLeadership> | undefined
  /** Leaves the slot that this shop has. */
  let leaveSlot: (() => void) | undefined
  let othersFirstUntil = -Infinity
  let isStopped = false
  const noteHowFar = journalNotes(deps)
  const { pause, wake } = createPause(systemTimers)

  function leave(): void {
    leaveSlot?.()
    leaveSlot = undefined
  }

  function noteLeader(found: Leader | undefined): void {
    leader = found
    onLeader(findReachable(found, ownAddress))
  }

  /** A lease that nobody has is taken only when the shop can be opened at once, and not before those who lead fewer shops: another process may be able to. */
  async function waitForTurn(): Promise<void> {
    const begunAt = clock.now()
    for (;;) {
      await store?.findLeader().then(noteLeader, () => {})
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
    return leadershipOf(deps, store, { onLeader: noteLeader, leader: () => leader, leave })
  }

  return {
    /** Waits for the lease of this process, which others reach at that address. Resolves in a slot for opening, or with nothing once it is stopped. */
    lead: async (address: string): Promise<Leadership | undefined> => {
      leadership ??= askForLease(address)
      const held = await leadership.lead(waitForTurn)
      // Without one where the leader ended in the moment after it was found.
      if (held) leaveSlot ??= await slots.enter()
      return held
    },
    /** The shop was opened, or could not be. */
    leaveSlot: leave,
    /** Whether this process is about to open the shop. */
    isTaking: () => leaveSlot !== undefined,
    /** For so long (ms) this process leaves the lease to others. */
    leaveToOthers: (ms: number): void => {
      othersFirstUntil = clock.now() + ms
    },
    look: async (): Promise<void> => {
      // A database that does not answer says nothing about who leads, nor about what was passed on.
      await store?.findLeader().then(noteLeader, () => (leader = undefined))
    },
    leader: () => leader,
    /** Where the leader is reached, if that is not here. */
    leaderAddress: () => findReachable(leader, ownAddress),
    /** Waits no more. */
    stop: (): void => {
      isStopped = true
      leadership?.stop()
      wake()
    },
    close: async () => store?.close(),
  }
}

/** This process may be the first to lead in a database that was put back as it was before, and the notes of the leader are not here. */
function journalNotes({ config, ports: { clock } }: Deps): (store: PostgresLease | undefined) => Promise<void> {
  let notedAt = -Infinity
  return async (store) => {
    if (clock.now() - notedAt < NOTE_EVERY_MS) return
    notedAt = clock.now()
    const reached = await store?.findReached().catch(() => undefined)
    if (reached) noteReached(config.dataFolder, reached)
  }
}

/** The lease of the journal, which also says who else leads. */
function openStore({ config, ports }: Deps, address: string): PostgresLease {
  const onUnsafe = () => ports.exit(new Error('the database no longer writes commits to the disk (fsync is off)'))
  return openLease(config.database, { holder: `${hostname()} ${process.pid}`, address }, LEASE_MS, onUnsafe)
}

type Waiting = { onLeader: (found: Leader | undefined) => void; leader: () => Leader | undefined; leave: () => void }

/** Each try to take the lease also says who leads; one that fails leaves the slot to others. */
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

/** Where the leader is reached: not here, and not on this machine if it is on another. */
function findReachable(leader: Leader | undefined, ownAddress: string): string | undefined {
  if (!leader?.address || leader.address === ownAddress) return undefined
  const isElsewhere = leader.holder.split(' ')[0] !== hostname()
  return isElsewhere && isLoopback(new URL(leader.address).hostname) ? undefined : leader.address
}
