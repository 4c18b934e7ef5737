import { accessSync, constants } from 'node:fs'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

import { systemClock, type Clock } from './lib/clock.ts'
import { startReplica } from './cluster/cluster.ts'
import { commandFailed, listenForCommands } from './cli/command-socket.ts'
import { BadConfig, readInstallation, type Installation } from './config/config.ts'
import { trustFront } from './cluster/router.ts'
import { limitByAddress } from './http/rate-limits.ts'
import { isInPostgres, isInPrivateNetwork } from './config/database-url.ts'
import { openDatabase, refuseEarlierSandbox } from './database/database.ts'
import { JournalUnusable } from './database/drivers/journal-unusable.ts'
import type { Migrated } from './database/migrate.ts'
import { backUpFirst } from './database/maintenance/backup-before-migration.ts'
import { createDiskGuard, type DiskGuard } from './database/maintenance/disk-guard.ts'
import { detectRollback } from './database/maintenance/rollback-detection.ts'
import { refusePracticeOverRealAccount } from './account/practice-guard.ts'
import { reachableAt } from './http/reachable-at.ts'
import { closeServer, listen } from './http/listen.ts'
import { linesOfShop, logOfShop, type LogFormat } from './lib/log.ts'
import { makeFolder } from './lib/make-folder.ts'
import { openOutput, type Output } from './lib/output.ts'
import { VERSION } from './lib/version.ts'
import type { PrinterTimes } from './printers/send-job.ts'
import { systemTimers, type Ports } from './lib/ports.ts'
import { createMetrics, type ProcessMetrics } from './lib/metrics.ts'
import { buildOf, readPage } from './http/browser-files.ts'
import { closeInTurn, openShop, type Shop } from './shop.ts'
import type { ShopOptions } from './parts/shop-parts.ts'
import type { Restart } from './account/connecting.ts'
import type { OpenSandbox, Sandbox } from './account/practice.ts'
import { readShops, whereOf, type StartedShop } from './cli/read-shops.ts'
import { DATABASE_UPDATED, greetingFor, type Update } from './cli/start/start-greeting.ts'
import { findWarnings } from './cli/start/start-warnings.ts'
import { findTestPace } from './config/test-pace.ts'
import { InvalidOperation, problemOf } from './lib/failures.ts'
import { PACE, type PollIntervals } from './sales/engine/poll-interval.ts'
import { SPREAD_TIMES, type SpreadTimes } from './cluster/rebalance.ts'
import { createPinQueue, type PinCost } from './staff/pins/pins.ts'

export type { Sandbox }

export type StartOptions = {
  env: NodeJS.ProcessEnv
  /** For a shop without a real account, or for tills that a supervisor switches to practice. */
  openSandbox?: OpenSandbox
  browserFolder: string
  /** Ends this server and starts another one in this process (`runServer`). Without it, no account is connected on the screen. */
  restart?: Restart
  /** The code of the setup link, if a browser already has it. */
  setupCode?: string | undefined
  /** Instead of the one in the settings. */
  port?: number | undefined
  print?: (line: string) => void
  /**
   * One JSON line per sale change and audit entry. By default for standard output, but not if LOG_LEVEL is silent, and with a pretty `logFormat` only if it is
   * info.
   */
  record?: (line: string) => void
  /** Pretty on a terminal, JSON elsewhere. */
  logFormat?: LogFormat
  clock?: Clock
  /** Only tests make hashing cheaper. */
  pinCost?: PinCost
  /** Only tests shorten these. */
  printerTimes?: PrinterTimes
  /** Only tests change these. */
  spreadTimes?: SpreadTimes
  /** Only tests change it; by default the specification's. */
  polling?: PollIntervals
}

type OpenedShop = Pick<ShopOptions, 'config' | 'db' | 'maySend' | 'trustProxy' | 'onJournalClosed' | 'shops' | 'runAt'>

