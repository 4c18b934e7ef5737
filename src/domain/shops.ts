import { sorted } from './in-order.ts'
import type { AlertKind } from './alerts.ts'

/** `unreachable`: the shop did not reply in time. `unreadable`: its journal could not be read. */
export type ShopProblem = 'unreachable' | 'unreadable'

export type ShopCondition = { name: string } & (
  | { state: ShopProblem }
  | {
      state: 'read'
      isLed: boolean
      /** `balance` is absent if the wallet was never read. */
      wallet: { balance?: object; low?: string; runwayDays?: number }
      openItems: { attention: number; refundsDue: number }
      alerts: readonly { kind: AlertKind }[]
    }
)

/** Worst first. `low` includes a wallet that was never read. */
const SHOP_URGENCIES = ['not-known', 'stopped', 'low', 'attention', 'fine'] as const
export type ShopUrgency = (typeof SHOP_URGENCIES)[number]

const STOPPING: ReadonlySet<AlertKind> = new Set(['selling-stopped', 'service-away'])

export function urgencyOf(shop: ShopCondition): ShopUrgency {
  if (shop.state !== 'read') return 'not-known'
  const { isLed, wallet, openItems, alerts } = shop
  if (!isLed || alerts.some(({ kind }) => STOPPING.has(kind))) return 'stopped'
  if (!wallet.balance || wallet.low !== undefined) return 'low'
  return openItems.attention > 0 || openItems.refundsDue > 0 || alerts.length > 0 ? 'attention' : 'fine'
}

/** Among equally urgent shops, the one whose wallet will be empty soonest comes first. */
export function worstFirst<T extends ShopCondition>(shops: readonly T[]): T[] {
  const rank = (shop: T) => SHOP_URGENCIES.indexOf(urgencyOf(shop))
  const days = (shop: T) => (shop.state === 'read' ? (shop.wallet.runwayDays ?? Infinity) : Infinity)
  const byName = (a: T, b: T) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  return sorted(shops, (a, b) => rank(a) - rank(b) || (days(a) < days(b) ? -1 : days(a) > days(b) ? 1 : byName(a, b)))
}
