import type { Money } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { findMarks, type WalletMarks } from '#domain/wallet/wallet-marks.ts'
import { inMillionths, moneyOf } from '#domain/wallet/wallet.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import type { BalanceReading, WalletStore } from './store.ts'
import type { Wallet } from './wallet.ts'

/** Marks what the wallet may not cover, if the shop wants it. */
export type Marking = {
  /** What is left for new sales; `undefined` if nothing is marked, or the balance is unknown or old. */
  findFree: () => Promise<Money | undefined>
  marksOf: (services: readonly Service[]) => Promise<WalletMarks>
}

type Sources = {
  wallet: Pick<Wallet, 'now' | 'readSoon'>
  store: Pick<WalletStore, 'held' | 'certainCost' | 'learnedFits'>
}

/** The shortest time between readings of an old balance, for any number of tills. */
const REFETCH_MS = 60_000

/** Uses the last balance minus later charges and what open sales may take. */
export function createMarking(
  { clock, settings }: Pick<ShopContext, 'clock' | 'settings'>,
  { wallet, store }: Sources,
): Marking {
  let askedAt = Number.NEGATIVE_INFINITY
  let since: { reading: BalanceReading; cost: bigint } | undefined

  function readAgain(): void {
    if (clock.now() - askedAt < REFETCH_MS) return
    askedAt = clock.now()
    wallet.readSoon('page')
  }

  async function findFree(): Promise<Money | undefined> {
    if (!settings().wallet.flagUnaffordable) return undefined
    const { reading, isStale } = wallet.now()
    if (!reading || isStale) {
      readAgain()
      return undefined
    }
    const { amount, currency } = reading.balance
    const cost = await store.certainCost(currency)
    if (since?.reading !== reading) since = { reading, cost }
    const { most } = await store.held(currency)
    const free = inMillionths(amount) - inMillionths(most.amount) - (cost - since.cost)
    return moneyOf(free > 0n ? free : 0n, currency)
  }

  return {
    findFree,
    marksOf: async (services) => {
      const free = await findFree()
      if (!free) return { services: [] }
      const fits = await store.learnedFits()
      return findMarks(free, services, (kind) => fits.get(kind))
    },
  }
}
