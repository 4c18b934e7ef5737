import { accessSync, constants } from 'node:fs'

import type { FastifyInstance } from 'fastify'

import { systemClock, type Clock } from './clock.ts'
import { listenForCommands } from './commands/command-socket.ts'
import { runBackup } from './commands/run-backup.ts'
import { runCommand } from './commands/run-command.ts'
import { BadConfig, readConfig, type Config, type LogFormat } from './config.ts'
import { balanceStore, bindAccount, keyStore } from './journal/account-store.ts'
import { createBackups } from './journal/backup.ts'
import { countByState } from './journal/count-by-state.ts'
import { JournalUnusable, openDatabase, refuseEarlierSandbox } from './journal/database.ts'
import { createDiskGuard } from './journal/disk-guard.ts'
import { groupCommit } from './journal/group-commit.ts'
import { refusePracticeOverRealAccount } from './journal/practice-guard.ts'
import { salesList } from './journal/sales-list.ts'
import { salesStore } from './journal/sales-store.ts'
import { createLog, formatLine, holdLines, toStandardError, toStandardOutput } from './log.ts'
import { makeFolder } from './make-folder.ts'
import { systemTimers, type Ports } from './ports.ts'
import { saleLine } from './sale-log.ts'
import { staffForSales } from './staff-for-sales.ts'
import { createSales } from './sales/sales.ts'
import { createLookUps } from './sales/look-ups.ts'
import { salesPages } from './sales/sales-pages.ts'
import { createServer } from './server.ts'
import { greetingFor, type StartupFacts } from './start-greeting.ts'
import { findWarnings } from './start-warnings.ts'
import { createCookies } from './staff/cookies.ts'
import { InvalidOperation } from './staff/invalid-operation.ts'
import { openStaff, type StaffServices } from './staff/open-staff.ts'
import type { PinCost } from './staff/pins.ts'
import { createCatalogueCache } from './wholesaler/catalogue-cache.ts'
import { createOffers } from './wholesaler/offers.ts'
import { pictureSource } from './wholesaler/picture.ts'
import { createWholesaler } from './wholesaler/create-wholesaler.ts'
import { Token } from './wholesaler/token.ts'

/** The service a practice shop talks to, as whoever starts us opened it. */
export type Sandbox = { baseUrl: string; posId: string; token: string; controlUrl?: string; close: () => Promise<void> }

export type StartOptions = {
  env: NodeJS.ProcessEnv
  openSandbox?: (options: { dataFolder: string }) => Promise<Sandbox>
  /** The built app. */
  browserFolder: string
  /** Lines for the operator. */
  print?: (line: string) => void
  /**
   * Takes one line of JSON for each change of a sale and each line of the audit log. Without it they go to standard output in the form that
   * `LOG_FORMAT` says, unless LOG_LEVEL is silent.
   */
  record?: (line: string) => void
  /** The form of all lines where `LOG_FORMAT` is not set. */
  logFormat?: LogFormat
  clock?: Clock
  /** What one try of a PIN costs that is set from now on; the real cost unless a test is about something else. */
  pinCost?: PinCost
}

export type Running = { url: string; sandboxUrl?: string; close: () => Promise<void> }

/** Why Toptill does not start: one sentence for the operator. Anything else that is thrown is a fault of ours. */
export const isStartProblem = (error: unknown): error is Error =>
  error instanceof BadConfig || error instanceof JournalUnusable || error instanceof InvalidOperation

const STOP_TIMEOUT_MS = 65_000
const CLOSE_TIMEOUT_MS = 2_000

