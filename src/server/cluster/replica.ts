import type { Ready } from '#api/status.ts'
import type { Command, CommandResult } from '../cli/command.ts'
import type { Config } from '../config/config.ts'
import type { FrontShop, ShopSecrets } from './router.ts'
import type { Passing } from './forward.ts'
import { createUnderWay } from './under-way.ts'
import { openJournal } from '../database/database.ts'
import { findEpoch } from '../database/leases.ts'
import { noticeForgottenKeys } from '../database/maintenance/rollback-detection.ts'
import type { Log } from '../lib/log.ts'
import type { Shop, ShopOptions } from '../shop.ts'
import { createPause } from '../lib/pause.ts'
import { inBackground, systemTimers, type Ports } from '../lib/ports.ts'
import { prepareJournal } from './prepare-journal.ts'
import type { Leadership } from './leadership.ts'
import { createShopCommands } from './shop-commands.ts'
import { createShopLease } from './lease.ts'
import type { Slots } from '../lib/semaphore.ts'
import type { SpreadShop } from './rebalance.ts'

/** How long after a problem a shop is opened again (ms), and how often it is looked whether another process leads it meanwhile. */
const TRY_AGAIN_MS = 5_000
const LOOK_EVERY_MS = 1_000
/** How long a lease that was given away is left to others (ms). */
const OTHERS_FIRST_MS = 5_000

export type OpenShop = (
  changes: Pick<ShopOptions, 'config' | 'db' | 'maySend' | 'beforeSending' | 'onJournalClosed' | 'runAt'>,
) => Promise<Shop>

type Deps = {
  config: Config
  ports: Ports
  log: Log
  headers: FrontShop['headers']
  passing: Passing
  openShop: OpenShop
  /** For opening a shop: several at once would keep each other waiting. */
  slots: Slots
  /** How long a lease that nobody has is left to others, who lead fewer shops (ms). */
  waitMs: () => number
  /** Called each time when this process begins to lead the shop. */
  onLead: (shop: Shop) => Promise<void> | void
}

/** A shop whose journal in PostgreSQL several processes share, as one of these processes has it. */
export type SharedShop = FrontShop &
  SpreadShop & {
    config: Config
    /**
     * Brings the journal to this version, and looks whether it is of this account and of these secrets, before this process waits for its turn. Throws
     * what `isStartProblem` names.
     */
    prepare: () => Promise<void>
    /**
     * Waits for the lease, and leads from then on. Resolves when it leads. Where the shop cannot be opened it gives the lease up, and rejects if it is
     * the only shop; one of several is tried again, so that the others sell meanwhile.
     */
    begin: (ownAddress: string) => Promise<void>
    /** Resolves once another process was found to lead, nobody could be asked, or the shop could not be opened. */
    standsBy: Promise<void>
    /** Why it could not be opened the last time, as a sentence; `undefined` while it is led, here or elsewhere. */
    problem: () => string | undefined
    current: () => Shop | undefined
    /** Whether it sells, where this process leads it. */
    ready: () => Ready | undefined
    /** Runs a command at the process that leads the shop: at this one, or at another. */
    run: (command: Command) => Promise<CommandResult>
    /**
     * Waits for the lease no more. Whoever leads finishes what is under way, answers it, and gives the lease up, so that the next process begins at once.
     * It is looked who that is until `close`, so that requests still find it.
     */
    stop: () => Promise<void>
    close: () => Promise<void>
  }

