import { decimal } from '#domain/money.ts'
import type { Person } from '#domain/person.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { stepSale } from '#domain/sale/step.ts'
import type { Service } from '#domain/service.ts'
import type { Clock } from '#proxy/clock.ts'
import type { Ports, Timers } from '#proxy/ports.ts'
import type { RevealedSale, RevealRequest } from '#proxy/sales/deliver.ts'
import type { SellableSource } from '#proxy/sales/sale-content.ts'
import type { PollIntervals } from '#proxy/sales/poll-interval.ts'
import { saleLine } from '#proxy/sale-log.ts'
import { createSales, type Sales } from '#proxy/sales/sales.ts'
import { createOffers, type Offers } from '#proxy/wholesaler/offers.ts'
import { createWholesaler } from '#proxy/wholesaler/create-wholesaler.ts'
import type { KeySequence, KeySequenceOptions } from '#proxy/wholesaler/keys.ts'
import { Token } from '#proxy/wholesaler/token.ts'
import type { Wholesaler } from '#proxy/wholesaler/wholesaler.ts'
import type { Disk, DiskHabits, Pass } from './journal.ts'
import type { Network } from './network.ts'
import type { Random } from './random.ts'
import { ACCOUNT } from './service.ts'
import { simulatedPeople, TIME_ZONE, type ShopLimits } from './shop-limits.ts'
import type { World } from './world.ts'

/** One process of the proxy: the real money path and the real request queue. Only what is outside of them is simulated. */
export type ShopProcess = {
  sales: Sales
  /** The international offers that a till shows. */
  offers: Offers
  wholesaler: Wholesaler
  clock: Clock
  isAlive: () => boolean
  /** The process is dead from this moment on, in the middle of whatever it does. */
  kill: () => void
  /** Resumes what an earlier process left open. No till is served before that. */
  start: () => Promise<void>
  /** Stops as after SIGTERM. */
  stop: () => Promise<void>
}

/** A weaker protocol, to test that its harm is detected. */
export type Weakness = {
  step?: typeof stepSale
  createKeys?: (options: KeySequenceOptions) => KeySequence
  wholesaler?: (wholesaler: Wholesaler) => Wholesaler
  sales?: (sales: Sales) => Sales
  pace?: Partial<PollIntervals>
  disk?: Pick<
    DiskHabits,
    | 'lagMs'
    | 'tellsBeforeDurable'
    | 'letsSupervisorsPass'
    | 'forgetsLines'
    | 'looksAtLimitsBeforeMs'
    | 'takesOneWordForAll'
    | 'forgetsHolders'
    | 'comparesNumbersOfOffers'
    | 'reservesNothing'
    | 'keepsReservations'
    | 'forgetsRunningBatches'
    | 'mintsIdsLate'
    | 'takesOpenLinesForSold'
    | 'takesOpenLinesForUnsold'
    | 'freshensApprovals'
  >
}

/** An observer of what a process logs and shows. */
export type Observer = {
  begun: (clock: Clock) => void
  /** A log line, or a rejection. */
  said: (where: string, what: unknown) => void
  /** A person requests a find, or something that only a find can bring. */
  asked: (id: SaleId) => void
  revealed: (id: SaleId, request: RevealRequest, person: Person, answer: RevealedSale) => void
  stoppedSelling: () => void
}

/** Every call through a port passes here. The process may die before the call, or after it and before it receives the result. */
export type CrashPoints = { dies: (port: string) => { before: boolean; after: boolean } }

type ProcessOptions = {
  world: World
  disk: Disk
  lines: Network
  wall: () => number
  random: Random
  crashPoints: CrashPoints
  weakness: Weakness
  observer: Observer
  onDeath: (problem?: unknown) => void
  limits: ShopLimits
}

export const PACE: PollIntervals = {
  direct: { firstMs: 5_000, longestMs: 60_000 },
  international: { firstMs: 30_000, longestMs: 60_000 },
  confirmGraceMs: 30_000,
}
const STOP_WAITS_MS = 65_000

