import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { createKeySequence } from '#server/wholesaler/keys.ts'
import { aBalance, createKeyStore, createStillClock, openWholesaler } from '../../support/open-wholesaler.ts'
import { answer, type Responder } from '../../support/scripted-service.ts'

const START = 1_767_225_600_000
const HOUR_MS = 3_600_000
const YEAR_MS = 365 * 24 * HOUR_MS

function openKeys({ mark = 0n, keyFloor, wall = START }: { mark?: bigint; keyFloor?: bigint; wall?: number } = {}) {
  const store = createKeyStore(mark)
  const clock = createStillClock(wall)
  return { keys: createKeySequence({ store, clock, keyFloor }), store, clock }
}

function pass(clock: ReturnType<typeof createStillClock>, ms: number) {
  clock.time += ms
  clock.wallTime += ms
}

describe('keys', () => {
  it('a key is the time of the wall clock in milliseconds, or one more than the last key', async () => {
    const { keys, clock } = openKeys()
    const expected = [1_767_225_600_000n, 1_767_225_600_001n, 1_767_225_600_002n]
    expect([await keys.next(), await keys.next(), await keys.next()]).toEqual(expected)
    pass(clock, 500)
    expect(await keys.next()).toBe(1_767_225_600_500n)
  })

  it('keys stay below a mark that was saved before, once for ten seconds', async () => {
    const { keys, store, clock } = openKeys()
    const made = []
    for (let step = 0; step < 25; step += 1) {
      const key = await keys.next()
      expect(key).toBeLessThanOrEqual(store.mark)
      made.push(key)
      pass(clock, 1_000)
    }
    expect(new Set(made).size).toBe(25)
    expect(store.saves).toHaveLength(3)
    expect(store.saves[0]).toBe(BigInt(START + 10_000))
  })

  it('keys a day ahead of the clock store a higher mark every ten seconds, so that a database restored by hand is noticed', async () => {
    const ahead = BigInt(START + 24 * HOUR_MS)
    const { keys, store, clock } = openKeys({ mark: ahead })
    for (let step = 0; step < 25; step += 1) {
      expect(await keys.next()).toBe(ahead + BigInt(step + 1))
      pass(clock, 1_000)
    }
    expect(store.saves).toEqual([ahead + 10_001n, ahead + 10_011n, ahead + 10_021n])
  })

  it('no key is made when the mark could not be saved', async () => {
    const { keys, store } = openKeys()
    const { saveMark } = store
    store.saveMark = () => Promise.reject(new Error('disk'))
    await expect(keys.next()).rejects.toThrow('disk')
    store.saveMark = saveMark
    expect(await keys.next()).toBe(BigInt(START))
    expect(store.saves).toEqual([BigInt(START + 10_000)])
  })

  const NOW = BigInt(START)
  const LATER = START + 14 * HOUR_MS
  const FAR_AHEAD = 176722560000000n
  it.each<[what: string, given: { mark: bigint; wall?: number; keyFloor?: bigint }, first: bigint]>([
    ['after a crash they start above the mark', { mark: NOW + 10_000n, wall: START + 2_000 }, NOW + 10_001n],
    ['with a clock an hour back they continue from the mark', { mark: NOW, wall: START - HOUR_MS }, NOW + 1n],
    ['with a clock a year ahead they continue from the mark', { mark: NOW, wall: START + YEAR_MS }, NOW + 1n],
    ['with a clock a night later they follow it', { mark: NOW, wall: LATER }, BigInt(LATER)],
    ['an account that is far ahead of milliseconds stays ahead', { mark: FAR_AHEAD }, FAR_AHEAD + 1n],
    ['a floor raises the start', { mark: 0n, keyFloor: FAR_AHEAD }, FAR_AHEAD],
    ['a floor below the mark changes nothing', { mark: FAR_AHEAD, keyFloor: 5n }, FAR_AHEAD + 1n],
  ])('keys: %s', async (_, given, first) => {
    expect(await openKeys(given).keys.next()).toBe(first)
  })

  it('E14: keys grow by one while the clock is behind, and follow it again once it has caught up', async () => {
    const { keys, clock } = openKeys()
    await keys.next()
    clock.wallTime -= HOUR_MS
    expect(await keys.next()).toBe(BigInt(START + 1))
    pass(clock, 2 * HOUR_MS)
    expect(await keys.next()).toBe(BigInt(START + HOUR_MS))
  })

  it('E15: keys do not follow a clock that jumps a year ahead, report it, and follow it again when it is corrected', async () => {
    const store = createKeyStore()
    const clock = createStillClock(START)
    const reported: boolean[] = []
    const keys = createKeySequence({ store, clock, onClockAhead: (isAhead) => reported.push(isAhead) })
    await keys.next()
    clock.wallTime += YEAR_MS
    expect([await keys.next(), await keys.next()]).toEqual([BigInt(START + 1), BigInt(START + 2)])
    clock.wallTime -= YEAR_MS
    pass(clock, 60_000)
    expect(await keys.next()).toBe(BigInt(START + 60_000))
    expect(reported).toEqual([true, false])
  })

  it('after a long closure keys follow the clock once the wholesaler’s date agrees with it', async () => {
    const weeksLater = START + 21 * 24 * HOUR_MS
    const { keys } = openKeys({ mark: BigInt(START), wall: weeksLater })
    expect(await keys.next()).toBe(BigInt(START + 1))
    keys.recordServiceDate('not a date')
    expect(await keys.next()).toBe(BigInt(START + 2))
    keys.recordServiceDate(new Date(weeksLater).toUTCString())
    expect(await keys.next()).toBe(BigInt(weeksLater))
  })

  it('keys do not follow a clock that is a day ahead of the wholesaler’s date', async () => {
    const { keys, clock } = openKeys({ mark: BigInt(START) })
    keys.recordServiceDate(new Date(START).toUTCString())
    pass(clock, 60_000)
    clock.wallTime += 24 * HOUR_MS
    expect(await keys.next()).toBe(BigInt(START + 1))
    clock.wallTime -= 1
    expect(await keys.next()).toBe(BigInt(clock.wallTime))
  })

  it('keys grow whatever the clocks do and however often the process restarts', async () => {
    const step = fc.oneof(
      fc.record({ do: fc.constant('key' as const) }),
      fc.record({ do: fc.constant('restart' as const) }),
      fc.record({ do: fc.constant('jump' as const), ms: fc.integer({ min: -2 * YEAR_MS, max: 2 * YEAR_MS }) }),
      fc.record({ do: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60_000 }) }),
      fc.record({ do: fc.constant('date' as const), ms: fc.integer({ min: 0, max: 2 * START }) }),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
        const store = createKeyStore()
        const clock = createStillClock(START)
        let keys = createKeySequence({ store, clock })
        let last = 0n
        for (const one of steps) {
          if (one.do === 'restart') keys = createKeySequence({ store, clock })
          if (one.do === 'jump') clock.wallTime = Math.max(0, clock.wallTime + one.ms)
          if (one.do === 'wait') pass(clock, one.ms)
          if (one.do === 'date') keys.recordServiceDate(new Date(one.ms).toUTCString())
          if (one.do !== 'key') continue
          const key = await keys.next()
          expect(key).toBeGreaterThan(last)
          expect(key).toBeLessThanOrEqual(store.mark)
          last = key
        }
      }),
    )
  })
})

