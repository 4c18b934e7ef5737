import { describe, expect, it } from 'vitest'

import {
  amal,
  ANSWERED_AT,
  APPROVED_AT,
  CHECKED_AT,
  checkAnswered,
  checkedInternational,
  confirmAnswered,
  confirmingInternational,
  findAnswered,
  abandoned as abandonedSale,
  kindsOf,
  lost,
  MINUTE,
  notSent,
  OPENED_AT,
  openedInternational,
  restarted,
  saysInternational,
  SECOND,
} from '../../support/sales.ts'

const REASONS = [
  'timeout',
  'reset',
  'http-status',
  'not-json',
  'too-big',
  'too-deep',
  'wrong-shape',
  'redirect',
] as const
const NO_ANSWER = { state: 'refused', problem: { code: 'no-answer' } }

describe('the check of an international sale, which has no id of ours', () => {
  it.each(REASONS)('C7: an international check that was lost by %s is refused at once, without a find', (reason) => {
    const { sale, events } = checkAnswered(openedInternational(), lost(reason), CHECKED_AT)
    expect(sale).toMatchObject(NO_ANSWER)
    expect(sale).not.toHaveProperty('next')
    expect(sale).not.toHaveProperty('transactionId')
    expect(kindsOf(events)).toEqual(['check-lost', 'refused'])
  })

  it('C7: an international sale remains refused when an answer comes later', () => {
    const { sale: refused } = checkAnswered(openedInternational(), lost(), CHECKED_AT)
    const late = CHECKED_AT + MINUTE
    expect(checkAnswered(refused, saysInternational(-1), late).sale).toBe(refused)
    expect(confirmAnswered(refused, saysInternational(1), late).sale).toBe(refused)
    expect(findAnswered(refused, saysInternational(1), late).sale).toBe(refused)
  })
})

describe('an international sale after a restart', () => {
  it('restart, opened abroad: the sale is refused without another check or a find', () => {
    const { sale, events } = restarted(openedInternational(), OPENED_AT + MINUTE)
    expect(sale).toMatchObject(NO_ANSWER)
    expect(sale).not.toHaveProperty('next')
    expect(kindsOf(events)).toEqual(['restarted', 'refused'])
  })

  it('restart, opened abroad: a sale whose check was not sent is refused, too', () => {
    const { sale: waiting } = checkAnswered(openedInternational(), notSent(), CHECKED_AT)
    expect(restarted(waiting, CHECKED_AT + SECOND).sale).toMatchObject(NO_ANSWER)
  })

  it('restart, checked abroad: the sale remains as it is', () => {
    const checked = checkedInternational({ providerId: '58', providerName: 'Lakbay' })
    expect(restarted(checked, APPROVED_AT).sale).toBe(checked)
    expect(checked.mismatch).toMatchObject({ detected: { name: 'Lakbay' } })
  })

  it('restart, confirming abroad: the sale is unknown and is found by the transaction of its check', () => {
    const confirming = confirmingInternational()
    const { sale } = restarted(confirming, ANSWERED_AT)
    expect(sale).toMatchObject({
      state: 'unknown',
      transactionId: confirming.transactionId,
      next: { kind: 'find', at: ANSWERED_AT },
    })
    expect(findAnswered(sale, saysInternational(1), ANSWERED_AT + SECOND).sale).toMatchObject({ state: 'succeeded' })
  })

  it('restart, abandoned abroad: an abandoned quote is not polled', () => {
    const abandoned = abandonedSale(checkedInternational(), APPROVED_AT).sale
    expect(abandoned).toMatchObject({ state: 'abandoned', cashier: amal })
    expect(restarted(abandoned, APPROVED_AT + MINUTE).sale).toBe(abandoned)
  })
})