/**
 * How long each address of a host name is tried (ms). Node's 250 ms are too short for a mobile or satellite link: every address would be given up. The
 * wholesaler has twice this time.
 */
const ADDRESS_MS = 1_500

export type Running = { url: string; sandboxUrl?: string | undefined; close: () => Promise<void> }

/** Other errors are faults in Toptill. */
export const isStartProblem = (error: unknown): error is Error =>
  error instanceof BadConfig || error instanceof JournalUnusable || error instanceof InvalidOperation

/** Throws the errors of `isStartProblem`. */
export async function startToptill(options: StartOptions): Promise<Running> {
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS)
  const installation = readInstallation(options.env)
  const { settings, shops } = installation
  const [firstShop] = shops
  const polling = options.polling ?? findTestPace(options.env, shops) ?? PACE
  await refusePracticeOverRealAccount(firstShop)
  if (firstShop.practice) refuseEarlierSandbox(settings.dataFolder)
  const isDatabaseNear = await isInPrivateNetwork(settings.database)
  const warnings = findWarnings(installation, { env: options.env, isDatabaseNear })
  makeDataFolder(settings.dataFolder)
  const output = openOutput(options, installation.settings)
  const portsOf = portsFor(options.clock ?? systemClock(), settings.database, output)
  const hasFile = !isInPostgres(settings.database)
  const disk = createDiskGuard({
    folder: settings.dataFolder,
    clock: portsOf(undefined).clock,
    hasReserve: hasFile && !firstShop.practice,
  })
  // Opening the journal and completing open sales need disk space.
  disk.releaseReserve()
  const build = buildOf(readPage(options.browserFolder))
  const shopIds = shops.map(({ shop }) => shop?.id)
  const metrics = createMetrics({ disk, shopIds, build, certificate: settings.tls?.cert })
  const open = shopOpener(options, { output, portsOf, disk, metrics, polling })
  const updates: Update[] = []
  const onMigrated: ProcessParts['onMigrated'] = (shopId, { from, ...migrated }) => {
    if (from === undefined) return
    const update = { from, ...migrated }
    updates.push({ ...(shopId !== undefined && { shop: shopId }), ...update })
    logOfShop(output.log, shopId).info({ what: DATABASE_UPDATED, ...update })
  }
  const greet = async (url: string, started: readonly StartedShop[]) => {
    const port = Number(new URL(url).port) || settings.port
    const addresses = reachableAt({ ...settings, port }).filter((address) => address !== url)
    const facts = {
      url,
      build,
      addresses,
      updates: updates.splice(0),
      warnings,
      shops: await readShops(url, started, options.setupCode),
    }
    for (const line of greetingFor(facts, output.style)) output.print(line)
    output.note({ what: 'Toptill has started', version: VERSION, build })
    output.open()
  }
  // Closed from last to first.
  const opened: (() => unknown)[] = [metrics.close, disk.close]
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeInTurn(opened.toReversed()))
  let ending: Promise<void> | undefined
  const end = async () => {
    output.note({ what: 'Toptill is stopping' })
    await close()
    output.note({ what: 'Toptill has stopped' })
  }
  const parts: ProcessParts = {
    options,
    installation,
    output,
    portsOf,
    metrics,
    build,
    open,
    greet,
    opened,
    onMigrated,
  }
  try {
    return { ...(await (hasFile ? startAlone(parts) : startShared(parts))), close: () => (ending ??= end()) }
  } catch (error) {
    await close()
    output.open()
    throw error
  }
}

type ProcessParts = {
  options: StartOptions
  installation: Installation
  output: Output
  portsOf: PortsOf
  metrics: ProcessMetrics
  build: string
  open: (options: OpenedShop) => Promise<Shop>
  greet: (url: string, started: readonly StartedShop[]) => Promise<void>
  onMigrated: (shopId: string | undefined, migrated: Migrated) => void
  /** Closed with the process, from last to first. */
  opened: (() => unknown)[]
}
type PortsOf = (shopId: string | undefined) => Ports

