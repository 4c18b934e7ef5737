import type { FastifyRequest } from 'fastify'

import { timeOfId } from '#domain/sale/id.ts'
import type { Config, WholesalerAccount } from '../config/config.ts'
import { keyStore } from '../database/account-store.ts'
import { countByState } from '../sales-list/count-by-state.ts'
import type { DiskGuard } from '../database/maintenance/disk-guard.ts'
import { createKnownNumbers, type KnownNumbers } from '../known-numbers/known-numbers.ts'
import type { NumberIndex } from '../known-numbers/number-index.ts'
import { orderStore } from '../orders/store.ts'
import { isOfLostTime } from '../database/maintenance/recoveries.ts'
import { reportSales } from '../reports/report-sales.ts'
import { saleTimesStore } from '../reports/sale-times.ts'
import { salesList } from '../sales-list/list.ts'
import { salesStore } from '../sales/store.ts'
import { walletStore, type WalletStore } from '../wallet/store.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import type { SaleChange } from '../sales/engine/engine.ts'
import type { PollIntervals } from '../sales/engine/poll-interval.ts'
import { createLookUps } from '../sales/colleague-sale-access.ts'
import { createOrders, type Orders } from '../orders/orders.ts'
import { createReports, type Reports } from '../reports/reports.ts'
import { salesPages, type SalesPages } from '../sales-list/sales-pages.ts'
import type { SaleMarks } from '../sales/sale-content.ts'
import { createSales, type Sales } from '../sales/sales.ts'
import type { Drawers } from '../sales/selling-guards.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { remainingLimits } from '../staff/overview.ts'
import { createMarking, type Marking } from '../wallet/affordability.ts'
import { createWallet, type Wallet } from '../wallet/wallet.ts'
import { createCatalogCache, type CatalogCache } from '../catalog/catalog-cache.ts'
import { createWholesaler, type WholesalerOptions } from '../wholesaler/create-wholesaler.ts'
import { createOffers, type Offers } from '../catalog/offers.ts'
import type { PictureSource } from '../wholesaler/picture.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'

/** One wholesaler account with its calls, products, sales and journal. */
export type AccountServices = {
  posId: string
  wholesaler: Wholesaler
  catalog: CatalogCache
  offers: Offers
  sales: Sales
  salesPages: SalesPages
  orders: Orders
  knownNumbers: KnownNumbers
  reports: Reports
  wallet: Wallet
  walletStore: WalletStore
  marking: Marking
  disk: DiskGuard
  remainingLimits: ReturnType<typeof remainingLimits>
  audit: Pick<ShopContext['audit'], 'append'>
  countByState: () => Promise<{ state: string; count: number }[]>
  /** True if no call, print or email is in progress that `stop` would wait for. */
  isIdle: () => boolean
  /** The account can sell, nothing is in progress and no sale has changed for `ms`. Checked before a handover. */
  isQuietFor: (ms: number) => boolean
  stop: () => Promise<unknown>
}

export type StackFor = (request: FastifyRequest) => AccountServices

/** What belongs to one account, in addition to what the whole shop shares. */
export type Account = {
  account: Pick<WholesalerAccount, 'baseUrl' | 'posId' | 'token'>
  config: Pick<Config, 'keyFloor'>
  polling: PollIntervals
  pictures: () => PictureSource
  staff: StaffServices['forSales']
  /** Absent in practice. */
  numberIndex?: NumberIndex
  /** Absent if no customer pays. */
  drawers?: Drawers
  recordKeyMark?: (mark: bigint) => void
  announce: (change: SaleChange) => void
  /** Throws `RequestRefused` if the till doesn't sell here at the time of the commit. */
  refuseTerminal: (terminalId: string) => void
  marks: () => SaleMarks
} & Pick<WholesalerOptions, 'onStop' | 'onUnreachable' | 'observeCall'>

const STOP_TIMEOUT_MS = 65_000

/** Nothing is sold before `sales.recover` has resumed the previous process's sales. */
export function openSellingStack(context: ShopContext, own: Account): AccountServices {
  const { db, reader, clock } = context
  const wholesaler = openWholesaler(context, own)
  const catalog = createCatalogCache(context, wholesaler)
  const offers = createOffers(context, wholesaler)
  const readings = walletStore(context)
  const wallet = createWallet(context, { wholesaler, store: readings })
  const products = { current: catalog.forSale, refresh: catalog.refresh }
  const orders = createOrders(context, { store: orderStore(context), catalog: products, offers })
  const sales = createSales({
    ...context,
    ...own,
    store: salesStore(db, context),
    wholesaler,
    catalog: products,
    offers,
    requireOrder: orders.requireTaken,
    mayBeLost: (id) => isOfLostTime(db, timeOfId(id)),
    announce: (change) => {
      changedAt = clock.now()
      wallet.recordSale()
      own.announce(change)
    },
  })
  const lookUps = createLookUps(context)
  let changedAt = clock.now()
  let stopping: Promise<unknown> | undefined
  const isIdle = () => {
    const { inFlight, waiting } = wholesaler.metrics()
    return inFlight + waiting === 0 && !sales.hasPrintJobInFlight()
  }
  return {
    posId: own.account.posId,
    wholesaler,
    catalog,
    offers,
    sales,
    orders,
    salesPages: salesPages(salesList(reader), lookUps),
    knownNumbers: createKnownNumbers(own.numberIndex, lookUps),
    reports: createReports(context, {
      sales: reportSales(reader, { sharesConnection: reader === db }),
      saleTimes: saleTimesStore(context),
      catalog,
    }),
    wallet,
    walletStore: readings,
    marking: createMarking(context, { wallet, store: readings }),
    disk: context.disk,
    remainingLimits: remainingLimits(context, own.staff.limitsFor),
    audit: context.audit,
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

function openWholesaler(context: ShopContext, { account, config, recordKeyMark, ...own }: Account): Wholesaler {
  return createWholesaler({
    ...context,
    ...own,
    baseUrl: new URL(account.baseUrl),
    posId: account.posId,
    token: account.token,
    keys: keyStore(context.db, recordKeyMark),
    keyFloor: config.keyFloor,
    log: context.log.info,
    onKeyFault: context.exit,
  })
}