export const DIRECT = ['qamra-rc', 'najm-rc', 'bahr-rc'] as const
/** The last one needs an account. */
export const VOUCHERS = ['orbyte-card', 'souqly-card', 'mail-card'] as const
const rule = { min: decimal('1'), max: decimal('1000'), step: decimal('1') }
const aService = (id: string, kind: Service['kind'], isAccountRequired: boolean): Service => ({
  id,
  isActive: true,
  name: id,
  brand: id,
  category: 'Mobile',
  subcategory: '',
  kind,
  rule,
  isAccountRequired,
})
const services = [
  ...DIRECT.map((id) => aService(id, 'direct', true)),
  ...VOUCHERS.map((id) => aService(id, 'voucher', id === 'mail-card')),
]
const catalogue: SellableSource = {
  current: async () => ({ currency: 'AED', services }),
  refresh: async () => {},
}

export function createProcess(options: ProcessOptions): ShopProcess {
  const { world, disk, lines, wall, random, crashPoints, weakness, observer, onDeath, limits } = options
  let isAlive = true

  function kill(problem?: unknown): void {
    if (!isAlive) return
    isAlive = false
    disk.crash()
    onDeath(problem)
  }

  const pass: Pass = (port, perform) => {
    if (!isAlive) return never()
    const dies = crashPoints.dies(port)
    if (dies.before) {
      kill()
      return never()
    }
    const performed = perform()
    return new Promise((resolve, reject) => {
      const carryOn = (tell: () => void) => {
        if (dies.after) kill()
        if (isAlive) tell()
      }
      performed.then(
        (value) => carryOn(() => resolve(value)),
        (error: unknown) => carryOn(() => reject(error instanceof Error ? error : new Error(String(error)))),
      )
    })
  }

  const timers: Timers = {
    after: (ms, run) => {
      if (!isAlive) return () => {}
      const dies = crashPoints.dies('timer')
      if (dies.before) {
        kill()
        return () => {}
      }
      return world.after(ms, () => {
        if (dies.after) kill()
        if (isAlive) run()
      })
    },
  }

  const startedAt = world.now()
  const wallAtStart = wall()
  const clock: Clock = { now: () => wallAtStart + world.now() - startedAt, wall }
  observer.begun(clock)
  const ports: Ports = {
    clock,
    random: random.next,
    timers,
    // Nothing of this process continues after it.
    exit: (problem) => {
      kill(problem)
      return never() as never
    },
  }
  const { store, keys } = disk.open(pass, clock)
  const wholesaler = createWholesaler({
    baseUrl: new URL('http://service.test/api'),
    posId: ACCOUNT.posId,
    token: new Token(ACCOUNT.token),
    keys,
    clock,
    timers,
    log: (line) => observer.said('the log', line),
    openConnection: () => lines.connect(pass, () => isAlive),
    ...(weakness.createKeys ? { createKeys: weakness.createKeys } : {}),
  })
  const watched: Wholesaler = {
    ...wholesaler,
    stopSelling: (reason) => {
      observer.stoppedSelling()
      wholesaler.stopSelling(reason)
    },
  }
  const log = (line: unknown) => observer.said('the log', line)
  const offers = createOffers({ wholesaler, clock, log })
  let opened = 0
  const real = createSales({
    store,
    wholesaler: weakness.wholesaler ? weakness.wholesaler(watched) : watched,
    catalogue,
    offers,
    ports,
    polling: { ...PACE, ...weakness.pace },
    staff: simulatedPeople(limits, (line) => observer.said('the audit log', line)),
    calendar: () => ({ timeZone: TIME_ZONE, dayStartHour: 0 }),
    // Every fifth sale is a test transaction, which has to obey every rule as the others do. The service charges it.
    marks: () => ((opened += 1) % 5 === 0 ? { isTest: true } : {}),
    announce: (change) => observer.said('the log', saleLine(change, clock.now())),
    ...(weakness.step ? { step: weakness.step } : {}),
  })
  const sales = weakness.sales ? weakness.sales(real) : real

  return {
    sales: {
      ...sales,
      poll: (id, seller) => {
        observer.asked(id)
        return sales.poll(id, seller)
      },
      reveal: async (id, request, seller) => {
        observer.asked(id)
        const answer = await sales.reveal(id, request, seller)
        if (isAlive) observer.revealed(id, request, seller.person, answer)
        return answer
      },
    },
    offers,
    wholesaler,
    clock,
    isAlive: () => isAlive,
    kill,
    start: sales.recover,
    stop: async () => {
      await Promise.all([sales.stop(), wholesaler.close(STOP_WAITS_MS)])
      if (!isAlive) return
      isAlive = false
      disk.crash()
    },
  }
}

const never = <T>() => new Promise<T>(() => {})
