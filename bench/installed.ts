import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { NODE_OPTIONS } from '#server/cli/service/describe-service.ts'
import { buildWhenStale } from '../tools/build.mjs'
import { rootFolder } from '../tools/command.mjs'
import { makePackage } from '../tools/release.ts'
import { check, median, note, round } from './support/measure.ts'

// The npm package as an administrator installs it: its size, and how long a start takes that finds a database.

const MAX_MB = 75
const MAX_START_MS = 1_500
const STARTS = 5

await buildWhenStale()
const folder = mkdtempSync(join(tmpdir(), 'toptill-bench-'))
try {
  const { file } = await makePackage(rootFolder, folder)
  note('the npm package', `${round(statSync(file).size / 1e6)} MB`)
  const shop = join(folder, 'shop')
  mkdirSync(shop)
  writeFileSync(join(shop, 'package.json'), '{}')
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', file], { cwd: shop, stdio: 'ignore' })
  check('installed', sizeOf(join(shop, 'node_modules')) / 1e6, { most: MAX_MB }, 'MB')

  await startOnce(shop)
  const [starts, processor, empty]: [number[], number[], number[]] = [[], [], []]
  for (let count = 0; count < STARTS; count += 1) {
    // Side by side, so that other work of the machine affects both.
    empty.push(timeOf(() => spawnSync(process.execPath, ['-e', '0'])))
    const { ms, processorMs } = await startOnce(shop)
    starts.push(ms)
    processor.push(processorMs)
  }
  check('second start to the first answer, median', median(starts), { most: MAX_START_MS }, 'ms')
  note('the same, in starts of Node alone', round(median(starts) / median(empty)))
  note('Node alone, median', `${round(median(empty))} ms`)
  if (process.platform === 'linux') note('processor time of a start, median', `${round(median(processor))} ms`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

function timeOf(run: () => unknown): number {
  const since = performance.now()
  run()
  return performance.now() - since
}

/** Returns the time until the page was answered, and on Linux the processor time until then. */
async function startOnce(shop: string): Promise<{ ms: number; processorMs: number }> {
  const program = join(shop, 'node_modules', 'toptill', 'dist', 'server', 'toptill.js')
  const since = performance.now()
  const till = spawn(process.execPath, [...NODE_OPTIONS, program, 'start', '--home', shop], {
    env: { PATH: process.env['PATH'], HOME: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(till, 'close')
  let output = ''
  for await (const chunk of till.stdout as AsyncIterable<Buffer>) {
    output += chunk.toString()
    const url = /Toptill is ready: (\S+)/.exec(output)?.[1]
    if (url === undefined) continue
    await (await fetch(url)).text()
    break
  }
  const [ms, processorMs] = [performance.now() - since, processorTimeOf(till.pid)]
  till.kill('SIGTERM')
  await ended
  if (!output.includes('Toptill is ready')) throw new Error(`it does not start: ${output}`)
  return { ms, processorMs }
}

/** In ms; the system counts it in hundredths of a second. */
function processorTimeOf(pid: number | undefined): number {
  if (process.platform !== 'linux') return Number.NaN
  const [, fields = ''] = /\) (.*)$/.exec(readFileSync(`/proc/${pid}/stat`, 'utf8').trim()) ?? []
  const [user, system] = fields.split(' ').slice(11, 13).map(Number)
  return (Number(user) + Number(system)) * 10
}

function sizeOf(root: string): number {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map((name) => statSync(join(root, name)))
  return files.reduce((sum, file) => sum + (file.isFile() ? file.size : 0), 0)
}
