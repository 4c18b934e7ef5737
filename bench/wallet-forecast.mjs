import { parseArgs } from 'node:util'

import { register } from 'tsx/esm/api'

import { generateShop, SHOP_KINDS } from './wallet-forecast/generate.mjs'

// How well the day on which the wallet runs dry is forecast, over shops that are made up.

const MAX_MEDIAN = 0.15
const DAY_MS = 24 * 60 * 60_000
const NOW = Date.UTC(2026, 10, 20)

const { values } = parseArgs({
  options: { shops: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
})
register()
const { findRunway, learnPace } = await import('../src/domain/wallet-forecast.ts')

const dayEnd = (/** @type {number} */ day) => NOW + (day + 1) * DAY_MS
for (const kind of SHOP_KINDS) {
  /** @type {number[]} */
  const errors = []
  for (let index = 0; index < Number(values.shops); index += 1) {
    const shop = generateShop(kind, Number(values.seed) * 1_000_003 + 7_919 * SHOP_KINDS.indexOf(kind) + index)
    const pace = learnPace(shop.days)
    if (!pace) throw new Error('there is no forecast')
    const { days } = findRunway({ now: NOW, balance: shop.balance, pace, shareLeft: 1, dayEnd })
    errors.push(Math.abs(days - shop.lasts) / shop.lasts)
  }
  errors.sort((a, b) => a - b)
  const errorAt = (/** @type {number} */ share) => errors[Math.floor(share * (errors.length - 1))] ?? Number.NaN
  const percent = (/** @type {number} */ share) => `${(100 * errorAt(share)).toFixed(1)} %`
  const isMet = errorAt(0.5) <= MAX_MEDIAN
  console.log(
    `${isMet ? 'ok    ' : 'MISSED'} ${kind}: error ${percent(0.5)} in the median (at most 15 %), ${percent(0.9)} in the 90th percentile, ${errors.length} shops`,
  )
  if (!isMet) process.exitCode = 1
}
