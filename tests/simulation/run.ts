import type { SaleRecord } from '#domain/sale/record.ts'
import { CODE_AS_REFERENCE } from './voucher-issue.ts'
import { PUT_BACK, seededFaults, type Fault, type Faults } from './faults.ts'
import type { Backup, DiskHabits } from './journal.ts'
import { mintIds } from './mint-ids.ts'
import { A_MINUTE, A_SECOND, cashierAt, supervisorAt, supervisorAtKiosk, type People } from './people.ts'
import { streamsOf, type Streams } from './random.ts'
import type { Conduct, ServiceTraits } from './service.ts'
import { seededCrashes } from './shop.ts'
import type { Weakness } from './shop-process.ts'
import { aShopsLimits, NO_LIMITS, type ShopLimits } from './shop-limits.ts'
import { EPOCH, PLENTY, setUpSimulation, type Simulation } from './setup.ts'
import { sellAllDay } from './till-batches.ts'
import { orderAllDay } from './till-orders.ts'
import { workOpenItems } from './till.ts'
import { EVERYBODY, type Trace } from './trace.ts'
import type { Violation } from './violation.ts'
import { troubleTwoProxies } from './trouble-two-proxies.ts'
import { MAX_DRIFT, MAX_OFFSET_MS } from './two-proxies.ts'
import { createWorld, type World } from './world.ts'

/**
 * Kinds of runs. Apart from `plain`, each removes one guarantee of the wholesaler, or answers differently where the
 * spec is silent. With `put-back`, the database is repeatedly restored from older copies: sales that are not in a copy
 * are lost, and all rules hold for the others. With `two-proxies`, two servers share the account, and all rules hold
 * over both: leaders are paused, lose the lease, are cut off from the database, and continue as if nothing had
 * happened, with clocks that differ. No epoch commits once a newer one was granted; a leader that could know that its
 * lease has expired sends nothing; and what an older leader still sends is rejected by the wholesaler, because a newer
 * leader used a greater key before it sold anything. With `two-proxies-old-keys`, the wholesaler does not reject it.
 * Even so, each confirm belongs to one approval written by the epoch that sends it, and is sent once; no sale is
 * debited twice, as long as the wholesaler executes the confirm of a transaction only once; and a sale that was
 * abandoned and then sold by such a confirm is found within a day, and is conflicting. It is not guaranteed that *not
 * executed* is a proof: two finds can say so before the confirm of a replaced leader arrives.
 */
export const VARIANTS = [
  'plain',
  'old-keys',
  'late-to-show',
  'unknown-until-confirmed',
  'two-proxies',
  'two-proxies-old-keys',
  'put-back',
] as const
export type Variant = (typeof VARIANTS)[number]

export type RunOptions = {
  seed: number
  sales: number
  variant?: Variant
  weakness?: Weakness
  /** The share of international top-ups, and how often the same request is repeated. */
  shareInternational?: number
  shareAgain?: number
  shareBatches?: number
  /** With 0 there are no baskets. */
  shareBaskets?: number
  /** The share of customers who come with an order. With 0 there are no orders. */
  shareOrders?: number
  /** How often the lease of a shop with two servers is disturbed (ms, on average). */
  leaseTroubleEveryMs?: number
  limits?: ShopLimits
  without?: readonly Fault[]
  isNotified?: boolean
  /** Ends the day early, once the run has seen what it looks for. Called once a minute of the shop's time. */
  isEnough?: (violations: readonly Violation[]) => boolean
}

export type RunReport = {
  seed: number
  sales: number
  faults: ReadonlyMap<Fault, number>
  ends: ReadonlyMap<string, number>
  /**
   * The same as `ends`, for the sales for which the wholesaler accepted a confirm of an older epoch after a newer fence
   * was answered.
   */
  lateConfirms: ReadonlyMap<string, number>
  simulatedMs: number
  hash: string
  violations: Violation[]
  trace: Trace
}

const CERTAIN: readonly Variant[] = ['plain', 'unknown-until-confirmed', 'two-proxies', 'put-back']
/** Whether two finds, a pause apart, prove that a confirm had no effect. */
const isCertain = (variant: Variant) => CERTAIN.includes(variant)

const HOUR = 60 * A_MINUTE
const MAX_DAY = 12 * HOUR
/**
 * Within 15 minutes after the last fault, everything is complete or waits for a person. The last find may still be in
 * progress at that time.
 */
