import { describe, expect, it } from 'vitest'

import { findStop, undecidedLines } from '#browser/pages/sale/batch/batch-state.ts'
import type { BatchAnswer } from '#contract/proxy/batches.ts'
import type { BatchStopReason } from '#domain/sale/batch.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aVoucherSale } from '../../support/a-voucher.ts'

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
