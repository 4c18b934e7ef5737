import { describe, expect, it } from 'vitest'

import { decimal, money } from '#domain/money/money.ts'
import { createHealth, type Health } from '#server/wholesaler/health.ts'
import { createStillClock } from '../../support/open-wholesaler.ts'
import { rowsOf } from '../../support/rows.ts'

const aed = (amount: string) => money(decimal(amount), 'AED')

function aHealth(answers = '') {
  const clock = createStillClock(1_000)
  const reported: string[] = []
  const health = createHealth({
    clock,
    onUnreachable: () => reported.push('unreachable'),
    onStop: (reason) => reported.push(reason),
  })
  note(health, answers)
  return { ...health, clock, reported }
}

/**
 * One letter per answer: `1` rejected for its key, `o` rejected for its key but overtaken by a later call, `a`
 * answered, `r` rejected for another reason, `?` unreadable, `-` no answer.
 */
function note(health: Health, answers: string): void {
  const letters: Record<string, () => void> = {
    '1': () => health.recordReadable(1, false),
    o: () => health.recordReadable(1, true),
    a: () => health.recordReadable(undefined, false),
    r: () => health.recordReadable(60, false),
    '5': () => health.recordReadable(5, false),
    '?': () => health.recordAnswer(),
    '-': () => health.recordNoAnswer(),
  }
  for (const letter of answers) letters[letter]!()
}

function aHealthWith(balance: string) {
  const health = aHealth()
  health.recordBalance(aed(balance))
  return health
}

describe('selling', () => {
  it.each(
    rowsOf([
      [undefined, ['', '11', '11a1', '11r11', 'ooooo', '1o1o']],
      ['signature', ['111', '11a111', '1o1o1', '11?1', '11-1']],
      ['inactive', ['5', '115']],
    ]),
  )('selling after %j is stopped by %s', (answers, stopped) => {
    const health = aHealth(answers)
    expect(health.current().reason).toBe(stopped)
    expect(health.current().service).toBe(stopped ? 'stopped' : 'ok')
    expect(health.reported).toEqual(stopped ? [stopped] : [])
  })

  it('selling remains stopped, whatever is answered, until it is resumed', () => {
    const health = aHealth()
    health.clock.time = 2_000
    health.stop('contradiction')
    health.clock.time = 3_000
    note(health, 'aaa---a')
    health.stop('contradiction')
    expect(health.current()).toMatchObject({ service: 'stopped', reason: 'contradiction', since: 2_000 })
    health.clock.time = 4_000
    health.resume('contradiction')
    expect(health.current()).toEqual({ service: 'ok', since: 4_000, wallet: 'unknown', isClockAhead: false })
  })

  it.each([
    { answers: '5111', first: 'inactive', next: 'signature' },
    { answers: '1115', first: 'signature', next: 'inactive' },
  ] as const)('after $answers selling remains stopped by $next when $first is resolved', ({ answers, first, next }) => {
    const health = aHealth(answers)
    expect(health.reported).toEqual([first, next])
    expect(health.current().reason).toBe(first)
    health.resume(first)
    expect(health.current()).toMatchObject({ service: 'stopped', reason: next })
    health.resume(next)
    expect(health.current().service).toBe('ok')
  })

  it('rejected signatures are counted from zero after selling was resumed', () => {
    const health = aHealth('111')
    health.resume('signature')
    note(health, '11')
    expect(health.current().service).toBe('ok')
    note(health, '1')
    expect(health.current().reason).toBe('signature')
  })

  it('resuming without a stop changes nothing', () => {
    const health = aHealth()
    health.clock.time = 2_000
    health.resume('inactive')
    expect(health.current().since).toBe(1_000)
  })
})

