import { expect, it } from 'vitest'

import { runCommand } from '#server/cli/run-command.ts'
import { MAX_ATTEMPTS_PER_MINUTE, type PinPurpose } from '#server/staff/pins/pin-guard.ts'
import { aStaffedStore } from '../staff-store.ts'

/** @security V6.3.1: After 50 wrong PINs in a day, over all tills and shops, a cashier must be unlocked and a supervisor has to wait longer. */

const MINUTE = 60_000

async function aTill() {
  const shop = await aStaffedStore()
  const { amal, terminal, clock } = shop
  const other = (await shop.terminals.enrolItself('Till 2')).terminal
  let guard = shop.pinGuard
  type Try = { staffId?: string; at?: typeof terminal; purpose?: PinPurpose }
  /** The result of trying a PIN: `right`, or the code of the rejection and the seconds to wait. */
  const tryPin = async (pin: string, { staffId = amal.id, at = terminal, purpose }: Try = {}) => {
    try {
      await guard.identify({ terminalId: at.id, staffId, pin, ...(purpose && { purpose }) })
      return 'right'
    } catch (error) {
      const { failure, retryAfterMs } = error as { failure: { code: string }; retryAfterMs?: number }
      return retryAfterMs === undefined ? failure.code : `${failure.code} ${retryAfterMs / 1000}`
    }
  }
  /** Sends wrong PINs, by default slowly enough that only the lockout counts. */
  const wrongPins = async (count: number, { pauseMs = MINUTE, ...more }: Try & { pauseMs?: number } = {}) => {
    const answers: string[] = []
    for (let tries = 0; tries < count; tries += 1) {
      clock.pass(pauseMs)
      answers.push(await tryPin('0001', more))
    }
    return answers
  }
  const restart = async () => void (guard = (await shop.again()).pinGuard)
  return { ...shop, other, tryPin, wrongPins, restart }
}

it('the answer to five wrong PINs within a minute has the wait of the limit per minute, which is longer than the lockout', async () => {
  const { tryPin, wrongPins, clock } = await aTill()
  expect((await wrongPins(5, { pauseMs: 2_000 })).at(-1)).toBe('wrong-pin 52')
  clock.pass(10_000)
  expect(await tryPin('2580')).toBe('pin-locked 42')
  clock.pass(42_000)
  expect(await tryPin('2580')).toBe('right')
})

it('each further wrong PIN doubles the lockout, up to 15 minutes', async () => {
  const { wrongPins } = await aTill()
  await wrongPins(4)
  expect(await wrongPins(7, { pauseMs: 15 * MINUTE })).toEqual(
    [30, 60, 120, 240, 480, 900, 900].map((seconds) => `wrong-pin ${seconds}`),
  )
})

it('a right PIN resets the count of wrong ones', async () => {
  const { tryPin, wrongPins } = await aTill()
  await wrongPins(4)
  expect(await tryPin('2580')).toBe('right')
  expect(await wrongPins(4)).not.toContain('wrong-pin 30')
})

it('after a restart and a clock that was set back, four wrong PINs lock no one out, and five lock out only for the usual time', async () => {
  const { tryPin, wrongPins, clock, restart } = await aTill()
  await wrongPins(4)
  await restart()
  clock.pass(-5 * 60 * MINUTE)
  expect(await tryPin('2580')).toBe('right')
  await wrongPins(5)
  await restart()
  clock.pass(-5 * 60 * MINUTE)
  expect(await tryPin('2580')).toBe('pin-locked 30')
  clock.pass(29_999)
  expect(await tryPin('2580')).toBe('pin-locked 0.001')
  clock.pass(1)
  expect(await tryPin('2580')).toBe('right')
})

it('a lockout applies to one person at one terminal only', async () => {
  const { tryPin, wrongPins, hamad, other } = await aTill()
  await wrongPins(5)
  expect(await tryPin('604918', { staffId: hamad.id })).toBe('right')
  expect(await tryPin('2580', { at: other })).toBe('right')
  expect(await tryPin('2580')).toBe('pin-locked 30')
})

it('PINs of an unknown person are counted and answered like those of a known one', async () => {
  const { tryPin, wrongPins } = await aTill()
  const staffId = 'nobody'
  expect(await wrongPins(5, { staffId })).toEqual([...Array<string>(4).fill('wrong-pin'), 'wrong-pin 30'])
  expect(await tryPin('0001', { staffId })).toBe('pin-locked 30')
})

it('wrong PINs for all purposes share one count', async () => {
  const { wrongPins } = await aTill()
  for (const purpose of ['sign-in', 'step-up', 'override', 'leave-kiosk'] as const) await wrongPins(1, { purpose })
  expect(await wrongPins(1)).toEqual(['wrong-pin 30'])
})

