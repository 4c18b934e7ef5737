import type { Config } from '../config/config.ts'
import { openJournal } from '../database/database.ts'
import { findEpoch } from '../database/leases.ts'
import { noticeForgottenKeys } from '../database/maintenance/rollback-detection.ts'
import type { Ports } from '../lib/ports.ts'
import type { Shop } from '../shop.ts'
import type { ShopOptions } from '../shop-parts.ts'
import type { Leadership } from './leadership.ts'
import type { ShopLease } from './shop-lease.ts'
import type { UnderWay } from './under-way.ts'

export type OpenShop = (
  changes: Pick<ShopOptions, 'config' | 'db' | 'maySend' | 'beforeSending' | 'onJournalClosed' | 'runAt'>,
) => Promise<Shop>

type OpenerDeps = { config: Config; ports: Ports; openShop: OpenShop }

/** Opens the journal and the shop for a process that has got the lease. */
export function shopOpener({ config, ports, openShop }: OpenerDeps) {
  /** What went wrong with the journal or the lease while the shop was opened and nothing was sent. */
  let fault: Error | undefined
  /** One shop alone has no others that would sell meanwhile. */
  let mayHaveSent = !config.shop

  /** Whoever may have sent something, and no longer knows whether it is in the journal, ends. Before that only the opening of the shop fails. */
  function endOrFail(error: unknown): void {
    if (mayHaveSent) ports.exit(error)
    else fault ??= error instanceof Error ? error : new Error(String(error))
  }

  /** Returns nothing if the journal turned out to be put back from a backup, which takes the lease from everybody. */
  async function open({ epoch, maySend, release }: Leadership): Promise<Shop | undefined> {
    fault = undefined
    mayHaveSent = !config.shop
    const { db, hold } = await openJournal(config.database, endOrFail)
    try {
      // It may have been put back since this process looked, while it waited for its turn.
      await noticeForgottenKeys(db, config.dataFolder, config.database)
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
  /** Called each time when this process begins to lead the shop. */
  onLead: (shop: Shop) => Promise<void> | void
}
type LedParts = {
  open: (leading: Leadership) => Promise<Shop | undefined>
  lease: ShopLease
  underWay: UnderWay
}

/** The shop while this process leads it. */
export function ledShop({ ports, onLead }: LedDeps, { open, lease, underWay }: LedParts) {
  let held: Leadership | undefined
  let shop: Shop | undefined
  /** Since when this process has led the shop (steady clock). */
  let ledSince = 0

  return {
    current: () => shop,
    routes: () => shop && underWay.countedRoutes(shop.app),
    isQuietFor: (ms: number) => ports.clock.now() - ledSince >= ms && shop?.isQuietFor(ms) === true,

    /** Waits for the lease and opens the shop, or returns without it once the lease is stopped. \`onOpened\` is called before anybody is told. */
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

    /** Ends the leading of the shop as soon as nothing of it is under way, however long other shops take. */
    handOver: async (): Promise<void> => {
      const leaving = shop
      try {
        await leaving?.stop()
        shop = undefined
        await underWay.end()
        await leaving?.app.close()
        await leaving?.close()
      } finally {
        // Nothing happens where the shop has done so already.
        await held?.release()
      }
    },
  }
}
