import { describe, expect, it } from 'vitest'

import { arrangeLines } from '#browser/features/batch/batch-lines.ts'
import { isDeadEnd, PATIENCE_MS, planNext } from '#browser/features/batch/batch-plan.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aVoucherSale } from '../../support/a-voucher.ts'

const NOW = 1_000_000
const BATCH = '01J0000000000000000000000Q'
const at = (line: number, more: Partial<Sale>): Sale =>
  aVoucherSale({
    id: `01J000000000000000000000B${line}` as SaleId,
    number: line,
    batch: { id: BATCH, line, of: 3 },
    ...more,
  })
const sold = (line: number) => at(line, { state: 'succeeded', voucher: 'ready', finalAt: NOW })

const plan = (sales: Sale[], goOnAt?: number) => {
  const { do: deed, ...rest } = planNext(arrangeLines(sales, 3), { now: NOW, ...(goOnAt ? { goOnAt } : {}) })
  const line = 'line' in rest ? ` ${rest.line}` : ''
  return `${deed}${line}${'why' in rest ? `: ${rest.why}` : ''}`
}

describe('what is next with a quantity', () => {
  it.each([
    { sales: [], next: 'open 1' },
    { sales: [at(1, { state: 'checked' })], next: 'confirm 1' },
    { sales: [at(1, { state: 'opened' })], next: 'wait 1' },
    { sales: [at(1, { state: 'confirming' })], next: 'wait 1' },
    { sales: [sold(1)], next: 'open 2' },
    { sales: [sold(1), sold(2), sold(3)], next: 'nothing' },
    // A later line says nothing about an earlier one.
    { sales: [sold(1), sold(3)], next: 'open 2' },
    { sales: [sold(1), at(2, { state: 'failed' })], next: 'stop 2: not-sold' },
    { sales: [sold(1), at(2, { state: 'refused' })], next: 'stop 2: not-sold' },
    // Its money goes back at its own sale, or it may turn out sold yet: no new sale of that line.
    { sales: [at(1, { state: 'failed', refund: {} })], next: 'stop 1: apart' },
    { sales: [at(1, { state: 'abandoned', confirmedAt: NOW })], next: 'stop 1: apart' },
    { sales: [at(1, { state: 'abandoned' })], next: 'stop 1: not-sold' },
    { sales: [sold(1), at(2, { state: 'unknown', confirmedAt: NOW })], next: 'stop 2: unknown' },
    { sales: [sold(1), at(2, { state: 'cancelled' })], next: 'stop 2: ask-supervisor' },
    { sales: [at(1, { state: 'succeeded', voucher: 'ready', conflicting: true })], next: 'stop 1: ask-supervisor' },
    { sales: [at(1, { state: 'pending', held: true, confirmedAt: NOW })], next: 'stop 1: waiting' },
    { sales: [at(1, { state: 'pending', confirmedAt: NOW - PATIENCE_MS + 1 })], next: 'wait 1' },
    { sales: [at(1, { state: 'pending', confirmedAt: NOW - PATIENCE_MS })], next: 'stop 1: waiting' },
    {
      sales: [at(1, { state: 'succeeded', voucher: 'coming', finalAt: NOW - PATIENCE_MS + 1 })],
      next: 'wait 1',
    },
    {
      sales: [at(1, { state: 'succeeded', voucher: 'coming', finalAt: NOW - PATIENCE_MS })],
      next: 'stop 1: no-code',
    },
    { sales: [at(1, { state: 'not-executed', lastFindAt: NOW - 5 })], next: 'stop 1: not-executed' },
  ])('is $next', ({ sales, next }) => {
    expect(plan(sales)).toBe(next)
  })

  it("takes a supervisor's word: sold is sold, and not sold ends it", () => {
    const word = { note: '', at: NOW, by: 'Hamad Saleh' }
    expect(plan([at(1, { state: 'unknown', resolution: { outcome: 'sold', ...word } })])).toBe('open 2')
    expect(plan([at(1, { state: 'unknown', resolution: { outcome: 'not-sold', ...word } })])).toBe('stop 1: closed')
  })

  it.each([
    { sales: [at(1, { state: 'not-executed', lastFindAt: NOW - 5 })], next: 'confirm 1' },
    { sales: [at(1, { state: 'unknown', confirmedAt: NOW - 60_000 })], next: 'wait 1' },
    { sales: [at(1, { state: 'pending', confirmedAt: NOW - 60_000 })], next: 'wait 1' },
    { sales: [at(1, { state: 'pending', held: true })], next: 'stop 1: waiting' },
    { sales: [at(1, { state: 'cancelled' })], next: 'stop 1: ask-supervisor' },
    { sales: [at(1, { state: 'failed' })], next: 'stop 1: not-sold' },
  ])('after a person said "go on" is $next for $sales.0.state', ({ sales, next }) => {
    expect(plan(sales, NOW - 1)).toBe(next)
  })

  it('does not finish a line again that was proven not carried out since', () => {
    expect(plan([at(1, { state: 'not-executed', lastFindAt: NOW - 1 })], NOW - 2)).toBe('stop 1: not-executed')
    // A confirm that never left has no find after it.
    expect(plan([at(1, { state: 'not-executed', confirmedAt: NOW - 1 })], NOW - 2)).toBe('stop 1: not-executed')
  })
})

it.each([
  { why: 'ask-supervisor', is: true },
  { why: 'closed', is: true },
  { why: 'not-sold', is: false },
  { why: undefined, is: false },
] as const)('$why is a dead end: $is', ({ why, is }) => {
  expect(isDeadEnd(why)).toBe(is)
})