export const REST_MS = 15 * A_MINUTE + 75 * A_SECOND
const WATCH_MS = 25 * HOUR

/** Runs one shop for one day: this many sales, with faults until the last of them, and without faults afterward. */
export async function runShop(options: RunOptions): Promise<RunReport> {
  const { seed, sales: wanted, variant = 'plain', weakness = {}, without = [], isNotified = false } = options
  const isEnough = options.isEnough ?? (() => false)
  const {
    shareInternational = variant === 'put-back' ? 0 : 0.3,
    shareAgain = 0.06,
    shareBatches = 0.04,
    shareBaskets = 0.04,
    shareOrders = variant === 'plain' || variant === 'two-proxies' ? 0.05 : 0,
    limits,
    leaseTroubleEveryMs = A_MINUTE,
  } = options
  const streams = streamsOf(seed)
  const world = createWorld()
  const crashes = seededCrashes()
  const isProofCertain = isCertain(variant)
  const isShared = variant === 'two-proxies' || variant === 'two-proxies-old-keys'
  // In a run that is watched for a day, a code that never comes would be polled for every minute.
  const faults = seededFaults(streams, isProofCertain ? without : [...without, 'code never comes'])
  const clock = aWallClock(streams, world, faults)
  const databaseClock = aDatabaseClock(streams, world)
  const down = streams('down')
  const stage = setUpSimulation({
    world,
    streams,
    faults,
    ...aService(streams, faults, variant),
    disk: aDisk(streams, faults),
    wall: clock.read,
    crashPoints: crashes,
    weakness,
    downMs: () => (down.chance(0.1) ? down.whole(60, 400) : down.whole(1, 20)) * A_SECOND,
    isNotified,
    isProofCertain,
    // Decisions about limits before a restore are forgotten.
    limits: limits ?? (variant === 'put-back' ? NO_LIMITS : aShopsLimits(streams)),
    hasRestores: variant === 'put-back',
    databaseClock: isShared ? databaseClock.read : undefined,
  })
  const { shop, service, disk, watch, trace, violations } = stage

  let isOver = false
  const people: People = {
    world,
    shop,
    watch,
    trace,
    left: { sales: wanted },
    isOver: () => isOver,
    mint: mintIds(),
    wishes: [],
    shareInternational,
    shareAgain,
    shareBatches,
    shareBaskets,
    baskets: streams('baskets'),
    shareOrders,
    orders: streams('orders'),
    approvals: streams('approvals'),
    payments: streams('payments'),
  }
  shop.open()
  const sellers = startPeople(people, streams)
  trouble(streams, faults, stage, crashes, clock.jump)
  if (variant === 'put-back') putBackOften(streams, faults, stage)
  if (stage.two)
    troubleTwoProxies({
      streams,
      faults,
      world,
      ...stage.two,
      jumpOfDatabase: databaseClock.jump,
      everyMs: leaseTroubleEveryMs,
    })

  const isOverEarly = () => isEnough(violations)
  await untilSold(world, sellers, isOverEarly)
  if (!isOverEarly()) {
    stage.endFaults()
    isOver = true
    // After the clock was set back, ages are too small, so people are notified later by the same amount.
    const hoursBack = faults.counts.get('clock back an hour') ?? 0
    await stage.rest(REST_MS + hoursBack * HOUR + (isShared ? 2 * MAX_OFFSET_MS + A_MINUTE : 0))
    // This covers delayed copies, executions that are not shown yet, and the day for which abandoned sales are watched.
    if (!isProofCertain) stage.two?.proxies.stopOther()
    if (!isProofCertain) await world.runUntil(world.now() + WATCH_MS)
    watch.checkBooks(disk.sales(), service.debits(), !isProofCertain)
  }

  const late = stage.two?.lateConfirms ?? new Set()
  return {
    seed,
    sales: disk.sales().length,
    faults: faults.counts,
    ends: countEnds(disk.sales()),
    lateConfirms: countEnds(disk.sales().filter(({ id }) => late.has(id))),
    simulatedMs: world.now(),
    hash: trace.hash(),
    violations,
    trace,
  }
}

