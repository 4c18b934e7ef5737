import { describe, expect, it } from 'vitest'

import { countLines, linesToGoOn, moneyOf } from '#browser/pages/sale/batch/batch-state.ts'
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