describe('the reachability of the provider', () => {
  it.each([
    { answers: '--', service: 'ok', reported: [] },
    { answers: '---', service: 'unreachable', reported: ['unreachable'] },
    { answers: '-----', service: 'unreachable', reported: ['unreachable'] },
    { answers: '--a-', service: 'ok', reported: [] },
    { answers: '--?--', service: 'ok', reported: [] },
    { answers: '--r--', service: 'ok', reported: [] },
    { answers: '--o--', service: 'ok', reported: [] },
    { answers: '---a', service: 'ok', reported: ['unreachable'] },
    { answers: '---a---', service: 'unreachable', reported: ['unreachable', 'unreachable'] },
  ])('the provider after $answers is $service', ({ answers, service, reported }) => {
    const health = aHealth(answers)
    expect(health.current().service).toBe(service)
    expect(health.isUnreachable()).toBe(service === 'unreachable')
    expect(health.reported).toEqual(reported)
  })

  it('the health says since when the provider is unreachable or back', () => {
    const health = aHealth()
    health.clock.time = 2_000
    note(health, '---')
    health.clock.time = 3_000
    note(health, '--')
    expect(health.current()).toMatchObject({ service: 'unreachable', since: 2_000 })
    health.clock.time = 4_000
    note(health, 'aa')
    health.clock.time = 5_000
    note(health, 'a')
    expect(health.current()).toMatchObject({ service: 'ok', since: 4_000 })
  })

  it('a stop takes precedence over an unreachable provider', () => {
    const health = aHealth('5---')
    expect(health.current().service).toBe('stopped')
    expect(health.isUnreachable()).toBe(true)
    health.resume('inactive')
    expect(health.current().service).toBe('unreachable')
  })
})

describe('the wallet', () => {
  it('the wallet is unknown until a balance was read', () => {
    const health = aHealth()
    expect(health.current().wallet).toBe('unknown')
    health.recordBalance(aed('0'))
    expect(health.current().wallet).toBe('ok')
  })

  it.each([
    { code: 1000, wallet: 'low' },
    { code: 1001, wallet: 'low' },
    { code: 1200, wallet: 'ok' },
    { code: 'unreadable', wallet: 'ok' },
  ] as const)('the wallet is $wallet after a sale was rejected with $code', ({ code, wallet }) => {
    const health = aHealthWith('10')
    health.recordRefusedSale(code)
    expect(health.current().wallet).toBe(wallet)
  })

  it('the wallet is low until a sale is accepted', () => {
    const health = aHealthWith('10')
    health.recordRefusedSale(1001)
    health.recordRefusedSale(201)
    expect(health.current().wallet).toBe('low')
    health.recordSale()
    expect(health.current().wallet).toBe('ok')
  })

  it.each([
    { readings: ['10.00'], wallet: 'low' },
    { readings: ['9.5'], wallet: 'low' },
    { readings: ['10.01'], wallet: 'ok' },
    { readings: ['9', '9.5'], wallet: 'ok' },
    { readings: ['9', '9', '8'], wallet: 'low' },
  ])('E18: a wallet that was low at 10.00 is $wallet after balances of $readings', ({ readings, wallet }) => {
    const health = aHealthWith('10.00')
    health.recordRefusedSale(1001)
    for (const reading of readings) health.recordBalance(aed(reading))
    expect(health.current().wallet).toBe(wallet)
  })

  it('the wallet is low without any balance, and the first balance does not change that', () => {
    const health = aHealth()
    health.recordRefusedSale(1000)
    health.recordBalance(aed('500'))
    expect(health.current().wallet).toBe('low')
  })

  it('a balance in another currency does not change a low wallet', () => {
    const health = aHealthWith('10')
    health.recordRefusedSale(1000)
    health.recordBalance(money(decimal('500'), 'USD'))
    expect(health.current().wallet).toBe('low')
  })
})

it('the health says whether the clock is ahead', () => {
  const health = aHealth()
  health.recordClock(true)
  expect(health.current().isClockAhead).toBe(true)
  health.recordClock(false)
  expect(health.current().isClockAhead).toBe(false)
})
