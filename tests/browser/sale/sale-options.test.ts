import { describe, expect, it } from 'vitest'

import { optionsOf } from '#browser/pages/sale/sale-view.ts'
import type { ProblemCode, Sale } from '#domain/sale/sale.ts'

type Asked = Parameters<typeof optionsOf>[0]
const refused = (code: ProblemCode, more: Partial<Asked> = {}): Asked => ({
  kind: 'direct',
  state: 'refused',
  problem: { code },
  ...more,
})

describe('the ways on from a sale that is not sold', () => {
  it.each<[ProblemCode, string]>([
    // There was no connection: another number or operator would not get through either.
    ['no-answer', 'same'],
    ['offline', 'same supervisor'],
    ['busy', 'same'],
    ['service-unreadable', 'same supervisor'],
    // The service does not sell to this shop: nothing about this sale can be mended here and now.
    ['service-1', 'later supervisor elsewhere'],
    ['service-5', 'later supervisor elsewhere'],
    ['service-1000', 'later supervisor elsewhere'],
    ['service-1001', 'later supervisor elsewhere'],
    // The same would be refused again.
    ['service-1200', 'change supervisor'],
    ['service-201', 'change other'],
    ['service-50', 'change other'],
    ['service-101', 'other'],
    ['service-20', 'same elsewhere'],
    ['service-60', 'change other same'],
    ['service-failed', 'change other same'],
    ['expired', 'same change'],
    ['abandoned', 'change other same'],
    ['answer-differs', 'supervisor elsewhere'],
  ])('after %s are: %s', (code, options) => {
    expect(optionsOf(refused(code)).join(' ')).toBe(options)
  })

  it.each<{ why: string; sale: Asked; options: string }>([
    {
      why: 'of an international top-up: another amount',
      sale: refused('service-101', { kind: 'international' }),
      options: 'other amount',
    },
    {
      why: 'of an international top-up: the country of the number',
      sale: refused('country-differs', { kind: 'international' }),
      options: 'change country',
    },
    {
      why: 'of a lost check abroad are in the tray',
      sale: refused('no-answer', { kind: 'international' }),
      options: '',
    },
    {
      why: 'never repeat a sale that is still watched',
      sale: refused('abandoned', { state: 'abandoned', confirmedAt: 1 }),
      options: 'change other',
    },
    {
      why: 'repeat one that was left before its confirm',
      sale: refused('abandoned', { state: 'abandoned' }),
      options: 'change other same',
    },
    { why: 'of a later line of a quantity are where its lines are', sale: lineOf(2), options: '' },
    { why: 'of the first line of a quantity do not repeat it alone', sale: lineOf(1), options: 'change other' },
  ])('$why', ({ sale, options }) => {
    expect(optionsOf(sale).join(' ')).toBe(options)
  })

  it('of the first line of a quantity that was never approved repeat all of it', () => {
    expect(optionsOf(lineOf(1), true).join(' ')).toBe('change other same')
  })
})

function lineOf(line: number): Pick<Sale, 'kind' | 'state' | 'problem' | 'batch'> {
  return refused('service-failed', { kind: 'voucher', batch: { id: 'b', line, of: 3 } })
}