/** Starts the proxy: configuration, journal, wholesaler, sales of an earlier process, then the doors. Throws what `isStartProblem` names. */
export async function startToptill({
  env,
  openSandbox,
  browserFolder,
  print = () => {},
  record,
  logFormat = 'pretty',
  clock = systemClock(),
  pinCost,
}: StartOptions): Promise<Running> {
  const config = readConfig(env)
  await refusePracticeOverRealAccount(config)
  if (config.practice) refuseEarlierSandbox(config.dataFolder)
  const warnings = findWarnings(config, { env })
  makeDataFolder(config.dataFolder)
  const look = { format: config.logFormat ?? logFormat, timeZone: config.timeZone }
  const output = holdLines((line) => toStandardOutput(formatLine(line, look)))
  const errorOutput = holdLines((line) => toStandardError(formatLine(line, look)))
  const openLog = () => {
    output.open()
    errorOutput.open()
  }
  const log = createLog(config.logLevel, errorOutput.write)
  const recordLine = record ?? (config.logLevel === 'silent' ? () => {} : output.write)
  const ports: Ports = {
    clock,
    random: Math.random,
    timers: systemTimers,
    exit: (error) => {
      log.error({
        what: 'the journal cannot be written',
        problem: error instanceof Error ? error.message : String(error),
      })
      openLog()
      process.exit(1)
    },
  }

  const disk = createDiskGuard({ folder: config.dataFolder, clock, hasReserve: !config.practice })
  // Opening the journal and settling what is open need room themselves.
  disk.releaseReserve()
  const db = await openDatabase(config.databaseFile, ports.exit)
  const commit = groupCommit(db)
  const backups = createBackups(db, config.databaseFile)
  // Closed from the last to the first.
  const opened: (() => unknown)[] = [backups.release, () => db.destroy(), backups.stop, disk.close]
  let closing: Promise<void> | undefined
  const closeAll = () => (closing ??= closeInTurn(opened.toReversed()))
  try {
    const { account, sandbox } = await openAccount(config, openSandbox)
    if (sandbox) opened.push(sandbox.close)
    const bound = await bindAccount(db, nameOf(config, account), clock.now())
    refuseOtherAccount(config, bound, nameOf(config, account))

    const staff = await openStaff({
      db,
      commit,
      clock,
      dataFolder: config.dataFolder,
      pinCost,
      announce: recordLine,
    })
    opened.push(staff.close)
    if (config.practice) await staff.demo.seed()

    const wholesaler = createWholesaler({
      baseUrl: new URL(account.baseUrl),
      posId: account.posId,
      token: account.token,
      keys: keyStore(db),
      keyFloor: config.keyFloor,
      pictureHosts: config.pictureHosts,
      clock,
      timers: systemTimers,
      log: log.info,
      onKeyFault: ports.exit,
    })
    const catalogue = createCatalogueCache({ wholesaler, clock, timers: systemTimers, log: log.info })
    const offers = createOffers({ wholesaler, clock, log: log.info })
    const sales = createSales({
      store: salesStore(db, staff.audit.appendIn, commit),
      wholesaler,
      catalogue: { current: catalogue.forSale, refresh: catalogue.refresh },
      offers,
      ports,
      polling: config.polling,
      staff: staffForSales(staff),
      timeZone: config.timeZone,
      disk,
      announce: (change) => {
        const line = saleLine(change, clock.now())
        if (line !== undefined) recordLine(line)
      },
    })
    let stopping: Promise<unknown> | undefined
    const stopSelling = () => (stopping ??= Promise.all([sales.stop(), wholesaler.close(STOP_TIMEOUT_MS)]))
    opened.push(stopSelling)
    await sales.recover()

    const app = await createServer({
      config,
      wholesaler,
      catalogue,
      offers,
      sales,
      salesPages: salesPages(salesList(db), createLookUps({ clock, audit: staff.audit.append })),
      balances: balanceStore(db),
      disk,
      countByState: () => countByState(db),
      staff,
      cookies: createCookies({
        hasTls: config.tls !== undefined || config.publicOrigin?.startsWith('https:') === true,
      }),
      clock,
      log,
      browserFolder,
      pictures: pictureSource(new URL(account.baseUrl), config.pictureHosts),
    })
    opened.push(() => closeServer(app))
    const commands = await listenForCommands(
      config.dataFolder,
      (command) =>
        command.action === 'backup' ? runBackup(backups, command, staff.audit) : runCommand(staff, command),
      (error) =>
        log.error({ what: 'a command failed', problem: error instanceof Error ? error.message : String(error) }),
    )
    opened.push(commands.close)
    // Before the doors close: whoever waits for a sale on its way is still told what became of it.
    opened.push(stopSelling)
    const url = await listen(app, config)
    // Read ahead, so that the first till does not wait for it.
    void catalogue.current()
    for (const line of greetingFor(await readStartup(url, config, staff, sandbox, warnings), look)) print(line)
    openLog()
    return { url, ...(sandbox ? { sandboxUrl: sandbox.baseUrl } : {}), close: closeAll }
  } catch (error) {
    await closeAll()
    openLog()
    throw error
  }
}

