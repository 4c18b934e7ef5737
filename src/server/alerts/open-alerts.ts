import type { Kysely } from 'kysely'

import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { Clock } from '../lib/clock.ts'
import type { Commit } from '../database/drivers/group-commit.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Log } from '../lib/log.ts'
import type { Timers } from '../lib/ports.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { createAddressGuard } from '../lib/address-guard.ts'
import { openAlertSettings, type AlertSettings } from './alert-settings.ts'
import { alertStore } from './store.ts'
import { createAlerts, type Alerts, type AlertSources } from './alerts.ts'
import { createReceiptMail, type ReceiptMail } from './receipt-mail.ts'
import { createSender, type AlertedShop } from './send-alert.ts'

export type OpenedAlerts = Alerts & { settings: AlertSettings; receiptMail: ReceiptMail }

export type OpenAlerts = {
  db: Kysely<JournalTables>
  commit: Commit
  clock: Clock
  timers: Timers
  log: Log
  staff: Pick<StaffServices, 'audit' | 'seal'>
  sources: AlertSources
  allowsPrivateNetworks: boolean
  calendar: () => ShopCalendar
  shop: AlertedShop
  /** How long a receiver has for its answer. Only tests shorten it. */
  deadlineMs?: number | undefined
  /** Certificates to trust besides those of the system. Only tests set them. */
  ca?: string | undefined
}

/** The alerts of one shop, over its journal. Nothing is looked at before `start` or `look`. */
export async function openAlerts(options: OpenAlerts): Promise<OpenedAlerts> {
  const { db, commit, clock, staff, allowsPrivateNetworks, shop, deadlineMs, ca } = options
  const guard = createAddressGuard(allowsPrivateNetworks)
  const settings = await openAlertSettings({ db, audit: staff.audit, seal: staff.seal, guard, clock })
  const send = createSender({ guard, clock, shop, deadlineMs, ca })
  const store = alertStore(db, commit)
  const receiptMail = createReceiptMail({ settings, guard, shop, deadlineMs, ca })
  const alerts = await createAlerts({ ...options, settings, store, guard, send, audit: staff.audit })
  return { settings, receiptMail, ...alerts }
}
