import { PACE } from '#server/sales/engine/poll-interval.ts'
import type { Faults } from './faults.ts'
import { createDisk, type Backup, type DiskHabits, type DurableBatch } from './journal.ts'
import { createNetwork } from './network.ts'
import type { Streams } from './random.ts'
import { createService, type Conduct, type Execution, type ServiceTraits } from './service.ts'
import { createShop } from './shop.ts'
import { NO_LIMITS, type ShopLimits } from './shop-limits.ts'
import type { CrashPoints } from './host.ts'
import { createLeaseRecord } from './lease-record.ts'
import { watchLeases } from './lease-watch.ts'
import { watchRestores } from './restore-watch.ts'
import type { Weakness } from './shop-process.ts'
import { createTwoProxies, MAX_DRIFT } from './two-proxies.ts'
import { createTrace, EVERYBODY, type Trace } from './trace.ts'
import type { Violation } from './violation.ts'
import { AT_ONCE } from './voucher-issue.ts'
import { createWatch, type Watch, type WatchOptions } from './violations.ts'
import { createWorld, type World } from './world.ts'

/** A wholesaler and a disk without faults. */
export const PLAIN_TRAITS: ServiceTraits = {
  refusesOldKeys: true,
  repeatedConfirm: 'ignored',
  unconfirmed: 'shown',
  unconfirmedByItsOwnId: 'shown',
  reservationMs: Number.POSITIVE_INFINITY,
  errorStatus: 200,
  looseness: 'numbers',
  tellsTheDate: true,
}
export const AT_ONCE_DONE: Execution = { hiddenMs: 0, meanwhile: 0, final: 1, finalAfterMs: 0 }
export const PROMPT: Conduct = {
  refusal: () => undefined,
  execution: () => AT_ONCE_DONE,
  answersAfterMs: () => 100,
  priceOf: (amount) => amount * 95,
  issue: () => AT_ONCE,
  detection: () => 'as chosen',
}
export const QUICK_DISK: DiskHabits = {
  commitMs: () => 2,
  gatherMs: () => 0,
  isFull: () => false,
  survives: () => false,
}

export type Simulation = ReturnType<typeof setUpSimulation>

export type SimulationOptions = {
  world?: World
  streams: Streams
  faults: Faults
  traits: ServiceTraits
  conduct: Conduct
  disk: DiskHabits
  wall: () => number
  crashPoints: CrashPoints
  weakness?: Weakness
  downMs: () => number
  isNotified?: boolean
  /** The wholesaler rejects old keys and shows an accepted confirm within the pause. */
  isProofCertain?: boolean
  limits?: ShopLimits
  /** Two servers share the shop's account, with leases that expire by the clock of the database. */
  databaseClock?: (() => number) | undefined
  hasRestores?: boolean
}

export const EPOCH = Date.UTC(2026, 10, 20, 6)
/** In fils, as everything else in the ledger. */
export const PLENTY = 100_000_000
const PENDING_ENDS_MS = 5 * 60_000

/** Everything around a shop: time, a wholesaler, the network between them, a disk, and an observer of all these. */
export function setUpSimulation(options: SimulationOptions) {
  const { streams, faults, traits, conduct, wall, crashPoints, weakness = {}, downMs } = options
  const { world = createWorld(), isNotified = false, isProofCertain = true, limits = NO_LIMITS } = options
  const plain = createTrace(world.now, isNotified)
  const trace: Trace = { ...plain, note: (about, what, detail) => plain.note(shortNameOf(about), what, detail) }
  const violations: Violation[] = []

  const service = createService({
    traits: { ...traits, ...weakness.service },
    conduct,
    now: world.now,
    epoch: EPOCH,
    wallet: PLENTY,
  })
  const isShared = options.databaseClock !== undefined
  const watchOptions: WatchOptions = {
    now: world.now,
    isProofCertain,
    pauseMs: PACE.confirmGraceMs,
    // A process that is frozen for longer no longer leads when it continues.
    ...(isShared ? { clocks: { drift: MAX_DRIFT, lateMs: 60_000 } } : {}),
    debitsOf: service.debitsOf,
    internationalOf: service.international,
    secretsOf: service.secretsOf,
    readJournal: (id) => disk.read(id),
    limitsOf: limits.of,
    onViolation: (violation) => {
      trace.note(violation.sale, 'VIOLATION', `${violation.name}: ${violation.detail}`)
      violations.push(violation)
    },
  }
  const restoreWatch = options.hasRestores ? watchRestores(watchOptions) : undefined
  const plainWatch = restoreWatch ?? createWatch(watchOptions)
  const leaseWatch = isShared ? watchLeases(plainWatch, { refusesOldKeys: isProofCertain }) : undefined
  const watch: Watch = leaseWatch ?? plainWatch
  const leaseTimes = streams('the lease row')
  const record =
    options.databaseClock &&
    createLeaseRecord({
      world,
      now: options.databaseClock,
      answersAfterMs: () => leaseTimes.whole(1, 6),
      isForAnybody: weakness.disk?.commitsForAnybody,
      granted: (epoch) => leaseWatch?.granted(epoch),
    })
  const noteBatch = ({ after }: DurableBatch) => trace.note(after.id, `batch ${after.state}`, after.version)
  const disk = createDisk(
    world,
    { ...options.disk, ...weakness.disk },
    {
      wrote: (write) => {
        if (write.batch) noteBatch(write.batch)
        trace.note(write.after.id, write.after.state, write.after.version)
        watch.wrote(write)
      },
      wroteBatch: (write) => {
        noteBatch(write)
        watch.wroteBatch(write)
      },
      orderTakenFrom: (order, person) => watch.report('order taken from somebody', order, person),
      ...(leaseWatch ? { committed: leaseWatch.committed } : {}),
    },
    record,
  )
  const lines = createNetwork({ world, service, faults, random: streams('line'), watcher: watch, note: trace.note })
  const { report } = watch
  const parts = { world, disk, lines, faults, streams, trace, wall, crashPoints, weakness, downMs, report, limits }
  const proxies = record && leaseWatch && createTwoProxies({ ...parts, record, observer: leaseWatch })
  const shop = proxies ?? createShop({ ...parts, observer: watch })

  return {
    world,
    service,
    shop,
    disk,
    watch,
    trace,
    violations,
    two: record &&
      leaseWatch &&
      proxies && {
        proxies,
        record,
        excuse: () => leaseWatch.excuse(record.epoch()),
        lateConfirms: leaseWatch.lateConfirms,
      },
    putBack: (backup: Backup) => {
      shop.kill()
      disk.putBack(backup, wall())
      restoreWatch?.putBack(backup)
      trace.note(EVERYBODY, 'put back', backup.at)
    },
    endFaults: () => {
      faults.end()
      service.setWallet(PLENTY)
      service.settleWithin(PENDING_ENDS_MS)
    },
    rest: async (forMs: number) => {
      await world.runUntil(world.now() + forMs)
      const process = shop.serving()
      if (process) watch.checkRest(disk.sales(), process.clock.now())
      else report('neither settled nor waiting for a person', '', 'no proxy serves')
    },
  }
}

const shortNameOf = (about: string) => (about.length === 26 ? about.slice(-5) : about || EVERYBODY)
