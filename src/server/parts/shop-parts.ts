import type { Kysely } from 'kysely'

import { createPrinterGuard } from '../lib/address-guard.ts'
import { alertSources } from '../alerts/alert-figures.ts'
import { openAlerts } from '../alerts/open-alerts.ts'
import type { Command, CommandResult } from '../cli/command.ts'
import { statusOriginOf, type Config } from '../config/config.ts'
import type { LimitsByAddress } from '../http/rate-limits.ts'
import type { Backups } from '../database/maintenance/backup.ts'
import { createDailyBackups, type DailyBackups } from '../database/maintenance/daily-backups.ts'
import { isInPostgres } from '../config/database-url.ts'
import type { DiskGuard } from '../database/maintenance/disk-guard.ts'
import { createRetention } from '../database/maintenance/retention.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { NumberIndex } from '../known-numbers/number-index.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Ports } from '../lib/ports.ts'
import type { ShopContext } from './shop-context.ts'
import { createPrinters } from '../printers/printers.ts'
import type { PrinterTimes } from '../printers/send-job.ts'
import type { PollIntervals } from '../sales/engine/poll-interval.ts'
import { saleLine } from '../sales/sale-log.ts'
import { refusedSignature, silentService } from '../account/open-account.ts'
import type { Restart } from '../account/connecting.ts'
import { createPractice, type OpenSandbox, type TerminalModes } from '../account/practice.ts'
import { openSellingStack, type Account, type AccountServices } from '../account/services.ts'
import { createMemberships } from '../shops/memberships.ts'
import { createOverShops } from '../shops/over-shops.ts'
import type { ShopPlace } from '../shops/shop-place.ts'
import { createShopReaders } from '../shops/shop-readers.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import type { PinCost, PinQueue } from '../staff/pins/pins.ts'
import { createStatusLinks } from '../status-page/status-link.ts'
import type { PictureSource } from '../wholesaler/picture.ts'

export type ShopOptions = Ports & {
  config: Config
  db: Kysely<JournalTables>
  maySend?: () => boolean
  /** Called before the first request may be sent. If it throws, opening fails. */
  beforeSending?: () => void
  trustProxy?: Config['trustProxy']
  /** Called when nothing more can be written; reports may still be read. */
  onJournalClosed?: () => Promise<void>
  openSandbox: OpenSandbox | undefined
  /** Absent if this process cannot start again. */
  restart?: Restart | undefined
  browserFolder: string
  disk: DiskGuard
  metrics: Metrics
  /** Shared by all shops of this process. */
  byAddress: LimitsByAddress
  /** Shared by all shops of this process, like its thread pool. */
  pinQueue: PinQueue
  log: Log
  /** Receives one JSON line per sale change and audit entry. */
  recordLine: (line: string) => void
  pinCost: PinCost | undefined
  printerTimes?: PrinterTimes | undefined
  polling: PollIntervals
  /** Absent if there is only one. */
  shops?: readonly ShopPlace[]
  /** Runs a command in the process that leads the shop, which may be another one. */
  runAt?: (shopId: string, command: Command) => Promise<CommandResult>
}

export type ShopParts = Omit<ShopOptions, 'maySend'> &
  ShopContext & {
    account: Account['account']
    backups: Backups | undefined
    staff: StaffServices
    numberIndex: NumberIndex
    modes: TerminalModes
    pictures: () => PictureSource
    opened: (() => unknown)[]
  }

export function openAccountServices(shop: ShopParts, recordKeyMark: (mark: bigint) => void): AccountServices {
  const { config, log, metrics, staff, recordLine, clock } = shop
  const selling = openSellingStack(shop, {
    account: shop.account,
    numberIndex: shop.numberIndex,
    config,
    polling: shop.polling,
    pictures: shop.pictures,
    staff: staff.forSales,
    drawers: staff.shifts,
    onStop: (reason) => {
      if (reason === 'signature' && config.account) log.error({ what: refusedSignature(config.account) })
    },
    onUnreachable: (isFenced) => {
      if (config.account) log.error({ what: silentService(config.account, isFenced) })
    },
    observeCall: metrics.observeCall,
    recordKeyMark,
    refuseTerminal: shop.modes.refuseTerminal(false),
    marks: () => (!config.practice && shop.settings().testTransactions ? { isTest: true } : {}),
    announce: (change) => {
      const line = saleLine(change, clock.now())
      if (line !== undefined) recordLine(line)
    },
  })
  shop.opened.push(selling.stop)
  return selling
}

