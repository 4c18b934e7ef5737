import { describe, expect, it } from 'vitest'

import type { SaleState } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  APPROVED_AT,
  aSale,
  checkAnswered,
  CHECKED_AT,
  CONFIRM_GRACE_MS,
  confirmAnswered,
  DAY,
  findAnswered,
  kindsOf,
  lost,
  MINUTE,
  notSent,
  PROVEN_AT,
  refuses,
  restarted,
  says,
  SECOND,
} from '../../../support/sales.ts'

describe('a sale after a restart', () => {
  const now = PROVEN_AT + 5 * MINUTE
  const AT_ONCE = { kind: 'find', at: now } as const
  const lostCheck = () => checkAnswered(aSale.opened(), lost(), CHECKED_AT).sale
  const checkedAgain = () => findAnswered(lostCheck(), refuses(22), CHECKED_AT + SECOND).sale
  const notSentYet = () => confirmAnswered(aSale.confirming(), notSent(), APPROVED_AT).sale

  it.each<[string, SaleState, () => SaleRecord]>([
    ['opened', 'opened', aSale.opened],
    ['opened, its check lost', 'opened', lostCheck],
    ['opened, to be checked again', 'opened', checkedAgain],
    ['confirming', 'unknown', aSale.confirming],
    ['confirming, with no byte sent so far', 'unknown', notSentYet],
    ['unknown', 'unknown', aSale.unknown],
    ['unknown, with one -1', 'unknown', aSale.onceReserved],
    ['pending', 'pending', aSale.pending],
    ['pending and held', 'pending', aSale.held],
    ['not-executed', 'not-executed', aSale.notExecuted],
    ['abandoned after a confirm', 'abandoned', aSale.abandoned],
  ])('restart, %s: the sale is %s and is polled at once', (_, state, given) => {
    const { sale, events } = restarted(given(), now)
    expect([sale.state, sale.next, sale.minusOneAt]).toEqual([state, AT_ONCE, undefined])
    expect(kindsOf(events)).toEqual(['opened', 'unknown'].includes(state) ? ['restarted'] : [])
  })

  it.each(['refused', 'succeeded', 'failed', 'canceled', 'replaced', 'expired'] as const)(
    'a restart does not change a sale that is %s',
    (was) => {
      const sale = aSale[was]()
      expect(restarted(sale, now).sale).toBe(sale)
    },
  )

  it('restart, checked: the quote remains valid for its ten minutes, and is abandoned after them or if the clock was set back', () => {
    const sale = aSale.checked()
    expect(restarted(sale, CHECKED_AT + 10 * MINUTE - 1).sale).toBe(sale)
    for (const late of [CHECKED_AT + 10 * MINUTE, CHECKED_AT - 1, CHECKED_AT + DAY]) {
      const ended = restarted(sale, late).sale
      expect(ended).toMatchObject({ state: 'abandoned', problem: { code: 'expired' } })
      expect(ended).not.toHaveProperty('next')
    }
  })

  it('restart, opened: the sale is only found, and accepted or refused, but never checked again', () => {
    const sale = restarted(aSale.opened(), CHECKED_AT).sale
    expect(findAnswered(sale, says(-1), CHECKED_AT + SECOND).sale.state).toBe('checked')
    expect(findAnswered(sale, says(1), CHECKED_AT + SECOND).sale.state).toBe('succeeded')
    const unheardOf = findAnswered(sale, refuses(22), CHECKED_AT + SECOND).sale
    expect(unheardOf).toMatchObject({ state: 'refused', problem: { code: 'no-answer' } })
  })

  it('restart, confirming: the confirm is not sent again, not even one that was not sent', () => {
    for (const given of [aSale.confirming, notSentYet]) {
      const { sale } = restarted(given(), now)
      expect(sale).toMatchObject({ state: 'unknown', problem: { code: 'no-answer' }, next: { kind: 'find' } })
    }
  })

  it('a restart counts a confirm under way as sent, and no other one', () => {
    expect(restarted(aSale.confirming(), now).sale).toMatchObject({ confirmsSent: 1, confirmSentAt: now - 1 })
    expect(restarted(restarted(aSale.confirming(), now).sale, now + 1).sale.confirmsSent).toBe(1)
    expect(restarted(aSale.confirmRepeated(), now).sale.confirmsSent).toBe(2)
  })

  it('restart, not-executed: a confirm of the earlier process is never repeated automatically (rule 6)', () => {
    expect(aSale.unknown().mayRepeatConfirm).toBe(true)
    expect(restarted(aSale.unknown(), now).sale).not.toHaveProperty('mayRepeatConfirm')
    expect(restarted({ ...aSale.pending(), mayRepeatConfirm: true }, now).sale).not.toHaveProperty('mayRepeatConfirm')
  })

  it('restart, unknown: the sale keeps its reason', () => {
    const funds = confirmAnswered(aSale.confirming(), refuses(1001), APPROVED_AT + SECOND).sale
    expect(restarted(funds, now).sale.problem).toEqual({ code: 'service-1001' })
  })

  it('a restart discards earlier proofs of no execution, whatever the clock says', () => {
    for (const again of [now, APPROVED_AT - 365 * DAY]) {
      const sale = restarted(aSale.onceReserved(), again).sale
      const first = findAnswered(sale, says(-1), again + 50, { sentAt: again }).sale
      expect(first).toMatchObject({ state: 'unknown', minusOneAt: again + 50 })
      expect(findAnswered(first, says(-1), again + CONFIRM_GRACE_MS).sale.state).toBe('unknown')
      expect(findAnswered(first, says(-1), again + CONFIRM_GRACE_MS + SECOND).sale.state).toBe('not-executed')
    }
  })

  it('restart, pending: the sale has started, so -1 proves nothing', () => {
    const sale = restarted(aSale.pending(), now).sale
    const twice = findAnswered(findAnswered(sale, says(-1), now + SECOND).sale, says(-1), now + DAY).sale
    expect(twice.state).toBe('pending')
  })

  it('a restart checks an abandoned sale at once, and that is not one of its rechecks', () => {
    const sale = restarted(aSale.abandoned(), now).sale
    expect(sale.next).toEqual({ kind: 'find', at: now })
    const looked = findAnswered(sale, says(-1), now + SECOND).sale
    expect(looked.next?.at).toBeLessThanOrEqual(now + SECOND + MINUTE)
    expect(looked.recheckCount).toBe(1)
  })
})
