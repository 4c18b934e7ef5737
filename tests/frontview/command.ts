import { fork } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

import { planChunks, type Chunk, type ChunkReport } from './many.ts'

const USAGE = 'npm run bench -- frontview-generated [--seed N] [--runs N] [--workers N]'

export async function runCommand(args: string[]): Promise<number> {
  const options = readOptions(args)
  if (!options) {
    console.log(USAGE)
    return 2
  }
  const { seed, runs, workers } = options
  const startedAt = performance.now()
  const waiting = planChunks(seed, runs)
  const reports: ChunkReport[] = []
  const onReport = (report: ChunkReport) => {
    reports.push(report)
    if (report.problem) waiting.length = 0
    if (process.stderr.isTTY) process.stderr.write(`\r${sumOf(reports, 'runs')} lists `)
  }
  await Promise.all(Array.from({ length: workers }, () => workOff(waiting, onReport)))

  const failed = reports.filter(({ problem }) => problem !== undefined)
  for (const { seed, runs, problem } of failed)
    console.log(`${problem}\nagain: npm run bench -- frontview-generated --seed ${seed} --runs ${runs}\n`)
  const seconds = (performance.now() - startedAt) / 1000
  console.log(`frontviews  ${sumOf(reports, 'runs')} of ${runs}, ${sumOf(reports, 'elements')} elements, seed ${seed}`)
  console.log(`took        ${seconds.toFixed(1)} s`)
  console.log(`violations  ${failed.length} (bound 0)  ${failed.length === 0 ? 'ok' : 'MISSED'}`)
  return failed.length === 0 ? 0 : 1
}

/** Starts one process that works through the chunks one after another. */
function workOff(waiting: Chunk[], onReport: (report: ChunkReport) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(new URL('worker.ts', import.meta.url)), { execArgv: ['--import', 'tsx'] })
    const next = () => {
      const chunk = waiting.shift()
      if (chunk) child.send(chunk)
      else child.disconnect()
    }
    child.on('message', (report: ChunkReport) => {
      onReport(report)
      next()
    })
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`))))
    next()
  })
}

const sumOf = (reports: readonly ChunkReport[], what: 'runs' | 'elements') =>
  reports.reduce((sum, report) => sum + report[what], 0)

type Options = { seed: number; runs: number; workers: number }

function readOptions(args: string[]): Options | undefined {
  try {
    const { values } = parseArgs({
      args,
      options: {
        seed: { type: 'string', default: String(Date.now() % 1_000_000) },
        runs: { type: 'string', default: '1000000' },
        workers: { type: 'string', default: String(availableParallelism()) },
      },
    })
    const [seed, runs, workers] = [values.seed, values.runs, values.workers].map(Number) as [number, number, number]
    return [seed, runs, workers].every((number) => Number.isSafeInteger(number) && number >= 1)
      ? { seed, runs, workers }
      : undefined
  } catch {
    return undefined
  }
}
