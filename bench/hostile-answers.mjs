import { register } from 'tsx/esm/api'

const MAX_MS = 250
const MAX_MB = 600

register()
const { HOSTILE_CASES, measureHostile } = await import('../tests/support/hostile-service.ts')

let hasMissed = false
for (const hostile of HOSTILE_CASES) {
  const { longestMs, heldMs, peakMb } = await measureHostile(hostile)
  console.log(`${hostile.what}: ${heldMs.toFixed(0)} ms of processor time in the longest turn of the event loop`)
  check('longest answer of /healthz', longestMs, MAX_MS, 'ms')
  check('peak memory', peakMb, MAX_MB, 'MB')
}
process.exitCode = hasMissed ? 1 : 0

/** @param {string} what @param {number} figure @param {number} bound @param {string} unit */
function check(what, figure, bound, unit) {
  const isKept = figure <= bound
  hasMissed ||= !isKept
  console.log(`${isKept ? 'ok    ' : 'MISSED'} ${what}: ${figure.toFixed(0)} ${unit} (bound ${bound} ${unit})`)
}
