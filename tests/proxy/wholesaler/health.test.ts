import { describe, expect, it } from 'vitest'

import { decimal, money } from '#domain/money.ts'
import { createHealth, type Health } from '#proxy/wholesaler/health.ts'
import { createStillClock } from '../../support/open-wholesaler.ts'

const aed = (amount: string) => money(decimal(amount), 'AED')

function aHealth() {
  const clock = createStillClock(1_000)
  const told: string[] = []
  const health = createHealth({ clock, onAway: () => told.push('away'), onStop: (why) => told.push(why) })
  return { ...health, clock, told }
}

/** One letter an answer: `1` refused for its key, `o` the same but overtaken, `a` answered, `r` refused otherwise, `?` unreadable, `-` none. */
function hear(health: Health, answers: string): void {
  const letters: Record<string, () => void> = {
    '1': () => health.noteReadable(1, false),
    o: () => health.noteReadable(1, true),
    a: () => health.noteReadable(undefined, false),
    r: () => health.noteReadable(60, false),
    '5': () => health.noteReadable(5, false),
    '?': () => health.noteAnswer(),
    '-': () => health.noteSilence(),
  }
  for (const letter of answers) letters[letter]!()
}

describe('selling', () => {
  it.each([
    { answers: '', stopped: undefined },
    { answers: '11', stopped: undefined },
    { answers: '111', stopped: 'signature' },
    { answers: '11a1', stopped: undefined },
    { answers: '11r11', stopped: undefined },
    { answers: '11a111', stopped: 'signature' },
    { answers: 'ooooo', stopped: undefined },
    { answers: '1o1o', stopped: undefined },
    { answers: '1o1o1', stopped: 'signature' },
    { answers: '11?1', stopped: 'signature' },
    { answers: '11-1', stopped: 'signature' },
    { answers: '5', stopped: 'inactive' },
    { answers: '115', stopped: 'inactive' },
  ])('after $answers is stopped by $stopped', ({ answers, stopped }) => {
    const health = aHealth()
    hear(health, answers)
    expect(health.look().why).toBe(stopped)
    expect(health.look().service).toBe(stopped ? 'stopped' : 'ok')
    expect(health.told).toEqual(stopped ? [stopped] : [])
  })

  it('stays stopped, whatever is answered, until it is let go on, and says since when', () => {
    const health = aHealth()
    health.clock.time = 2_000
    health.stop('contradiction')
    health.clock.time = 3_000
    hear(health, 'aaa---a')
    health.stop('contradiction')
    expect(health.look()).toMatchObject({ service: 'stopped', why: 'contradiction', since: 2_000 })
    health.clock.time = 4_000
    health.goOn('contradiction')
    expect(health.look()).toEqual({ service: 'ok', since: 4_000, wallet: 'unknown', clockAhead: false })
  })

  it.each([
    { answers: '5111', first: 'inactive', next: 'signature' },
    { answers: '1115', first: 'signature', next: 'inactive' },
  ] as const)('after $answers stays stopped by $next when $first is dealt with', ({ answers, first, next }) => {
    const health = aHealth()
    hear(health, answers)
    expect(health.told).toEqual([first, next])
    expect(health.look().why).toBe(first)
    health.goOn(first)
    expect(health.look()).toMatchObject({ service: 'stopped', why: next })
    health.goOn(next)
    expect(health.look().service).toBe('ok')
  })

  it('is counted anew after it was let go on', () => {
    const health = aHealth()
    hear(health, '111')
    health.goOn('signature')
    hear(health, '11')
    expect(health.look().service).toBe('ok')
    hear(health, '1')
    expect(health.look().why).toBe('signature')
  })

  it('that goes on without having been stopped has been ok all the while', () => {
    const health = aHealth()
    health.clock.time = 2_000
    health.goOn('inactive')
    expect(health.look().since).toBe(1_000)
  })
})

