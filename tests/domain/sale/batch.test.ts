import { describe, expect, it } from 'vitest'

import { reservedLines, type BatchRecord, type BatchStopReason, type SellingObstacle } from '#domain/sale/batch.ts'
import {
  approveBatch,
  findLineStart,
  interruptBatch,
  isStillApproved,
  nextForBatch,
  settleBatch,
  stopBatch,
  withoutReservation,
  type BatchNext,
} from '#domain/sale/steps/batch-step.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { aBatch, aRunningBatch, asLine, FRESH_ID, withLines } from '../../support/a-batch.ts'
import {
  amal,
  ANSWERED_AT,
  APPROVED_AT,
  aSaleId,
  aVoucher,
  checkAnswered,
  CHECKED_AT,
  hamad,
  joseph,
  MINUTE,
  saysOfVoucher,
  SECOND,
  till,
} from '../../support/sales.ts'

const NOW = APPROVED_AT + 10 * SECOND
const EXPIRES_AT = APPROVED_AT + 2 * MINUTE

const checkedVoucher = () => checkAnswered(aVoucher.opened(), saysOfVoucher(-1), CHECKED_AT).sale
const sold = aVoucher.ready
const refused = (): SaleRecord => ({ ...checkedVoucher(), state: 'refused', finalAt: NOW })
const inState = (state: SaleRecord['state'], more: Partial<SaleRecord> = {}): SaleRecord => {
  const { voucher: _, ...rest } = aVoucher.ready()
  return { ...rest, state, ...more }
}
const stop = (reason: BatchStopReason, line?: number): BatchNext => ({
  kind: 'stop',
  reason,
  ...(line === undefined ? {} : { line }),
})
const wait: BatchNext = { kind: 'wait', until: EXPIRES_AT }

/**
 * A batch with three approved lines, of which the first `confirmed` are confirmed. The last of `sales` belongs to the
 * line after those.
 */
function running(confirmed: number, sales: SaleRecord[], approved = [1, 2, 3]) {
  const remaining = approved.filter((line) => line > confirmed)
  return withLines(aRunningBatch({ lines: approved }, { remaining }), ...sales)
}
const nextOf = (known: ReturnType<typeof running>, now = NOW, obstacle?: SellingObstacle) =>
  nextForBatch(known, { now, obstacle })