export function createSharedShop({
  config,
  ports,
  log,
  headers,
  passing,
  openShop,
  slots,
  waitMs,
  onLead,
}: Deps): SharedShop {
  let secrets: ShopSecrets | undefined
  let held: Leadership | undefined
  let shop: Shop | undefined
  let problem: string | undefined
  let beginning: Promise<void> | undefined
  let address = ''
  /** Since when this process has led the shop (steady clock). */
  let ledSince = 0
  let isStopped = false
  let isClosed = false
  let looking: Promise<void> | undefined
  /** What went wrong with the journal or the lease while the shop was opened and nothing was sent. */
  let fault: Error | undefined
  /** One shop alone has no others that would sell meanwhile. */
  let mayHaveSent = !config.shop
  const underWay = createUnderWay()
  const { pause, wake } = createPause(systemTimers)
  let tellStandby = (): void => {}
  const standsBy = new Promise<void>((resolve) => (tellStandby = resolve))
  const lease = createShopLease({
    config,
    ports,
    log,
    slots,
    waitMs,
    onLost: endOrFail,
    onLeader: (address) => {
      if (secrets) passing.giveUpAllBut({ address, secret: secrets.toPassOn })
    },
    onStandby: () => tellStandby(),
  })
  const commands = createShopCommands({
    config,
    log,
    passing,
    underWay,
    lease,
    current: () => shop,
    secrets: () => secrets,
    problem: () => problem,
  })

  async function prepare(): Promise<void> {
    secrets = await prepareJournal(config)
  }

  /** Whoever may have sent something, and no longer knows whether it is in the journal, ends. Before that only the opening of the shop fails. */
  function endOrFail(error: unknown): void {
    if (mayHaveSent) ports.exit(error)
    else fault ??= error instanceof Error ? error : new Error(String(error))
  }

  /** Returns nothing if the journal turned out to be put back from a backup, which takes the lease from everybody. */
  async function open({ epoch, maySend, release }: Leadership): Promise<Shop | undefined> {
    fault = undefined
    mayHaveSent = !config.shop
    const { db, hold } = await openJournal(config.database, endOrFail)
    try {
      // It may have been put back since this process looked, while it waited for its turn.
      await noticeForgottenKeys(db, config.dataFolder, config.database)
      if ((await findEpoch(db)) !== epoch) {
        await db.destroy()
        return undefined
      }
      await hold?.(epoch)
    } catch (error) {
      await db.destroy()
      throw error
    }
    const beforeSending = () => {
      if (fault) throw fault
      mayHaveSent = true
    }
    return openShop({ config, db, maySend, beforeSending, onJournalClosed: release })
  }

  async function lead(): Promise<void> {
    try {
      while (!shop) {
        const leading = await lease.lead(address)
        if (!leading) return
        held = leading
        try {
          shop = await open(leading)
          shop?.begin()
        } catch (error) {
          await leading.release().catch(() => {})
          throw error
        }
        if (!shop) await leading.release()
      }
    } finally {
      lease.leaveSlot()
    }
    problem = undefined
    ledSince = ports.clock.now()
    await onLead(shop)
  }

  /** Ends the leading of the shop as soon as nothing of it is under way, however long other shops take. */
  async function handOver(): Promise<void> {
    const led = shop
    try {
      await led?.stop()
      shop = undefined
      await underWay.end()
      await led?.app.close()
      await led?.close()
    } finally {
      // Nothing happens where the shop has done so already.
      await held?.release()
    }
  }

  async function lookWhoLeads(): Promise<void> {
    for (;;) {
      await lease.look()
      if (isClosed) return
      await pause(LOOK_EVERY_MS)
    }
  }

  async function begin(): Promise<void> {
    for (;;) {
      if (isStopped) return
      try {
        if (!secrets) await slots.inTurn(prepare)
        return await lead()
      } catch (error) {
        if (!config.shop || shop) throw error
        const found = error instanceof Error ? error.message : String(error)
        // It may be the same for days, and is looked at every few seconds.
        if (found !== problem) log.error({ what: 'the shop cannot be opened', problem: found })
        problem = found
        tellStandby()
        await waitBesideLeader()
      }
    }
  }

  /** Waits before the shop is tried again. Another process may be able to open it. */
  async function waitBesideLeader(): Promise<void> {
    for (let waitedMs = 0; waitedMs < TRY_AGAIN_MS; waitedMs += LOOK_EVERY_MS) {
      if (isStopped) return
      await lease.look()
      await pause(LOOK_EVERY_MS)
    }
  }

  return {
    ...(config.shop ? { id: config.shop.id } : {}),
    config,
    headers,
    secrets: () => secrets,
    answerCommand: commands.answerCommand,
    routes: () => shop && underWay.countedRoutes(shop.app),
    leaderAddress: lease.leaderAddress,
    prepare,
    begin: (ownAddress) => {
      address = ownAddress
      return (beginning = begin())
    },
    isOurs: () => shop !== undefined || lease.isTaking(),
    isQuietFor: (ms) => !isStopped && ports.clock.now() - ledSince >= ms && shop?.isQuietFor(ms) === true,
    giveAway: () => {
      const given = handOver()
      beginning = given.then(() => {
        lease.leaveToOthers(OTHERS_FIRST_MS)
        return begin()
      })
      void inBackground(beginning, ports)
      return given.catch(() => {})
    },
    standsBy,
    problem: () => (shop || lease.leader() ? undefined : problem),
    current: () => shop,
    ready: () => shop?.ready(),
    run: commands.run,
    stop: async () => {
      isStopped = true
      lease.stop()
      wake()
      await beginning?.catch(() => {})
      try {
        await handOver()
      } finally {
        looking ??= lookWhoLeads()
      }
    },
    close: async () => {
      isClosed = true
      wake()
      await looking
      await lease.close()
    },
  }
}
