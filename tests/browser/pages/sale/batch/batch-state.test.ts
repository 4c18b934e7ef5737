import { describe, expect, it } from 'vitest'

import { countLines, findStop, linesToGoOn, moneyOf, undecidedLines } from '#browser/pages/sale/batch/batch-state.ts'
import type { BatchAnswer } from '#contract/proxy/batches.ts'
import type { BatchStopReason } from '#domain/sale/batch.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aVoucherSale } from '../../../../support/a-voucher.ts'

const BATCH = '01J0000000000000000000000Q'
const at = (line: number, number: number, more: Partial<Sale> = {}): Sale =>
  aVoucherSale({
    id: `01J000000000000000000000${String(number).padStart(2, '0')}` as SaleId,
    number,
    batch: { id: BATCH, line, of: 3 },
    ...more,
  })

const asLines = (sales: readonly (Sale | undefined)[], count = sales.length) =>
  Array.from({ length: count }, (_, index) => {
    const sale = sales[index]
    return { line: index + 1, approved: true, ...(sale ? { sale } : {}) }
  })

describe('the money of a line', () => {
  it.each([
    { money: 'not-sold', line: { line: 1 } },
    { money: 'not-sold', line: { line: 1, sale: at(1, 1, { state: 'checked' }) } },
    { money: 'not-sold', line: { line: 1, sale: at(1, 1, { state: 'failed' }) } },
    { money: 'not-sold', line: { line: 1, sale: at(1, 1, { state: 'not-executed' }) } },
    { money: 'open', line: { line: 1, sale: at(1, 1, { state: 'unknown' }) } },
    { money: 'open', line: { line: 1, sale: at(1, 1, { state: 'pending' }) } },
    { money: 'open', line: { line: 1, sale: at(1, 1, { state: 'cancelled' }) } },
    { money: 'open', line: { line: 1, sale: at(1, 1, { state: 'succeeded', conflicting: true }) } },
    { money: 'sold', line: { line: 1, sale: at(1, 1, { state: 'succeeded', voucher: 'coming' }) } },
    { money: 'sold', line: { line: 1, sale: at(1, 1, { state: 'succeeded', voucher: 'delivered' }) } },
  ])('is $money for $line.sale.state', ({ line, money }) => {
    expect(moneyOf({ ...line, approved: true })).toBe(money)
  })

  it('is open while an approval of this screen went unanswered', () => {
    expect(moneyOf({ line: 1, approved: false }, [1])).toBe('open')
  })
})

it('counts what is sold, not sold and open, and the codes nobody has handed over', () => {
  const lines = asLines(
    [
      at(1, 1, { state: 'succeeded', voucher: 'delivered' }),
      at(2, 2, { state: 'succeeded', voucher: 'ready' }),
      at(3, 3, { state: 'unknown' }),
    ],
    5,
  )
  expect(countLines(lines)).toEqual({ sold: 2, open: 1, 'not-sold': 2, apart: 0, unhanded: 1 })
})

it('counts money that goes back at its own sale apart from that of the quantity', () => {
  const lines = asLines(
    [
      at(1, 1, { state: 'failed' }),
      at(2, 2, { state: 'failed', refund: {} }),
      at(3, 3, { state: 'abandoned', refund: { done: { at: 1, by: 'Amal' } } }),
      at(4, 4, { state: 'succeeded', voucher: 'coming' }),
    ],
    5,
  )
  expect(countLines(lines)).toEqual({ sold: 1, open: 0, 'not-sold': 2, apart: 2, unhanded: 0 })
})

describe('the lines that "Go on" names', () => {
  const cashier = aVoucherSale().cashier
  const goOn = (sales: (Sale | undefined)[]) => linesToGoOn({ cashier, lines: asLines(sales) })

  it('are those not begun, those that sold nothing, and those still to be confirmed', () => {
    const sales = [
      at(1, 1, { state: 'succeeded', voucher: 'ready' }),
      at(2, 2, { state: 'failed' }),
      at(3, 3, { state: 'checked' }),
      at(4, 4, { state: 'not-executed' }),
      undefined,
    ]
    expect(goOn(sales)).toEqual([2, 3, 4, 5])
  })

  it.each<{ what: string; sale: Partial<Sale> }>([
    { what: 'nobody knows about yet', sale: { state: 'unknown' } },
    { what: 'waits for its answer', sale: { state: 'pending' } },
    { what: 'answers disagree about', sale: { state: 'failed', conflicting: true } },
    { what: 'was given up after a confirm and is watched', sale: { state: 'abandoned', confirmedAt: 1 } },
    { what: 'goes back at its own sale', sale: { state: 'failed', refund: {} } },
    {
      what: 'a supervisor closed as sold',
      sale: { state: 'abandoned', resolution: { outcome: 'sold', note: '', at: 1, by: '' } },
    },
    { what: 'a colleague took over', sale: { state: 'checked', cashier: { id: 'j', name: 'Joseph Mathew' } } },
  ])('leave out one that $what', ({ sale }) => {
    expect(goOn([at(1, 1, sale), undefined])).toEqual([2])
  })
})

