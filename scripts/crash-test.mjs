import { parseArgs } from 'node:util'

import { killOften } from './crash-test/kill-often.mjs'
import { runCommand, printProgress, CommandError } from './console.mjs'
import { prepare } from './start-till.mjs'

/** The proxy has to be ready again within this time. */
const READY_WITHIN_MS = 5_000

const USAGE = `npm run crash-test -- [--kills 200] [--tills 8] [--seed N] [--kill-service]
Kills the built proxy while it sells, again and again, and audits what is left. --kill-service kills the service now and then, too.`

await runCommand(async () => {
  const options = readArguments()
  await prepare()
  printProgress(
    `Seed ${options.seed}: the moments of the kills and what the tills do come from it, what falls together does not.`,
  )
  const report = await killOften({ ...options, tell: printProgress })
  for (const line of report.said) console.log(line)
  console.log(
    `Killed ${report.kills} times${report.serviceKills > 0 ? `, the service ${report.serviceKills} times` : ''}; ` +
      `ready again after ${seconds(report.readyMs)} s at most, selling after ${seconds(report.sellingMs)} s.`,
  )
  for (const [place, kills] of Object.entries(report.groupKills))
    console.log(`Of these kills, ${kills} were in a group of steps that are committed together, ${place}.`)
  const isLate = report.readyMs > READY_WITHIN_MS
  if (isLate) console.log(`TOO LATE: the proxy took ${seconds(report.readyMs)} s to be ready again.`)
  for (const violation of report.violations) console.log(`VIOLATION: ${violation}`)
  if (report.violations.length > 0) console.log(`Journal, ledger and logs: ${report.folder}`)
  console.log(report.violations.length === 0 ? 'No violations.' : `${report.violations.length} violations.`)
  process.exitCode = report.violations.length === 0 && !isLate ? 0 : 1
})

function seconds(/** @type {number} */ ms) {
  return (ms / 1000).toFixed(2)
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        kills: { type: 'string', default: '200' },
        tills: { type: 'string', default: '8' },
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        'kill-service': { type: 'boolean', default: false },
      },
    })
    const { kills, tills, seed, 'kill-service': killsService } = values
    return { kills: count('kills', kills), tills: count('tills', tills), seed: count('seed', seed), killsService }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

function count(/** @type {string} */ name, /** @type {string} */ text) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} is a whole number.`)
  return Number(text)
}
