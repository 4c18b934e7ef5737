import type { FastifyInstance } from 'fastify'

import type { Ready } from '#api/status.ts'
import type { Command, CommandResult } from './cli/command.ts'
import { checkAccount } from './cli/check-account.ts'
import { runBackup, runCommand } from './cli/run-command.ts'
import { hasTls, type Config } from './config/config.ts'
import type { WholesalerAccount } from './database/account-store.ts'
import { createBackups } from './database/maintenance/backup.ts'
import { isInPostgres } from './config/database-url.ts'
import { openReader } from './database/database.ts'
import { groupCommit } from './database/drivers/group-commit.ts'
import { createKeyNotes } from './database/maintenance/rollback-detection.ts'
import { openConnecting, type Connecting } from './account/connecting.ts'
import { bindJournal, openAccount } from './account/open-account.ts'
import { servicesFor, createTillModes, type Practice, type Sandbox } from './account/practice.ts'
import { createRecovery } from './account/recovery.ts'
import type { AccountServices } from './account/services.ts'
import { createSellingState } from './account/selling-state.ts'
import type { Retention } from './database/maintenance/retention.ts'
import { createErasing } from './known-numbers/erase-number.ts'
import { createNumberIndex } from './known-numbers/number-index.ts'
import { createServer } from './server.ts'
import {
  openDailyBackups,
  openNeighbors,
  openPractice,
  openPrinters,
  openRetention,
  openAccountServices,
  openShopAlerts,
  openStatusLinks,
  restarterWhenIdle,
  type ShopOptions,
  type ShopParts,
} from './parts/shop-parts.ts'
import { createCookies } from './staff/cookies.ts'
import { openStaff, type StaffServices } from './staff/open-staff.ts'
import { pictureSources } from './wholesaler/picture.ts'

/** A shop that is open but not yet accepting requests. */
export type Shop = {
  app: FastifyInstance
  staff: StaffServices
  sandbox?: Sandbox
  connecting?: Connecting | undefined
  /** The previously bound account, if the settings now name another one. */
  boundBefore?: WholesalerAccount
  run: (command: Command) => Promise<CommandResult>
  ready: () => Ready
  /** True if the shop can sell, no request or print is in progress, and no sale has changed for `ms`. */
  isQuietFor: (ms: number) => boolean
  begin: () => void
  /** Resolves when everything in progress is answered and journaled. Requests that wait for a sale still get its result. */
  stop: () => Promise<void>
  close: () => Promise<void>
}