describe('a running batch', () => {
  it.each<[string, number, SaleRecord[], object]>([
    ['confirms its first line', 0, [checkedVoucher()], { kind: 'approve', line: 1 }],
    ['waits while a line is confirmed', 1, [aVoucher.confirming()], wait],
    ['waits for a line that is unknown', 1, [inState('unknown')], wait],
    ['waits for a line that is pending', 1, [inState('pending')], wait],
    ['waits for a code that is still to come', 1, [aVoucher.coming()], wait],
    ['opens the next line when a line is complete', 1, [sold()], { kind: 'open', line: 2 }],
    ['waits for the check of a line', 1, [sold(), aVoucher.opened()], wait],
    ['confirms a line that is checked', 1, [sold(), checkedVoucher()], { kind: 'approve', line: 2 }],
    ['is complete when every line is sold', 3, [sold(), sold(), sold()], { kind: 'complete' }],
  ])('a running batch %s', (_, confirmed, sales, next) => expect(nextOf(running(confirmed, sales))).toMatchObject(next))

  const unsold = { outcome: 'not-sold', note: 'no', at: NOW, by: hamad.name } as const
  it.each<[string, SaleRecord]>([
    ['failed', inState('failed')],
    ['is not executed', inState('not-executed')],
    ['is canceled', inState('canceled')],
    ['is replaced', inState('replaced')],
    ['is abandoned after its confirm', inState('abandoned')],
    ['is sold with contradicting answers', { ...sold(), conflicting: true }],
    ['waits with contradicting answers', inState('pending', { conflicting: true })],
    ['is resolved as not sold', inState('canceled', { resolution: unsold })],
    ['is resolved as not sold while it is pending', inState('pending', { resolution: unsold })],
  ])('a running batch stops at the first confirmed line that %s', (_, sale) => {
    expect(nextOf(running(2, [sold(), sale]))).toEqual(stop('not-sold', 2))
  })

  it.each<[string, SaleRecord, BatchStopReason]>([
    ['is refused at check', refused(), 'not-sold'],
    ['is abandoned', inState('abandoned', { problem: { code: 'abandoned' } }), 'not-sold'],
    ['moved without a confirm', inState('pending'), 'started-without-confirm'],
    ['is sold without a confirm', sold(), 'started-without-confirm'],
  ])('a running batch stops at the first unconfirmed line that %s', (_, sale, reason) => {
    expect(nextOf(running(1, [sold(), sale]))).toEqual(stop(reason, 2))
  })

  it('a running batch continues after a line that a supervisor resolved as sold', () => {
    const resolved = inState('canceled', { resolution: { outcome: 'sold', note: 'yes', at: NOW, by: hamad.name } })
    expect(nextOf(running(2, [sold(), resolved]))).toEqual({ kind: 'open', line: 3 })
  })

  it('a running batch confirms a line that is not executed when its approval names it and has not confirmed it yet', () => {
    expect(nextOf(running(1, [sold(), inState('not-executed')]))).toMatchObject({ kind: 'approve', line: 2 })
  })

  it.each([
    { what: 'a line that is to be opened', confirmed: 1, sales: [sold()], line: 2 },
    { what: 'a line whose check is not answered', confirmed: 1, sales: [sold(), aVoucher.opened()], line: 2 },
    { what: 'a checked line', confirmed: 0, sales: [checkedVoucher()], line: 1 },
    { what: 'an unknown line', confirmed: 1, sales: [inState('unknown')], line: 1 },
    { what: 'a pending line', confirmed: 2, sales: [sold(), inState('pending')], line: 2 },
    { what: 'a code that is still to come', confirmed: 1, sales: [aVoucher.coming()], line: 1 },
  ])(
    'a running batch stops at $what when the approval is two minutes old or has an impossible age',
    ({ confirmed, sales, line }) => {
      const known = running(confirmed, sales)
      expect(nextOf(known, EXPIRES_AT - 1)).not.toMatchObject({ kind: 'stop' })
      expect(nextOf(known, EXPIRES_AT)).toEqual(stop('approval-expired', line))
      expect(nextOf(known, APPROVED_AT - 1)).toEqual(stop('approval-expired', line))
    },
  )

  it('a running batch waits for the end of a line whose quote is over', () => {
    const known = running(0, [{ ...checkedVoucher(), checkedAt: NOW - 10 * MINUTE }])
    expect(nextOf(known)).toEqual(wait)
  })

  it('a running batch is complete when every line is sold, however old the approval is', () => {
    expect(nextOf(running(3, [sold(), sold(), sold()]), EXPIRES_AT + MINUTE)).toEqual({ kind: 'complete' })
  })

  it.each<SellingObstacle>(['selling-stopped', 'service-unreachable', 'disk-full'])(
    'a running batch opens no line while the obstacle is %s',
    (obstacle) => expect(nextOf(running(1, [sold()]), NOW, obstacle)).toEqual(stop(obstacle, 2)),
  )

  it('a running batch confirms no line while selling is stopped, and does while the service is unreachable', () => {
    const known = running(1, [sold(), checkedVoucher()])
    expect(nextOf(known, NOW, 'selling-stopped')).toEqual(stop('selling-stopped', 2))
    expect(nextOf(known, NOW, 'service-unreachable')).toMatchObject({ kind: 'approve', line: 2 })
  })

  it('a running batch stops when a colleague takes over a line that is not complete', () => {
    const taken = { ...inState('pending'), cashier: joseph }
    expect(nextOf(running(2, [sold(), taken]))).toEqual(stop('taken-over', 2))
    const later = { ...checkedVoucher(), cashier: joseph }
    expect(nextOf(running(1, [inState('pending'), later]))).toEqual(stop('taken-over', 2))
  })

  it('a running batch continues when a colleague takes over a line that is complete and undelivered', () => {
    expect(nextOf(running(1, [{ ...sold(), cashier: joseph }]))).toEqual({ kind: 'open', line: 2 })
  })

  it('a running batch stops when the approved lines are sold and others remain', () => {
    expect(nextOf(running(2, [sold(), sold()], [1, 2]))).toEqual(stop('not-approved'))
  })

  it('a running batch begins the first approved line although another line is still open', () => {
    expect(nextOf(running(0, [sold(), inState('pending')], [3]))).toEqual({ kind: 'open', line: 3 })
  })
})

