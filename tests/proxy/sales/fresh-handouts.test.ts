import { describe, expect, it } from 'vitest'

import { freshHandouts } from '#proxy/sales/fresh-handouts.ts'
import { aSaleId, MINUTE } from '../../support/sales.ts'

const ID = aSaleId()

function handouts() {
  const due: { at: number; run: () => void }[] = []
  const timers = { after: (ms: number, run: () => void) => (due.push({ at: ms, run }), () => {}) }
  return { ...freshHandouts({ timers }), due }
}

describe('what is for the customer', () => {
  it('is kept for two minutes and no longer', () => {
    const { keep, find, due } = handouts()
    keep(ID, { voucher: { number: '1234' } })
    expect(find(ID)).toEqual({ voucher: { number: '1234' } })
    expect(due.map(({ at }) => at)).toEqual([2 * MINUTE])
    due[0]?.run()
    expect(find(ID)).toBeUndefined()
  })

  it('is kept its own two minutes when it is newer', () => {
    const { keep, find, due } = handouts()
    keep(ID, { voucher: { number: '1' } })
    keep(ID, { voucher: { number: '2' } })
    due[0]?.run()
    expect(find(ID)).toEqual({ voucher: { number: '2' } })
  })
})

describe('another code', () => {
  it('is one whose number or link is not the first that was given', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { number: '1234' })).toBe(false)
    expect(isOtherCode(ID, { number: '1234' })).toBe(false)
    expect(isOtherCode(ID, { number: '1235' })).toBe(true)
    // Again and again, until a person looked into it.
    expect(isOtherCode(ID, { number: '1235' })).toBe(true)
    expect(isOtherCode(ID, { number: '1234' })).toBe(false)
    expect(isOtherCode(aSaleId('B'), { number: '1235' })).toBe(false)
  })

  it('is not the same one in groups', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { number: '5678-1234-9012' })).toBe(false)
    expect(isOtherCode(ID, { number: '5678 1234 9012' })).toBe(false)
    expect(isOtherCode(ID, { number: '567812349012' })).toBe(false)
    expect(isOtherCode(ID, { number: '5678-1234-9013' })).toBe(true)
  })

  it('is not what comes later beside what was there', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { serial: 'S1' })).toBe(false)
    expect(isOtherCode(ID, { serial: 'S1', number: '1234' })).toBe(false)
    expect(isOtherCode(ID, { number: '1234', link: 'https://a.example/' })).toBe(false)
    expect(isOtherCode(ID, { link: 'https://a.example/' })).toBe(false)
    expect(isOtherCode(ID, { link: 'https://b.example/' })).toBe(true)
    expect(isOtherCode(ID, {})).toBe(false)
  })
})