export function openRetention(shop: ShopParts) {
  const months = () => shop.settings().retentionMonths
  const retention = createRetention({ ...shop, months, before: shop.numberIndex.upkeep })
  shop.opened.push(retention.stop)
  return retention
}

/** `undefined` if the whole shop is in practice. */
export function openPractice(shop: ShopParts) {
  if (shop.config.practice) return undefined
  const practice = createPractice(shop)
  shop.opened.push(practice.close)
  // Not awaited: the shop opens even if practice fails.
  if (shop.modes.isAnyInPractice()) void practice.open().catch(() => {})
  return practice
}

export function openDailyBackups(shop: ShopParts) {
  const { config } = shop
  if (!config.account) return undefined
  const dailyBackups = createDailyBackups({
    ...shop,
    folder: config.backupFolder,
    isFolderSet: config.isBackupFolderSet,
    journalPlace: isInPostgres(config.database) ? config.dataFolder : config.database,
    posId: config.account.posId,
  })
  shop.opened.push(dailyBackups.close)
  return dailyBackups
}

export async function openShopAlerts(
  shop: ShopParts,
  selling: AccountServices,
  { dailyBackups, name }: { dailyBackups: DailyBackups | undefined; name: () => string | undefined },
) {
  const { config } = shop
  const alerts = await openAlerts(shop, {
    staff: shop.staff,
    sources: alertSources(shop, { dailyBackups, selling }),
    allowsPrivateNetworks: config.allowsPrivateTargets,
    shop: { name, isPractice: config.practice, timeZone: () => shop.calendar().timeZone, origin: config.publicOrigin },
  })
  shop.opened.push(alerts.close)
  return alerts
}

const LOOK_AGAIN_MS = 500
/** Then it starts again anyway: `stop` waits for what is in progress, and a batch continues. */
const WAIT_FOR_IDLE_MS = 60_000

/** When no call, print or email is in progress. `undefined` if other processes may have the account, too. */
export function restarterWhenIdle(
  { config, restart, timers, clock }: ShopParts,
  isIdle: () => boolean,
): (() => void) | undefined {
  if (!restart || isInPostgres(config.database)) return undefined
  return () => {
    const startedAt = clock.now()
    const look = () => {
      if (isIdle() || clock.now() - startedAt >= WAIT_FOR_IDLE_MS) restart()
      else timers.after(LOOK_AGAIN_MS, look)
    }
    // The answer is sent first.
    timers.after(LOOK_AGAIN_MS, look)
  }
}

export function openPrinters({ config, settings, printerTimes }: ShopParts) {
  const allowsLoopback = config.allowsPrivateTargets
  return createPrinters({
    printers: () => settings().printers,
    guard: createPrinterGuard({ allowsLoopback }),
    allowsLoopback,
    times: printerTimes,
  })
}

/** Both are `undefined` for a single shop. */
export function openNeighbors(shop: ShopParts) {
  const { shops: places, shopId: here, runAt, staff, clock, timers } = shop
  if (!places || here === undefined) return { overShops: undefined, memberships: undefined }
  const readers = createShopReaders(shop)
  shop.opened.push(readers.close)
  return {
    overShops: createOverShops({ here, places, readers, clock }),
    memberships: runAt && createMemberships({ ...staff, here, places, readers, runAt, timers }),
  }
}

/** `undefined` if the shop has no URL that customers can open. */
export function openStatusLinks({ config, staff, clock, shopId }: ShopParts) {
  const origin = statusOriginOf(config)
  if (origin === undefined) return undefined
  return createStatusLinks({ key: staff.statusKey, shopId, origin, now: clock.now })
}
