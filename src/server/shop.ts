import type { FastifyInstance } from 'fastify'
import type { Kysely } from 'kysely'

import type { Ready } from '#api/status.ts'
import { createPrinterGuard } from './lib/address-guard.ts'
import { alertSources } from './alerts/alert-sources.ts'
import { openAlerts } from './alerts/open-alerts.ts'
import type { Command, CommandResult } from './cli/command.ts'
import { runBackup, runCommand } from './cli/run-command.ts'
import { hasTls, statusOriginOf, type Config } from './config/config.ts'
import type { LimitsByAddress } from './http/rate-limits.ts'
import type { WholesalerAccount } from './database/account-store.ts'
import { createBackups } from './database/maintenance/backup.ts'
import { createDailyBackups } from './database/maintenance/daily-backups.ts'
import { isInPostgres } from './config/database-url.ts'
import { openReader } from './database/database.ts'
import type { DiskGuard } from './database/maintenance/disk-guard.ts'
import { groupCommit } from './database/drivers/group-commit.ts'
import { createRetention } from './database/maintenance/retention.ts'
import { createKeyNotes } from './database/maintenance/rollback-detection.ts'
import type { JournalTables } from './database/schema/tables.ts'
import type { Log } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import { systemTimers, type Ports } from './lib/ports.ts'
import { createPrinters } from './printers/printers.ts'
import type { PrinterTimes } from './printers/send-job.ts'
import { saleLine } from './sales/sale-log.ts'
import { bindJournal, openAccount, refusedSignature, silentService } from './account/open-account.ts'
import { chooseStack, createPractice, createTillModes, type OpenSandbox, type Sandbox } from './account/practice.ts'
import { createRecovery } from './account/recovery.ts'
import { openSellingStack } from './account/services.ts'
import { createSellingState } from './account/selling-state.ts'
import { createServer } from './server.ts'
import { createMemberships } from './shops/memberships.ts'
import { createOverShops } from './shops/over-shops.ts'
import type { ShopPlace } from './shops/shop-place.ts'
import { createShopReaders } from './shops/shop-readers.ts'
import { createCookies } from './staff/cookies.ts'
import { openStaff, type StaffServices } from './staff/open-staff.ts'
import type { PinCost, PinQueue } from './staff/pins.ts'
import { createStatusLinks } from './status-page/status-link.ts'
import { pictureSources } from './wholesaler/picture.ts'

export type ShopOptions = {
  config: Config
  /** The open journal, which is closed with the shop. */
  db: Kysely<JournalTables>
  /** Whether this process may still send; by default it always may. */
  maySend?: (() => boolean) | undefined
  /** Called before the first call to the service may leave. What it throws ends the opening. */
  beforeSending?: () => void
  /** Whose `X-Forwarded-…` is believed; by default as the settings say. */
  trustProxy?: Config['trustProxy']
  /** Called when nothing more can be written, before reports that are still being read are waited for. */
  onJournalClosed?: () => Promise<void>
  openSandbox: OpenSandbox | undefined
  browserFolder: string
  ports: Ports
  disk: DiskGuard
  metrics: Metrics
  /** What is counted of each address, over all shops of this process. */
  byAddress: LimitsByAddress
  /** The turns of PINs that are hashed, for all shops of this process: they share its thread pool. */
  pinQueue: PinQueue
  log: Log
  /** Receives one line of JSON for each change of a sale and each line of the audit log. */
  recordLine: (line: string) => void
  pinCost: PinCost | undefined
  /** How long printers have. Only tests shorten it. */
  printerTimes?: PrinterTimes | undefined
  /** In an installation with several shops: which of them this is, and all of them. Absent where there is one shop. */
  shopId?: string
  shops?: readonly ShopPlace[]
  /** Runs a command at the process that leads a shop of this installation, which may be another process. */
  runAt?: (shopId: string, command: Command) => Promise<CommandResult>
}

/** A shop that sells, with its routes. Nothing listens yet. */
export type Shop = {
  /** Its routes, which are ready to serve. */
  app: FastifyInstance
  staff: StaffServices
  sandbox?: Sandbox
  /** The account that the journal was bound to until this opening, if the settings name another one since. */
  boundBefore?: WholesalerAccount
  run: (command: Command) => Promise<CommandResult>
  /** Whether it sells, for the administrator. */
  ready: () => Ready
  /** Whether it sells, nothing is on its way to the service or to paper, and nothing has changed of any sale for so long (ms). */
  isQuietFor: (ms: number) => boolean
  /** To be called once tills reach it. */
  begin: () => void
  /** Starts nothing new. Resolves when everything under way has been answered and journaled. Requests that wait for a sale still get its outcome. */
  stop: () => Promise<void>
  close: () => Promise<void>
}

