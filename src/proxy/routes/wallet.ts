import { proxyPaths } from '#contract/proxy/paths.ts'
import { Wallet } from '#contract/proxy/wallet.ts'
import type { Clock } from '../clock.ts'
import type { BalanceStore } from '../journal/account-store.ts'
import { access } from '../staff/access.ts'
import type { CatalogueCache } from '../wholesaler/catalogue-cache.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { route, type Route } from './route.ts'

/** A reading younger than this is returned as it is, so that pages may read the wallet as often as they like. */
const FRESH_FOR_MS = 10_000

type Deps = { wholesaler: Wholesaler; catalogue: CatalogueCache; balances: BalanceStore; clock: Clock }

/** The wallet, for supervisors: the last reading, or a fresh one if that is older than ten seconds. */
export const walletRoutes = ({ wholesaler, catalogue, balances, clock }: Deps): Route[] => [
  route({
    method: 'GET',
    path: proxyPaths.wallet,
    access: access.supervisor,
    answer: Wallet,
    handle: async ({ reply }) => {
      reply.header('cache-control', 'no-store')
      const latest = await balances.latest()
      const age = latest ? clock.now() - latest.at : Infinity
      const current = await catalogue.current()
      const topupCode = current?.point.topupCode
      const rest = topupCode === undefined ? {} : { topupCode }
      if (latest && age >= 0 && age < FRESH_FOR_MS) return { balance: latest.balance, readAt: latest.at, ...rest }

      const read = await wholesaler.balance()
      if (read.ok) {
        const at = clock.now()
        await balances.add({ at, balance: read.value })
        return { balance: read.value, readAt: at, ...rest }
      }
      const problem = read.reason === 'unreadable' ? ('unreadable' as const) : ('unreachable' as const)
      return { ...(latest ? { balance: latest.balance, readAt: latest.at } : {}), ...rest, problem }
    },
  }),
]
