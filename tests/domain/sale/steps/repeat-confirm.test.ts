import { describe, expect, it } from 'vitest'

import type { StepContext } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import {
  repeatedConfirmSale,
  ANSWERED_AT,
  APPROVED_AT,
  approved,
  aSaleId,
  resolved,
  confirmAnswered,
  confirmingSale,
  findAnswered,
  FIRST_POLLED_AT,
  kindsOf,
  lost,
  LOST_REASONS,
  MINUTE,
  notSent,
  PROVEN_SOON_AT,
  refuses,
  restarted,
  says,
  SECOND,
  CONFIRM_GRACE_MS,
  step,
  theirId,
  till,
  amal,
} from '../../../support/sales.ts'

const afterFirst = (answer: Answer) => confirmAnswered(confirmingSale(), answer, ANSWERED_AT).sale

/** Two -1 answers with a pause between them, the second of which arrived at `at`. */
function proven(sale: SaleRecord, at = PROVEN_SOON_AT, changes: Partial<StepContext> = {}) {
  const once = findAnswered(sale, says(-1), at - CONFIRM_GRACE_MS - SECOND).sale
  const answered = { answer: says(-1), sentAt: at - 100, answeredAt: at }
  return step(once, { kind: 'find-answered', answered }, at, changes)
}