it('keys grow across a restart with the clock set back', async () => {
  const keys = createKeyStore()
  const clock = createStillClock(START)
  const first = await openWholesaler({ keys, clock })
  await first.wholesaler.fenced
  await first.wholesaler.balance()
  await first.wholesaler.close(0)
  clock.wallTime -= HOUR_MS
  const second = await openWholesaler({ service: first.service, keys, clock })
  await second.wholesaler.fenced
  await second.wholesaler.balance()
  const sent = first.service.received.map(({ key }) => key)
  expect(sent).toHaveLength(4)
  expect(sent).toEqual(sent.toSorted((a, b) => (a < b ? -1 : 1)))
  expect(new Set(sent).size).toBe(4)
})

it('the wholesaler’s date is read from its answers', async () => {
  const weeksLater = START + 21 * 24 * HOUR_MS
  const dated: Responder = (response, request) => {
    response.setHeader('date', new Date(weeksLater).toUTCString())
    return answer(aBalance)(response, request)
  }
  const keys = createKeyStore(BigInt(START))
  const { wholesaler, service } = await openWholesaler({
    keys,
    clock: createStillClock(weeksLater),
    script: { '/balance': dated },
  })
  await wholesaler.fenced
  await wholesaler.balance()
  expect(service.received.map(({ key }) => key)).toEqual([BigInt(START + 1), BigInt(weeksLater)])
})
