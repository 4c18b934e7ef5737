import { createRandom } from '../../tools/random.ts'

// Shares nothing with the forecast, which sees only the past days.

type ShopKind = 'steady' | 'weekly rhythm' | 'growth' | 'one odd day' | 'two refills'

export const SHOP_KINDS: readonly ShopKind[] = ['steady', 'weekly rhythm', 'growth', 'one odd day', 'two refills']

const DAY_MS = 24 * 60 * 60_000
/** Days after the forecast: more than any balance lasts. */
const DAYS_AHEAD = 60
const WEEK = [0.75, 0.8, 0.85, 0.95, 1.2, 1.5, 0.95]

/** A shop's days before the forecast, its balance, and the number of days after which the balance is really used up. */
export function generateShop(kind: ShopKind, seed: number) {
  const random = createRandom(seed).next
  const between = (low: number, high: number) => low + (high - low) * random()
  const history = Math.floor(kind === 'weekly rhythm' ? between(28, 84) : between(10, 84))
  const customers = between(20, 200)
  const basket = between(8, 60)
  const growth = kind === 'growth' ? between(0.004, 0.02) * (random() < 0.3 ? -1 : 1) : 0
  const rhythm = kind === 'weekly rhythm' ? between(0.6, 1.6) : 0
  const shift = Math.floor(between(0, 7))
  const odd = kind === 'one odd day' ? Math.floor(between(1, Math.min(history, 20))) : 0
  const oddFactor = random() < 0.3 ? 0 : between(4, 12)
  const firstDay = Date.UTC(2026, 0, 5) + Math.floor(between(0, 200)) * DAY_MS

  const costs = Array.from({ length: history + DAYS_AHEAD }, (_, index) => {
    const busy = 1 + rhythm * ((WEEK[(index + shift) % 7] ?? 1) - 1)
    const expected = customers * busy * (1 + growth) ** (index - history)
    // Customers come at random, and some days are better than others.
    const came = Math.max(0, Math.round(expected * (1 + 0.12 * normal(random)) + Math.sqrt(expected) * normal(random)))
    let cost = 0
    for (let sold = 0; sold < came; sold += 1) cost += basket * (random() < 0.1 ? between(2, 5) : between(0.3, 1.5))
    return index === history - odd && odd > 0 ? cost * oddFactor : cost
  })
  const before = costs.slice(0, history)
  const ahead = costs.slice(history)
  const days = between(2, 21)
  const average = ahead.slice(0, 21).reduce((sum, cost) => sum + cost, 0) / 21
  const balance = days * average
  return {
    days: before.map((cost, index) => ({
      day: new Date(firstDay + index * DAY_MS).toISOString().slice(0, 10),
      cost: Math.round(cost * 100) / 100,
    })),
    /** The balance at the end of each past day, including deposits, which are not sales. */
    balances: balancesOf(before, balance, kind === 'two refills' ? between(0.1, 0.9) : undefined),
    balance,
    lasts: lasts(balance, ahead),
  }
}

function balancesOf(costs: readonly number[], end: number, refillAt: number | undefined) {
  const refills =
    refillAt === undefined ? [] : [refillAt, refillAt / 2].map((share) => Math.floor(share * costs.length))
  let balance = end
  return costs
    .toReversed()
    .map((cost, back) => {
      const now = balance
      balance += cost - (refills.includes(costs.length - 1 - back) ? 10 * cost : 0)
      return now
    })
    .toReversed()
}

function lasts(balance: number, costs: readonly number[]) {
  let left = balance
  for (const [index, cost] of costs.entries()) {
    if (cost >= left) return index + left / cost
    left -= cost
  }
  throw new Error('the wallet does not run dry')
}

function normal(random: () => number) {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}
