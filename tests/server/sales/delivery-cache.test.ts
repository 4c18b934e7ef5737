import { describe, expect, it } from 'vitest'

import { createDeliveryCache } from '#server/sales/delivery-cache.ts'
import { aSaleId, MINUTE } from '../../support/sales.ts'

/** @security V14.2.4: A code stays in memory for two minutes; after that, the provider is asked for it. */

const ID = aSaleId()

function handouts() {
  const due: { at: number; run: () => void }[] = []
  const timers = { after: (ms: number, run: () => void) => (due.push({ at: ms, run }), () => {}) }
  return { ...createDeliveryCache({ timers }), due }
}

describe('the delivery content of a sale', () => {
  it('the delivery content is stored for two minutes and no longer', () => {
    const { store, find, due } = handouts()
    store(ID, { voucher: { number: '1234' } })
    expect(find(ID)).toEqual({ voucher: { number: '1234' } })
    expect(due.map(({ at }) => at)).toEqual([2 * MINUTE])
    due[0]?.run()
    expect(find(ID)).toBeUndefined()
  })

  it('an answer without the delivery content does not remove it', () => {
    const { store, find } = handouts()
    store(ID, { voucher: { number: '1' } })
    store(ID, { receipt: { header: 'Later' } })
    expect(find(ID)).toEqual({ voucher: { number: '1' }, receipt: { header: 'Later' } })
  })

  it('newer delivery content is stored for two minutes from then', () => {
    const { store, find, due } = handouts()
    store(ID, { voucher: { number: '1' } })
    store(ID, { voucher: { number: '2' } })
    due[0]?.run()
    expect(find(ID)).toEqual({ voucher: { number: '2' } })
  })
})

describe('a different code', () => {
  it('a code is different when its number is not the last one, and that is reported once', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { number: '1234' })).toBe(false)
    expect(isOtherCode(ID, { number: '1234' })).toBe(false)
    expect(isOtherCode(ID, { number: '1235' })).toBe(true)
    expect(isOtherCode(ID, { number: '1235' })).toBe(false)
    expect(isOtherCode(ID, { number: '1234' })).toBe(true)
    expect(isOtherCode(aSaleId('B'), { number: '1235' })).toBe(false)
  })

  it('a code is the same when only its grouping or its leading zeros differ', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { number: '5678-1234-9012' })).toBe(false)
    expect(isOtherCode(ID, { number: '5678 1234 9012' })).toBe(false)
    expect(isOtherCode(ID, { number: '567812349012' })).toBe(false)
    expect(isOtherCode(ID, { number: '5678-1234-9013' })).toBe(true)
    // A JSON number loses its leading zeros.
    expect(isOtherCode(aSaleId('B'), { number: '00123' })).toBe(false)
    expect(isOtherCode(aSaleId('B'), { number: '123' })).toBe(false)
  })

  it('a code is the same when only parts are added to it or missing', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { serial: 'S1' })).toBe(false)
    expect(isOtherCode(ID, { serial: 'S1', number: '1234' })).toBe(false)
    expect(isOtherCode(ID, { number: '1234', link: 'https://a.example/' })).toBe(false)
    expect(isOtherCode(ID, { link: 'https://a.example/' })).toBe(false)
    expect(isOtherCode(ID, {})).toBe(false)
  })

  it('a link alone is different when its place differs, whatever its query, and a link beside the same number never is', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { link: 'https://a.example/x?sign=1' })).toBe(false)
    expect(isOtherCode(ID, { link: 'https://a.example/x?sign=2#top' })).toBe(false)
    expect(isOtherCode(ID, { link: 'https://a.example/y?sign=2' })).toBe(true)
    expect(isOtherCode(ID, { number: '1', link: 'https://a.example/y' })).toBe(false)
    expect(isOtherCode(ID, { number: '1', link: 'https://a.example/z' })).toBe(false)
  })
})

describe('a reference', () => {
  const voucher = { id: ID, kind: 'voucher' as const }

  it('a reference is stored when it comes with its code, or with a top-up', () => {
    const { checkReference } = handouts()
    expect(checkReference(voucher, { number: '7K4P2M9X', reference: 'PXM-88213' })).toEqual({ reference: 'PXM-88213' })
    expect(checkReference({ id: aSaleId('B'), kind: 'direct' }, { reference: 'R-1' })).toEqual({ reference: 'R-1' })
    expect(checkReference(voucher, { number: '7K4P2M9X' })).toEqual({})
    expect(checkReference(voucher, undefined)).toEqual({})
  })

  it.each([
    ['is the code', { number: '7K4P2M9X', reference: '7k4p-2m9x' }],
    ['contains the serial', { number: '1234', serial: 'SN-77', reference: 'No. sn77' }],
    ['is a part of the link', { link: 'https://a.example/7K4P2M9X', reference: '7K4P' }],
    ['is longer than any reference', { number: '7K4P2M9X', reference: 'R'.repeat(101) }],
  ])('a reference is not stored when it %s', (_, info) => {
    expect(handouts().checkReference(voucher, info)).toEqual({})
  })

  it('a reference that comes before its code is not stored, because the code it repeats may have been lost', () => {
    const { checkReference } = handouts()
    expect(checkReference(voucher, { reference: '7K4P2M9X' })).toEqual({})
    // The answer with 7K4P2M9X was lost, and the next answer has another code.
    expect(checkReference(voucher, { number: '3Q8T5W1Z' })).toEqual({})
    expect(checkReference(voucher, { number: '3Q8T5W1Z', reference: 'PXM-88213' })).toEqual({ reference: 'PXM-88213' })
  })

  it('a reference that comes after its code is stored only while the code is in memory to compare it with', () => {
    const { checkReference, store, due } = handouts()
    store(ID, { voucher: { number: '7K4P2M9X' } })
    expect(checkReference(voucher, { reference: '7K4P2M9X' })).toEqual({})
    expect(checkReference(voucher, { reference: 'PXM-88213' })).toEqual({ reference: 'PXM-88213' })
    due[0]?.run()
    expect(checkReference(voucher, { reference: 'PXM-88214' })).toEqual({})
  })

  it('a stored reference is removed when a code repeats it', () => {
    const noted = { ...voucher, reference: 'PXM-88213' }
    expect(handouts().checkReference(noted, { number: 'PXM88213' })).toEqual({ forgetsReference: true })
    expect(handouts().checkReference(noted, { number: '7K4P2M9X' })).toEqual({})
  })

  it('a reference alone removes no code from the delivery content', () => {
    const { store, find } = handouts()
    store(ID, { voucher: { number: '7K4P2M9X', serial: 'S1' } })
    store(ID, { voucher: { reference: 'PXM-88213' } })
    expect(find(ID)).toEqual({ voucher: { number: '7K4P2M9X', serial: 'S1', reference: 'PXM-88213' } })
  })
})
