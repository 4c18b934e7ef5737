import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import type { OtherProcess, ProcessList } from '#server/cluster/process-list.ts'
import { createSpread, shouldHandOver, SPREAD_TIMES, waitMsFor, type SpreadShop } from '#server/cluster/rebalance.ts'
import { createVirtualTime } from '../../support/virtual-time.ts'

const MINUTE = 60_000
const numbers = fc.array(fc.nat(30), { minLength: 1, maxLength: 8 })
const asProcesses = (leads: readonly number[]) => leads.map((each, index) => ({ name: `p${index}`, leads: each }))

describe('rebalancing shops between processes', () => {
  it('only one process gives a shop away at a time, and in the end no process leads two more than another', () => {
    fc.assert(
      fc.property(numbers, (start) => {
        const leads = [...start]
        const total = leads.reduce((sum, each) => sum + each, 0)
        for (let moves = 0; ; moves += 1) {
          const processes = asProcesses(leads)
          const giving = processes.flatMap((own, index) =>
            shouldHandOver(
              own,
              processes.filter((other) => other !== own),
            )
              ? [index]
              : [],
          )
          expect(giving.length).toBeLessThanOrEqual(1)
          const [giver] = giving
          if (giver === undefined) break
          // The process with the fewest shops waits the least.
          const waits = processes.map((own) => waitMsFor(own.leads, processes))
          const taker = leads.indexOf(Math.min(...leads))
          expect(waits[taker]).toBe(Math.min(...waits))
          leads[giver]! -= 1
          leads[taker]! += 1
          expect(moves).toBeLessThanOrEqual(total)
        }
        expect(Math.max(...leads) - Math.min(...leads)).toBeLessThan(2)
      }),
    )
  })

  it('a free lease is taken at once by a process that is alone or leads no more than the others, and otherwise within two seconds', () => {
    expect(waitMsFor(50, [])).toBe(0)
    expect(waitMsFor(4, asProcesses([4, 9]))).toBe(0)
    expect(waitMsFor(3, asProcesses([1]))).toBe(500)
    expect(waitMsFor(100, asProcesses([0]))).toBe(2_000)
  })
})

/**
 * A process with `count` shops, and one with none. `take` returns whether another process takes a shop that this one
 * gave away.
 */
async function aProcess({
  shops: count = 4,
  take = (): boolean => true,
  forMs = MINUTE,
  isQuiet = (): boolean => true,
} = {}) {
  const time = createVirtualTime()
  const given: string[] = []
  let others: OtherProcess[] = [{ name: 'z', leads: 0, forMs }]
  const shops = Array.from({ length: count }, (_, index): SpreadShop => {
    let isOurs = true
    return {
      id: `s${index}`,
      isOurs: () => isOurs,
      isQuietFor: (ms) => isOurs && ms === SPREAD_TIMES.quietForMs && isQuiet(),
      giveAway: async () => {
        given.push(`s${index}`)
        if (!take()) return
        isOurs = false
        others = others.map((other) => ({ ...other, leads: other.leads + 1 }))
      },
    }
  })
  const list: ProcessList = { tell: async () => others, close: async () => {} }
  const { clock, timers } = time
  const log = { info: () => {} }
  const spread = createSpread({ name: 'a', list, shops, clock, timers, log, times: SPREAD_TIMES })
  await spread.begin()
  const leave = () => {
    others = []
  }
  return { ...time, spread, given, leave }
}

describe('a process that leads all shops', () => {
  it('a process gives shops one by one to another that leads none, until both lead as many', async () => {
    const { pass, given, spread } = await aProcess()
    expect(given).toEqual(['s0'])
    await pass(SPREAD_TIMES.nextAfterMs - 1)
    expect(given).toEqual(['s0'])
    await pass(60 * MINUTE)
    expect(given).toEqual(['s0', 's1'])
    expect(spread.waitMs()).toBe(0)
  })

  it('a process gives away no shop that is selling, none to a process that has just started, and none after it was asked to stop', async () => {
    let isQuiet = false
    const busy = await aProcess({ isQuiet: () => isQuiet })
    await busy.pass(MINUTE)
    expect(busy.given).toEqual([])
    isQuiet = true
    await busy.spread.close()
    await busy.pass(MINUTE)
    expect(busy.given).toEqual([])
    const beside = await aProcess({ forMs: MINUTE - 1 })
    await beside.pass(MINUTE)
    expect(beside.given).toEqual([])
    // It may still take a free lease.
    expect(beside.spread.waitMs()).toBe(1_000)
    beside.leave()
    await beside.pass(SPREAD_TIMES.lookEveryMs)
    expect(beside.spread.waitMs()).toBe(0)
  })

  it('a process tries again after an hour when no process took the shop that it gave away', async () => {
    const { pass, given } = await aProcess({ take: () => false })
    await pass(59 * MINUTE)
    expect(given).toHaveLength(1)
    await pass(2 * MINUTE)
    expect(given).toHaveLength(2)
  })
})