it('PINs that are sent at the same time get no more attempts than PINs in sequence', async () => {
  const { tryPin, people, clock } = await aTill()
  clock.pass(MINUTE)
  const answers = await Promise.all(Array.from({ length: 200 }, (_, number) => tryPin(String(3000 + number))))
  const lookedAt = answers.filter((answer) => answer.startsWith('wrong-pin'))
  expect(lookedAt.length).toBeGreaterThan(0)
  expect(lookedAt.length).toBeLessThanOrEqual(5)
  expect(answers.filter((answer) => answer === 'right')).toEqual([])
  expect(await people.list()).toHaveLength(2)
})

it('the audit log has each wrong PIN and each lockout once, and no attempt during a lockout', async () => {
  const { tryPin, wrongPins, audit, hamad } = await aTill()
  await wrongPins(5)
  for (let tries = 0; tries < 20; tries += 1) await tryPin('2580')
  await tryPin('0001', { staffId: hamad.id, purpose: 'step-up' })
  const { lines } = await audit.page({})
  const about = lines.filter(({ kind }) => kind === 'wrong-pin' || kind === 'locked')
  expect(about).toMatchObject([
    { kind: 'wrong-pin', about: { name: 'Hamad' }, terminal: { name: 'Till 1' }, detail: { for: 'step-up' } },
    { kind: 'locked', about: { name: 'Amal' }, detail: { seconds: 30 } },
    ...Array<object>(4).fill({ kind: 'wrong-pin' }),
  ])
  expect(JSON.stringify(lines)).not.toMatch(/"(0001|2580)"/)
})

it('wrong PINs are forgotten after a day without any', async () => {
  const { wrongPins, tryPin, db, clock, hamad } = await aTill()
  await wrongPins(5)
  clock.pass(24 * 60 * MINUTE + 1)
  await tryPin('604918', { staffId: hamad.id })
  expect(await db.selectFrom('pin_attempts').selectAll().execute()).toEqual([])
})

/** Sends one wrong PIN a minute, at most four at each terminal before it uses the next terminal. */
async function aCrowd() {
  const till = await aTill()
  const terminals = [till.terminal]
  for (let number = 3; number < 20; number += 1)
    terminals.push((await till.terminals.enrolItself(`Till ${number}`)).terminal)
  const guess = async (count: number, staffId = till.amal.id) => {
    const answers: string[] = []
    for (let tries = 0; tries < count; tries += 1)
      answers.push(...(await till.wrongPins(1, { staffId, at: terminals[tries % terminals.length]! })))
    return answers
  }
  return { ...till, guess }
}

it('the fiftieth wrong PIN locks a cashier out until a person unlocks them, also after a restart', async () => {
  const { guess, tryPin, pinGuard, amal, other, restart, clock } = await aCrowd()
  expect(await guess(49)).toEqual(Array<string>(49).fill('wrong-pin'))
  expect(await tryPin('0001', { at: other })).toBe('unlock-needed')
  const tried = { terminalId: other.id, staffId: amal.id, pin: '2580' }
  await expect(pinGuard.identify(tried)).rejects.toThrow(/unlock .* new PIN.* set-pin/)
  await restart()
  clock.pass(48 * 60 * MINUTE)
  expect(await tryPin('2580', { at: other })).toBe('unlock-needed')
  clock.pass(-96 * 60 * MINUTE)
  expect(await tryPin('2580', { at: other })).toBe('unlock-needed')
})

it('the fiftieth PIN is accepted if it is the right one, and resets only what was counted at its own terminal', async () => {
  const { guess, tryPin, other, people, amal } = await aCrowd()
  await guess(49)
  expect(await tryPin('2580', { at: other })).toBe('right')
  expect(await people.pinLocks()).toEqual(new Map())
  await guess(1)
  expect(await people.pinLocks()).toEqual(new Map([[amal.id, {}]]))
})

it('wrong PINs at all terminals are forgotten a day after the last of them', async () => {
  const { guess, tryPin, other, clock } = await aCrowd()
  await guess(49)
  clock.pass(24 * 60 * MINUTE + 1)
  expect(await tryPin('0001', { at: other })).toBe('wrong-pin')
  expect(await tryPin('2580', { at: other })).toBe('right')
  await guess(48)
  clock.pass(23 * 60 * MINUTE)
  expect(await tryPin('2580', { at: other })).toBe('right')
  clock.pass(60 * MINUTE)
  expect(await guess(2)).toEqual(['wrong-pin', 'wrong-pin'])
})

it('PINs are counted before they are verified, so that parallel attempts give no more of them', async () => {
  const { guess, tryPin, terminals, amal, people } = await aCrowd()
  await guess(45)
  const tills = await Promise.all(
    Array.from({ length: 20 }, async (_, number) => (await terminals.enrolItself(`Stall ${number}`)).terminal),
  )
  const answers = await Promise.all(tills.map((at) => tryPin('0001', { at })))
  expect(answers.filter((answer) => answer === 'wrong-pin')).toHaveLength(4)
  expect(answers.filter((answer) => answer === 'unlock-needed')).toHaveLength(16)
  expect(await people.pinLocks()).toEqual(new Map([[amal.id, {}]]))
})

