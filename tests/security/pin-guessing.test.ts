import { createHook } from 'node:async_hooks'

import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'

import type { AuditPage } from '#contract/proxy/audit.ts'
import type { Failure } from '#contract/proxy/failure.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { StaffList } from '#contract/proxy/staff.ts'
import type { Status } from '#contract/proxy/status.ts'
import { PIN_COST } from '#proxy/staff/pins.ts'
import { atLevel, itWhenMeasuring } from '../support/level.ts'
import type { Browser } from '../support/shop.ts'
import { aGuardedShop, HOUR, MINUTE, SECOND, type GuardedShop, type Known } from './support/guarded-shop.ts'

let shop: GuardedShop
let amal: Known
let till: Browser
let tests = 0

beforeAll(async () => {
  shop = await aGuardedShop()
})
afterAll(() => shop.close())
beforeEach(async () => {
  // What the test before has used up of the rate limits is back by then.
  shop.clock.pass(HOUR)
  // The guesses go upwards: this one comes late.
  amal = await shop.add(`Amal ${++tests}`, 'cashier', '9806')
  till = await shop.terminal()
})

const guess = async (at: Browser, staffId: string, pin: string) => {
  const { status, body, headers } = await at.ask<Failure>('POST', proxyPaths.session, { staffId, pin })
  return { status, code: status === 200 ? 'in' : body.code, waitMs: Number(headers.get('retry-after') ?? 0) * SECOND }
}

const tally = (all: readonly { code: string }[]) =>
  all.reduce<Record<string, number>>((sums, { code }) => ({ ...sums, [code]: (sums[code] ?? 0) + 1 }), {})

const pinOf = (number: number) => String(number).padStart(4, '0')

describe('guessing PINs at one terminal', () => {
  const GUESSES = atLevel(200, 2_000)

  it(
    `${GUESSES} guesses over ten hours at one terminal do not find the PIN and lock nobody else`,
    { timeout: 1_200_000 },
    async () => {
      const joseph = await shop.add('Joseph', 'cashier', '7193')
      const other = await shop.terminal()
      const answers: Awaited<ReturnType<typeof guess>>[] = []
      const meanwhile: string[] = []
      // Ten at a time, as somebody with little patience does.
      for (let number = 0; number < GUESSES; number += 10) {
        shop.clock.pass((10 * HOUR) / (GUESSES / 10))
        const pins = Array.from({ length: 10 }, (_, more) => pinOf(number + more))
        answers.push(...(await Promise.all(pins.map((pin) => guess(till, amal.id, pin)))))
        if (number % (GUESSES / 20) >= 10) continue
        // The person who is guessed at, at another terminal.
        meanwhile.push((await guess(other, amal.id, amal.pin)).code)
        // Another person at the terminal that is guessed at, in a minute of their own.
        shop.clock.pass(MINUTE + SECOND)
        meanwhile.push((await guess(till, joseph.id, joseph.pin)).code)
      }
      const counted = tally(answers)
      expect(counted['in']).toBeUndefined()
      // Five at once, then ever less often: once in a quarter of an hour in the end.
      expect(counted['wrong-pin']).toBeGreaterThanOrEqual(5)
      expect(counted['wrong-pin']).toBeLessThan(60)
      expect(tally(meanwhile.map((code) => ({ code })))).toEqual({ in: 40 })
    },
  )

  it('guesses by leaving the kiosk and by signing in share one count', async () => {
    const hamad = await shop.add('Mariam', 'supervisor', '604918')
    till = await shop.terminal({ kiosk: true })
    await shop.signIn(till, amal)
    const answers: string[] = []
    for (let number = 0; number < 4; number += 1) {
      shop.clock.pass(20 * SECOND)
      const pin = `1${pinOf(number)}7`
      for (const path of [proxyPaths.leaveKiosk, proxyPaths.session])
        answers.push((await till.ask<Failure>('POST', path, { staffId: hamad.id, pin })).body.code)
    }
    expect(answers).toEqual([...Array<string>(5).fill('wrong-pin'), ...Array<string>(3).fill('pin-locked')])
  })

  it('guesses without a terminal are not verified', async () => {
    const stranger = shop.stranger()
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, number) => guess(stranger, amal.id, number === 5 ? amal.pin : pinOf(number))),
    )
    expect(tally(answers)).toEqual({ 'not-enrolled': 10 })
    expect((await guess(till, amal.id, amal.pin)).code).toBe('in')
  })
})

