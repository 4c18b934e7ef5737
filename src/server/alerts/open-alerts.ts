import type { ShopContext } from '../parts/shop-context.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { createAddressGuard } from '../lib/address-guard.ts'
import { openAlertSettings, type AlertSettings } from './alert-settings.ts'
import { alertStore } from './store.ts'
import { createAlerts, type Alerts, type AlertSources } from './alerts.ts'
import { createReceiptMail, type ReceiptMail } from './receipt-mail.ts'
import { createSender, type AlertedShop } from './send-alert.ts'

export type OpenedAlerts = Alerts & { settings: AlertSettings; receiptMail: ReceiptMail }

type Context = Pick<ShopContext, 'db' | 'commit' | 'clock' | 'timers' | 'log' | 'calendar'>
type OpenAlerts = {
  staff: Pick<StaffServices, 'audit' | 'seal'>
  sources: AlertSources
  allowsPrivateNetworks: boolean
  shop: AlertedShop
  deadlineMs?: number | undefined
  ca?: string | undefined
}

/** Nothing is checked before `start` or `look`. */
export async function openAlerts(context: Context, options: OpenAlerts): Promise<OpenedAlerts> {
  const { db, commit, clock } = context
  const { staff, sources, shop, deadlineMs, ca } = options
  const { audit, seal } = staff
  const guard = createAddressGuard(options.allowsPrivateNetworks)
  const settings = await openAlertSettings({ db, clock, audit, seal, guard })
  const send = createSender({ guard, clock, shop, deadlineMs, ca })
  const store = alertStore(db, commit)
  const receiptMail = createReceiptMail({ settings, guard, shop, deadlineMs, ca })
  const alerts = await createAlerts({ ...context, sources, settings, store, guard, send, audit })
  return { settings, receiptMail, ...alerts }
}