async function closeInTurn(closes: (() => unknown)[]): Promise<void> {
  for (const close of closes) await close()
}

type OpenAccount = { account: { baseUrl: string; posId: string; token: Token }; sandbox?: Sandbox }

async function openAccount(config: Config, openSandbox: StartOptions['openSandbox']): Promise<OpenAccount> {
  if (config.account) return { account: config.account }
  if (!openSandbox)
    throw new BadConfig('TOPUP_BASE_URL, TOPUP_POS_ID and TOPUP_TOKEN are not set, and no sandbox is here.')
  const sandbox = await openSandbox({ dataFolder: config.dataFolder })
  return { account: { baseUrl: sandbox.baseUrl, posId: sandbox.posId, token: new Token(sandbox.token) }, sandbox }
}

/** The sandbox listens on another port each time; its journal belongs to it all the same. */
const nameOf = ({ practice }: Config, { baseUrl, posId }: { baseUrl: string; posId: string }) => ({
  baseUrl: practice ? 'sandbox' : baseUrl,
  posId,
})

function refuseOtherAccount(config: Config, bound: { baseUrl: string; posId: string }, asked: typeof bound): void {
  if (bound.baseUrl === asked.baseUrl && bound.posId === asked.posId) return
  throw new BadConfig(
    `The journal ${config.databaseFile} belongs to POS ${bound.posId} at ${bound.baseUrl}, not to POS ${asked.posId} at ${asked.baseUrl}. Set TOPUP_… to that account, or DATABASE_URL to another file.`,
  )
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

/** What listening at an address fails with that is none of this machine, is no address, or is a name that nobody knows. */
const NOT_HERE = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL', 'ENOTFOUND', 'EAI_AGAIN', 'EAI_FAIL'])

async function listen(app: FastifyInstance, { host, port, tls, publicOrigin }: Config): Promise<string> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new BadConfig(
        `Port ${port} on ${host} is in use by another program. Stop that one, or set PORT to another port.`,
      )
    }
    if (code === 'EACCES')
      throw new BadConfig(`Port ${port} needs rights this user does not have. Set PORT above 1023.`)
    if (code !== undefined && NOT_HERE.has(code)) {
      throw new BadConfig(
        `HOST=${host} is not an address of this machine (${code}). Set HOST to one, such as 127.0.0.1, or 0.0.0.0 for all of them.`,
      )
    }
    throw error
  }
  if (publicOrigin) return publicOrigin
  const address = app.server.address()
  const realPort = typeof address === 'object' && address ? address.port : port
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `${tls ? 'https' : 'http'}://${name}:${realPort}`
}

/** Browsers open connections ahead and send nothing on them; Node takes those for busy and would wait a minute for each. */
async function closeServer(app: FastifyInstance): Promise<void> {
  const rest = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS)
  await app.close()
  clearTimeout(rest)
}

/** Asked before the first line is printed: whoever reads that line may stop us at once, and by then we are ready for that, too. */
async function readStartup(
  url: string,
  { practice }: Config,
  staff: StaffServices,
  sandbox: Sandbox | undefined,
  warnings: string[],
): Promise<StartupFacts> {
  const setupCode = practice ? undefined : await staff.setup.issueCode()
  return {
    url,
    practice,
    people: practice ? await staff.demo.signIns() : await staff.people.list(),
    warnings,
    // In the fragment, which no browser sends and no log holds.
    ...(setupCode ? { setupLink: `${url}/setup#${setupCode}` } : {}),
    ...(sandbox?.controlUrl ? { controlUrl: sandbox.controlUrl } : {}),
  }
}
