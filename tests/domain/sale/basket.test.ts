import { describe, expect, it } from 'vitest'

import {
  batchCash,
  questionOfBatch,
  sumOfLines,
  type BatchRecord,
  type BatchStopReason,
  type SellingObstacle,
} from '#domain/sale/batch.ts'
import { chargeOfBatch } from '#domain/sale/batch-charge.ts'
import { hasBatchNumbers, maskBatch } from '#domain/sale/retention.ts'
import {
  approveBatch,
  interruptBatch,
  nextForBatch,
  skipLine,
  stopBatch,
  type BatchNext,
} from '#domain/sale/steps/batch-step.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { aBasket, aBatch, aRunningBatch, withLines } from '../../support/a-batch.ts'
import {
  amal,
  anAmount,
  APPROVED_AT,
  aSaleId,
  aVoucher,
  checkAnswered,
  CHECKED_AT,
  joseph,
  MINUTE,
  saysOfVoucher,
  SECOND,
  till,
} from '../../support/sales.ts'

const NOW = APPROVED_AT + 10 * SECOND
/** Two minutes, and five seconds for each of the three lines. */
const LIFE = 2 * MINUTE + 15 * SECOND

const checked = () => checkAnswered(aVoucher.opened(), saysOfVoucher(-1), CHECKED_AT).sale
const inState = (state: SaleRecord['state'], more: Partial<SaleRecord> = {}): SaleRecord => {
  const { voucher: _, ...rest } = aVoucher.ready()
  return { ...rest, state, ...more }
}
const refused = () => inState('refused')
const stop = (reason: BatchStopReason, line: number): BatchNext => ({ kind: 'stop', reason, line })

const nextOf = (known: ReturnType<typeof withLines>, now = NOW, obstacle?: SellingObstacle) =>
  nextForBatch(known, { now, obstacle })

describe('a basket before its approval', () => {
  it.each<[string, SaleRecord[], object]>([
    ['checks its first line', [], { kind: 'open', line: 1 }],
    ['checks the next line while the one before is being checked', [aVoucher.opened()], { kind: 'open', line: 2 }],
    ['checks the next line after one that was refused', [refused()], { kind: 'open', line: 2 }],
    ['waits for the person when every line is checked', [checked(), checked(), checked()], { kind: 'wait' }],
    ['waits for the person while one line may be sold', [refused(), checked(), refused()], { kind: 'wait' }],
    ['stops when no line may be sold', [refused(), refused(), refused()], stop('not-sold', 1)],
    ['stops when the provider processes a line', [checked(), inState('pending')], stop('started-without-confirm', 2)],
    ['stops when a colleague takes over a line', [{ ...checked(), cashier: joseph }], stop('taken-over', 1)],
  ])('a basket before its approval %s', (_, sales, next) => {
    expect(nextOf(withLines(aBasket(), ...sales))).toMatchObject(next)
  })

  it('checks at most four lines at the same time', () => {
    const lines = Array.from({ length: 6 }, (_, index) => ({
      ...aBasket().lines[0]!,
      saleId: aSaleId('ABCDEF'[index]!),
    }))
    const four = Array.from({ length: 4 }, aVoucher.opened)
    const list = aBasket({ lines })
    expect(nextOf(withLines(list, ...four))).toEqual({ kind: 'wait' })
    expect(nextOf(withLines(list, ...four.slice(1), checked()))).toEqual({ kind: 'open', line: 5 })
  })

  it('checks no line that was passed over', () => {
    const passed = skipLine(aBasket(), 1, { reason: 'not-sellable' })
    expect(nextOf(withLines(passed))).toEqual({ kind: 'open', line: 2 })
  })

  it.each<SellingObstacle>(['selling-stopped', 'service-unreachable', 'disk-full'])(
    'stops checking: %s',
    (obstacle) => {
      expect(nextOf(withLines(aBasket(), checked()), NOW, obstacle)).toEqual(stop(obstacle, 2))
    },
  )

  it('is stopped by a restart while lines are being checked, and waits afterward', () => {
    expect(interruptBatch(withLines(aBasket(), checked()), NOW).stop).toEqual({ reason: 'restarted', at: NOW })
    const known = withLines(aBasket(), checked(), checked(), checked())
    expect(interruptBatch(known, NOW)).toBe(known.batch)
  })
})

/** The first `confirmed` lines are confirmed. The last of `sales` is the next line's. */
function running(confirmed: number, sales: SaleRecord[], batch: BatchRecord = aBasket()) {
  const remaining = [1, 2, 3].filter((line) => line > confirmed)
  return withLines(aRunningBatch({ batch }, { remaining }), ...sales)
}

