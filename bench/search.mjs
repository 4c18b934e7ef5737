import { register } from 'tsx/esm/api'

const TILES = 10_000
const MAX_MS = 16
/** Typed letter by letter, mistakes included. No two keys search for the same text. */
const WARM_UP = ['orbyte card', 'tunorra', 'بطاقة']
const TYPED = [
  'pixelmor gift card 99',
  'card kestrel',
  'moivora',
  'هديه شحن',
  'service-4711',
  'zolta wallet nowhere',
  '٧٥٠',
]

register()
// The sources listen to other tabs, of which there are none here.
Object.assign(globalThis, { window: new EventTarget() })
const { hugeShop } = await import('../tests/support/a-large-catalogue.ts')
const { indexOf } = await import('../src/browser/pages/sell/search-index.ts')
const { findTiles } = await import('../src/browser/pages/sell/find-tiles.ts')

const shop = hugeShop(TILES)
const index = timed(() => indexOf(shop))
const search = (/** @type {string} */ text) => timed(() => findTiles(index.result, text)).ms
for (const key of keysOf(WARM_UP)) search(key)
const times = keysOf(TYPED)
  .map(search)
  .toSorted((one, other) => one - other)

console.log(`${TILES} tiles, ${times.length} keys, each searched once`)
console.log(`index: ${index.ms.toFixed(1)} ms, once for a catalogue, in pieces when there is nothing else to do`)
const isKept = [check('median', 0.5), check('98th percentile', 0.98)].every(Boolean)
console.log(`worst: ${times.at(-1)?.toFixed(1)} ms`)
process.exitCode = isKept ? 0 : 1

/** @param {string} what @param {number} share */
function check(what, share) {
  const ms = times[Math.floor(share * (times.length - 1))] ?? Infinity
  console.log(`${ms <= MAX_MS ? 'ok    ' : 'MISSED'} ${what}: ${ms.toFixed(1)} ms (bound ${MAX_MS} ms)`)
  return ms <= MAX_MS
}

/** @param {string[]} texts */
function keysOf(texts) {
  return texts.flatMap((text) => [...text].map((_, place) => text.slice(0, place + 1)))
}

/** @template T @param {() => T} run */
function timed(run) {
  const begun = performance.now()
  const result = run()
  return { result, ms: performance.now() - begun }
}
