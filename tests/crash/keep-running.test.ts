import { join } from 'node:path'

import { expect, it, onTestFinished } from 'vitest'

import { keepRunning } from '../../scripts/crash-test/keep-running.mjs'
import { startProcess } from '../../scripts/crash-test/server-process.mjs'
import { aFolder } from '../support/folders.ts'
import { itWhenFull } from '../support/level.ts'

/** A process that is started again whenever it ends. It ends with 0 when it is asked to. */
function aKeptProcess(program = 'setInterval(() => {}, 1000); process.on("SIGTERM", () => process.exit(0))') {
  const logFile = join(aFolder(), 'log')
  let starts = 0
  const kept = keepRunning(() => {
    starts += 1
    const words = ['-e', `${program}; process.send("ready")`]
    return startProcess({ words, env: process.env, logFile })
  })
  onTestFinished(kept.close)
  return { kept, starts: () => starts }
}

it('a process that was killed is started again', async () => {
  const { kept, starts } = aKeptProcess()
  await kept.kill()
  await expect.poll(starts).toBe(2)
  expect(kept.hasEnded()).toBe(false)
  expect(kept.endedByItself).toEqual([])
})

itWhenFull('a process that ends by itself is started again, and its exit codes are noted', async () => {
  const { kept, starts } = aKeptProcess('process.exitCode = 7')
  await expect.poll(starts).toBeGreaterThan(2)
  await kept.close()
  expect(kept.endedByItself.slice(0, 2)).toEqual([7, 7])
})

itWhenFull('a process that ended for good is not started again', async () => {
  const { kept, starts } = aKeptProcess()
  await kept.kill()
  await expect.poll(starts).toBe(2)
  await kept.end(10_000)
  expect(kept.hasEnded()).toBe(true)
  expect(starts()).toBe(2)
})
