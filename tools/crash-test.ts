import { parseArgs } from 'node:util'

import { buildWhenStale } from './build.mjs'
import { killOften, sellThroughTrouble, type ProxiesReport } from './crash-test/sell.ts'
import { killInTurn, restartByPlan } from './crash-test/troubles.ts'
import { runCommand, printProgress, CommandError } from './command.mjs'

const READY_WITHIN_MS = 5_000
const SELLING_WITHIN_MS = 15_000

const USAGE = `npm run crash-test -- [--kills 200] [--tills 8] [--seed N] [--kill-service]
Kills the built proxy while it sells, again and again, and audits what is left. --kill-service kills the service now and then, too.

npm run crash-test -- --proxies 2 [--minutes 10] [--tills 8] [--seed N]
Does so with several proxies on one PostgreSQL that it starts itself, whose power and network fail now and then.

npm run crash-test -- --proxies 2 --planned-restarts 50 [--tills 8] [--seed N]
Asks the proxy that leads to end, and starts it again, so often; no sale may become unknown because of it.`

await runCommand(async () => {
  const options = readArguments()
  await buildWhenStale()
  printProgress(
    `Seed ${options.seed}: the moments of the kills and what the tills do come from it, what falls together does not.`,
  )
  if (options.proxies === undefined) await crashOne(options)
  else if (options.plannedRestarts === undefined) await crashSeveral({ ...options, proxies: options.proxies })
  else await restartSeveral({ ...options, proxies: options.proxies, restarts: options.plannedRestarts })
}, USAGE)

type Options = ReturnType<typeof readArguments>

async function crashOne(options: Options) {
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
  judge(report, !isLate)
}

async function crashSeveral(options: Options & { proxies: number }) {
  const report = await sellThroughTrouble({ ...options, tell: printProgress }, (trouble) =>
    killInTurn(trouble, { forMs: options.minutes * 60_000 }),
  )
  const { kills, leaderKills, groupKills, afterLeaderMs, afterOtherMs, afterDatabaseMs, afterCutMs } = report.trouble
  sayShop(report)
  console.log(
    `Killed ${kills} times, ${leaderKills} times the leader, ${groupKills} of these in a group of steps that are committed together.`,
  )
  for (const [what, times] of [
    ['the kill of the leader', afterLeaderMs],
    ['the kill of another proxy', afterOtherMs],
    ['the start of the database', afterDatabaseMs],
    ['the network of all was back, and was cut for the leader alone', afterCutMs],
  ] as const)
    if (times.length > 0) console.log(`A sale was possible again after ${what}: ${spread(times)}.`)
  const latest = Math.max(0, ...afterLeaderMs, ...afterOtherMs)
  const isLate = latest > SELLING_WITHIN_MS
  if (isLate) console.log(`TOO LATE: no sale was possible for ${seconds(latest)} s after a kill.`)
  judge(report, !isLate)
}

async function restartSeveral(options: Options & { proxies: number; restarts: number }) {
  const report = await sellThroughTrouble({ ...options, tell: printProgress }, (trouble) =>
    restartByPlan(trouble, options.restarts),
  )
  const { restarts, afterMs } = report.trouble
  sayShop(report)
  console.log(`Asked the leader to end ${restarts} times; a sale was possible again after ${spread(afterMs)}.`)
  const { unknownByRestart } = report
  console.log(`Sales unknown because of that: ${unknownByRestart.length}.`)
  if (unknownByRestart.length > 0) console.log(`UNKNOWN: sales ${unknownByRestart.join(', ')}.`)
  judge(report, unknownByRestart.length === 0 && restarts === options.restarts)
}

function sayShop(report: ProxiesReport) {
  for (const line of report.said) console.log(line)
  console.log(`Codes: ${report.codesShown} shown of ${report.codesSold} sold.`)
  console.log(`Servers ended on their own ${report.endedByItself} times.`)
}

/** `isGood`: all other checks passed. */
function judge({ violations, folder }: { violations: string[]; folder: string }, isGood: boolean) {
  for (const violation of violations) console.log(`VIOLATION: ${violation}`)
  if (violations.length > 0) console.log(`Database, ledger and logs: ${folder}`)
  console.log(violations.length === 0 ? 'No violations.' : `${violations.length} violations.`)
  process.exitCode = violations.length === 0 && isGood ? 0 : 1
}

function spread(times: readonly number[]) {
  const sorted = times.toSorted((one, other) => one - other)
  return `${seconds(sorted[Math.ceil(sorted.length / 2) - 1] ?? 0)} s (median of ${sorted.length}), ${seconds(sorted.at(-1) ?? 0)} s at most`
}

function seconds(ms: number) {
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
        proxies: { type: 'string' },
        minutes: { type: 'string', default: '10' },
        'planned-restarts': { type: 'string' },
      },
    })
    const { kills, tills, seed, minutes, 'kill-service': killsService, 'planned-restarts': restarts } = values
    const proxies = countOf('proxies', values.proxies)
    const plannedRestarts = countOf('planned-restarts', restarts)
    if (proxies === 0) throw new Error('--proxies is at least 1.')
    if (proxies === undefined && plannedRestarts !== undefined) throw new Error('--planned-restarts needs --proxies.')
    return {
      kills: count('kills', kills),
      tills: count('tills', tills),
      seed: count('seed', seed),
      minutes: count('minutes', minutes),
      killsService,
      proxies,
      plannedRestarts,
    }
  } catch (error) {
    throw new CommandError(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`)
  }
}

function countOf(name: string, text: string | undefined) {
  return text === undefined ? undefined : count(name, text)
}

function count(name: string, text: string) {
  if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} is a whole number.`)
  return Number(text)
}
