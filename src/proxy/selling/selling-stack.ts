import type { FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'

import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { Config, WholesalerAccount } from '../config.ts'
import { balanceStore, keyStore, type BalanceStore } from '../journal/account-store.ts'
import { countByState } from '../journal/count-by-state.ts'
import type { DiskGuard } from '../journal/disk-guard.ts'
import type { Commit } from '../journal/group-commit.ts'
import { salesList } from '../journal/sales-list.ts'
import { salesStore } from '../journal/sales-store.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics.ts'
import type { Ports } from '../ports.ts'
import type { SaleChange } from '../sales/engine.ts'
import { createLookUps } from '../sales/look-ups.ts'
import { salesPages, type SalesPages } from '../sales/sales-pages.ts'
import { createSales, type Sales } from '../sales/sales.ts'
import type { Drawers } from '../sales/selling-guards.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { createCatalogueCache, type CatalogueCache } from '../wholesaler/catalogue-cache.ts'
import { createWholesaler } from '../wholesaler/create-wholesaler.ts'
import { createOffers, type Offers } from '../wholesaler/offers.ts'
import { pictureSources } from '../wholesaler/picture.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'

/** One account of the wholesaler with all that sells from it: its calls and products, its sales and the journal they are in. */
export type SellingStack = {
  wholesaler: Wholesaler
  catalogue: CatalogueCache
  offers: Offers
  sales: Sales
  salesPages: SalesPages
  balances: BalanceStore
  disk: DiskGuard
  countByState: () => Promise<{ state: string; count: number }[]>
  /** Starts nothing new. Resolves when everything under way has been answered and journaled. */
  stop: () => Promise<unknown>
}

/** The stack that serves a request. It is the one place that chooses. */
export type StackFor = (request: FastifyRequest) => SellingStack

export type SellingStackDeps = {
  account: Pick<WholesalerAccount, 'baseUrl' | 'posId' | 'token'>
  db: Kysely<JournalTables>
  commit: Commit
  config: Pick<Config, 'keyFloor' | 'polling'>
  /** Hosts of pictures besides the wholesaler's own, at that time. */
  pictureHosts: () => readonly string[]
  ports: Ports
  calendar: () => ShopCalendar
  staff: Pick<StaffServices, 'audit' | 'forSales'>
  disk: DiskGuard
  /** The shop's drawers; absent where no customer pays. */
  drawers?: Drawers
  log: Log['info']
  observeCall?: Metrics['observeCall']
  announce: (change: SaleChange) => void
}

const STOP_TIMEOUT_MS = 65_000

/** Opens what sells from one account. Nothing is sold before `sales.recover` has resumed the sales of the previous process. */
export function openSellingStack(deps: SellingStackDeps): SellingStack {
  const {
    account,
    db,
    commit,
    config,
    pictureHosts,
    ports,
    calendar,
    staff,
    disk,
    drawers,
    log,
    observeCall,
    announce,
  } = deps
  const { clock, timers } = ports
  const wholesaler = createWholesaler({
    baseUrl: new URL(account.baseUrl),
    posId: account.posId,
    token: account.token,
    keys: keyStore(db),
    keyFloor: config.keyFloor,
    pictures: pictureSources(new URL(account.baseUrl), pictureHosts),
    clock,
    timers,
    log,
    ...(observeCall && { observeCall }),
    onKeyFault: ports.exit,
  })
  const catalogue = createCatalogueCache({ wholesaler, clock, timers, log })
  const offers = createOffers({ wholesaler, clock, log })
  const sales = createSales({
    store: salesStore(db, staff.audit.appendIn, commit, calendar),
    wholesaler,
    catalogue: { current: catalogue.forSale, refresh: catalogue.refresh },
    offers,
    ports,
    polling: config.polling,
    staff: staff.forSales,
    calendar,
    disk,
    drawers,
    announce,
  })
  let stopping: Promise<unknown> | undefined
  return {
    wholesaler,
    catalogue,
    offers,
    sales,
    salesPages: salesPages(salesList(db), createLookUps({ clock, audit: staff.audit.append })),
    balances: balanceStore(db),
    disk,
    countByState: () => countByState(db),
    stop: () => (stopping ??= Promise.all([sales.stop(), wholesaler.close(STOP_TIMEOUT_MS)])),
  }
}
