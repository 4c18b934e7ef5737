import type { Faults } from './faults.ts'
import type { Freeze } from './host.ts'
import type { LeaseRecord } from './lease-record.ts'
import { A_MINUTE, A_SECOND } from './people.ts'
import type { Random, Streams } from './random.ts'
import { aTime, MAX_OFFSET_MS, type TwoProxies } from './two-proxies.ts'
import type { World } from './world.ts'

type TroubleOptions = {
  streams: Streams
  faults: Faults
  world: World
  proxies: TwoProxies
  record: LeaseRecord
  /** Called if the current lease may end before its leader can know. */
  excuse: () => void
  jumpOfDatabase: (ms: number) => void
  everyMs: number
}

const LONGEST_PAUSE_MS = 60 * A_SECOND
const LONGEST_CUT_MS = 40 * A_SECOND
const AN_HOUR_MS = 60 * A_MINUTE

/** The faults of a shop with two servers in addition to those of a shop with one: see `OF_TWO_PROXIES`. */
export function troubleTwoProxies(options: TroubleOptions): void {
  const { streams, faults, world, proxies, record, excuse, jumpOfDatabase, everyMs } = options
  const random = streams('trouble of two proxies')
  const { happens } = faults

  function jumpDatabase(ms: number): void {
    if (ms > 0) excuse()
    jumpOfDatabase(ms)
  }

  const next = () => {
    if (faults.haveEnded()) return
    if (happens('proxy paused', 0.08)) proxies.freeze(aFreeze(random))
    if (happens('proxy suspended', 0.03)) proxies.freeze({ ...aFreeze(random), stopsClock: true })
    if (random.chance(0.2)) proxies.armFreeze(anArmedFreeze(random))
    if (happens('lease taken away', 0.02)) {
      excuse()
      record.expire()
    }
    if (happens('database cut off', 0.06)) proxies.cutOff(aTime(random, LONGEST_CUT_MS))
    if (happens('clock of a proxy jumps', 0.03)) proxies.setClockOffset(random.whole(-MAX_OFFSET_MS, MAX_OFFSET_MS))
    if (happens('clock of the database jumps', 0.01)) jumpDatabase(random.pick([-1, -0.002, 0.002, 1]) * AN_HOUR_MS)
    if (happens('handed over', 0.05)) void proxies.restart()
    if (happens('other proxy killed', 0.02)) proxies.killOther()
    world.after(random.whole(1, 2 * everyMs), next)
  }
  world.after(everyMs, next)
}

const aFreeze = (random: Random): Freeze => ({
  ms: aTime(random, LONGEST_PAUSE_MS),
  timersFirst: random.chance(0.5),
})

const anArmedFreeze = (random: Random) => ({
  port: random.pick(['begin', 'commit', 'commit', 'commit', 'take the lease', 'renew the lease'] as const),
  calls: random.whole(1, 10),
  when: random.pick(['before', 'after', 'after'] as const),
  freeze: { ...aFreeze(random), stopsClock: random.chance(0.2) },
})
