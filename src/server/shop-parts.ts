import type { Kysely } from 'kysely'

import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { createPrinterGuard } from './lib/address-guard.ts'
import { alertSources } from './alerts/alert-figures.ts'
import { openAlerts } from './alerts/open-alerts.ts'
import type { Command, CommandResult } from './cli/command.ts'
import { statusOriginOf, type Config } from './config/config.ts'
import type { LimitsByAddress } from './http/rate-limits.ts'
import type { Backups } from './database/maintenance/backup.ts'
import { createDailyBackups, type DailyBackups } from './database/maintenance/daily-backups.ts'
import { isInPostgres } from './config/database-url.ts'
import type { DiskGuard } from './database/maintenance/disk-guard.ts'
import type { Commit } from './database/drivers/group-commit.ts'
import { createRetention } from './database/maintenance/retention.ts'
import type { JournalTables } from './database/schema/tables.ts'
import type { Log } from './lib/log.ts'
import type { Metrics } from './lib/metrics.ts'
import { systemTimers, type Ports } from './lib/ports.ts'
import { createPrinters } from './printers/printers.ts'
import type { PrinterTimes } from './printers/send-job.ts'
import { saleLine } from './sales/sale-log.ts'
import { refusedSignature, silentService } from './account/open-account.ts'
import { createPractice, type OpenSandbox, type TillModes } from './account/practice.ts'
import { openSellingStack, type SellingStack, type SellingStackDeps } from './account/services.ts'
import { createMemberships } from './shops/memberships.ts'
import { createOverShops } from './shops/over-shops.ts'
import type { ShopPlace } from './shops/shop-place.ts'
import { createShopReaders } from './shops/shop-readers.ts'
import type { StaffServices } from './staff/open-staff.ts'
import type { PinCost, PinQueue } from './staff/pins/pins.ts'
import { createStatusLinks } from './status-page/status-link.ts'
import type { PictureSource } from './wholesaler/picture.ts'

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

/** What the parts of a shop are opened from. */
export type ShopContext = ShopOptions & {
  account: SellingStackDeps['account']
  reader: Kysely<JournalTables>
  commit: Commit
  /** Absent in PostgreSQL. */
  backups: Backups | undefined
  staff: StaffServices
  modes: TillModes
  calendar: () => ShopCalendar
  pictures: () => PictureSource
  /** What ends with the shop, from last to first. */
  opened: (() => unknown)[]
}

export function openSelling(context: ShopContext, noteKeyMark: (mark: bigint) => void): SellingStack {
  const { config, log, metrics, staff, recordLine, ports } = context
  const selling = openSellingStack({
    ...context,
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
    noteKeyMark,
    refuseTill: context.modes.refuseTill(false),
    marks: () => (!config.practice && staff.settings.current().testTransactions ? { isTest: true } : {}),
    announce: (change) => {
      const line = saleLine(change, ports.clock.now())
      if (line !== undefined) recordLine(line)
    },
  })
  context.opened.push(selling.stop)
  return selling
}

/** Masks customers' numbers in old sales. */
export function openRetention({ db, commit, ports, staff, opened }: ShopContext) {
  const retention = createRetention({
    db,
    commit,
    clock: ports.clock,
    timers: systemTimers,
    months: () => staff.settings.current().retentionMonths,
  })
  opened.push(retention.stop)
  return retention
}

/** Absent where the whole shop is in practice. */
export function openPractice(context: ShopContext) {
  const { config, openSandbox, calendar, disk, ports, staff, modes, log } = context
  if (config.practice) return undefined
  // Named one by one: nothing else of the shop gets into practice, least of all its journal.
  const parts = { dataFolder: config.dataFolder, openSandbox, config, calendar, disk, ports, staff, modes, log }
  const practice = createPractice(parts)
  context.opened.push(practice.close)
  // Beside everything else: whatever is wrong with practice, the shop opens.
  if (modes.isAnyInPractice()) void practice.open().catch(() => {})
  return practice
}

/** Absent in practice. */
export function openDailyBackups({ config, backups, calendar, ports, log, opened }: ShopContext) {
  if (!config.account) return undefined
  const dailyBackups = createDailyBackups({
    folder: config.backupFolder,
    isFolderSet: config.isBackupFolderSet,
    backups,
    journalPlace: isInPostgres(config.database) ? config.dataFolder : config.database,
    posId: config.account.posId,
    calendar,
    clock: ports.clock,
    timers: systemTimers,
    log,
  })
  opened.push(dailyBackups.close)
  return dailyBackups
}

export async function openShopAlerts(
  context: ShopContext,
  selling: SellingStack,
  { dailyBackups, name }: { dailyBackups: DailyBackups | undefined; name: () => string | undefined },
) {
  const { db, config, ports, staff, calendar } = context
  const { clock } = ports
  const alerts = await openAlerts({
    ...context,
    clock,
    timers: systemTimers,
    sources: alertSources({ db, dailyBackups, selling, settings: staff.settings, calendar, clock }),
    allowsPrivateNetworks: config.alertsToPrivateNetworks,
    shop: { name, isPractice: config.practice, timeZone: config.timeZone, origin: config.publicOrigin },
  })
  context.opened.push(alerts.close)
  return alerts
}

export function openPrinters({ config, staff, printerTimes }: ShopContext) {
  const allowsLoopback = config.printersOnLoopback
  return createPrinters({
    printers: () => staff.settings.current().printers,
    guard: createPrinterGuard({ allowsLoopback }),
    allowsLoopback,
    times: printerTimes,
  })
}

/** What a shop has to do with the other shops of its installation; nothing where it is alone. */
export function openNeighbors({ shops: places, shopId: here, runAt, ports, log, staff, opened }: ShopContext) {
  if (!places || here === undefined) return { overShops: undefined, memberships: undefined }
  const readers = createShopReaders({ timers: systemTimers, log })
  opened.push(readers.close)
  return {
    overShops: createOverShops({ here, places, readers, clock: ports.clock }),
    memberships: runAt && createMemberships({ ...staff, here, places, readers, runAt, timers: systemTimers }),
  }
}

/** The links by which customers follow their sales; absent where the shop has no address for them. */
export function openStatusLinks({ config, staff, ports }: ShopContext) {
  const origin = statusOriginOf(config)
  if (origin === undefined) return undefined
  return createStatusLinks({ key: staff.statusKey, shopId: config.shop?.id, origin, now: ports.clock.now })
}
