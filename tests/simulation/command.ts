import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { VARIANTS, type Variant } from './run.ts'
import { addUp, countAll, hashOf, noShops, planShops, type ShopPlan, type Summary } from './simulate.ts'

const USAGE = `npm run simulate -- --seed N --sales N [--variant ${VARIANTS.join(' | ')}] [--workers N]`

async function runCommand(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (!options) {
    console.log(USAGE)
    return args.includes('--help') ? 0 : 2
  }
  const { seed, sales, variant, workers } = options
  const startedAt = performance.now()
  let done = 0
  const progress = (more: number) => {
    done += more
    if (process.stderr.isTTY) process.stderr.write(`\r${done} sales `)
  }
  const plans = planShops(seed, sales)
  const shares = Array.from({ length: Math.min(workers, plans.length) }, (_, index) =>
    plans.filter((__, place) => place % workers === index),
  )
  const summaries = await Promise.all(shares.map((share) => runElsewhere(share, variant, progress)))
  const summary = summaries.reduce(addUp, noShops())
  for (const line of tell(summary, performance.now() - startedAt)) console.log(line)
  return countAll(summary.violations) > 0 ? 1 : 0
}

function runElsewhere(plans: ShopPlan[], variant: Variant, progress: (sales: number) => void): Promise<Summary> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
    child.on('message', (message: { sales?: number; summary?: Summary }) => {
      if (message.sales !== undefined) progress(message.sales)
      if (message.summary) resolve(message.summary)
    })
    child.on('exit', (code) => reject(new Error(`a worker ended with ${code}`)))
    child.send({ plans, variant })
  })
}

function tell(summary: Summary, tookMs: number): string[] {
  const { sales, faults, ends, violations, lateConfirms, simulatedMs, hashes, failures } = summary
  const list = (counts: Record<string, number>) =>
    Object.entries(counts)
      .toSorted(([, a], [, b]) => b - a)
      .map(([name, count]) => `  ${String(count).padStart(8)}  ${name}`)
  return [
    ...failures.flatMap((failure) => [failure, '']),
    `sales       ${sales} in ${Object.keys(hashes).length} shops`,
    ...list(ends),
    `faults      ${countAll(faults)}`,
    ...list(faults),
    ...(countAll(lateConfirms) > 0 ? [`confirms of an older leader were taken`, ...list(lateConfirms)] : []),
    `simulated   ${(simulatedMs / 3_600_000).toFixed(1)} hours`,
    `took        ${(tookMs / 1000).toFixed(1)} s, ${(tookMs / Math.max(1, sales)).toFixed(2)} ms a sale`,
    `violations  ${countAll(violations)}`,
    ...list(violations),
    `hash        ${hashOf(summary)}`,
  ]
}

type Options = { seed: number; sales: number; variant: Variant; workers: number }

function readOptions(args: string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        seed: { type: 'string', default: '1' },
        sales: { type: 'string', default: '10000' },
        variant: { type: 'string', default: 'plain' },
        workers: { type: 'string', default: String(availableParallelism()) },
      },
    })
    const [seed, sales, workers] = [values.seed, values.sales, values.workers].map(Number) as [number, number, number]
    const variant = VARIANTS.find((name) => name === values.variant)
    const isFine = [seed, sales, workers].every((number) => Number.isSafeInteger(number) && number >= 1)
    return isFine && variant ? { seed, sales, variant, workers } : undefined
  } catch {
    return undefined
  }
}

process.exitCode = await runCommand(process.argv.slice(2))
