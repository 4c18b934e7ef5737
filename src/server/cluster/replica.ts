import type { Ready } from '#api/status.ts'
import type { Command, CommandResult } from '../cli/command.ts'
import type { Config } from '../config/config.ts'
import type { FrontShop, ShopSecrets } from './router.ts'
import type { Forwarder } from './forward.ts'
import { createUnderWay } from './under-way.ts'
import type { Migrated } from '../database/migrate.ts'
import type { Log } from '../lib/log.ts'
import type { Shop } from '../shop.ts'
import { createDeferred, createPause, type Semaphore } from '../lib/concurrency.ts'
import { inBackground, systemTimers, type Ports } from '../lib/ports.ts'
import { prepareJournal } from './prepare-journal.ts'
import { ledShop, shopOpener, type OpenShop } from './led-shop.ts'
import { createShopCommands } from './shop-commands.ts'
import { createShopLease, type ShopLease } from './shop-lease.ts'
import type { SpreadShop } from './rebalance.ts'
import { problemOf } from '../lib/failures.ts'

/** The pause before another attempt (ms), and how often it checks during the pause whether another process leads. */
const RETRY_MS = 5_000
const LOOK_EVERY_MS = 1_000
/** How long a lease that was handed over is left to others (ms). */
const OTHERS_FIRST_MS = 5_000

type Deps = {
  config: Config
  ports: Ports
  log: Log
  headers: FrontShop['headers']
  forwarder: Forwarder
  openShop: OpenShop
  slots: Semaphore
  waitMs: () => number
  onLead: (shop: Shop) => Promise<void> | void
  onMigrated: (shopId: string | undefined, migrated: Migrated) => void
}

/** One process's part of a shop whose journal in PostgreSQL several processes share. */
export type SharedShop = FrontShop &
  SpreadShop & {
    config: Config
    /** Call before this process waits for its turn. Throws the errors of `isStartProblem`. */
    prepare: () => Promise<void>
    /** Resolves when this process leads. If the shop cannot be opened, the lease is released; a single shop rejects, others are tried again. */
    begin: (ownAddress: string) => Promise<void>
    /** Resolves once another process leads, the database didn't answer, or the shop could not be opened. */
    standby: Promise<void>
    /** `undefined` while any process leads the shop. */
    problem: () => string | undefined
    current: () => Shop | undefined
    /** Whether the shop sells, if this process leads it. */
    ready: () => Ready | undefined
    /** Runs in the process that leads, here or elsewhere. */
    run: (command: Command) => Promise<CommandResult>
    /**
     * A leader completes what is in progress, then releases the lease, so the next process begins at once. Until `close` the leader is still looked up for
     * requests.
     */
    stop: () => Promise<void>
    close: () => Promise<void>
  }

export function createSharedShop(deps: Deps): SharedShop {
  const { config, ports, headers, forwarder, slots } = deps
  let secrets: ShopSecrets | undefined
  let beginning: Promise<void> | undefined
  let address = ''
  let looking: Promise<void> | undefined
  const underWay = createUnderWay()
  const prepare = async () => void (secrets = await prepareJournal(config, deps.onMigrated))
  const standby = createDeferred<undefined>()
  const opener = shopOpener(deps)
  const lease = createShopLease({
    ...deps,
    onLost: opener.endOrFail,
    onLeader: (leaderAddress) => {
      if (secrets) forwarder.giveUpAllBut({ address: leaderAddress, secret: secrets.toPassOn })
    },
    onStandby: () => standby.resolve(undefined),
  })
  const led = ledShop(deps, { open: opener.open, lease, underWay })
  const tries = leadTries(deps, lease, {
    lead: async (onOpened) => {
      if (!secrets) await slots.run(prepare)
      await led.lead(address, onOpened)
    },
    isLed: () => led.current() !== undefined,
    onProblem: () => standby.resolve(undefined),
  })
  const { current } = led
  const { problem } = tries
  const commands = createShopCommands({ ...deps, underWay, lease, current, secrets: () => secrets, problem })

  return {
    ...(config.shop ? { id: config.shop.id } : {}),
    config,
    headers,
    secrets: () => secrets,
    answerCommand: commands.answerCommand,
    run: commands.run,
    leaderAddress: lease.leaderAddress,
    prepare,
    standby: standby.promise,
    current,
    routes: led.routes,
    ready: () => current()?.ready(),
    isOurs: () => current() !== undefined || lease.isTaking(),
    isQuietFor: (ms) => !tries.isStopped() && led.isQuietFor(ms),
    problem: () => (current() || lease.leader() ? undefined : tries.problem()),
    begin: (ownAddress) => {
      address = ownAddress
      return (beginning = tries.begin())
    },
    giveAway: () => {
      const given = led.handOver()
      beginning = given.then(tries.beginAfterOthers)
      void inBackground(beginning, ports)
      return given.catch(() => {})
    },
    stop: async () => {
      tries.stop()
      lease.stop()
      await beginning?.catch(() => {})
      try {
        await led.handOver()
      } finally {
        looking ??= tries.lookWhoLeads()
      }
    },
    close: async () => {
      tries.close()
      await looking
      await lease.close()
    },
  }
}

type Tries = { lead: (onOpened: () => void) => Promise<void>; isLed: () => boolean; onProblem: () => void }

function leadTries({ config, log }: Deps, lease: ShopLease, { lead, isLed, onProblem }: Tries) {
  const { pause, wake } = createPause(systemTimers)
  let problem: string | undefined
  let isStopped = false
  let isClosed = false

  async function begin(): Promise<void> {
    for (;;) {
      if (isStopped) return
      try {
        return await lead(() => (problem = undefined))
      } catch (error) {
        if (!config.shop || isLed()) throw error
        const found = problemOf(error)
        // Opening is retried every few seconds, and the problem may be the same for days.
        if (found !== problem) log.error({ what: 'the shop cannot be opened', problem: found })
        problem = found
        onProblem()
        await waitBesideLeader()
      }
    }
  }

  /** Another process may be able to open the shop. */
  async function waitBesideLeader(): Promise<void> {
    for (let waitedMs = 0; waitedMs < RETRY_MS; waitedMs += LOOK_EVERY_MS) {
      if (isStopped) return
      await lease.look()
      await pause(LOOK_EVERY_MS)
    }
  }

  async function lookWhoLeads(): Promise<void> {
    for (;;) {
      await lease.look()
      if (isClosed) return
      await pause(LOOK_EVERY_MS)
    }
  }

  return {
    begin,
    beginAfterOthers: () => {
      lease.leaveToOthers(OTHERS_FIRST_MS)
      return begin()
    },
    lookWhoLeads,
    problem: () => problem,
    isStopped: () => isStopped,
    stop: () => {
      isStopped = true
      wake()
    },
    close: () => {
      isClosed = true
      wake()
    },
  }
}
