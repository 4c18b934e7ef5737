import { describe, expect, it } from 'vitest'

import { arrangeLines, countLines, moneyOf } from '#browser/features/batch/batch-lines.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aVoucherSale } from '../../support/a-voucher.ts'

const BATCH = '01J0000000000000000000000Q'
const at = (line: number, number: number, more: Partial<Sale> = {}): Sale =>
  aVoucherSale({
    id: `01J000000000000000000000${String(number).padStart(2, '0')}` as SaleId,
    number,
    batch: { id: BATCH, line, of: 3 },
    ...more,
  })

describe('the lines of a quantity', () => {
  it('are as many as were asked for, begun or not', () => {
    const lines = arrangeLines([at(1, 1, { state: 'succeeded', voucher: 'ready' })], 3)
    expect(lines.map(({ line, sale }) => [line, sale?.number])).toEqual([
      [1, 1],
      [2, undefined],
      [3, undefined],
    ])
  })

  it('are the sale that holds the line, whatever failed before or was refused since', () => {
    const sales = [at(1, 1, { state: 'failed' }), at(1, 2, { state: 'pending' }), at(1, 3, { state: 'refused' })]
    expect(arrangeLines(sales, 3)[0]?.sale?.number).toBe(2)
  })

  it('are the last of several that sold nothing', () => {
    const sales = [at(2, 1, { state: 'refused' }), at(2, 2, { state: 'failed' })]
    expect(arrangeLines(sales, 3)[1]?.sale?.number).toBe(2)
  })

  it('are not begun again while only an id for them was chosen', () => {
    const failed = at(1, 1, { state: 'failed' })
    expect(arrangeLines([failed], 3, { 1: failed.id })[0]?.sale?.number).toBe(1)
    expect(arrangeLines([failed], 3, { 1: at(1, 9).id })[0]?.sale).toBeUndefined()
  })
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
    expect(moneyOf(line)).toBe(money)
  })

  it('is open while a confirm of this screen went unanswered', () => {
    const sale = at(1, 1, { state: 'checked' })
    expect(moneyOf({ line: 1, sale }, sale.id)).toBe('open')
  })
})

it('counts what is sold, not sold and open, and the codes nobody has handed over', () => {
  const lines = arrangeLines(
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
  const lines = arrangeLines(
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

it.each([
  { what: 'answers disagree', older: { state: 'failed', conflicting: true } },
  { what: 'it was given up after a confirm and is watched', older: { state: 'abandoned', confirmedAt: 1 } },
  {
    what: 'a supervisor closed it as sold',
    older: { state: 'abandoned', resolution: { outcome: 'sold', note: '', at: 1, by: '' } },
  },
] as const)('holds its line against a later sale of it when $what', ({ older }) => {
  const [line] = arrangeLines([at(1, 1, older), at(1, 2, { state: 'refused' })], 1, { 1: at(1, 3, {}).id })
  expect(line?.sale?.number).toBe(1)
})
