import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

// The proxy in a process of its own: from its sources, or as it was built when the path of its bundle is given.
const [bundle] = process.argv.slice(2)
if (!bundle) (await import('tsx/esm/api')).register()
const { startToptill } = await import(bundle ? pathToFileURL(bundle).href : '../../src/proxy/main.ts')

const till = await startToptill({
  env: process.env,
  browserFolder: process.env.BROWSER_FOLDER,
  record: () => {},
  pinCost: { N: 2, r: 1, p: 1 },
})
// The processor time of this very thread between two turns of its event loop: what others do on the machine is not in it.
const SCHEDULED = `/proc/self/task/${process.pid}/schedstat`
const workedMs = () => {
  try {
    return Number(readFileSync(SCHEDULED, 'utf8').split(' ')[0]) / 1e6
  } catch {
    return performance.now()
  }
}
let heldMs = 0
let before = workedMs()
setInterval(() => {
  const now = workedMs()
  heldMs = Math.max(heldMs, now - before)
  before = now
}, 1)
process.on('message', (asked) => {
  if (asked === 'peak') process.send?.({ peakMb: process.resourceUsage().maxRSS / 1024, heldMs })
  else void till.close().then(() => process.exit(0))
})
process.send?.({ url: till.url })