describe('a basket that is being sold', () => {
  it.each<[string, number, SaleRecord[], object]>([
    ['confirms its first line', 0, [checked(), checked(), checked()], { kind: 'approve', line: 1 }],
    [
      'waits while a line is confirmed',
      1,
      [inState('confirming'), checked()],
      { kind: 'wait', until: APPROVED_AT + LIFE },
    ],
    ['continues after a line that is sold', 1, [aVoucher.ready(), checked()], { kind: 'approve', line: 2 }],
    ['continues after a line that failed', 1, [inState('failed'), checked()], { kind: 'approve', line: 2 }],
    ['continues after a line that is unknown', 1, [inState('unknown'), checked()], { kind: 'approve', line: 2 }],
    ['continues after a line that is pending', 1, [inState('pending'), checked()], { kind: 'approve', line: 2 }],
    [
      'continues after a line that is not executed',
      1,
      [inState('not-executed'), checked()],
      { kind: 'approve', line: 2 },
    ],
    ['continues while a code is still to come', 1, [aVoucher.coming(), checked()], { kind: 'approve', line: 2 }],
    ['continues after a line whose check was refused', 0, [refused(), checked()], { kind: 'approve', line: 2 }],
    ['opens a line that was never checked', 1, [aVoucher.ready()], { kind: 'open', line: 2 }],
    [
      'is complete when every line is sold',
      3,
      [aVoucher.ready(), aVoucher.ready(), aVoucher.ready()],
      { kind: 'complete' },
    ],
    [
      'ends when a line was not sold',
      3,
      [aVoucher.ready(), inState('failed'), inState('unknown')],
      stop('not-sold', 2),
    ],
    [
      'ends while a result is unknown',
      3,
      [aVoucher.ready(), inState('unknown'), aVoucher.ready()],
      stop('still-waiting', 2),
    ],
  ])('a basket that is being sold %s', (_, confirmed, sales, next) => {
    expect(nextOf(running(confirmed, sales))).toMatchObject(next)
  })

  it('passes over a line that another sale forbids, and ends with it', () => {
    const batch = skipLine(aRunningBatch({ batch: aBasket() }, { remaining: [1, 2, 3] }), 1, {
      reason: 'duplicate-blocked',
    })
    expect(nextOf(withLines(batch, checked(), checked()))).toMatchObject({ kind: 'approve', line: 2 })
    const ended = { ...batch, approvals: [{ ...batch.approvals[0]!, remaining: [1] }] }
    expect(nextOf(withLines(ended, checked(), aVoucher.ready(), aVoucher.ready()))).toEqual(stop('not-sold', 1))
  })

  it('confirms no line while selling is stopped, so two final results of one line end it', () => {
    expect(nextOf(running(1, [inState('failed'), checked()]), NOW, 'selling-stopped')).toEqual(
      stop('selling-stopped', 2),
    )
  })

  it('has two minutes and five seconds for each line', () => {
    const known = running(1, [aVoucher.ready(), checked()])
    expect(nextOf(known, APPROVED_AT + LIFE - 1)).toMatchObject({ kind: 'approve' })
    expect(nextOf(known, APPROVED_AT + LIFE)).toEqual(stop('approval-expired', 2))
  })

  it('is complete once its last open line is sold', () => {
    const batch = stopBatch(aRunningBatch({ batch: aBasket() }), { reason: 'still-waiting', at: NOW, line: 2 })
    expect(nextOf(withLines(batch, aVoucher.ready(), inState('unknown'), aVoucher.ready()))).toEqual({ kind: 'wait' })
    expect(nextOf(withLines(batch, aVoucher.ready(), aVoucher.ready(), aVoucher.ready()))).toEqual({ kind: 'complete' })
  })
})

describe('a new approval of a basket', () => {
  const passed = skipLine(skipLine(aBasket(), 1, { reason: 'confirm-duplicate', otherSale: aSaleId('S') }), 2, {
    reason: 'not-sellable',
    code: 'service-inactive',
  })
  const approve = (lines: number[], again?: number[]) =>
    approveBatch(passed, { at: NOW, by: amal, terminal: till, version: 1, lines }, new Map(), again).lines

  it('gives the named lines another turn, and leaves the others passed over', () => {
    const [first, second] = approve([2])
    expect(first?.skip).toEqual({ reason: 'confirm-duplicate', otherSale: aSaleId('S') })
    expect(second).toEqual(aBasket().lines[1])
  })

  it('agrees to a likely duplicate only where a person says so', () => {
    expect(approve([1])[0]).toEqual(aBasket().lines[0])
    expect(approve([1, 2], [1, 2])).toEqual([
      { ...aBasket().lines[0], duplicateOf: aSaleId('S') },
      aBasket().lines[1],
      aBasket().lines[2],
    ])
  })
})

