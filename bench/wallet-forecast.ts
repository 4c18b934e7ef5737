import { parseArgs } from 'node:util'

import { findRunway, learnPace } from '../src/domain/wallet/wallet-forecast.ts'
import { check, note, percentile, round } from './support/measure.ts'
import { generateShop, SHOP_KINDS } from './support/generate-shop.ts'

// Measures how well the day on which the wallet is empty is forecast, over made-up shops.

const DAY_MS = 24 * 60 * 60_000
const NOW = Date.UTC(2026, 10, 20)

const { values } = parseArgs({
  options: { shops: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})

const dayEnd = (day: number) => NOW + (day + 1) * DAY_MS
for (const kind of SHOP_KINDS) {
  const errors: number[] = []
  for (let index = 0; index < Number(values.shops); index += 1) {
    const shop = generateShop(kind, Number(values.seed) * 1_000_003 + 7_919 * SHOP_KINDS.indexOf(kind) + index)
    const pace = learnPace(shop.days)
    if (!pace) throw new Error('there is no forecast')
    const { days } = findRunway({ now: NOW, balance: shop.balance, pace, shareLeft: 1, dayEnd })
    errors.push(Math.abs(days - shop.lasts) / shop.lasts)
  }
  check(`${kind}: error in the median`, 100 * percentile(errors, 0.5), { most: 15 }, '%')
  note('the same in the 90th percentile', `${round(100 * percentile(errors, 0.9))} % of ${errors.length} shops`)
}