describe('the automatic repetition of a confirm (rule 6)', () => {
  it('a lost confirm that is proven not executed is repeated at once', () => {
    const { sale, events } = proven(afterFirst(lost()))
    expect(sale).toMatchObject({
      state: 'confirming',
      confirmSentAt: PROVEN_SOON_AT,
      confirmsSent: 1,
      confirmsNotSent: 0,
      findCount: 0,
      next: { kind: 'confirm', at: PROVEN_SOON_AT },
      approval: { at: APPROVED_AT },
      confirmedAt: APPROVED_AT,
    })
    for (const gone of ['mayRepeatConfirm', 'minusOneAt', 'problem']) expect(sale).not.toHaveProperty(gone)
    expect(events).toEqual([
      { at: PROVEN_SOON_AT, kind: 'still-reserved', state: -1 },
      { at: PROVEN_SOON_AT, kind: 'not-executed' },
      { at: PROVEN_SOON_AT, kind: 'confirm-repeated' },
    ])
  })

  it.each([
    ...LOST_REASONS.map((reason) => ({ row: 'F9', what: `was lost: ${reason}`, answer: lost(reason), goes: true })),
    { row: 'F9', what: 'spoke of another transaction', answer: says(1, { id: theirId('other') }), goes: true },
    { row: 'F9', what: 'spoke of another sale', answer: says(2, { saleId: aSaleId('B') }), goes: true },
    { row: 'F10', what: 'was refused with 60', answer: refuses(60), goes: true },
    { row: 'F11', what: 'was refused with 1', answer: refuses(1), goes: true },
    { row: 'F14', what: 'was refused with 23', answer: refuses(23), goes: true },
    ...[
      { row: 'F14', codes: [5, 101, 105, 201, 1200, 7, 9999, 'unreadable' as const] },
      { row: 'F12', codes: [1000, 1001] },
      { row: 'F13', codes: [20, 22] },
      { row: 'F15', codes: [2, 50] },
    ].flatMap(({ row, codes }) =>
      codes.map((code) => ({ row, what: `was refused with ${code}`, answer: refuses(code), goes: false })),
    ),
    { row: 'F6', what: 'was answered with our transaction at -1', answer: says(-1), goes: false },
  ])('$row: the confirm is repeated when the first $what: $goes', ({ answer, goes }) => {
    const { sale, events } = proven(afterFirst(answer))
    expect(sale.state).toBe(goes ? 'confirming' : 'not-executed')
    expect(sale.next?.kind).toBe(goes ? 'confirm' : 'find')
    expect(kindsOf(events)).toEqual(['still-reserved', 'not-executed', ...(goes ? ['confirm-repeated'] : [])])
  })

  it.each([
    { age: 2 * MINUTE - 1, goes: true },
    { age: 2 * MINUTE, goes: false },
    { age: 60 * MINUTE, goes: false },
  ])('the confirm is repeated when the approval is $age ms old: $goes', ({ age, goes }) => {
    expect(proven(afterFirst(lost()), APPROVED_AT + age).sale.state).toBe(goes ? 'confirming' : 'not-executed')
  })

  it('the confirm is not repeated when the age of the approval is impossible', () => {
    const sale = { ...afterFirst(lost()), approval: { at: PROVEN_SOON_AT + 1, by: amal, terminal: till } }
    expect(proven(sale).sale.state).toBe('not-executed')
  })

  it('the confirm is not repeated while selling is stopped, nor after selling is resumed', () => {
    const stopped = proven(afterFirst(lost()), PROVEN_SOON_AT, { isSellingStopped: true }).sale
    expect(stopped).toMatchObject({ state: 'not-executed', next: { kind: 'find' } })
    expect(findAnswered(stopped, says(-1), PROVEN_SOON_AT + SECOND).sale.state).toBe('not-executed')
  })

  it('the confirm of a resolved sale is not repeated', () => {
    const late = APPROVED_AT + 20 * MINUTE
    const word = resolved(afterFirst(lost()), 'not-sold', late).sale
    expect(word).not.toHaveProperty('mayRepeatConfirm')
    // The same applies to a record that has both.
    const both: SaleRecord = { ...afterFirst(lost()), ...(word.resolution ? { resolution: word.resolution } : {}) }
    expect(proven(both).sale).toMatchObject({ state: 'not-executed', resolution: { outcome: 'not-sold' } })
  })

  it('the confirm is repeated only by the process that received the approval', () => {
    const sale = restarted(afterFirst(lost()), ANSWERED_AT + SECOND).sale
    expect(sale).not.toHaveProperty('mayRepeatConfirm')
    expect(proven(sale, PROVEN_SOON_AT + SECOND).sale.state).toBe('not-executed')
  })

  it('the confirm is repeated once, and then a person decides', () => {
    const second = confirmAnswered(repeatedConfirmSale(), lost(), PROVEN_SOON_AT + SECOND).sale
    expect(second).toMatchObject({ state: 'unknown', confirmsSent: 2 })
    expect(second).not.toHaveProperty('mayRepeatConfirm')
    expect(proven(second, PROVEN_SOON_AT + 2 * SECOND + 2 * CONFIRM_GRACE_MS).sale.state).toBe('not-executed')
  })

  it('the confirm is not repeated automatically after a person repeated it', () => {
    const decided = approved(proven(afterFirst(refuses(1001))).sale, PROVEN_SOON_AT + SECOND).sale
    const unknown = confirmAnswered(decided, lost(), PROVEN_SOON_AT + 2 * SECOND).sale
    expect(proven(unknown, PROVEN_SOON_AT + 4 * SECOND + CONFIRM_GRACE_MS).sale.state).toBe('not-executed')
  })

  it('the confirm is repeated although attempts before the lost one were not sent', () => {
    const waiting = confirmAnswered(confirmingSale(), notSent(), APPROVED_AT).sale
    const unknown = confirmAnswered(waiting, lost(), ANSWERED_AT + SECOND).sale
    expect(unknown).toMatchObject({ confirmsSent: 1, mayRepeatConfirm: true })
    expect(proven(unknown, PROVEN_SOON_AT + SECOND).sale.state).toBe('confirming')
  })

  it('the repeated confirm needs a separate proof', () => {
    const unknown = confirmAnswered(repeatedConfirmSale(), refuses(60), PROVEN_SOON_AT + SECOND).sale
    const first = findAnswered(unknown, says(-1), PROVEN_SOON_AT + 2 * SECOND)
    expect(first.sale).toMatchObject({ state: 'unknown', minusOneAt: PROVEN_SOON_AT + 2 * SECOND })
  })

  it('a repeated confirm that was not sent is sent again, and is not executed when the time is over', () => {
    const again = confirmAnswered(repeatedConfirmSale(), notSent(), PROVEN_SOON_AT).sale
    expect(again).toMatchObject({ state: 'confirming', next: { kind: 'confirm', at: PROVEN_SOON_AT + SECOND } })
    const over = confirmAnswered(again, notSent(), FIRST_POLLED_AT)
    expect(over.sale).toMatchObject({ state: 'not-executed', problem: { code: 'offline' } })
  })
})

it('E20: a confirm that waits to be sent is not executed at a planned shutdown', () => {
  for (const waiting of [confirmAnswered(confirmingSale(), notSent(), APPROVED_AT).sale, repeatedConfirmSale()]) {
    const { sale, events } = confirmAnswered(waiting, notSent('stopping'), PROVEN_SOON_AT)
    expect(sale).toMatchObject({ state: 'not-executed', problem: { code: 'offline' }, next: { kind: 'find' } })
    expect(kindsOf(events)).toEqual(['confirm-not-sent', 'not-executed'])
  }
})
