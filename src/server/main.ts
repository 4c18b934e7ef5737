import { accessSync, constants } from 'node:fs'
import { setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net'

import { systemClock, type Clock } from './lib/clock.ts'
import { startBesideOthers, type StartedShop } from './cluster/cluster.ts'
import { commandFailed, listenForCommands } from './cli/command-socket.ts'
import { BadConfig, readInstallation, type LogFormat } from './config/config.ts'
import { trustFront } from './cluster/router.ts'
import { limitByAddress } from './http/rate-limits.ts'
import { isInPostgres, isInPrivateNetwork } from './config/database-url.ts'
import { openDatabase, refuseEarlierSandbox } from './database/database.ts'
import { JournalUnusable } from './database/drivers/journal-unusable.ts'
import { createDiskGuard } from './database/maintenance/disk-guard.ts'
import { noticeForgottenKeys } from './database/maintenance/rollback-detection.ts'
import { refusePracticeOverRealAccount } from './account/practice-guard.ts'
import { reachableAt } from './http/reachable-at.ts'
import { closeServer, listen } from './http/listen.ts'
import { createLog, formatLine, holdLines, linesOfShop, logOfShop, toStandardError, toStandardOutput } from './lib/log.ts'
import { makeFolder } from './lib/make-folder.ts'
import type { PrinterTimes } from './printers/send-job.ts'
import { systemTimers, type Ports } from './lib/ports.ts'
import { createMetrics } from './lib/metrics.ts'
import { readPage, versionOf } from './http/browser-files.ts'
import { closeInTurn, openShop, type Shop, type ShopOptions } from './shop.ts'
import type { OpenSandbox, Sandbox } from './account/practice.ts'
import { greetingFor, type ShopFacts, type StartupFacts } from './cli/start-greeting.ts'
import { findWarnings } from './cli/start-warnings.ts'
import { InvalidOperation } from './lib/failures.ts'
import { SPREAD_TIMES, type SpreadTimes } from './cluster/rebalance.ts'
import { createPinQueue, type PinCost } from './staff/pins.ts'

export { asCalled } from './cli/as-called.ts'
export type { Sandbox }

export type StartOptions = {
  env: NodeJS.ProcessEnv
  /** Opens what is practiced on: for the whole shop without a real account, or for the tills that a supervisor switches to practice. */
  openSandbox?: OpenSandbox
  /** The folder of the built app. */
  browserFolder: string
  /** Prints a line for the administrator. */
  print?: (line: string) => void
  /**
   * Receives one line of JSON for each change of a sale and each line of the audit log. By default they are written to standard output in the
   * form of `LOG_FORMAT`, unless LOG_LEVEL is silent, and on a terminal only if it is info.
   */
  record?: (line: string) => void
  /** The form of all lines if `LOG_FORMAT` is not set. */
  logFormat?: LogFormat
  clock?: Clock
  /** The cost of verifying a PIN that is set from now on. Only tests make it cheaper. */
  pinCost?: PinCost
  /** How long printers in the network have. Only tests shorten it. */
  printerTimes?: PrinterTimes
  /** How soon processes share their shops out. Only tests change it. */
  spreadTimes?: SpreadTimes
}

type OpenedShop = Pick<
  ShopOptions,
  'config' | 'db' | 'maySend' | 'trustProxy' | 'onJournalClosed' | 'shopId' | 'shops' | 'runAt'
>

/**
 * How long one of several addresses of a name may take to answer (ms) before the next one is tried. The 250 ms of Node are shorter than the way over a
 * mobile or satellite line, where every address would be given up; the wholesaler has twice this time in all.
 */
const ADDRESS_MS = 1_500

export type Running = { url: string; sandboxUrl?: string; close: () => Promise<void> }

/** Whether the message is a sentence for the administrator about why Toptill does not start. Any other error is a fault in Toptill. */
export const isStartProblem = (error: unknown): error is Error =>
  error instanceof BadConfig || error instanceof JournalUnusable || error instanceof InvalidOperation

/** Starts the proxy: configuration, journal, wholesaler, open sales of the previous process, then the HTTP server. Throws what `isStartProblem` names. */
export async function startToptill({
  env,
  openSandbox,
  browserFolder,
  print = () => {},
  record,
  logFormat = 'pretty',
  clock = systemClock(),
  pinCost,
  printerTimes,
  spreadTimes = SPREAD_TIMES,
}: StartOptions): Promise<Running> {
  setDefaultAutoSelectFamilyAttemptTimeout(ADDRESS_MS)
  const installation = readInstallation(env)
  const { settings, shops } = installation
  const [firstShop] = shops
  await refusePracticeOverRealAccount(firstShop)
  if (firstShop.practice) refuseEarlierSandbox(settings.dataFolder)
  const isDatabaseNear = await isInPrivateNetwork(settings.database)
  const warnings = findWarnings(installation, { env, isDatabaseNear })
  makeDataFolder(settings.dataFolder)
  const style = { format: settings.logFormat ?? logFormat, timeZone: settings.timeZone }
  const output = holdLines((line) => toStandardOutput(formatLine(line, style)))
  const errorOutput = holdLines((line) => toStandardError(formatLine(line, style)))
  const openLog = () => {
    output.open()
    errorOutput.open()
  }
  const log = createLog(settings.logLevel, errorOutput.write)
  // On a terminal a line for each sale would push the greeting with its address away.
  const isQuiet = settings.logFormat === undefined && logFormat === 'pretty' && settings.logLevel !== 'info'
  const recordLine = record ?? (isQuiet || settings.logLevel === 'silent' ? () => {} : output.write)
  const portsOf = (shopId: string | undefined): Ports => ({
    clock,
    random: Math.random,
    timers: systemTimers,
    exit: (error) => {
      logOfShop(log, shopId).error({
        what: isInPostgres(settings.database) ? 'the journal or its lease is lost' : 'the journal cannot be written',
        problem: error instanceof Error ? error.message : String(error),
      })
      openLog()
      process.exit(1)
    },
  })

  const hasFile = !isInPostgres(settings.database)
  const disk = createDiskGuard({ folder: settings.dataFolder, clock, hasReserve: hasFile && !firstShop.practice })
  // Opening the journal and completing open sales need disk space themselves.
  disk.releaseReserve()
  const shopIds = shops.map(({ shop }) => shop?.id)
  const version = versionOf(readPage(browserFolder))
  const metrics = createMetrics(disk, shopIds, version)
  const byAddress = limitByAddress(clock)
  const pinQueue = createPinQueue()
  const open = async (options: OpenedShop): Promise<Shop> => {
    const id = options.config.shop?.id
    const measured = metrics.ofShop(id)
    const shop = await openShop({
      openSandbox,
      browserFolder,
      ports: portsOf(id),
      disk,
      metrics: measured,
      byAddress,
      pinQueue,
      log: logOfShop(log, id),
      recordLine: linesOfShop(recordLine, id),
      pinCost,
      printerTimes,
      ...options,
    })
    metrics.tell(id, measured)
    const closeShop = async () => {
      metrics.forget(id)
      await shop.close()
    }
    return { ...shop, close: closeShop }
  }
  const greet = async (url: string, started: readonly StartedShop[]) => {
    const port = Number(new URL(url).port) || settings.port
    const addresses = reachableAt({ ...settings, port }).filter((address) => address !== url)
    for (const line of greetingFor({ ...(await readStartup(url, started, warnings)), addresses }, style)) print(line)
    note({ what: 'Toptill has started', version })
    openLog()
  }
  // They are closed from last to first.
  const opened: (() => unknown)[] = [metrics.close, disk.close]
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeInTurn(opened.toReversed()))
  /** For who reads the log of a service; on a terminal the start and the end are seen. */
  const note = (line: object) => {
    if (style.format === 'json') print(formatLine(JSON.stringify({ time: new Date().toISOString(), ...line }), style))
  }
  const end = async () => {
    note({ what: 'Toptill is stopping' })
    await close()
    note({ what: 'Toptill has stopped' })
  }
  try {
    if (!hasFile) {
      const places = shops.flatMap(({ shop, database, timeZone }) => (shop ? [{ ...shop, database, timeZone }] : []))
      const started = await startBesideOthers({
        installation,
        portsOf,
        metrics,
        logOf: (shopId) => logOfShop(log, shopId),
        browserFolder,
        openShop: (options) =>
          open({
            ...options,
            trustProxy: trustFront(settings.trustProxy),
            ...(options.config.shop ? { shopId: options.config.shop.id, shops: places } : {}),
          }),
        spreadTimes,
        greet,
      })
      opened.push(started.close)
      return { url: started.url, close: end }
    }
    const db = await openDatabase(firstShop.database, portsOf(undefined).exit)
    await noticeForgottenKeys(db, firstShop.dataFolder, firstShop.database)
    const shop = await open({ config: firstShop, db })
    opened.push(shop.close, () => closeServer(shop.app))
    const commands = await listenForCommands(settings.dataFolder, shop.run, commandFailed(log))
    opened.push(commands.close, shop.stop)
    const url = await listen(shop.app, settings)
    await greet(url, [{ config: firstShop, shop }])
    shop.begin()
    return { url, ...(shop.sandbox ? { sandboxUrl: shop.sandbox.baseUrl } : {}), close: end }
  } catch (error) {
    await close()
    openLog()
    throw error
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

/** The facts of the greeting. They are read before its first line, because a program that waits for that line may stop the process at once. */
async function readStartup(url: string, shops: readonly StartedShop[], warnings: string[]): Promise<StartupFacts> {
  return { url, warnings, shops: await Promise.all(shops.map((shop) => readShop(url, shop))) }
}

async function readShop(url: string, { config, shop, problem }: StartedShop): Promise<ShopFacts> {
  const { practice } = config
  const named = config.shop ? { shop: config.shop.id } : {}
  if (!shop) return { ...named, practice, people: [], ...(problem ? { problem } : { isStandby: true }) }
  const { staff, sandbox } = shop
  const setupCode = practice ? undefined : await staff.setup.issueCode()
  return {
    ...named,
    practice,
    people: practice ? await staff.demo.signIns() : await staff.people.list(),
    ...(shop.boundBefore && config.account ? { bound: { before: shop.boundBefore, now: config.account } } : {}),
    // In the fragment, which no browser sends and no log contains.
    ...(setupCode ? { setupLink: `${url}/setup#${setupCode}` } : {}),
    ...(sandbox?.controlUrl ? { controlUrl: sandbox.controlUrl } : {}),
  }
}
