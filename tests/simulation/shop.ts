import type { Money } from '#domain/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { RequestRefused } from '#proxy/failures.ts'
import { DuplicateSaleError } from '#proxy/journal/commit-guard.ts'
import { ForeignBatch } from '#proxy/journal/sales-store.ts'
import { ProviderDiffersError } from '#proxy/sales/confirm-sale.ts'
import type { Sales } from '#proxy/sales/sales.ts'
import type { Offers } from '#proxy/wholesaler/offers.ts'
import type { Faults } from './faults.ts'
import type { Disk } from './journal.ts'
import type { Network } from './network.ts'
import type { Streams } from './random.ts'
import type { ShopLimits } from './shop-limits.ts'
import { createProcess, type CrashPoints, type Observer, type ShopProcess, type Weakness } from './shop-process.ts'
import { EVERYBODY, type Trace } from './trace.ts'
import type { ViolationName } from './violation.ts'
import type { World } from './world.ts'

/** What a till learns about its request. `no-answer`: nobody knows its outcome. */
export type ReportedSale<T> =
  | { kind: 'done'; value: T }
  | { kind: 'turned-down'; code: string; other?: SaleId; pays?: Money }
  | { kind: 'no-answer' }
/** A request of a till, as the proxy's routes would receive it. */
type Ask<T> = (sales: Sales, offers: Offers) => Promise<T>

/** The shop's one proxy, process after process, on one journal. */
export type Shop = {
  ask: <T>(run: Ask<T>) => Promise<ReportedSale<T>>
  /** The process that serves now. */
  serving: () => ShopProcess | undefined
  open: () => void
  kill: () => void
  /** A normal stop and another start. */
  restart: () => Promise<void>
}

type ShopOptions = {
  world: World
  disk: Disk
  lines: Network
  faults: Faults
  streams: Streams
  trace: Trace
  wall: () => number
  crashPoints: CrashPoints
  weakness: Weakness
  /** How long the shop is closed after a death. */
  downMs: () => number
  report: (name: ViolationName, sale: string, detail: string) => void
  observer: Observer
  limits: ShopLimits
}

const TILL_WAITS_MS = 25_000

export function createShop(options: ShopOptions): Shop {
  const { world, disk, lines, faults, streams, trace, wall, crashPoints, weakness, downMs, report, observer, limits } =
    options
  const random = streams('tills and proxy')
  const jitter = streams('jitter')
  let current: ShopProcess | undefined
  let isServing = false
  let onDeath = new Set<() => void>()

  function open(): void {
    trace.note(EVERYBODY, 'start')
    const started = createProcess({
      world,
      disk,
      lines,
      wall,
      random: jitter,
      crashPoints,
      weakness,
      observer,
      limits,
      onDeath: (problem) => {
        trace.note(EVERYBODY, 'dead', problem instanceof Error ? problem.message : '')
        gone()
        world.after(downMs(), open)
      },
    })
    current = started
    // Any error it throws has ended the process.
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
    const told = onDeath
    onDeath = new Set()
    for (const tell of told) tell()
  }

  async function ask<T>(run: Ask<T>): Promise<ReportedSale<T>> {
    await world.sleep(random.whole(1, 6))
    if (faults.happens('request of a till lost', 0.01)) {
      await world.sleep(TILL_WAITS_MS)
      return { kind: 'no-answer' }
    }
    const process = current
    if (!process || !isServing) return { kind: 'no-answer' }
    if (faults.happens('request of a till twice', 0.02)) {
      world.after(random.whole(0, 4_000), () => void (current && isServing && hear(current, run)))
    }
    const told = await hear(process, run)
    return faults.happens('answer to a till lost', 0.01) ? { kind: 'no-answer' } : told
  }

  function hear<T>(process: ShopProcess, run: Ask<T>): Promise<ReportedSale<T>> {
    return new Promise((resolve) => {
      const end = (told: ReportedSale<T>) => {
        cancel()
        onDeath.delete(hearNothing)
        resolve(told)
      }
      const hearNothing = () => end({ kind: 'no-answer' })
      const cancel = world.after(TILL_WAITS_MS, hearNothing)
      onDeath.add(hearNothing)
      run(process.sales, process.offers).then(
        (value) => end({ kind: 'done', value }),
        (error: unknown) => {
          if (error instanceof RequestRefused) {
            observer.said('a refusal', error.failure)
            const { code, pays } = error.failure
            return end({ kind: 'turned-down', code, ...(pays ? { pays } : {}) })
          }
          if (error instanceof ProviderDiffersError) return end({ kind: 'turned-down', code: 'operator-differs' })
          if (error instanceof ForeignBatch) return end({ kind: 'turned-down', code: 'not-found' })
          if (error instanceof DuplicateSaleError) return end(reportOf(error))
          report('threw', '', error instanceof Error ? `${error.name}: ${error.message}` : String(error))
          end({ kind: 'no-answer' })
        },
      )
    })
  }

  return {
    ask,
    open,
    serving: () => (isServing ? current : undefined),
    kill: () => current?.kill(),
    restart: async () => {
      const stopping = current
      if (!stopping || !isServing) return
      isServing = false
      trace.note(EVERYBODY, 'stopping')
      await stopping.stop()
      if (current !== stopping) return
      for (const { id, state, next } of disk.sales()) {
        if (state === 'confirming') {
          report('a planned stop leaves a confirm in doubt', id, `next ${next?.kind ?? 'nothing'}`)
        }
      }
      gone()
      world.after(downMs(), open)
    },
  }
}

const reportOf = ({ duplicate: { kind, sale } }: DuplicateSaleError): ReportedSale<never> => ({
  kind: 'turned-down',
  code: kind === 'blocked' ? 'duplicate-blocked' : 'confirm-duplicate',
  other: sale.id,
})

/** Dies only when it is armed, after this many more calls. */
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
