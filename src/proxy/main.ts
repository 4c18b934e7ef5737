import { accessSync, constants } from 'node:fs'

import { alertSources } from './alerts/alert-sources.ts'
import { openAlerts } from './alerts/open-alerts.ts'
import { systemClock, type Clock } from './clock.ts'
import { listenForCommands } from './commands/command-socket.ts'
import { runBackup, runCommand } from './commands/run-command.ts'
import { BadConfig, readConfig, type Config, type LogFormat } from './config.ts'
import { bindAccount } from './journal/account-store.ts'
import { createBackups } from './journal/backup.ts'
import { isInPostgres } from './journal/database-url.ts'
import { openDatabase, openReader, refuseEarlierSandbox } from './journal/database.ts'
import { JournalUnusable } from './journal/journal-unusable.ts'
import { createDiskGuard } from './journal/disk-guard.ts'
import { groupCommit } from './journal/group-commit.ts'
import { refusePracticeOverRealAccount } from './journal/practice-guard.ts'
import { closeServer, listen } from './listen.ts'
import { createLog, formatLine, holdLines, toStandardError, toStandardOutput } from './log.ts'
import { makeFolder } from './make-folder.ts'
import { systemTimers, type Ports } from './ports.ts'
import { createMetrics } from './metrics.ts'
import { saleLine } from './sale-log.ts'
import { chooseStack, createPractice, createTillModes, type OpenSandbox, type Sandbox } from './selling/practice.ts'
import { accountName, openAccount, refuseOtherAccount } from './selling/open-account.ts'
import { openSellingStack } from './selling/selling-stack.ts'
import { createServer } from './server.ts'
import { greetingFor, type StartupFacts } from './start-greeting.ts'
import { findWarnings } from './start-warnings.ts'
import { createCookies } from './staff/cookies.ts'
import { InvalidOperation } from './failures.ts'
import { createRetention } from './journal/retention.ts'
import { openStaff, type StaffServices } from './staff/open-staff.ts'
import type { PinCost } from './staff/pins.ts'
import { pictureSources } from './wholesaler/picture.ts'

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
   * form of `LOG_FORMAT`, unless LOG_LEVEL is silent.
   */
  record?: (line: string) => void
  /** The form of all lines if `LOG_FORMAT` is not set. */
  logFormat?: LogFormat
  clock?: Clock
  /** The cost of verifying a PIN that is set from now on. Only tests make it cheaper. */
  pinCost?: PinCost
}

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
}: StartOptions): Promise<Running> {
  const config = readConfig(env)
  await refusePracticeOverRealAccount(config)
  if (config.practice) refuseEarlierSandbox(config.dataFolder)
  const warnings = findWarnings(config, { env })
  makeDataFolder(config.dataFolder)
  const style = { format: config.logFormat ?? logFormat, timeZone: config.timeZone }
  const output = holdLines((line) => toStandardOutput(formatLine(line, style)))
  const errorOutput = holdLines((line) => toStandardError(formatLine(line, style)))
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

  const hasFile = !isInPostgres(config.database)
  const disk = createDiskGuard({ folder: config.dataFolder, clock, hasReserve: hasFile && !config.practice })
  // Opening the journal and completing open sales need disk space themselves.
  disk.releaseReserve()
  const db = await openDatabase(config.database, ports.exit)
  const reader = openReader(config.database, db)
  const metrics = createMetrics()
  const commit = groupCommit(db, metrics.observeCommit)
  const backups = hasFile ? createBackups(db, config.database) : undefined
  // They are closed from last to first.
  const opened: (() => unknown)[] = [
    metrics.close,
    () => backups?.release(),
    () => db.destroy(),
    () => reader.destroy(),
    () => backups?.stop(),
    disk.close,
  ]
  let closing: Promise<void> | undefined
  const closeAll = () => (closing ??= closeInTurn(opened.toReversed()))
  try {
    const { account, sandbox } = await openAccount(config, openSandbox)
    if (sandbox) opened.push(sandbox.close)
    const bound = await bindAccount(db, accountName(config, account), clock.now())
    refuseOtherAccount(config, bound, accountName(config, account))

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
    const calendar = () => staff.settings.calendarIn(config.timeZone)
    const pictureHosts = () => [...config.pictureHosts, ...staff.settings.current().pictureHosts]
    const pictures = pictureSources(new URL(account.baseUrl), pictureHosts)

    const modes = createTillModes(await staff.terminals.listPracticing())
    const selling = openSellingStack({
      account,
      db,
      reader,
      commit,
      config,
      ports,
      calendar,
      staff,
      disk,
      pictures,
      drawers: staff.shifts,
      walletSettings: () => staff.settings.current().wallet,
      log: log.info,
      observeCall: metrics.observeCall,
      refuseTill: modes.refuseTill(false),
      marks: () => (!config.practice && staff.settings.current().testTransactions ? { isTest: true } : {}),
      announce: (change) => {
        const line = saleLine(change, clock.now())
        if (line !== undefined) recordLine(line)
      },
    })
    const retention = createRetention({
      db,
      commit,
      clock,
      timers: systemTimers,
      months: () => staff.settings.current().retentionMonths,
    })
    staff.settings.onChange((before, now) => {
      if (before.pictureHosts.join() !== now.pictureHosts.join()) void selling.catalogue.refresh()
      if (before.retentionMonths === now.retentionMonths) return
      retention.runSoon()
      practice?.maskSoon()
    })
    opened.push(retention.stop, selling.stop)
    await selling.sales.recover()
    retention.start()
    const practice = config.practice
      ? undefined
      : createPractice({
          dataFolder: config.dataFolder,
          openSandbox,
          config,
          calendar,
          disk,
          ports,
          staff,
          modes,
          log,
        })
    if (practice) opened.push(practice.close)
    // Beside everything else: whatever is wrong with practice, the shop opens.
    if (modes.isAnyInPractice()) void practice?.open().catch(() => {})

    const alerts = await openAlerts({
      db,
      commit,
      clock,
      timers: systemTimers,
      log,
      staff,
      sources: alertSources({ db, selling, settings: staff.settings, calendar, clock }),
      allowsPrivateNetworks: config.alertsToPrivateNetworks,
      calendar,
      shop: {
        name: () => selling.catalogue.latest()?.point.agentName,
        isPractice: config.practice,
        timeZone: config.timeZone,
        origin: config.publicOrigin,
      },
    })
    opened.push(alerts.close)

    const app = await createServer({
      config,
      selling,
      stackFor: chooseStack(selling, practice),
      practice,
      alerts,
      metrics,
      staff,
      cookies: createCookies({
        hasTls: config.tls !== undefined || config.publicOrigin?.startsWith('https:') === true,
      }),
      clock,
      log,
      browserFolder,
      pictures,
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
    // Runs before the HTTP server closes, so that requests which wait for a sale still get its outcome.
    opened.push(() => Promise.all([selling.stop(), practice?.stop()]))
    const url = await listen(app, config)
    // Read in advance, so that the first terminal does not wait for it.
    void selling.catalogue.current()
    for (const line of greetingFor(await readStartup(url, config, staff, sandbox, warnings), style)) print(line)
    openLog()
    alerts.start()
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
    // In the fragment, which no browser sends and no log contains.
    ...(setupCode ? { setupLink: `${url}/setup#${setupCode}` } : {}),
    ...(sandbox?.controlUrl ? { controlUrl: sandbox.controlUrl } : {}),
  }
}