function countEnds(sales: readonly SaleRecord[]): Map<string, number> {
  const ends = new Map<string, number>()
  for (const { kind, state, voucher, conflicting, resolution } of sales) {
    const end = [
      state,
      ...(kind === 'international' ? ['abroad'] : []),
      ...(voucher ? [`code ${voucher}`] : []),
      ...(conflicting ? ['disputed'] : []),
      ...(resolution ? ['closed'] : []),
    ].join(', ')
    ends.set(end, (ends.get(end) ?? 0) + 1)
  }
  return ends
}

async function untilSold(world: World, sellers: Promise<unknown>, isOverEarly: () => boolean): Promise<void> {
  const day = { isDone: false }
  void sellers.then(() => {
    day.isDone = true
  })
  while (!day.isDone && world.now() < MAX_DAY && !isOverEarly()) await world.runUntil(world.now() + A_MINUTE)
}

function startPeople(people: People, streams: Streams): Promise<unknown> {
  const mood = streams('people')
  const cashiers = Array.from({ length: mood.whole(2, 8) }, (_, number) => number)
  const selling = cashiers.map((number) => sellAllDay(people, cashierAt(number), streams(`cashier ${number}`)))
  selling.push(
    sellAllDay(people, supervisorAt(1), streams('supervisor who sells')),
    sellAllDay(people, supervisorAtKiosk(2), streams('supervisor at a kiosk')),
  )
  if (people.shareOrders > 0) void orderAllDay(people, streams('customers at a tablet'))
  void workOpenItems(people, cashierAt(0), streams('desk of a cashier'))
  void workOpenItems(people, supervisorAt(1), streams('desk of a supervisor'))
  return Promise.all(selling)
}

/** Faults outside of exchanges: the server dies or restarts, clocks jump, the wallet runs empty. */
function trouble(
  streams: Streams,
  faults: Faults,
  { world, shop, service, trace }: Simulation,
  crashes: ReturnType<typeof seededCrashes>,
  jump: () => number | undefined,
): void {
  const random = streams('trouble')
  const next = () => {
    if (faults.haveEnded()) return
    if (faults.happens('proxy killed', 0.15)) crashes.arm(random.whole(0, 30), random.pick(['before', 'after']))
    if (random.chance(0.03)) void shop.restart()
    if (faults.happens('prices abroad changed', 0.2)) service.changeOffers('prices')
    if (faults.happens('offers renumbered', 0.3)) service.changeOffers('numbers')
    if (faults.happens('wallet empty', 0.05)) {
      service.setWallet(random.whole(0, 3_000))
      world.after(random.whole(10, 240) * A_SECOND, () => service.setWallet(PLENTY))
    }
    const offset = jump()
    if (offset !== undefined) trace.note(EVERYBODY, 'clock', offset / A_SECOND)
    world.after(A_MINUTE, next)
  }
  world.after(A_MINUTE, next)
}

function putBackOften(streams: Streams, faults: Faults, { world, disk, putBack }: Simulation): void {
  const random = streams('backups')
  let backup: Backup | undefined
  const next = () => {
    if (faults.haveEnded()) return
    if (!disk.recovery() && random.chance(0.3)) backup = disk.backUp()
    else if (backup && faults.happens(PUT_BACK, 0.1)) {
      putBack(backup)
      backup = undefined
    }
    world.after(random.whole(5, 90) * A_SECOND, next)
  }
  world.after(A_MINUTE, next)
}

function aWallClock(streams: Streams, world: World, faults: Faults) {
  let offset = streams('clock').whole(-5_000, 5_000)
  return {
    read: () => EPOCH + world.now() + offset,
    jump: () => {
      if (faults.happens('clock back an hour', 0.02)) offset -= HOUR
      else if (faults.happens('clock ahead a year', 0.01)) offset += 365 * 24 * HOUR
      else return undefined
      return offset
    },
  }
}

function aDatabaseClock(streams: Streams, world: World) {
  const random = streams('clock of the database')
  const rate = 1 + (2 * random.next() - 1) * MAX_DRIFT
  let offset = random.whole(-MAX_OFFSET_MS, MAX_OFFSET_MS)
  return {
    read: () => EPOCH + world.now() * rate + offset,
    jump: (ms: number) => {
      offset += ms
    },
  }
}