describe('the service', () => {
  it.each([
    { answers: '--', service: 'ok', told: [] },
    { answers: '---', service: 'away', told: ['away'] },
    { answers: '-----', service: 'away', told: ['away'] },
    { answers: '--a-', service: 'ok', told: [] },
    { answers: '--?--', service: 'ok', told: [] },
    { answers: '--r--', service: 'ok', told: [] },
    { answers: '--o--', service: 'ok', told: [] },
    { answers: '---a', service: 'ok', told: ['away'] },
    { answers: '---a---', service: 'away', told: ['away', 'away'] },
  ])('after $answers is $service', ({ answers, service, told }) => {
    const health = aHealth()
    hear(health, answers)
    expect(health.look().service).toBe(service)
    expect(health.isAway()).toBe(service === 'away')
    expect(health.told).toEqual(told)
  })

  it('says since when it is away, and since when it is back', () => {
    const health = aHealth()
    health.clock.time = 2_000
    hear(health, '---')
    health.clock.time = 3_000
    hear(health, '--')
    expect(health.look()).toMatchObject({ service: 'away', since: 2_000 })
    health.clock.time = 4_000
    hear(health, 'aa')
    health.clock.time = 5_000
    hear(health, 'a')
    expect(health.look()).toMatchObject({ service: 'ok', since: 4_000 })
  })

  it('is stopped before it is away', () => {
    const health = aHealth()
    hear(health, '5---')
    expect(health.look().service).toBe('stopped')
    expect(health.isAway()).toBe(true)
    health.goOn('inactive')
    expect(health.look().service).toBe('away')
  })
})

describe('the wallet', () => {
  it('is unknown until a balance was read', () => {
    const health = aHealth()
    expect(health.look().wallet).toBe('unknown')
    health.noteBalance(aed('0'))
    expect(health.look().wallet).toBe('ok')
  })

  it.each([
    { code: 1000, wallet: 'low' },
    { code: 1001, wallet: 'low' },
    { code: 1200, wallet: 'ok' },
    { code: 'unreadable', wallet: 'ok' },
  ] as const)('after a sale refused with $code is $wallet', ({ code, wallet }) => {
    const health = aHealth()
    health.noteBalance(aed('10'))
    health.noteRefusedSale(code)
    expect(health.look().wallet).toBe(wallet)
  })

  it('is low until a sale is answered', () => {
    const health = aHealth()
    health.noteBalance(aed('10'))
    health.noteRefusedSale(1001)
    health.noteRefusedSale(201)
    expect(health.look().wallet).toBe('low')
    health.noteSale()
    expect(health.look().wallet).toBe('ok')
  })

  it.each([
    { readings: ['10.00'], wallet: 'low' },
    { readings: ['9.5'], wallet: 'low' },
    { readings: ['10.01'], wallet: 'ok' },
    { readings: ['9', '9.5'], wallet: 'ok' },
    { readings: ['9', '9', '8'], wallet: 'low' },
  ])('E18: that was low at 10.00 is $wallet after readings of $readings', ({ readings, wallet }) => {
    const health = aHealth()
    health.noteBalance(aed('10.00'))
    health.noteRefusedSale(1001)
    for (const reading of readings) health.noteBalance(aed(reading))
    expect(health.look().wallet).toBe(wallet)
  })

  it('is low also when no balance was ever read, and a first reading does not change that', () => {
    const health = aHealth()
    health.noteRefusedSale(1000)
    health.noteBalance(aed('500'))
    expect(health.look().wallet).toBe('low')
  })

  it('is not filled by a reading in another currency', () => {
    const health = aHealth()
    health.noteBalance(aed('10'))
    health.noteRefusedSale(1000)
    health.noteBalance(money(decimal('500'), 'USD'))
    expect(health.look().wallet).toBe('low')
  })
})

it('says whether the clock is ahead', () => {
  const health = aHealth()
  health.noteClock(true)
  expect(health.look().clockAhead).toBe(true)
  health.noteClock(false)
  expect(health.look().clockAhead).toBe(false)
})