describe('guessing one PIN at many terminals', () => {
  /** Five at each of ten tills, as fast as one of them lets go on: fifty that are looked at. */
  async function guessEverywhere(who: Known): Promise<{ tills: Browser[]; codes: string[] }> {
    const tills: Browser[] = []
    for (let number = 0; number < 10; number += 1) tills.push(await shop.terminal())
    const codes: string[] = []
    for (let turn = 0; turn < 5; turn += 1) {
      shop.clock.pass(MINUTE)
      const pins = tills.map((_, index) => `${who.pin.slice(0, -2)}${String(turn * 10 + index).padStart(2, '0')}`)
      for (const [index, at] of tills.entries()) {
        shop.clock.pass(SECOND)
        codes.push((await guess(at, who.id, pins[index]!)).code)
      }
    }
    return { tills, codes }
  }
  /** What supervisors see of the lock of a person, and how many persons are locked. */
  const readLock = async (id: string) => {
    const boss = await shop.boss()
    const { staff } = (await boss.ask<StaffList>('GET', proxyPaths.staff)).body
    const { lines } = (await boss.ask<AuditPage>('GET', `${proxyPaths.audit}?kind=locked-at-all-tills`)).body
    const { pinLocks } = (await boss.ask<Status>('GET', proxyPaths.status)).body
    const pinLock = staff.find((one) => one.id === id)?.pinLock
    return { pinLock, lines: lines.filter(({ about }) => about?.id === id), pinLocks }
  }

  it('the fiftieth wrong PIN locks a cashier at all terminals, supervisors see it, and one of them can unlock the cashier', async () => {
    amal = await shop.add('Huda', 'cashier', '9879')
    const joseph = await shop.add('Yusuf', 'cashier', '7193')
    const { tills, codes } = await guessEverywhere(amal)
    expect(tally(codes.map((code) => ({ code })))).toEqual({ 'wrong-pin': 49, 'unlock-needed': 1 })
    expect(codes.at(-1)).toBe('unlock-needed')

    // Not the right one either, at no till, nor on the next day.
    const fresh = await shop.terminal()
    for (const at of [fresh, tills[0]!])
      expect(await guess(at, amal.id, amal.pin)).toMatchObject({ status: 403, code: 'unlock-needed' })
    shop.clock.pass(25 * HOUR)
    expect((await guess(fresh, amal.id, amal.pin)).code).toBe('unlock-needed')
    // A person whose PIN was not guessed can still sign in at the same tills.
    expect((await guess(tills[0]!, joseph.id, joseph.pin)).code).toBe('in')
    expect((await tills[0]!.ask<Status>('GET', proxyPaths.status)).body).not.toHaveProperty('pinLocks')

    const { pinLock, lines, pinLocks } = await readLock(amal.id)
    expect([pinLocks, pinLock]).toEqual([1, {}])
    expect(lines).toMatchObject([
      {
        about: { id: amal.id, name: 'Huda' },
        terminal: { name: expect.stringMatching(/^Till( \(\d+\))?$/) },
        detail: { attempts: 50 },
      },
    ])

    expect((await (await shop.boss()).ask('POST', proxyPaths.unlockStaff(amal.id), {})).status).toBe(200)
    expect((await guess(fresh, amal.id, amal.pin)).code).toBe('in')
    expect((await readLock(amal.id)).pinLocks).toBeUndefined()
  })

  it('a supervisor has to wait longer after each further wrong PIN, up to an hour, and is never locked out', async () => {
    const hamad = await shop.add('Hamad', 'supervisor', '604998')
    const fresh: Browser[] = []
    for (let turn = 0; turn < 10; turn += 1) fresh.push(await shop.terminal())
    const { codes } = await guessEverywhere(hamad)
    expect(tally(codes.map((code) => ({ code })))).toEqual({ 'wrong-pin': 50 })
    const waits: number[] = []
    for (const [turn, at] of fresh.entries()) {
      const early = await guess(at, hamad.id, hamad.pin)
      expect(early.code).toBe('pin-locked')
      shop.clock.pass(early.waitMs)
      const { code, waitMs } = await guess(at, hamad.id, `6049${pinOf(turn).slice(2)}`)
      expect(code).toBe('wrong-pin')
      waits.push(waitMs / MINUTE)
    }
    expect(waits.slice(0, 3)).toEqual([1, 2, 4])
    expect(Math.max(...waits)).toBe(60)
    expect(waits.at(-1)).toBe(60)
    const { pinLock, lines, pinLocks } = await readLock(hamad.id)
    expect([pinLocks, pinLock]).toEqual([1, { until: expect.any(Number) }])
    expect(lines).toHaveLength(11)

    shop.clock.pass(HOUR)
    expect((await guess(till, hamad.id, hamad.pin)).code).toBe('in')
    expect((await readLock(hamad.id)).pinLocks).toBeUndefined()
  })
})

describe('an unknown person', () => {
  it('an unknown person gets the same answer as a wrong PIN, and as many PINs are hashed for them', async () => {
    const guessAt = async (staffId: string) => {
      shop.clock.pass(16 * MINUTE)
      const countHashes = startCountingHashes()
      const { status, body, headers } = await till.ask('POST', proxyPaths.session, { staffId, pin: '0417' })
      return { status, body, cookies: headers.getSetCookie(), hashes: countHashes() }
    }
    for (let turn = 0; turn < 3; turn += 1) {
      const known = await guessAt(amal.id)
      expect(known.hashes).toBe(1)
      expect(await guessAt('nobody')).toEqual(known)
    }
  })

  itWhenMeasuring('a wrong PIN of an unknown person takes about the work of any wrong PIN', async () => {
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
    // The hash is most of the work, and the middle of nine is not that of a turn in which the machine did something else.
    const ratio = ratios.toSorted((one, other) => one - other)[4]
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })
})

/** Counts what Node derives by scrypt from here on, until it is asked how often that was. */
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
