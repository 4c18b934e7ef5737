import type { OpenedAlerts } from '../alerts/open-alerts.ts'
import type { Connecting } from '../account/connecting.ts'
import type { Practice } from '../account/practice.ts'
import type { Recovery } from '../account/recovery.ts'
import type { SellingState } from '../account/selling-state.ts'
import type { AccountServices, StackFor } from '../account/services.ts'
import type { Config } from '../config/config.ts'
import type { DailyBackups } from '../database/maintenance/daily-backups.ts'
import type { LimitsByAddress } from '../http/rate-limits.ts'
import type { Route } from '../http/route.ts'
import type { EraseNumber } from '../known-numbers/erase-number.ts'
import type { Metrics } from '../lib/metrics.ts'
import type { Printers } from '../printers/printers.ts'
import type { ShopContext } from './shop-context.ts'
import type { Memberships } from '../shops/memberships.ts'
import type { OverShops } from '../shops/over-shops.ts'
import type { StepUp } from '../staff/access.ts'
import type { Cookies } from '../staff/cookies.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import type { StatusLinks } from '../status-page/status-link.ts'
import type { PictureSource } from '../wholesaler/picture.ts'

export type ServerSources = Pick<ShopContext, 'clock' | 'log' | 'calendar'> & {
  config: Pick<
    Config,
    | 'shop'
    | 'practice'
    | 'account'
    | 'accountFile'
    | 'keyFloor'
    | 'host'
    | 'port'
    | 'publicOrigin'
    | 'tls'
    | 'trustProxy'
    | 'isMetricsToken'
    | 'database'
  >
  /** The stack of the real account. A route for one till uses `stackFor`. */
  selling: AccountServices
  stackFor: StackFor
  recovery: Recovery
  /** Absent if no account can be connected on the screen. */
  connecting: Connecting | undefined
  /** Absent if this process cannot start again. */
  restartWhenIdle: (() => void) | undefined
  /** Absent in practice. */
  dailyBackups: DailyBackups | undefined
  alerts: OpenedAlerts
  eraseNumber: EraseNumber
  printers: Printers
  /** Absent if the installation has one shop. */
  overShops: OverShops | undefined
  memberships: Memberships | undefined
  practice: Practice | undefined
  metrics: Metrics
  staff: StaffServices
  cookies: Cookies
  /** Absent if customers cannot follow their sales. */
  statusLinks: StatusLinks | undefined
  shopName: () => string | undefined
  /** The built app, and the hosts that pictures may currently come from. */
  browserFolder: string
  pictures: () => PictureSource
  state: SellingState
  byAddress: LimitsByAddress
  trustProxy: Config['trustProxy']
}

export type ServerParts = ServerSources & {
  build: string
  stepUp: StepUp
  routes: () => readonly Route[]
}
