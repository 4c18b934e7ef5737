import type { FastifyInstance } from 'fastify'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Wallet } from '#contract/proxy/wallet.ts'
import type { Clock } from '../clock.ts'
import type { BalanceStore } from '../journal/account-store.ts'
import type { CatalogueCache } from '../wholesaler/catalogue-cache.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'

/** A reading younger than this is shown as it is: pages may re-read as they like. */
const FRESH_FOR_MS = 10_000

type Deps = { wholesaler: Wholesaler; catalogue: CatalogueCache; balances: BalanceStore; clock: Clock }

/** The wallet, for supervisors: the last reading, asked anew when it is older than a few seconds. */
export function walletRoutes(app: FastifyInstance, { wholesaler, catalogue, balances, clock }: Deps): void {
  app.get(proxyPaths.wallet, async (_request, reply): Promise<Wallet> => {
    reply.header('cache-control', 'no-store')
    const latest = await balances.latest()
    const age = latest ? clock.now() - latest.at : Infinity
    const point = await catalogue.current()
    const topupCode = point?.point.topupCode
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
  })
}
