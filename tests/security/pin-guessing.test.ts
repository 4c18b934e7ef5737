import { createHook } from 'node:async_hooks'

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import type { Failure } from '#api/failure.ts'
import { PIN_COST } from '#server/staff/pins/pins.ts'
import { atLevel, itWhenMeasuring } from '../support/level.ts'
import type { Browser } from '../support/shop.ts'
import { aGuardedShop, HOUR, MINUTE, SECOND, type GuardedShop, type Known } from './support/guarded-shop.ts'

/**
 * @security V6.3.1, V6.1.1, V2.4.1: PINs cannot be guessed: five tries, then locks of 30 seconds to 15 minutes; five sign-ins a minute per till.
 * @security V6.3.1, V15.1.3: Wrong PINs lock one person at one till, not everyone.
 * @security V6.3.8: A wrong PIN and an unknown person get the same answer after the same time.
 */

let shop: GuardedShop
let amal: Known
let till: Browser
let tests = 0

beforeAll(async () => {
  shop = await aGuardedShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  // By then, the rate limits have recovered from the previous test.
  shop.clock.pass(HOUR)
  // The guesses ascend, so this PIN comes late.
  amal = await shop.add(`Amal ${++tests}`, 'cashier', '9806')
  till = await shop.terminal()
})

const guess = async (at: Browser, staffId: string, pin: string) => {
  const { status, body, headers } = await at.ask<Failure>('POST', '/api/session', { staffId, pin })
  return { status, code: status === 200 ? 'in' : body.code, waitMs: Number(headers.get('retry-after') ?? 0) * SECOND }
}

const tally = (all: readonly { code: string }[]) =>
  all.reduce<Record<string, number>>((sums, { code }) => ({ ...sums, [code]: (sums[code] ?? 0) + 1 }), {})

const pinOf = (number: number) => String(number).padStart(4, '0')

describe('guessing PINs at one terminal', () => {
  const GUESSES = atLevel(200, 2_000)

  it(
    `${GUESSES} guesses over ten hours at one terminal do not find the PIN and lock out no one else`,
    { timeout: 1_200_000 },
    async () => {
      const joseph = await shop.add('Joseph', 'cashier', '7193')
      const other = await shop.terminal()
      const answers: Awaited<ReturnType<typeof guess>>[] = []
      const meanwhile: string[] = []
      // Guesses ten at a time, as an impatient attacker does.
      for (let number = 0; number < GUESSES; number += 10) {
        shop.clock.pass((10 * HOUR) / (GUESSES / 10))
        const pins = Array.from({ length: 10 }, (_, more) => pinOf(number + more))
        answers.push(...(await Promise.all(pins.map((pin) => guess(till, amal.id, pin)))))
        if (number % (GUESSES / 20) >= 10) continue
        meanwhile.push((await guess(other, amal.id, amal.pin)).code)
        // Another person signs in at the same terminal, in a minute without guesses.
        shop.clock.pass(MINUTE + SECOND)
        meanwhile.push((await guess(till, joseph.id, joseph.pin)).code)
      }
      const counted = tally(answers)
      expect(counted['in']).toBeUndefined()
      // Five guesses at once, then less and less often: in the end, one in 15 minutes.
      expect(counted['wrong-pin']).toBeGreaterThanOrEqual(5)
      expect(counted['wrong-pin']).toBeLessThan(60)
      expect(tally(meanwhile.map((code) => ({ code })))).toEqual({ in: 40 })
    },
  )
})

describe('an unknown person', () => {
  it('an unknown person gets the same answer as a wrong PIN, and as many PINs are hashed for them', async () => {
    const guessAt = async (staffId: string) => {
      shop.clock.pass(16 * MINUTE)
      const countHashes = startCountingHashes()
      const { status, body, headers } = await till.ask('POST', '/api/session', { staffId, pin: '0417' })
      return { status, body, cookies: headers.getSetCookie(), hashes: countHashes() }
    }
    for (let turn = 0; turn < 3; turn += 1) {
      const known = await guessAt(amal.id)
      expect(known.hashes).toBe(1)
      expect(await guessAt('nobody')).toEqual(known)
    }
  })

  itWhenMeasuring('a wrong PIN of an unknown person takes about as much work as any wrong PIN', async () => {
    const costly = await aGuardedShop({ pinCost: PIN_COST })
    onTestFinished(() => costly.close())
    const { id } = await costly.add('Amal', 'cashier', '9806')
    const at = await costly.terminal()
    const workOf = async (staffId: string) => {
      costly.clock.pass(16 * MINUTE)
      const before = process.cpuUsage()
      expect((await guess(at, staffId, '0417')).code).toBe('wrong-pin')
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1000
    }
    const ratios: number[] = []
    for (let turn = 0; turn < 9; turn += 1) ratios.push((await workOf('nobody')) / (await workOf(id)))
    // Hashing is most of the work, and the median of nine is not affected by a round in which the machine was busy with
    // something else.
    const ratio = ratios.toSorted((one, other) => one - other)[4]
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })
})

/** Counts Node's scrypt derivations from now on. Returns a function that returns the count. */
function startCountingHashes(): () => number {
  let count = 0
  const hook = createHook({
    init: (_, type) => {
      if (type === 'SCRYPTREQUEST') count += 1
    },
  }).enable()
  return () => {
    hook.disable()
    return count
  }
}