function aDisk(streams: Streams, faults: Faults): DiskHabits {
  const random = streams('disk')
  return {
    commitMs: () => (faults.happens('slow disk', 0.002) ? random.whole(50, 3_000) : random.whole(1, 8)),
    gatherMs: () => (faults.happens('busy proxy', 0.05) ? random.whole(100, 5_000) : 0),
    isFull: () => faults.happens('disk full', 0.0004),
    survives: () => random.chance(0.5),
  }
}

function aService(streams: Streams, faults: Faults, variant: Variant): { traits: ServiceTraits; conduct: Conduct } {
  const random = streams('service')
  const codes = streams('codes')
  const numbers = streams('numbers')
  const traits: ServiceTraits = {
    refusesOldKeys: variant !== 'old-keys' && variant !== 'two-proxies-old-keys',
    repeatedConfirm: isCertain(variant) && random.chance(0.3) ? 'executed' : 'ignored',
    unconfirmed: variant === 'unknown-until-confirmed' ? 'unknown' : 'shown',
    unconfirmedByItsOwnId: variant === 'unknown-until-confirmed' && random.chance(0.5) ? 'unknown' : 'shown',
    reservationMs: random.pick([15 * A_MINUTE, 24 * HOUR, 24 * HOUR]),
    errorStatus: random.pick([200, 200, 400, 422]),
    looseness: random.pick(['numbers', 'texts']),
    tellsTheDate: random.chance(0.7),
  }
  let price = 0.95
  const isLate = variant === 'late-to-show'
  const hiddenMs = () => (isLate ? random.whole(A_MINUTE, 3 * HOUR) : random.whole(A_SECOND, 29 * A_SECOND))
  const finalAfterMs = () => {
    if (faults.happens('long pending', 0.01)) return random.whole(5 * A_MINUTE, 3 * HOUR)
    return random.chance(0.25) ? random.whole(A_SECOND, 90 * A_SECOND) : 0
  }
  const conduct: Conduct = {
    refusal: (step) => {
      const isDoneAllTheSame = faults.happens('refused though done', 0.006)
      const isRead = step === 'balance' || step === 'list'
      if (!isDoneAllTheSame && !faults.happens('refused', isRead ? 0.01 : 0.03)) return undefined
      return { code: random.pick(REFUSALS), isDoneAllTheSame }
    },
    execution: () => ({
      hiddenMs: faults.happens('accepted but not shown yet', isLate ? 0.2 : 0.03) ? hiddenMs() : 0,
      meanwhile: faults.happens('unlisted state of a transaction', 0.01)
        ? random.pick([5, 7, 'held', null])
        : random.pick([0, 0, 0, 6]),
      final: random.pick(FINALS),
      finalAfterMs: finalAfterMs(),
    }),
    answersAfterMs: () => (faults.happens('slow service', 0.01) ? random.whole(5_000, 80_000) : random.whole(20, 700)),
    priceOf: (amount) => {
      if (faults.happens('price changed', 0.01)) price = random.pick([0.9, 0.95, 0.97, 1.02])
      return Math.round(amount * 100 * price)
    },
    issue: () => ({
      holds: codes.pick(HOLDS),
      after: faults.happens('code comes later', 0.15) ? codes.whole(1, 8) : 0,
      changesAt: faults.happens('another code later', 0.05) ? codes.whole(1, 2) : Number.POSITIVE_INFINITY,
      ...codes.pick(UNTIL),
      ...(faults.happens('code never comes', 0.02) ? codes.pick(NO_CODE) : {}),
    }),
    detection: () => {
      if (faults.happens('another operator', 0.05)) return 'another operator'
      if (faults.happens('another country', 0.02)) return 'another country'
      return numbers.pick(DETECTIONS)
    },
  }
  return { traits, conduct }
}

const REFUSALS = [1, 2, 5, 20, 22, 23, 50, 60, 60, 101, 105, 201, 1000, 1001, 1200, 77, 'E_ODD']
const UNTIL = [{}, [], null, undefined, { number: '' }, { reference: 'R-7' }, CODE_AS_REFERENCE].map((until) => ({
  until,
}))
const HOLDS = ['number', 'number and serial', 'number and link', 'link alone'] as const
const NO_CODE = [
  { after: Number.POSITIVE_INFINITY },
  { holds: 'serial and a link that is not safe', after: 0 },
] as const
const DETECTIONS = ['as chosen', 'as chosen', 'as chosen', 'ids of another kind', 'by name alone', 'unsaid'] as const
const FINALS = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 3, 4] as const
