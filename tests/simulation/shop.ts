import type { Faults } from './faults.ts'
import { createRequestHandler, TILL_WAITS_MS, type Ask, type ReportedSale } from './handle-requests.ts'
import { createHost, type CrashPoints, type Host } from './host.ts'
import type { Disk } from './journal.ts'
import type { Network } from './network.ts'
import type { Streams } from './random.ts'
import type { ShopLimits } from './shop-limits.ts'
import { createProcess, type Observer, type ShopProcess, type Weakness } from './shop-process.ts'
import { EVERYBODY, type Trace } from './trace.ts'
import type { Report } from './violation.ts'
import type { World } from './world.ts'

export type Shop = {
  ask: <T>(run: Ask<T>) => Promise<ReportedSale<T>>
  serving: () => ShopProcess | undefined
  open: () => void
  kill: () => void
  restart: () => Promise<void>
}

export type ShopOptions = {
  world: World
  disk: Disk
  lines: Network
  faults: Faults
  streams: Streams
  trace: Trace
  wall: () => number
  crashPoints: CrashPoints
  weakness: Weakness
  downMs: () => number
  report: Report
  observer: Observer
  limits: ShopLimits
}

export function createShop(options: ShopOptions): Shop {
  const { world, disk, lines, faults, streams, trace, wall, crashPoints, weakness, downMs, report, observer, limits } =
    options
  const random = streams('tills and proxy')
  const jitter = streams('jitter')
  const handleRequest = createRequestHandler({ world, observer, report })
  let current: { host: Host; process: ShopProcess } | undefined
  let isServing = false

  function open(): void {
    trace.note(EVERYBODY, 'start')
    const host = createHost({ world, wall, crashPoints })
    host.onDeath((problem) => {
      trace.note(EVERYBODY, 'dead', problem instanceof Error ? problem.message : '')
      gone()
      world.after(downMs(), open)
    })
    const started = createProcess({ host, disk, lines, random: jitter, weakness, observer, limits })
    current = { host, process: started }
    started.start().then(
      () => {
        if (started.isAlive()) isServing = true
      },
      (error: unknown) => report('threw', '', String(error)),
    )
  }

  function gone(): void {
    current = undefined
    isServing = false
  }

  async function ask<T>(run: Ask<T>): Promise<ReportedSale<T>> {
    await world.sleep(random.whole(1, 6))
    if (faults.happens('request of a till lost', 0.01)) {
      await world.sleep(TILL_WAITS_MS)
      return { kind: 'no-answer' }
    }
    const asked = current
    if (!asked || !isServing) return { kind: 'no-answer' }
    if (faults.happens('request of a till twice', 0.02)) {
      world.after(random.whole(0, 4_000), () => void (current && isServing && handleRequest(current, run)))
    }
    const told = await handleRequest(asked, run)
    return faults.happens('answer to a till lost', 0.01) ? { kind: 'no-answer' } : told
  }

  return {
    ask,
    open,
    serving: () => (isServing ? current?.process : undefined),
    kill: () => current?.host.kill(),
    restart: async () => {
      const stopping = current
      if (!stopping || !isServing) return
      isServing = false
      trace.note(EVERYBODY, 'stopping')
      await stopping.process.stop()
      if (current !== stopping) return
      stopping.host.kill()
      for (const { id, state, next } of disk.sales()) {
        if (state === 'confirming') {
          report('a planned stop leaves a confirm in doubt', id, `next ${next?.kind ?? 'nothing'}`)
        }
      }
    },
  }
}

export function seededCrashes(): CrashPoints & { arm: (callsAhead: number, when: 'before' | 'after') => void } {
  let left = -1
  let when: 'before' | 'after' = 'before'
  return {
    arm: (callsAhead, at) => {
      left = callsAhead
      when = at
    },
    dies: () => {
      if (left < 0) return NEVER
      left -= 1
      return left >= 0 ? NEVER : { before: when === 'before', after: when === 'after' }
    },
  }
}
const NEVER = { before: false, after: false }
