import { describe, expect, it } from 'vitest'

import type { SaleState } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  abandonedSale,
  repeatedConfirmSale,
  APPROVED_AT,
  onceReservedSale,
  cancelledSale,
  CHECKED_AT,
  checkAnswered,
  checkedSale,
  confirmAnswered,
  confirmingSale,
  DAY,
  expiredSale,
  failedSale,
  findAnswered,
  heldSale,
  kindsOf,
  lost,
  MINUTE,
  notExecutedSale,
  notSent,
  openedSale,
  pendingSale,
  PROVEN_AT,
  refusedSale,
  refuses,
  replacedSale,
  restarted,
  says,
  SECOND,
  CONFIRM_GRACE_MS,
  succeededSale,
  unknownSale,
} from '../../support/sales.ts'

describe('a sale after a restart', () => {
  const now = PROVEN_AT + 5 * MINUTE
  const AT_ONCE = { kind: 'find', at: now } as const
  const lostCheck = () => checkAnswered(openedSale(), lost(), CHECKED_AT).sale
  const checkedAgain = () => findAnswered(lostCheck(), refuses(22), CHECKED_AT + SECOND).sale
  const notSentYet = () => confirmAnswered(confirmingSale(), notSent(), APPROVED_AT).sale

  type Row = { given: () => SaleRecord; was: string; state: SaleState; next?: SaleRecord['next']; events?: string[] }
  const rows: Row[] = [
    { given: openedSale, was: 'opened', state: 'opened', next: AT_ONCE, events: ['restarted'] },
    { given: lostCheck, was: 'opened, its check lost', state: 'opened', next: AT_ONCE, events: ['restarted'] },
    { given: checkedAgain, was: 'opened, to be checked again', state: 'opened', next: AT_ONCE, events: ['restarted'] },
    { given: confirmingSale, was: 'confirming', state: 'unknown', next: AT_ONCE, events: ['restarted'] },
    {
      given: notSentYet,
      was: 'confirming, no byte left so far',
      state: 'unknown',
      next: AT_ONCE,
      events: ['restarted'],
    },
    { given: unknownSale, was: 'unknown', state: 'unknown', next: AT_ONCE, events: ['restarted'] },
    { given: onceReservedSale, was: 'unknown, -1 said once', state: 'unknown', next: AT_ONCE, events: ['restarted'] },
    { given: pendingSale, was: 'pending', state: 'pending', next: AT_ONCE },
    { given: heldSale, was: 'pending and held', state: 'pending', next: AT_ONCE },
    { given: notExecutedSale, was: 'not-executed', state: 'not-executed', next: AT_ONCE },
    { given: abandonedSale, was: 'given up after a confirm', state: 'abandoned', next: AT_ONCE },
  ]

  it.each(rows)('restart, $was: the sale is $state and is polled at once', ({ given, state, next, events = [] }) => {
    const step = restarted(given(), now)
    expect(step.sale.state).toBe(state)
    expect(step.sale.next).toEqual(next)
    expect(step.sale.minusOneAt).toBeUndefined()
    expect(kindsOf(step.events)).toEqual(events)
  })

  it.each([
    { given: refusedSale, was: 'refused' },
    { given: succeededSale, was: 'succeeded' },
    { given: failedSale, was: 'failed' },
    { given: cancelledSale, was: 'cancelled' },
    { given: replacedSale, was: 'replaced' },
    { given: expiredSale, was: 'expired' },
  ])('a restart does not change a sale that is $was', ({ given }) => {
    const sale = given()
    expect(restarted(sale, now).sale).toBe(sale)
  })

  it('restart, checked: the quote remains valid for its ten minutes, and is abandoned after them or if the clock was set back', () => {
    const sale = checkedSale()
    expect(restarted(sale, CHECKED_AT + 10 * MINUTE - 1).sale).toBe(sale)
    for (const late of [CHECKED_AT + 10 * MINUTE, CHECKED_AT - 1, CHECKED_AT + DAY]) {
      const ended = restarted(sale, late).sale
      expect(ended).toMatchObject({ state: 'abandoned', problem: { code: 'expired' } })
      expect(ended).not.toHaveProperty('next')
    }
  })

  it('restart, opened: the sale is only found, and accepted or refused, but never checked again', () => {
    const sale = restarted(openedSale(), CHECKED_AT).sale
    expect(findAnswered(sale, says(-1), CHECKED_AT + SECOND).sale.state).toBe('checked')
    expect(findAnswered(sale, says(1), CHECKED_AT + SECOND).sale.state).toBe('succeeded')
    expect(findAnswered(sale, refuses(22), CHECKED_AT + SECOND).sale).toMatchObject({
      state: 'refused',
      problem: { code: 'no-answer' },
    })
  })

  it('restart, confirming: the confirm is not sent again, not even one that was not sent', () => {
    for (const given of [confirmingSale, notSentYet]) {
      const { sale } = restarted(given(), now)
      expect(sale).toMatchObject({ state: 'unknown', problem: { code: 'no-answer' } })
      expect(sale.next?.kind).toBe('find')
    }
  })

  it('a restart counts a confirm under way as sent, and no other one', () => {
    expect(restarted(confirmingSale(), now).sale).toMatchObject({ confirmsSent: 1, confirmSentAt: now - 1 })
    expect(restarted(restarted(confirmingSale(), now).sale, now + 1).sale.confirmsSent).toBe(1)
    expect(restarted(repeatedConfirmSale(), now).sale.confirmsSent).toBe(2)
  })

  it('restart, not-executed: a confirm of the earlier process is never repeated automatically (rule 6)', () => {
    expect(unknownSale().mayRepeatConfirm).toBe(true)
    expect(restarted(unknownSale(), now).sale).not.toHaveProperty('mayRepeatConfirm')
    expect(restarted({ ...pendingSale(), mayRepeatConfirm: true }, now).sale).not.toHaveProperty('mayRepeatConfirm')
  })

  it('restart, unknown: the sale keeps its reason', () => {
    const funds = confirmAnswered(confirmingSale(), refuses(1001), APPROVED_AT + SECOND).sale
    expect(restarted(funds, now).sale.problem).toEqual({ code: 'service-1001' })
  })

  it('a restart discards earlier proofs of no execution, whatever the clock says', () => {
    for (const again of [now, APPROVED_AT - 365 * DAY]) {
      const sale = restarted(onceReservedSale(), again).sale
      const first = findAnswered(sale, says(-1), again + 50, { sentAt: again }).sale
      expect(first).toMatchObject({ state: 'unknown', minusOneAt: again + 50 })
      expect(findAnswered(first, says(-1), again + CONFIRM_GRACE_MS).sale.state).toBe('unknown')
      expect(findAnswered(first, says(-1), again + CONFIRM_GRACE_MS + SECOND).sale.state).toBe('not-executed')
    }
  })

  it('restart, pending: the sale has started, so -1 proves nothing', () => {
    const sale = restarted(pendingSale(), now).sale
    const twice = findAnswered(findAnswered(sale, says(-1), now + SECOND).sale, says(-1), now + DAY).sale
    expect(twice.state).toBe('pending')
  })

  it('a restart checks an abandoned sale at once, and that is not one of its rechecks', () => {
    const sale = restarted(abandonedSale(), now).sale
    expect(sale.next).toEqual({ kind: 'find', at: now })
    const looked = findAnswered(sale, says(-1), now + SECOND).sale
    expect(looked.next?.at).toBeLessThanOrEqual(now + SECOND + MINUTE)
    expect(looked.recheckCount).toBe(1)
  })
})
