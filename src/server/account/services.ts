import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'

import { DEFAULT_SETTINGS, type Settings } from '#api/settings.ts'
import { timeOfId } from '#domain/sale/id.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { Config, WholesalerAccount } from '../config/config.ts'
import { keyStore } from '../database/account-store.ts'
import { countByState } from '../sales-list/count-by-state.ts'
import type { DiskGuard } from '../database/maintenance/disk-guard.ts'
import type { Commit } from '../database/drivers/group-commit.ts'
import { orderStore } from '../orders/store.ts'
import { isOfLostTime } from '../database/maintenance/recoveries.ts'
import { reportSales } from '../reports/report-sales.ts'
import { salesList } from '../sales-list/list.ts'
import { salesStore } from '../sales/store.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { walletStore, type WalletStore } from '../wallet/store.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Ports } from '../lib/ports.ts'
import type { SaleChange } from '../sales/engine/engine.ts'
import { createLookUps } from '../sales/colleague-sale-access.ts'
import { createOrders, type Orders } from '../orders/orders.ts'
import { createReports, type Reports } from '../reports/reports.ts'
import { salesPages, type SalesPages } from '../sales-list/sales-pages.ts'
import type { SaleMarks } from '../sales/sale-content.ts'
import { createSales, type Sales } from '../sales/sales.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { Drawers } from '../sales/selling-guards.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { remainingLimits } from '../staff/overview.ts'
import { createMarking, type Marking } from '../wallet/affordability.ts'
import { createWallet, type Wallet } from '../wallet/wallet.ts'
import { createCatalogueCache, type CatalogueCache } from '../catalogue/catalogue-cache.ts'
import { createWholesaler } from '../wholesaler/create-wholesaler.ts'
import type { ServiceStopReason } from '../wholesaler/health.ts'
import { createOffers, type Offers } from '../catalogue/offers.ts'
import type { PictureSource } from '../wholesaler/picture.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'

/** One account of the wholesaler with all that sells from it: its calls and products, its sales and the journal they are in. */
export type SellingStack = {
  posId: string
  wholesaler: Wholesaler
  catalogue: CatalogueCache
  offers: Offers
  sales: Sales
  salesPages: SalesPages
  /** What customers chose at tablets. */
  orders: Orders
  reports: Reports
  wallet: Wallet
  walletStore: WalletStore
  /** What the wallet may not cover. */
  marking: Marking
  disk: DiskGuard
  /** What a person may still sell here before each limit that applies to them. */
  remainingLimits: ReturnType<typeof remainingLimits>
  /** Where an action that is not part of a sale is recorded. */
  audit: Pick<AuditLog, 'append'>
  countByState: () => Promise<{ state: string; count: number }[]>
  /** Whether nothing is on its way: no call to the service, no paper and no letter. What is would be waited for by `stop`. */
  isIdle: () => boolean
  /** Whether it sells, is idle, and nothing has changed of any sale for so long. Whoever takes it over must not find it stopped. */
  isQuietFor: (ms: number) => boolean
  /** Starts nothing new. Resolves when everything under way has been answered and journaled. */
  stop: () => Promise<unknown>
}

/** The stack that serves a request. It is the one place that chooses. */
export type StackFor = (request: FastifyRequest) => SellingStack

export type SellingStackDeps = {
  account: Pick<WholesalerAccount, 'baseUrl' | 'posId' | 'token'>
  db: Kysely<JournalTables>
  /** What reports and lists read with; by default `db`. */
  reader?: Kysely<JournalTables>
  commit: Commit
  config: Pick<Config, 'keyFloor' | 'polling'>
  /** Where pictures may come from, at that time. */
  pictures: () => PictureSource
  ports: Ports
  calendar: () => ShopCalendar
  staff: { audit: Pick<StaffServices['audit'], 'append' | 'appendIn'> } & Pick<StaffServices, 'forSales'>
  /** The lines of the shop below which its wallet is low; absent in practice, which has none. */
  walletSettings?: () => Settings['wallet']
  disk: DiskGuard
  /** The shop's drawers; absent where no customer pays. */
  drawers?: Drawers
  /** Whether this process may send; by default it always may. */
  maySend?: (() => boolean) | undefined
  /** Receives each key mark once it is in the journal. */
  noteKeyMark?: (mark: bigint) => void
  log: Log['info']
  /** Called once when selling stops for this reason, until somebody has dealt with it. */
  onStop?: (reason: ServiceStopReason) => void
  /** See `createWholesaler`. */
  onUnreachable?: (isFenced: boolean) => void
  observeCall?: Metrics['observeCall']
  announce: (change: SaleChange) => void
  /** Throws `RequestRefused` for a till that does not sell here as of the commit. */
  refuseTill: (terminalId: string) => void
  marks: () => SaleMarks
}