describe('what a basket costs', () => {
  const settled = (...sales: SaleRecord[]) =>
    withLines(stopBatch(aRunningBatch({ batch: aBasket() }), { reason: 'not-sold', at: NOW }), ...sales)
  const sums = (known: ReturnType<typeof withLines>) =>
    Object.fromEntries(
      Object.entries(chargeOfBatch(known))
        .filter(([, { count }]) => count > 0)
        .map(([kind, { sum }]) => [kind, sum.amount]),
    )

  it('the price of lines is the sum of their own prices', () => {
    expect(sumOfLines(aBasket(), [1, 2, 3])).toEqual(anAmount('100'))
    expect(sumOfLines(aBatch(), [1, 3])).toEqual(anAmount('100'))
  })

  it.each<[string, SaleRecord[], object]>([
    ['all is sold', [aVoucher.ready(), aVoucher.ready(), aVoucher.ready()], { sold: '100.00' }],
    ['a code is coming', [aVoucher.coming(), aVoucher.ready(), aVoucher.ready()], { sold: '100.00' }],
    [
      'one line failed',
      [aVoucher.ready(), inState('failed'), aVoucher.ready()],
      { sold: '80.00', 'not-sold': '20.00' },
    ],
    [
      'one line is unknown',
      [inState('unknown'), aVoucher.ready(), refused()],
      { open: '50.00', sold: '20.00', 'not-sold': '30.00' },
    ],
    [
      'one line is canceled',
      [inState('canceled'), aVoucher.ready(), aVoucher.ready()],
      { open: '50.00', sold: '50.00' },
    ],
    [
      'two results contradict',
      [{ ...aVoucher.ready(), conflicting: true }, aVoucher.ready(), aVoucher.ready()],
      { open: '50.00', sold: '50.00' },
    ],
    [
      'one line is refunded on its own',
      [inState('failed', { refund: {} }), aVoucher.ready(), aVoucher.ready()],
      { apart: '50.00', sold: '50.00' },
    ],
    [
      'a colleague has an open line',
      [{ ...checked(), cashier: joseph }, aVoucher.ready(), aVoucher.ready()],
      { open: '50.00', sold: '50.00' },
    ],
  ])('only what is sold is charged, and only what is certain is given back: %s', (_, sales, expected) => {
    expect(sums(settled(...sales))).toEqual(expected)
  })

  it('nothing is given back for a line that was never approved', () => {
    const batch = stopBatch(aRunningBatch({ batch: aBasket(), lines: [1] }), { reason: 'not-approved', at: NOW })
    expect(sums(withLines(batch, aVoucher.ready(), refused(), checked()))).toEqual({
      sold: '50.00',
      'left-out': '50.00',
    })
  })

  it('nothing is decided after a restore', () => {
    const { batch, sales } = settled(aVoucher.ready(), inState('failed'))
    expect(sums({ batch: { ...batch, isRestored: true }, sales })).toEqual({ sold: '50.00', open: '50.00' })
  })

  it('the change is that of the approved lines', () => {
    const cash = { paymentMethod: 'cash', cashTendered: anAmount('100') } as const
    const batch = aRunningBatch({ batch: aBasket(), lines: [1, 2] }, { payment: cash })
    expect(batchCash(batch)).toEqual({ cashTendered: anAmount('100'), change: anAmount('30') })
  })
})

describe('the number of a basket', () => {
  it('is asked for with the price of the whole basket', () => {
    expect(questionOfBatch(aBasket())).toMatchObject({ account: '971501234567', pays: anAmount('100') })
    expect(questionOfBatch(aBatch())).toBeUndefined()
  })

  it('is not that of one line, if there are several', () => {
    const [first, second, third] = aBasket().lines
    const other = { ...third!, content: { ...second!.content!, account: '971509999999' } }
    expect(questionOfBatch(aBasket({ lines: [first!, second!, other] }))?.account).toBe('971501234567 971509999999')
  })

  it('is masked in every line', () => {
    expect(hasBatchNumbers(aBasket())).toBe(true)
    const masked = maskBatch(aBasket())
    expect(hasBatchNumbers(masked)).toBe(false)
    expect(JSON.stringify(masked)).not.toContain('1234567')
  })
})
