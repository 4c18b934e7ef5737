import { readFileSync } from 'node:fs'

// As it was built: its sources would first have to be translated for each process.
const { startToptill } = await import(new URL('../../dist/server/main.js', import.meta.url).href)

const proxy = await startToptill({
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
  else void proxy.close().then(() => process.exit(0))
})
process.send?.({ url: proxy.url })
