import { createServer } from 'vite'

import { compileMessages } from '../tools/compile-messages.ts'
import { check, note, percentile } from './support/measure.ts'

const TILES = 10_000
const MAX_MS = 16
/** Typed letter by letter, with mistakes. No two keys search for the same text. */
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

// The sources listen to other tabs, but there are none here.
Object.assign(globalThis, { window: new EventTarget() })
// Loaded through Vite, because they import what it generates.
const vite = await createServer({
  configFile: false,
  plugins: [compileMessages()],
  logLevel: 'warn',
  optimizeDeps: { noDiscovery: true },
  server: { middlewareMode: true },
})
const load = <Module>(path: string) => vite.ssrLoadModule(path) as Promise<Module>
const { hugeShop } = await load<typeof import('../tests/support/a-large-catalog.ts')>(
  'tests/support/a-large-catalog.ts',
)
const { indexOf } = await load<typeof import('../src/browser/pages/sell/search-index.ts')>(
  'src/browser/pages/sell/search-index.ts',
)
const { findTiles } = await load<typeof import('../src/browser/pages/sell/find-tiles.ts')>(
  'src/browser/pages/sell/find-tiles.ts',
)
await vite.close()

const shop = hugeShop(TILES)
const index = timed(() => indexOf(shop))
const search = (text: string) => timed(() => findTiles(index.result, text)).ms
for (const key of keysOf(WARM_UP)) search(key)
const times = keysOf(TYPED).map(search)

console.log(`${TILES} tiles, ${times.length} keys, each searched once`)
note('index', `${index.ms.toFixed(1)} ms, once for a catalog, in pieces when there is nothing else to do`)
check('median', percentile(times, 0.5), { most: MAX_MS }, 'ms')
check('98th percentile', percentile(times, 0.98), { most: MAX_MS }, 'ms')
note('worst', `${Math.max(...times).toFixed(1)} ms`)

function keysOf(texts: string[]) {
  return texts.flatMap((text) => [...text].map((_, place) => text.slice(0, place + 1)))
}

function timed<T>(run: () => T) {
  const begun = performance.now()
  const result = run()
  return { result, ms: performance.now() - begun }
}