describe('a batch that no one approved', () => {
  it.each([
    { what: 'is checked', sale: aVoucher.opened(), next: { kind: 'wait' } },
    { what: 'has a quote', sale: checkedVoucher(), next: { kind: 'wait' } },
    { what: 'is refused', sale: refused(), next: stop('not-sold', 1) },
    { what: 'has an expired quote', sale: inState('abandoned'), next: stop('not-sold', 1) },
    { what: 'is taken over', sale: { ...checkedVoucher(), cashier: joseph }, next: stop('taken-over', 1) },
    { what: 'moved without a confirm', sale: inState('pending'), next: stop('started-without-confirm', 1) },
  ])('a batch without an approval continues when its first line $what', ({ sale, next }) => {
    expect(nextForBatch(withLines(aBatch(), sale), { now: NOW })).toEqual(next)
  })
})

it('a batch waits when the result of its first sale is unknown', () => {
  expect(nextForBatch(withLines(aBatch()), { now: NOW })).toEqual({ kind: 'wait' })
})

describe('a stopped batch', () => {
  const stopped = (reason: BatchStopReason) => stopBatch(aRunningBatch(), { reason, at: NOW })

  it('a stopped batch waits, whatever the state of its lines', () => {
    for (const sale of [checkedVoucher(), inState('pending'), refused()])
      expect(nextForBatch(withLines(stopped('restarted'), sold(), sale), { now: NOW })).toEqual({ kind: 'wait' })
  })

  it('a stopped batch abandons a checked line when a person stopped it', () => {
    const known = withLines(stopped('requested'), sold(), checkedVoucher())
    expect(nextForBatch(known, { now: NOW })).toMatchObject({ kind: 'abandon', line: 2 })
    const taken = withLines(stopped('requested'), sold(), { ...checkedVoucher(), cashier: joseph })
    expect(nextForBatch(taken, { now: NOW })).toEqual({ kind: 'wait' })
  })

  it('a stopped batch is complete once its last open line is sold', () => {
    const known = withLines(stopped('approval-expired'), sold(), sold(), sold())
    const complete = settleBatch(known, { now: NOW })
    expect(complete.state).toBe('complete')
    expect(complete).not.toHaveProperty('stop')
    expect(nextForBatch({ ...known, batch: complete }, { now: NOW })).toEqual({ kind: 'wait' })
  })

  it('a stopped batch has no reserved lines', () => {
    expect(reservedLines(aRunningBatch())).toEqual([1, 2, 3])
    expect(reservedLines(stopped('requested'))).toEqual([])
    expect(reservedLines(aBatch())).toEqual([])
  })
})