const STOP_TIMEOUT_MS = 65_000

/** Opens what sells from one account. Nothing is sold before `sales.recover` has resumed the sales of the previous process. */
export function openSellingStack(deps: SellingStackDeps): SellingStack {
  const { account, db, commit, config, ports, calendar, staff, disk, drawers, log, announce } = deps
  const reader = deps.reader ?? db
  const { clock, timers } = ports
  const wholesaler = openWholesaler(deps)
  const catalogue = createCatalogueCache({ wholesaler, clock, timers, log })
  const offers = createOffers({ wholesaler, clock, log })
  const readings = walletStore(db, commit)
  const walletSettings = deps.walletSettings ?? (() => DEFAULT_SETTINGS.wallet)
  const wallet = createWallet({
    wholesaler,
    store: readings,
    ports,
    calendar,
    settings: walletSettings,
  })
  const products = { current: catalogue.forSale, refresh: catalogue.refresh }
  const orders = createOrders({ store: orderStore(db, commit), catalogue: products, offers, calendar, clock, timers })
  const sales = createSales({
    store: salesStore(db, staff.audit.appendIn, commit, calendar),
    wholesaler,
    catalogue: products,
    offers,
    ports,
    polling: config.polling,
    staff: staff.forSales,
    calendar,
    disk,
    drawers,
    refuseTill: deps.refuseTill,
    marks: deps.marks,
    requireOrder: orders.requireTaken,
    maySend: deps.maySend,
    mayBeLost: (id) => isOfLostTime(db, timeOfId(id)),
    announce: (change) => {
      changedAt = clock.now()
      wallet.noteSale()
      announce(change)
    },
  })
  let changedAt = clock.now()
  let stopping: Promise<unknown> | undefined
  const isIdle = () => {
    const { inFlight, waiting } = wholesaler.metrics()
    return inFlight + waiting === 0 && !sales.hasPaperUnderWay()
  }
  return {
    posId: account.posId,
    wholesaler,
    catalogue,
    offers,
    sales,
    orders,
    salesPages: salesPages(salesList(reader), createLookUps({ clock, audit: staff.audit.append })),
    reports: createReports({ sales: reportSales(reader, { sharesConnection: reader === db }), catalogue, calendar }),
    wallet,
    walletStore: readings,
    marking: createMarking({ wallet, store: readings, settings: walletSettings, clock }),
    disk,
    remainingLimits: remainingLimits({ db, clock, limitsFor: staff.forSales.limitsFor }),
    audit: staff.audit,
    countByState: () => countByState(db),
    isIdle,
    isQuietFor: (ms) => wholesaler.health().service !== 'stopped' && isIdle() && clock.now() - changedAt >= ms,
    stop: () => {
      wallet.stop()
      orders.stop()
      return (stopping ??= Promise.all([sales.stop(), wholesaler.close(STOP_TIMEOUT_MS)]))
    },
  }
}

function openWholesaler(deps: SellingStackDeps): Wholesaler {
  const { account, db, config, pictures, ports, log, observeCall } = deps
  return createWholesaler({
    baseUrl: new URL(account.baseUrl),
    posId: account.posId,
    token: account.token,
    keys: keyStore(db, deps.noteKeyMark),
    keyFloor: config.keyFloor,
    pictures,
    clock: ports.clock,
    timers: ports.timers,
    log,
    ...(observeCall && { observeCall }),
    ...(deps.onStop && { onStop: deps.onStop }),
    ...(deps.onUnreachable && { onUnreachable: deps.onUnreachable }),
    maySend: deps.maySend,
    onKeyFault: ports.exit,
  })
}