/** Opens all that one shop is made of: its people, what it sells, and the open sales of the process before. */
export async function openShop(options: ShopOptions): Promise<Shop> {
  const { config, db, maySend, openSandbox, browserFolder, ports, disk, metrics, log, recordLine, pinCost } = options
  const { clock } = ports
  const hasFile = !isInPostgres(config.database)
  const reader = openReader(config.database, db)
  const commit = groupCommit(db, metrics.observeCommit)
  const backups = hasFile ? createBackups(db, config.database) : undefined
  // They are closed from last to first.
  const opened: (() => unknown)[] = [
    () => reader !== db && reader.destroy(),
    () => options.onJournalClosed?.(),
    () => backups?.release(),
    () => db.destroy(),
    () => backups?.stop(),
  ]
  const close = () => closeInTurn(opened.toReversed())
  try {
    const { account, sandbox } = await openAccount(config, openSandbox)
    if (sandbox) opened.push(sandbox.close)
    const boundBefore = await bindJournal(config, db, account, clock.now())

    const staff = await openStaff({
      db,
      commit,
      clock,
      dataFolder: config.pepperFolder,
      shopId: config.shop?.id,
      pinCost,
      pinQueue: options.pinQueue,
      announce: recordLine,
    })
    opened.push(staff.close)
    if (config.practice) await staff.demo.seed()
    const calendar = () => staff.settings.calendarIn(config.timeZone)
    const pictureHosts = () => [...config.pictureHosts, ...staff.settings.current().pictureHosts]
    const pictures = pictureSources(new URL(account.baseUrl), pictureHosts)

    const modes = createTillModes(await staff.terminals.listPracticing())
    const noteKeyMark = await createKeyNotes(db, config.dataFolder, config.database)
    options.beforeSending?.()
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
      onStop: (reason) => {
        if (reason === 'signature' && config.account) log.error({ what: refusedSignature(config.account) })
      },
      onUnreachable: (isFenced) => {
        if (config.account) log.error({ what: silentService(config.account, isFenced) })
      },
      observeCall: metrics.observeCall,
      maySend,
      noteKeyMark,
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
    const recovery = createRecovery({
      db,
      selling,
      audit: staff.audit,
      clock,
      pauseMs: config.polling.confirmGraceMs,
    })
    await recovery.begin()
    retention.start()
    await selling.orders.start()
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

    const dailyBackups =
      config.account &&
      createDailyBackups({
        folder: config.backupFolder,
        isFolderSet: config.isBackupFolderSet,
        backups,
        journalPlace: hasFile ? config.database : config.dataFolder,
        posId: config.account.posId,
        calendar,
        clock,
        timers: systemTimers,
        log,
      })
    if (dailyBackups) opened.push(dailyBackups.close)

    // The wholesaler may call all shops of a chain the same.
    const shopName = () => (config.shop?.name ?? selling.catalogue.latest()?.point.agentName) || undefined
    const alerts = await openAlerts({
      db,
      commit,
      clock,
      timers: systemTimers,
      log,
      staff,
      sources: alertSources({ db, dailyBackups, selling, settings: staff.settings, calendar, clock }),
      allowsPrivateNetworks: config.alertsToPrivateNetworks,
      calendar,
      shop: {
        name: shopName,
        isPractice: config.practice,
        timeZone: config.timeZone,
        origin: config.publicOrigin,
      },
    })
    opened.push(alerts.close)

    const allowsLoopback = config.printersOnLoopback
    const printers = createPrinters({
      printers: () => staff.settings.current().printers,
      guard: createPrinterGuard({ allowsLoopback }),
      allowsLoopback,
      times: options.printerTimes,
    })

    const state = createSellingState(clock)
    const { shops: places, shopId: here, runAt } = options
    const readers = createShopReaders({ timers: systemTimers, log })
    opened.push(readers.close)
    const overShops = places && here !== undefined ? createOverShops({ here, places, readers, clock }) : undefined
    const memberships =
      places && here !== undefined && runAt
        ? createMemberships({ ...staff, here, places, readers, runAt, timers: systemTimers })
        : undefined

    const statusOrigin = statusOriginOf(config)
    const app = await createServer({
      config,
      selling,
      stackFor: chooseStack(selling, practice),
      practice,
      recovery,
      dailyBackups,
      alerts,
      printers,
      overShops,
      memberships,
      metrics,
      staff,
      cookies: createCookies({ hasTls: hasTls(config), isPractice: config.practice, shopId: config.shop?.id }),
      statusLinks:
        statusOrigin === undefined
          ? undefined
          : createStatusLinks({
              key: staff.statusKey,
              shopId: config.shop?.id,
              origin: statusOrigin,
              now: clock.now,
            }),
      clock,
      log,
      state,
      byAddress: options.byAddress,
      shopName,
      browserFolder,
      pictures,
      trustProxy: options.trustProxy ?? config.trustProxy,
    })
    await app.ready()
    return {
      app,
      staff,
      ...(sandbox && { sandbox }),
      ...(boundBefore && { boundBefore }),
      ready: () => state.readReady(selling),
      isQuietFor: (ms) => selling.isQuietFor(ms) && (practice?.isIdle() ?? true),
      run: (command) =>
        command.action === 'backup'
          ? runBackup(backups, command, staff.audit)
          : runCommand({ ...staff, hasShops: config.shop !== undefined, memberships }, command),
      begin: () => {
        // Read in advance, so that the first terminal does not wait for it.
        void selling.catalogue.current()
        staff.tickets.begin()
        alerts.start()
        dailyBackups?.start()
      },
      stop: async () => void (await Promise.all([selling.stop(), practice?.stop()])),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

export async function closeInTurn(closes: readonly (() => unknown)[]): Promise<void> {
  for (const close of closes) await close()
}
