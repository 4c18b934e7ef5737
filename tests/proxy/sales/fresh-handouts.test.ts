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

  it('is not taken away by an answer that leaves it out', () => {
    const { keep, find } = handouts()
    keep(ID, { voucher: { number: '1' } })
    keep(ID, { receipt: { header: 'Later' } })
    expect(find(ID)).toEqual({ voucher: { number: '1' }, receipt: { header: 'Later' } })
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
  it('is one whose number is not the last that was given, and is told once', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { number: '1234' })).toBe(false)
    expect(isOtherCode(ID, { number: '1234' })).toBe(false)
    expect(isOtherCode(ID, { number: '1235' })).toBe(true)
    expect(isOtherCode(ID, { number: '1235' })).toBe(false)
    expect(isOtherCode(ID, { number: '1234' })).toBe(true)
    expect(isOtherCode(aSaleId('B'), { number: '1235' })).toBe(false)
  })

  it('is not the same one in groups', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { number: '5678-1234-9012' })).toBe(false)
    expect(isOtherCode(ID, { number: '5678 1234 9012' })).toBe(false)
    expect(isOtherCode(ID, { number: '567812349012' })).toBe(false)
    expect(isOtherCode(ID, { number: '5678-1234-9013' })).toBe(true)
    // A JSON number loses the zeros before it.
    expect(isOtherCode(aSaleId('B'), { number: '00123' })).toBe(false)
    expect(isOtherCode(aSaleId('B'), { number: '123' })).toBe(false)
  })

  it('is not what comes later beside what was there', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { serial: 'S1' })).toBe(false)
    expect(isOtherCode(ID, { serial: 'S1', number: '1234' })).toBe(false)
    expect(isOtherCode(ID, { number: '1234', link: 'https://a.example/' })).toBe(false)
    expect(isOtherCode(ID, { link: 'https://a.example/' })).toBe(false)
    expect(isOtherCode(ID, {})).toBe(false)
  })

  it('of a link alone is another place; what is signed anew at each answer, and a link beside the same number, says nothing', () => {
    const { isOtherCode } = handouts()
    expect(isOtherCode(ID, { link: 'https://a.example/x?sign=1' })).toBe(false)
    expect(isOtherCode(ID, { link: 'https://a.example/x?sign=2#top' })).toBe(false)
    expect(isOtherCode(ID, { link: 'https://a.example/y?sign=2' })).toBe(true)
    expect(isOtherCode(ID, { number: '1', link: 'https://a.example/y' })).toBe(false)
    expect(isOtherCode(ID, { number: '1', link: 'https://a.example/z' })).toBe(false)
  })
})