const SOLD = { state: 'succeeded', voucher: 'ready' } as const

/** A quantity of three that stopped at its second line. */
function stopped(
  reason: BatchStopReason,
  second?: Partial<Sale>,
  more: Partial<NonNullable<BatchAnswer['stop']>> = {},
) {
  const lines: BatchAnswer['lines'] = [
    { line: 1, approved: true, sale: aVoucherSale(SOLD) },
    { line: 2, approved: true, ...(second ? { sale: aVoucherSale(second) } : {}) },
    { line: 3, approved: true },
  ]
  return findStop({ state: 'stopped', lines, stop: { reason, at: 0, line: 2, ...more } })
}

describe('why a quantity stopped', () => {
  it.each<{ reason: BatchStopReason; second?: Partial<Sale>; why: string }>([
    { reason: 'not-sold', second: { state: 'failed' }, why: 'not-sold' },
    { reason: 'not-sold', second: { state: 'refused' }, why: 'not-sold' },
    { reason: 'not-sold', second: { state: 'not-executed' }, why: 'not-executed' },
    { reason: 'approval-expired', second: { state: 'unknown' }, why: 'unknown' },
    { reason: 'approval-expired', second: { state: 'pending' }, why: 'waiting' },
    { reason: 'approval-expired', second: { state: 'succeeded', voucher: 'coming' }, why: 'no-code' },
    { reason: 'approval-expired', why: 'approval-expired' },
    { reason: 'restarted', second: { state: 'unknown' }, why: 'restarted' },
    { reason: 'taken-over', second: { state: 'checked' }, why: 'taken-over' },
    { reason: 'duplicate-blocked', why: 'duplicate-blocked' },
    { reason: 'confirm-duplicate', why: 'confirm-duplicate' },
    { reason: 'not-sellable', why: 'not-sellable' },
    { reason: 'selling-stopped', second: { state: 'checked' }, why: 'selling-stopped' },
    { reason: 'service-unreachable', why: 'service-unreachable' },
    { reason: 'disk-full', why: 'disk-full' },
  ])('is told as $why after $reason with a line that is $second.state', ({ reason, second, why }) => {
    expect(stopped(reason, second)).toEqual({ line: 2, why, endsBatch: false })
  })

  it.each<{ what: string; second: Partial<Sale>; why: string }>([
    { what: 'answers disagree', second: { state: 'failed', conflicting: true }, why: 'ask-supervisor' },
    { what: 'the service took it back', second: { state: 'cancelled' }, why: 'ask-supervisor' },
    {
      what: 'a supervisor closed it as not sold',
      second: { state: 'cancelled', resolution: { outcome: 'not-sold', note: '', at: 1, by: '' } },
      why: 'closed',
    },
    { what: 'it was given up and is watched', second: { state: 'abandoned', confirmedAt: 1 }, why: 'apart' },
    { what: 'its money goes back at its own sale', second: { state: 'failed', refund: {} }, why: 'apart' },
  ])('ends the quantity where $what', ({ second, why }) => {
    expect(stopped('not-sold', second)).toEqual({ line: 2, why, endsBatch: true })
  })

  it('ends the quantity where the service began a line that nobody confirmed, until that line is sold', () => {
    expect(stopped('started-without-confirm', { state: 'pending' })).toMatchObject({ endsBatch: true })
    expect(stopped('started-without-confirm', SOLD)).toMatchObject({ endsBatch: false })
  })

  it('ends the quantity where the journal was put back from a backup', () => {
    expect(stopped('restored')).toEqual({ line: 2, why: 'restored', endsBatch: true })
    // Whatever was not sold in the backup may have been sold since, so no money of it goes back.
    const lines: BatchAnswer['lines'] = [
      { line: 1, sale: aVoucherSale(SOLD), approved: true },
      { line: 2, sale: aVoucherSale({ state: 'failed' }), approved: true },
      { line: 3, approved: false },
    ]
    const { cashier } = aVoucherSale(SOLD)
    expect(undecidedLines({ lines, cashier, isRestored: true }, true)).toEqual([2, 3])
    expect(undecidedLines({ lines, cashier }, true)).toEqual([])
  })

  it('is only that lines are left where the one it stopped at is sold by now, or none was approved', () => {
    expect(stopped('not-sold', SOLD)).toEqual({ line: 3, why: 'next', endsBatch: false })
    expect(stopped('not-approved', SOLD)).toEqual({ line: 3, why: 'next', endsBatch: false })
  })

  it('is nothing where a person stopped it, or while it is running', () => {
    expect(stopped('requested', { state: 'checked' })).toBeUndefined()
    expect(findStop({ state: 'running', lines: [] })).toBeUndefined()
  })
})