describe('a new approval', () => {
  const batch = aBatch()
  const start = (line: number, ...sales: SaleRecord[]) => findLineStart(withLines(batch, ...sales), line, NOW)

  it.each<[string, string | undefined, SaleRecord]>([
    ['checked', 'confirm', checkedVoucher()],
    ['not executed', 'confirm', inState('not-executed')],
    ['refused', 'open-again', refused()],
    ['failed', 'open-again', inState('failed')],
    ['abandoned before its confirm', 'open-again', { ...checkedVoucher(), state: 'abandoned' }],
    ['abandoned after its confirm', undefined, inState('abandoned')],
    ['being checked', undefined, aVoucher.opened()],
    ['being confirmed', undefined, aVoucher.confirming()],
    ['unknown', undefined, inState('unknown')],
    ['pending', undefined, inState('pending')],
    ['sold', undefined, sold()],
    ['sold without its code yet', undefined, aVoucher.coming()],
    ['canceled', undefined, inState('canceled')],
    ['replaced', undefined, inState('replaced')],
    ['failed with contradicting answers', undefined, inState('failed', { conflicting: true })],
    ['not executed with contradicting answers', undefined, inState('not-executed', { conflicting: true })],
    ['checked, and taken over by a colleague', undefined, { ...checkedVoucher(), cashier: joseph }],
  ])('a new approval treats a line that is %s like this: %s', (_, expected, sale) =>
    expect(start(1, sale)).toBe(expected),
  )

  it('a new approval opens a line that was never opened, and no line with an expired quote', () => {
    expect(start(2, sold())).toBe('open')
    expect(findLineStart(withLines(batch, checkedVoucher()), 1, CHECKED_AT + 10 * MINUTE)).toBeUndefined()
  })

  it('a new approval opens no line again while one of its earlier sales may turn out to be sold', () => {
    const lines = [{ saleId: FRESH_ID, earlierIds: [aSaleId('A')] }, ...batch.lines.slice(1)]
    const again: BatchRecord = { ...batch, lines }
    const before = asLine(batch, 1, inState('failed'))
    const current = { ...asLine(again, 1, refused()), number: 9 }
    expect(findLineStart({ batch: again, sales: [before, current] }, 1, NOW)).toBe('open-again')
    const contradicted = { ...before, conflicting: true as const }
    expect(findLineStart({ batch: again, sales: [contradicted, current] }, 1, NOW)).toBeUndefined()
    const confirmable = { ...current, ...inState('not-executed'), id: current.id }
    expect(findLineStart({ batch: again, sales: [before, confirmable] }, 1, NOW)).toBe('confirm')
    expect(findLineStart({ batch: again, sales: [contradicted, confirmable] }, 1, NOW)).toBeUndefined()
  })

  it('a line that is opened again gets a fresh id and remembers the old one', () => {
    const stopped = stopBatch(aRunningBatch(), { reason: 'not-sold', line: 2, at: NOW })
    const approval = { at: NOW, by: amal, terminal: till, version: 5, lines: [2, 3] }
    const approved = approveBatch(stopped, approval, new Map([[2, FRESH_ID]]))
    expect(approved.state).toBe('running')
    expect(approved).not.toHaveProperty('stop')
    expect(approved.lines[1]).toEqual({ saleId: FRESH_ID, earlierIds: [aSaleId('B')] })
    expect(approved.lines[2]).toEqual({ saleId: aSaleId('C') })
    expect(approved.approvals).toHaveLength(2)
    expect(reservedLines(approved)).toEqual([2, 3])
  })
})

describe('an approval of a batch', () => {
  const batch = aRunningBatch()
  const [approval] = batch.approvals

  it('an approval covers a line while the batch runs under it, it is young, and the line is not confirmed', () => {
    const isAllowed = (one: BatchRecord, now = ANSWERED_AT) => isStillApproved(one, approval!, 2, now)
    expect(isAllowed(batch)).toBe(true)
    expect(isAllowed(batch, EXPIRES_AT)).toBe(false)
    expect(isAllowed(batch, APPROVED_AT - 1)).toBe(false)
    expect(isAllowed(stopBatch(batch, { reason: 'requested', at: NOW }))).toBe(false)
    expect(isAllowed(withoutReservation(batch, 2))).toBe(false)
    expect(isAllowed(withoutReservation(batch, 1))).toBe(true)
    expect(isAllowed(aRunningBatch({ batch: aBatch(3, { version: 7 }) }))).toBe(false)
  })

  it('an approval loses the reservation of a confirmed line, and earlier approvals stay as they were', () => {
    const again = approveBatch(batch, { ...approval!, version: 5, lines: [2, 3] }, new Map())
    const second = { ...approval, version: 5, lines: [2, 3], remaining: [3] }
    expect(withoutReservation(again, 2).approvals).toEqual([approval, second])
  })
})

describe('a batch at the end of the process', () => {
  it('the end of the process stops a running batch, completes one whose lines are sold, and leaves the others', () => {
    const interrupted = interruptBatch(withLines(aRunningBatch(), aVoucher.confirming()), NOW)
    expect(interrupted).toMatchObject({ state: 'stopped', stop: { reason: 'restarted' } })
    expect(interruptBatch(withLines(aRunningBatch(), sold(), sold(), sold()), NOW).state).toBe('complete')
    const checked = withLines(aBatch(), checkedVoucher())
    expect(interruptBatch(checked, NOW)).toBe(checked.batch)
    expect(interruptBatch(withLines(aBatch(), refused()), NOW)).toMatchObject({ stop: { reason: 'not-sold', line: 1 } })
  })
})
