import { expect, it } from 'vitest'

import { countLines, findStop, linesToGoOn, undecidedLines } from '#browser/pages/sale/batch/batch-state.ts'
import { moneyOfLine } from '#domain/sale/batch-charge.ts'
import type { BatchAnswer } from '#api/batches.ts'
import type { BatchStopReason } from '#domain/sale/batch.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aVoucherSale } from '../../../../support/a-voucher.ts'

const BATCH = '01J0000000000000000000000Q'
const at = (line: number, more: Partial<Sale> = {}): Sale =>
  aVoucherSale({ id: `01J000000000000000000000A${line}` as SaleId, batch: { id: BATCH, line, of: 3 }, ...more })
const RESOLVED = { outcome: 'sold', note: '', at: 1, by: '' } as const

const asLines = (sales: readonly (Sale | undefined)[], count = sales.length) =>
  Array.from({ length: count }, (_, index) => {
    const sale = sales[index]
    return { line: index + 1, approved: true, wasApproved: true, ...(sale ? { sale } : {}) }
  })

it.each<[string, Partial<Sale> | undefined]>([
  ['not-sold', undefined],
  ['not-sold', { state: 'checked' }],
  ['not-sold', { state: 'failed' }],
  ['not-sold', { state: 'not-executed' }],
  ['open', { state: 'unknown' }],
  ['open', { state: 'pending' }],
  ['open', { state: 'canceled' }],
  ['open', { state: 'succeeded', conflicting: true }],
  ['sold', { state: 'succeeded', voucher: 'coming' }],
  ['sold', { state: 'succeeded', voucher: 'delivered' }],
])('the money of a line is %s for %o', (money, sale) => {
  expect(moneyOfLine({ line: 1, wasApproved: true, ...(sale ? { sale: at(1, sale) } : {}) })).toBe(money)
})

it('the money of a line is open while an approval from this screen has no answer', () => {
  expect(moneyOfLine({ line: 1, wasApproved: false }, [1])).toBe('open')
})

it('the counts of a quantity are what is sold, not sold and open, and the codes that were not handed over', () => {
  const sold = [at(1, { state: 'succeeded', voucher: 'delivered' }), at(2, { state: 'succeeded', voucher: 'ready' })]
  const lines = asLines([...sold, at(3, { state: 'unknown' })], 5)
  expect(countLines(lines)).toEqual({ sold: 2, open: 1, 'not-sold': 2, apart: 0, 'left-out': 0, unhanded: 1 })
})

it('a refund at its own sale is counted separately from that of the quantity', () => {
  const back = [
    at(2, { state: 'failed', refund: {} }),
    at(3, { state: 'abandoned', refund: { done: { at: 1, by: 'Amal' } } }),
  ]
  const lines = asLines([at(1, { state: 'failed' }), ...back, at(4, { state: 'succeeded', voucher: 'coming' })], 5)
  expect(countLines(lines)).toEqual({ sold: 1, open: 0, 'not-sold': 2, apart: 2, 'left-out': 0, unhanded: 0 })
})

const cashier = aVoucherSale().cashier
const goOn = (sales: (Sale | undefined)[]) => linesToGoOn({ cashier, lines: asLines(sales) })

it('continuing a quantity covers the lines not started, those that sold nothing, and those not confirmed yet', () => {
  const sales = [
    at(1, { state: 'succeeded', voucher: 'ready' }),
    at(2, { state: 'failed' }),
    at(3, { state: 'checked' }),
    at(4, { state: 'not-executed' }),
    undefined,
  ]
  expect(goOn(sales)).toEqual([2, 3, 4, 5])
})