export async function openShop(options: ShopOptions): Promise<Shop> {
  const { config, db } = options
  const reader = openReader(config.database, db)
  const backups = isInPostgres(config.database) ? undefined : createBackups(db, config.database)
  const opened: (() => unknown)[] = [
    () => reader !== db && reader.destroy(),
    () => options.onJournalClosed?.(),
    () => backups?.release(),
    () => db.destroy(),
    () => backups?.stop(),
  ]
  const close = () => closeInTurn(opened.toReversed())
  try {
    const { account, sandbox } = await openAccount(config, options.openSandbox)
    if (sandbox) opened.push(sandbox.close)
    const boundBefore = await bindJournal(config, db, account, options.clock.now())
    const parts = await openContext(options, { account, reader, backups, opened })
    const shop = await openParts(parts)
    return { ...shop, ...(sandbox && { sandbox }), ...(boundBefore && { boundBefore }), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Opens staff first, because everything depends on the shop's settings. */
async function openContext(
  options: ShopOptions,
  parts: Pick<ShopParts, 'account' | 'reader' | 'backups' | 'opened'>,
): Promise<ShopParts> {
  const { config, db, metrics, clock, pinCost, pinQueue, recordLine } = options
  const shopId = config.shop?.id
  const commit = groupCommit(db, metrics.observeCommit)
  const staff = await openStaff({
    db,
    commit,
    clock,
    dataFolder: config.pepperFolder,
    shopId,
    timeZone: config.timeZone,
    pinCost,
    pinQueue,
    announce: recordLine,
  })
  parts.opened.push(staff.close)
  const months = () => staff.settings.current().numberIndexMonths
  const numberIndex = createNumberIndex({ db, commit, clock, digests: staff.numberDigests, months })
  if (config.practice) await staff.demo.seed()
  return {
    ...options,
    ...parts,
    maySend: options.maySend ?? (() => true),
    shopId,
    commit,
    staff,
    audit: staff.audit,
    settings: staff.settings.current,
    recordSold: numberIndex.record,
    numberIndex,
    modes: createTillModes(await staff.terminals.listPracticing()),
    calendar: staff.settings.calendar,
    pictures: pictureSources(new URL(parts.account.baseUrl), () => staff.settings.current().pictureHosts),
  }
}

/** Open sales of the previous process resume before any request is served. */
async function openParts(parts: ShopParts): Promise<Omit<Shop, 'close'>> {
  const { config, db, staff, backups, clock, shopId } = parts
  const recordKeyMark = await createKeyNotes(db, config.dataFolder, config.database)
  parts.beforeSending?.()
  const retention = openRetention(parts)
  const selling = openAccountServices(parts, recordKeyMark)
  followSettings(staff, selling, retention, () => practice)
  const pauseMs = parts.polling.confirmGraceMs
  const recovery = createRecovery({ db, selling, audit: staff.audit, clock, pauseMs })
  await recovery.begin()
  retention.start()
  await selling.orders.start()
  const practice = openPractice(parts)
  const dailyBackups = openDailyBackups(parts)
  // The wholesaler may use one name for all shops of a chain.
  const shopName = () =>
    (config.shop?.name ?? staff.settings.current().brand.name ?? selling.catalog.latest()?.point.agentName) || undefined
  const alerts = await openShopAlerts(parts, selling, { dailyBackups, name: shopName })
  const neighbors = openNeighbors(parts)
  const state = createSellingState(clock)
  const connecting = openConnecting(parts)
  const app = await createServer({
    ...parts,
    ...neighbors,
    selling,
    stackFor: servicesFor(selling, practice),
    practice,
    recovery,
    connecting,
    restartWhenIdle: restarterWhenIdle(parts, () => selling.isIdle() && (practice?.isIdle() ?? true)),
    dailyBackups,
    alerts,
    eraseNumber: createErasing({
      ...parts,
      audit: staff.audit,
      index: parts.numberIndex,
      eraseFromOrders: selling.orders.eraseNumber,
    }),
    printers: openPrinters(parts),
    cookies: createCookies({ hasTls: hasTls(config), isPractice: config.practice, shopId }),
    statusLinks: openStatusLinks(parts),
    state,
    shopName,
    trustProxy: parts.trustProxy ?? config.trustProxy,
  })
  await app.ready()
  return {
    app,
    staff,
    connecting,
    ready: () => state.readReady(selling),
    isQuietFor: (ms) => selling.isQuietFor(ms) && (practice?.isIdle() ?? true),
    run: async (command) => {
      if (command.action === 'backup') return runBackup(backups, command, staff.audit)
      if (command.action === 'check') return { ok: true, text: JSON.stringify(await checkRunning(selling, config)) }
      return runCommand({ ...staff, hasShops: config.shop !== undefined, memberships: neighbors.memberships }, command)
    },
    begin: () => {
      void selling.catalog.current()
      staff.tickets.begin()
      alerts.start()
      dailyBackups?.start()
    },
    stop: async () => void (await Promise.all([selling.stop(), practice?.stop()])),
  }
}

const checkRunning = async ({ wholesaler }: AccountServices, { account }: Config) =>
  account ? checkAccount(wholesaler, account) : []

function followSettings(
  { settings }: StaffServices,
  selling: AccountServices,
  retention: Retention,
  practice: () => Practice | undefined,
): void {
  settings.onChange((before, now) => {
    if (before.pictureHosts.join() !== now.pictureHosts.join()) void selling.catalog.refresh()
    if (before.retentionMonths === now.retentionMonths && before.numberIndexMonths === now.numberIndexMonths) return
    retention.runSoon()
    practice()?.maskSoon()
  })
}

export async function closeInTurn(closes: readonly (() => unknown)[]): Promise<void> {
  for (const close of closes) await close()
}
