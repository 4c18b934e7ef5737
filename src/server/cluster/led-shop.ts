import type { Config } from '../config/config.ts'
import { openJournal } from '../database/database.ts'
import { findEpoch } from '../database/leases.ts'
import { detectRollback } from '../database/maintenance/rollback-detection.ts'
import type { Ports } from '../lib/ports.ts'
import type { Shop } from '../shop.ts'
import type { ShopOptions } from '../parts/shop-parts.ts'
import type { Leadership } from './leadership.ts'
import type { ShopLease } from './shop-lease.ts'
import type { UnderWay } from './under-way.ts'

export type OpenShop = (
  changes: Pick<ShopOptions, 'config' | 'db' | 'maySend' | 'beforeSending' | 'onJournalClosed' | 'runAt'>,
) => Promise<Shop>

type OpenerDeps = { config: Config; ports: Ports; openShop: OpenShop }

export function shopOpener({ config, ports, openShop }: OpenerDeps) {
  /** A fault of the journal or the lease before anything was sent. */
  let fault: Error | undefined
  /** True from the start for a single shop, because exiting stops no other shop. */
  let mayHaveSent = !config.shop

  /** Once a request may have left without a journal entry, the process exits. Before that, only opening the shop fails. */
  function endOrFail(error: unknown): void {
    if (mayHaveSent) ports.exit(error)
    else fault ??= error instanceof Error ? error : new Error(String(error))
  }

  /** `undefined` if the journal turns out to be restored from a backup, which revokes every lease. */
  async function open({ epoch, maySend, release }: Leadership): Promise<Shop | undefined> {
    fault = undefined
    mayHaveSent = !config.shop
    const { db, hold } = await openJournal(config.database, endOrFail)
    try {
      // The journal may have been restored while this process waited for its turn.
      await detectRollback(db, config.dataFolder, config.database)
      if ((await findEpoch(db)) !== epoch) {
        await db.destroy()
        return undefined
      }
      await hold?.(epoch)
    } catch (error) {
      await db.destroy()
      throw error
    }
    const beforeSending = () => {
      if (fault) throw fault
      mayHaveSent = true
    }
    return openShop({ config, db, maySend, beforeSending, onJournalClosed: release })
  }

  return { open, endOrFail }
}

type LedDeps = {
  ports: Ports
  onLead: (shop: Shop) => Promise<void> | void
}
type LedParts = {
  open: (leading: Leadership) => Promise<Shop | undefined>
  lease: ShopLease
  underWay: UnderWay
}

export function ledShop({ ports, onLead }: LedDeps, { open, lease, underWay }: LedParts) {
  let held: Leadership | undefined
  let shop: Shop | undefined
  /** Measured by the steady clock. */
  let ledSince = 0

  return {
    current: () => shop,
    routes: () => shop && underWay.countedRoutes(shop.app),
    isQuietFor: (ms: number) => ports.clock.now() - ledSince >= ms && shop?.isQuietFor(ms) === true,

    /** Returns without the shop once the lease is stopped. `onOpened` is called before `onLead`. */
    lead: async (address: string, onOpened: () => void): Promise<void> => {
      try {
        while (!shop) {
          const leading = await lease.lead(address)
          if (!leading) return
          held = leading
          try {
            shop = await open(leading)
            shop?.begin()
          } catch (error) {
            await leading.release().catch(() => {})
            throw error
          }
          if (!shop) await leading.release()
        }
      } finally {
        lease.leaveSlot()
      }
      onOpened()
      ledSince = ports.clock.now()
      await onLead(shop)
    },

    /** Doesn't wait for other shops. */
    handOver: async (): Promise<void> => {
      const leaving = shop
      try {
        await leaving?.stop()
        shop = undefined
        await underWay.end()
        await leaving?.app.close()
        await leaving?.close()
      } finally {
        // Does nothing if the shop has already released it.
        await held?.release()
      }
    },
  }
}