it.each<[string, Partial<Sale>]>([
  ['is not known yet', { state: 'unknown' }],
  ['waits for its answer', { state: 'pending' }],
  ['has contradictory answers', { state: 'failed', conflicting: true }],
  ['was abandoned after a confirm and is rechecked', { state: 'abandoned', confirmedAt: 1 }],
  ['is refunded at its own sale', { state: 'failed', refund: {} }],
  ['a supervisor closed as sold', { state: 'abandoned', resolution: RESOLVED }],
  ['a colleague took over', { state: 'checked', cashier: { id: 'j', name: 'Joseph Mathew' } }],
])('continuing a quantity leaves out a line that %s', (_, sale) => {
  expect(goOn([at(1, sale), undefined])).toEqual([2])
})

const SOLD = { state: 'succeeded', voucher: 'ready' } as const

function stopped(reason: BatchStopReason, second?: Partial<Sale>) {
  const lines: BatchAnswer['lines'] = [
    { line: 1, approved: true, wasApproved: true, sale: aVoucherSale(SOLD) },
    { line: 2, approved: true, wasApproved: true, ...(second ? { sale: aVoucherSale(second) } : {}) },
    { line: 3, approved: true, wasApproved: true },
  ]
  return findStop({ state: 'stopped', lines, stop: { reason, at: 0, line: 2 } })
}

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
  { reason: 'unreadable', why: 'unreadable' },
  { reason: 'selling-stopped', second: { state: 'checked' }, why: 'selling-stopped' },
  { reason: 'service-unreachable', why: 'service-unreachable' },
  { reason: 'disk-full', why: 'disk-full' },
])('a quantity that stopped for $reason with a line that is $second.state shows $why', ({ reason, second, why }) => {
  expect(stopped(reason, second)).toEqual({ line: 2, why, endsBatch: false })
})

it.each<[string, Partial<Sale>, string]>([
  ['answers disagree', { state: 'failed', conflicting: true }, 'ask-supervisor'],
  ['the provider canceled the line', { state: 'canceled' }, 'ask-supervisor'],
  [
    'a supervisor closed the line as not sold',
    { state: 'canceled', resolution: { ...RESOLVED, outcome: 'not-sold' } },
    'closed',
  ],
  ['the line was abandoned and is rechecked', { state: 'abandoned', confirmedAt: 1 }, 'apart'],
  ['the line is refunded at its own sale', { state: 'failed', refund: {} }, 'apart'],
])('a stopped quantity ends where %s', (_, second, why) => {
  expect(stopped('not-sold', second)).toEqual({ line: 2, why, endsBatch: true })
})

it('a stopped quantity ends where the provider executed a line that no one confirmed, until that line is sold', () => {
  expect(stopped('started-without-confirm', { state: 'pending' })).toMatchObject({ endsBatch: true })
  expect(stopped('started-without-confirm', SOLD)).toMatchObject({ endsBatch: false })
})

it('a stopped quantity ends after the database was restored from a backup', () => {
  expect(stopped('restored')).toEqual({ line: 2, why: 'restored', endsBatch: true })
  // What was not sold in the backup may have been sold since then, so its money is not refunded.
  const lines: BatchAnswer['lines'] = [
    { line: 1, sale: aVoucherSale(SOLD), approved: true, wasApproved: true },
    { line: 2, sale: aVoucherSale({ state: 'failed' }), approved: true, wasApproved: true },
    { line: 3, approved: false, wasApproved: false },
  ]
  const { cashier } = aVoucherSale(SOLD)
  expect(undecidedLines({ lines, cashier, isRestored: true }, true)).toEqual([2, 3])
  expect(undecidedLines({ lines, cashier }, true)).toEqual([])
})

it('a stopped quantity only says that lines are left when the line it stopped at is sold by now, or none was approved', () => {
  expect(stopped('not-sold', SOLD)).toEqual({ line: 3, why: 'next', endsBatch: false })
  expect(stopped('not-approved', SOLD)).toEqual({ line: 3, why: 'next', endsBatch: false })
})

it('a quantity that a person stopped, or that is running, shows no reason', () => {
  expect(stopped('requested', { state: 'checked' })).toBeUndefined()
  expect(findStop({ state: 'running', lines: [] })).toBeUndefined()
})