async function startAlone({ options, installation, output, portsOf, open, greet, opened, onMigrated }: ProcessParts) {
  const { settings, shops } = installation
  const [config] = shops
  const db = await openDatabase(config.database, portsOf(undefined).exit, {
    backUp: backUpFirst(config),
    onMigrated: (migrated) => onMigrated(undefined, migrated),
  })
  await detectRollback(db, config.dataFolder, config.database)
  const shop = await open({ config, db })
  opened.push(shop.close, () => closeServer(shop.app))
  const running: { url?: string } = {}
  const started = [{ config, shop }]
  const where = (withLink: boolean) => whereOf(running.url, started, withLink)
  const commands = await listenForCommands(settings.dataFolder, shop.run, commandFailed(output.log), where)
  opened.push(commands.close, shop.stop)
  const url = await listen(shop.app, { ...settings, port: options.port ?? settings.port })
  running.url = url
  await greet(url, started)
  shop.begin()
  return { url, ...(shop.sandbox ? { sandboxUrl: shop.sandbox.baseUrl } : {}) }
}

async function startShared({ options, installation, ...parts }: ProcessParts) {
  const { settings, shops } = installation
  const places = shops.flatMap(({ shop, database, timeZone }) => (shop ? [{ ...shop, database, timeZone }] : []))
  const started = await startReplica({
    installation,
    portsOf: parts.portsOf,
    metrics: parts.metrics,
    logOf: (shopId) => logOfShop(parts.output.log, shopId),
    browserFolder: options.browserFolder,
    build: parts.build,
    openShop: (given) =>
      parts.open({
        ...given,
        trustProxy: trustFront(settings.trustProxy),
        ...(given.config.shop ? { shops: places } : {}),
      }),
    spreadTimes: options.spreadTimes ?? SPREAD_TIMES,
    greet: parts.greet,
    onMigrated: parts.onMigrated,
  })
  parts.opened.push(started.close)
  return { url: started.url }
}

const portsFor =
  (clock: Clock, database: string, output: Output): PortsOf =>
  (shopId) => ({
    clock,
    random: Math.random,
    timers: systemTimers,
    exit: (error) => {
      logOfShop(output.log, shopId).error({
        what: isInPostgres(database) ? 'the journal or its lease is lost' : 'the journal cannot be written',
        problem: problemOf(error),
      })
      output.open()
      process.exit(1)
    },
  })

type ShopsParts = Pick<ProcessParts, 'output' | 'portsOf' | 'metrics'> & { disk: DiskGuard; polling: PollIntervals }

/** The shops of a process share its disk, limits by network address and thread pool. */
function shopOpener(options: StartOptions, parts: ShopsParts): ProcessParts['open'] {
  const { output, portsOf, disk, metrics, polling } = parts
  const { openSandbox, restart, browserFolder, pinCost, printerTimes } = options
  const byAddress = limitByAddress(portsOf(undefined).clock)
  const pinQueue = createPinQueue()
  return async (given) => {
    const id = given.config.shop?.id
    const measured = metrics.ofShop(id)
    const shop = await openShop({
      ...portsOf(id),
      openSandbox,
      restart,
      browserFolder,
      disk,
      metrics: measured,
      byAddress,
      pinQueue,
      log: logOfShop(output.log, id),
      recordLine: linesOfShop(output.recordLine, id),
      pinCost,
      printerTimes,
      polling,
      ...given,
    })
    metrics.tell(id, measured)
    const closeShop = async () => {
      metrics.forget(id)
      await shop.close()
    }
    return { ...shop, close: closeShop }
  }
}

function makeDataFolder(folder: string): void {
  try {
    makeFolder(folder)
    accessSync(folder, constants.W_OK | constants.X_OK)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown reason'
    throw new BadConfig(
      `The data folder ${folder} cannot be written (${reason}). Give this user the right to write there, or set DATABASE_URL=file:… to another place.`,
    )
  }
}