it('an unknown person only has to wait, at however many terminals', async () => {
  const { guess, people } = await aCrowd()
  expect((await guess(50, 'nobody')).at(-1)).toBe('wrong-pin 30')
  expect(await people.pinLocks()).toEqual(new Map())
})

it('after the clock was set back, the wait of a supervisor starts again and becomes no longer', async () => {
  const { guess, tryPin, hamad, other, clock } = await aCrowd()
  expect((await guess(50, hamad.id)).at(-1)).toBe('wrong-pin 30')
  clock.pass(-5 * 60 * MINUTE)
  expect(await tryPin('604918', { staffId: hamad.id, at: other })).toBe('pin-locked 30')
  clock.pass(30_000)
  expect(await tryPin('604918', { staffId: hamad.id, at: other })).toBe('right')
})

it('a supervisor waits twice as long after each further wrong PIN, up to an hour, and is never locked out', async () => {
  const { guess, wrongPins, tryPin, hamad, other, clock } = await aCrowd()
  await guess(49, hamad.id)
  expect(await wrongPins(9, { staffId: hamad.id, at: other, pauseMs: 60 * MINUTE })).toEqual(
    [30, 60, 120, 240, 480, 960, 1_920, 3_600, 3_600].map((seconds) => `wrong-pin ${seconds}`),
  )
  clock.pass(60 * MINUTE)
  expect(await tryPin('604918', { staffId: hamad.id, at: other })).toBe('right')
})

it('the audit log records the lockout at all terminals: an unlock for a cashier, seconds for a supervisor', async () => {
  const { guess, wrongPins, amal, hamad, terminal, audit } = await aCrowd()
  await guess(46)
  // With attempts at this terminal alone, the last one would cause a lockout of only seconds.
  expect((await wrongPins(4)).at(-1)).toBe('unlock-needed')
  expect((await wrongPins(50, { staffId: hamad.id, pauseMs: 15 * MINUTE })).at(-1)).toBe('wrong-pin 900')
  const { lines } = await audit.page({ kind: 'locked-at-all-tills' })
  const at = { id: terminal.id, name: terminal.name }
  expect(lines.map(({ about, terminal, detail }) => ({ about, terminal, detail }))).toEqual([
    { about: { id: hamad.id, name: 'Hamad' }, terminal: at, detail: { for: 'override', seconds: 30, attempts: 50 } },
    { about: { id: amal.id, name: 'Amal' }, terminal: at, detail: { for: 'override', attempts: 50 } },
  ])
})

it('the command line shows a locked-out person, and a new PIN or an unlock ends the lockout', async () => {
  const { guess, people, terminals, audit, admissions, amal, tryPin, other } = await aCrowd()
  const list = async () => (await runCommand({ people, terminals, audit, admissions }, { action: 'staff list' })).text
  await guess(50)
  expect(await list()).toMatch(/too many wrong PINs +Amal/)
  await people.unlock(amal.id)
  expect(await list()).not.toContain('too many')
  expect(await tryPin('2580', { at: other })).toBe('right')
  expect((await audit.page({ kind: 'staff-unlocked' })).lines).toMatchObject([{ about: { name: 'Amal' } }])
  await guess(50)
  await people.setPin(amal.id, '7315')
  expect(await tryPin('7315', { at: other })).toBe('right')
})

it('a terminal allows five sign-ins of all people together, right or wrong', async () => {
  const { tryPin, clock, hamad, other } = await aTill()
  clock.pass(MINUTE)
  for (let tries = 0; tries < MAX_ATTEMPTS_PER_MINUTE; tries += 1) {
    clock.pass(1_000)
    expect(await tryPin('604918', { staffId: hamad.id, purpose: 'sign-in' })).toBe('right')
  }
  expect(await tryPin('2580', { purpose: 'sign-in' })).toBe('rate-limited 56')
  expect(await tryPin('2580', { at: other, purpose: 'sign-in' })).toBe('right')
  clock.pass(56_000)
  expect(await tryPin('2580', { purpose: 'sign-in' })).toBe('right')
})

it('the limit of attempts per minute does not delay a supervisor who approves several lines', async () => {
  const { tryPin, hamad } = await aTill()
  for (let line = 0; line < 10; line += 1) {
    expect(await tryPin('604918', { staffId: hamad.id, purpose: 'override' })).toBe('right')
  }
})

it('attempts above the limit of a minute do not count as wrong PINs', async () => {
  const { tryPin, db, hamad } = await aTill()
  for (let tries = 0; tries < 4; tries += 1) await tryPin('0001')
  await tryPin('604918', { staffId: hamad.id, purpose: 'sign-in' })
  expect(await tryPin('0001')).toMatch(/^rate-limited/)
  expect(await db.selectFrom('pin_attempts').select('attempts').execute()).toEqual([{ attempts: 4 }])
})
