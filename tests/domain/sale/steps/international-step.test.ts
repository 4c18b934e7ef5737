import { describe, expect, it } from 'vitest'

import { findDuplicate } from '#domain/sale/duplicate.ts'
import { decimal, money } from '#domain/money/money.ts'
import { isProviderUnconfirmed, isComplete, isUndelivered, saleCan } from '#domain/sale/sale.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { carriesCode, mayReveal } from '#domain/sale/reveal-rights.ts'
import type { Answer, Transaction } from '#domain/wallet/transaction.ts'
import {
  amal,
  anAmount,
  ANSWERED_AT,
  APPROVED_AT,
  approved,
  aSaleId,
  aTransaction,
  CHECKED_AT,
  checkAnswered,
  checkedInternational,
  confirmAnswered,
  confirmingInternational,
  findAnswered,
  abandoned,
  INTERNATIONAL,
  joseph,
  kindsOf,
  LAKBAY,
  lost,
  LOST_REASONS,
  MINUTE,
  notSent,
  OPENED_AT,
  openedInternational,
  openedSale,
  refuses,
  restarted,
  saysInternational,
  SECOND,
  step,
  THEIR_ID,
  till,
} from '../../../support/sales.ts'

const checked = (answer: Partial<Transaction>) =>
  checkAnswered(openedInternational(), saysInternational(-1, answer), CHECKED_AT)
const accept = (sale: SaleRecord, now = APPROVED_AT) =>
  step(sale, { kind: 'approved', by: joseph, terminal: till, accepts: 'operator' }, now)

describe('the answer to an international check', () => {
  it('C1: an international check with everything as chosen is checked', () => {
    const { sale, events } = checked({ amountId: 'a1' })
    expect(sale).toMatchObject({ state: 'checked', pays: anAmount('21.5'), cost: anAmount('20') })
    expect(sale).not.toHaveProperty('mismatch')
    expect(kindsOf(events)).toEqual(['checked'])
  })

  it('C1: an international check that names neither country nor provider is checked without a mismatch', () => {
    const bare: Answer = { kind: 'transaction', transaction: { id: THEIR_ID, state: -1 } }
    const { sale } = checkAnswered(openedInternational(), bare, CHECKED_AT)
    expect(sale.state).toBe('checked')
    expect(sale).not.toHaveProperty('mismatch')
  })

  it.each([
    { what: 'another amount', answer: { amount: decimal('301') } },
    { what: 'another currency', answer: { amountCurrency: 'USD' } },
    { what: 'another number', answer: { account: '639175550143' } },
    { what: 'another service', answer: { serviceId: 'qamra' } },
    { what: 'another offer', answer: { amountId: 'a2' } },
  ])('C2: an international check with $what is refused, and supervisors are notified', ({ answer }) => {
    const refused = { state: 'refused', problem: { code: 'answer-differs' }, unread: { supervisor: 'notified' } }
    expect(checked(answer).sale).toMatchObject(refused)
  })

  it.each([
    { countryId: 'IND', countryName: 'India', named: 'India' },
    { countryId: 'IND', countryName: undefined, named: 'IND' },
    { countryId: undefined, countryName: 'India', named: 'India' },
    { countryId: '356', countryName: 'India', named: 'India' },
    { countryId: '356', countryName: undefined, named: '356' },
  ])(
    'an international check with country $countryId $countryName is refused, and both countries are named',
    ({ named, ...answer }) => {
      const { sale, events } = checked(answer as Partial<Transaction>)
      expect(sale).toMatchObject({
        state: 'refused',
        problem: { code: 'country-differs', detected: named },
        international: { country: { name: 'Philippines' } },
      })
      expect(sale).not.toHaveProperty('unread')
      expect(kindsOf(events)).toEqual(['refused'])
    },
  )

  it.each([
    { countryId: 'phl', countryName: 'Republic of the Philippines' },
    { countryId: '608', countryName: 'Pilipinas' },
    { countryId: '999', countryName: ' philippines' },
  ])('the country $countryId $countryName is the chosen one', (answer) => {
    expect(checked(answer).sale.state).toBe('checked')
  })

  it.each([
    { providerId: '9056', providerName: 'ISLANET ' },
    { providerId: '56', providerName: 'Islanet Prepaid' },
    { providerId: undefined, providerName: 'Islanet' },
    { providerId: '56', providerName: undefined },
  ])('the provider $providerId $providerName is the chosen one', (answer) => {
    expect(checked(answer as Partial<Transaction>).sale).not.toHaveProperty('mismatch')
  })

  it('an international check with another provider needs an acceptance, and both providers are named', () => {
    const { sale, events } = checked(LAKBAY)
    expect(sale).toMatchObject({
      state: 'checked',
      mismatch: { chosen: { id: '56', name: 'Islanet' }, detected: { id: '58', name: 'Lakbay' } },
    })
    expect(isProviderUnconfirmed(sale)).toBe(true)
    expect(events).toMatchObject([{ kind: 'checked' }, { kind: 'operator-differs', reason: 'Lakbay' }])
  })

  it('an international check with only the id of another provider needs an acceptance, too', () => {
    const { sale, events } = checked({ providerId: '58', providerName: undefined } as unknown as Partial<Transaction>)
    expect(sale.mismatch?.detected).toEqual({ id: '58' })
    expect(events.at(-1)).toMatchObject({ reason: '58' })
  })

  it('C4: an international check with state 2 is refused with its text', () => {
    const { sale } = checkAnswered(openedInternational(), saysInternational(2, { error: 'Blocked' }), CHECKED_AT)
    expect(sale).toMatchObject({ state: 'refused', problem: { code: 'service-failed', text: 'Blocked' } })
  })

  it('C4: an international sale that started without a confirm is polled by the wholesaler’s id, and supervisors are notified', () => {
    const { sale, events } = checkAnswered(openedInternational(), saysInternational(0), CHECKED_AT)
    expect(sale).toMatchObject({ state: 'pending', unread: { supervisor: 'notified' } })
    expect(kindsOf(events)).toContain('started-without-confirm')
    expect(sale.transactionId).toBeDefined()
  })
})

describe('C7: a lost international check', () => {
  it.each([
    ...LOST_REASONS.map((reason) => ({ what: `no answer (${reason})`, answer: lost(reason) })),
    ...[60, 23, 20, 22, 105, 1, 77].map((code) => ({ what: `code ${code}`, answer: refuses(code) })),
    { what: 'an unreadable code', answer: refuses('unreadable') },
    { what: 'a sale of ours that it cannot know', answer: saysInternational(-1, { saleId: aSaleId('Z') }) },
  ])('C7: after $what an international sale is refused at once, because it cannot be found', ({ answer }) => {
    const { sale, events } = checkAnswered(openedInternational(), answer, CHECKED_AT)
    expect(sale).toMatchObject({ state: 'refused', problem: { code: 'no-answer' }, finalAt: CHECKED_AT })
    for (const absent of ['next', 'transactionId']) expect(sale).not.toHaveProperty(absent)
    expect(kindsOf(events)).toEqual(['check-lost', 'refused'])
  })

  it('C7: a refused international sale is not changed by a late answer', () => {
    const { sale } = checkAnswered(openedInternational(), lost(), CHECKED_AT)
    expect(checkAnswered(sale, saysInternational(-1), CHECKED_AT + SECOND).sale).toBe(sale)
    for (const answered of [confirmAnswered, findAnswered])
      expect(answered(sale, saysInternational(1), CHECKED_AT + SECOND).sale).toBe(sale)
  })

  it('C5: an international check that was not sent is repeated, and refused if a later one is lost', () => {
    const { sale } = checkAnswered(openedInternational(), notSent(), CHECKED_AT)
    expect(sale.next).toMatchObject({ kind: 'check', at: CHECKED_AT + SECOND })
    expect(checkAnswered(sale, lost(), CHECKED_AT + 2 * SECOND).sale).toMatchObject({ state: 'refused' })
  })
})

describe('an international sale after a restart', () => {
  const NO_ANSWER = { state: 'refused', problem: { code: 'no-answer' } }

  it('restart, opened abroad: the sale is refused without another check or a find', () => {
    const { sale, events } = restarted(openedInternational(), OPENED_AT + MINUTE)
    expect(sale).toMatchObject(NO_ANSWER)
    expect(sale).not.toHaveProperty('next')
    expect(kindsOf(events)).toEqual(['restarted', 'refused'])
    const { sale: notSentYet } = checkAnswered(openedInternational(), notSent(), CHECKED_AT)
    expect(restarted(notSentYet, CHECKED_AT + SECOND).sale).toMatchObject(NO_ANSWER)
  })

  it('restart, checked abroad: the sale remains as it is', () => {
    const sale = checkedInternational(LAKBAY)
    expect(restarted(sale, APPROVED_AT).sale).toBe(sale)
    expect(sale.mismatch).toMatchObject({ detected: { name: 'Lakbay' } })
  })

  it('restart, confirming abroad: the sale is unknown and is found by the transaction of its check', () => {
    const { sale } = restarted(confirmingInternational(), ANSWERED_AT)
    const { transactionId } = confirmingInternational()
    expect(sale).toMatchObject({ state: 'unknown', transactionId, next: { kind: 'find', at: ANSWERED_AT } })
    expect(findAnswered(sale, saysInternational(1), ANSWERED_AT + SECOND).sale).toMatchObject({ state: 'succeeded' })
  })

  it('restart, abandoned abroad: an abandoned quote is not polled', () => {
    const { sale } = abandoned(checkedInternational(), APPROVED_AT)
    expect(sale).toMatchObject({ state: 'abandoned', cashier: amal })
    expect(restarted(sale, APPROVED_AT + MINUTE).sale).toBe(sale)
  })
})

describe('the code of an abandoned sale', () => {
  it('only a supervisor, with a reason, can reveal the code of an abandoned sale that was sold after all', () => {
    const sale = { ...abandoned(checkedInternational(), APPROVED_AT).sale, conflicting: true as const }
    expect(carriesCode(sale)).toBe(true)
    expect(mayReveal(sale, { ...amal, role: 'cashier' }, ANSWERED_AT)).toBe('no')
    expect(mayReveal(sale, { ...amal, role: 'supervisor' }, ANSWERED_AT)).toBe('with-reason')
  })
})

describe('a top-up whose check is answered without our id', () => {
  it('a top-up that started without a confirm continues although its account differs, and supervisors are notified', () => {
    const { saleId: _, ...unnamed } = aTransaction({ state: 1, account: '0501234567' })
    const { sale } = checkAnswered(openedSale(), { kind: 'transaction', transaction: unnamed }, CHECKED_AT)
    expect(sale).toMatchObject({ state: 'succeeded', unread: { supervisor: 'notified' } })
  })

  it('a top-up whose answer names another product is refused', () => {
    const { sale } = checkAnswered(openedSale(), saysInternational(1), CHECKED_AT)
    expect(sale).toMatchObject({ state: 'refused', problem: { code: 'answer-differs' } })
    expect(sale).not.toHaveProperty('transactionId')
  })
})

describe('another provider than the chosen one', () => {
  const mismatched = () => checkedInternational(LAKBAY)

  it('a sale with another provider is not confirmed without an acceptance', () => {
    const sale = mismatched()
    expect(approved(sale, APPROVED_AT).sale).toBe(sale)
  })

  it('a sale with another provider is confirmed after an acceptance, which is recorded', () => {
    const { sale, events } = accept(mismatched())
    expect(sale).toMatchObject({
      state: 'confirming',
      mismatch: { detected: { name: 'Lakbay' }, accepted: { at: APPROVED_AT, by: joseph.name } },
    })
    expect(events).toMatchObject([
      { kind: 'operator-accepted', by: joseph.name, reason: 'Lakbay' },
      { kind: 'approved', by: joseph.name },
    ])
    expect(isProviderUnconfirmed(sale)).toBe(false)
  })

  it('an accepted provider needs no second acceptance when the confirm is repeated', () => {
    const lostConfirm = confirmAnswered(accept(mismatched()).sale, lost(), ANSWERED_AT).sale
    const once = findAnswered(lostConfirm, saysInternational(-1, LAKBAY), APPROVED_AT + 2 * MINUTE).sale
    const { sale } = findAnswered(once, saysInternational(-1, LAKBAY), APPROVED_AT + 4 * MINUTE)
    expect(sale.state).toBe('not-executed')
    expect(approved(sale, APPROVED_AT + 5 * MINUTE).sale.state).toBe('confirming')
  })

  it('an acceptance without a mismatch is not recorded', () => {
    const { sale, events } = accept(checkedInternational())
    expect(kindsOf(events)).toEqual(['approved'])
    expect(sale).not.toHaveProperty('mismatch')
  })

  it('a sale with another provider can be abandoned', () => {
    expect(abandoned(mismatched(), APPROVED_AT).sale).toMatchObject({ state: 'abandoned' })
    expect(saleCan.abandon(mismatched())).toBe(true)
  })

  it('an accepted provider is not a difference later, but a third one is', () => {
    const sale = accept(mismatched()).sale
    const accepted = confirmAnswered(sale, saysInternational(1, LAKBAY), ANSWERED_AT)
    expect(kindsOf(accepted.events)).not.toContain('answer-differs')
    const third = confirmAnswered(sale, saysInternational(1, { providerId: '57', providerName: 'Perlas' }), ANSWERED_AT)
    expect(kindsOf(third.events)).toContain('answer-differs')
    expect(third.sale).toMatchObject({ state: 'succeeded', unread: { supervisor: 'notified' } })
  })

  it('another provider that is first named after the confirm is reported to supervisors', () => {
    const { sale, events } = confirmAnswered(confirmingInternational(), saysInternational(1, LAKBAY), ANSWERED_AT)
    expect(kindsOf(events)).toContain('answer-differs')
    expect(sale).toMatchObject({ state: 'succeeded', hasDiffered: true })
  })

  it('another country that is named after the confirm is reported, and the state counts', () => {
    const inIndia = saysInternational(1, { countryId: 'IND', countryName: 'India' })
    const { sale, events } = confirmAnswered(confirmingInternational(), inIndia, ANSWERED_AT)
    expect(kindsOf(events)).toContain('answer-differs')
    expect(sale.state).toBe('succeeded')
  })
})

describe('an international sale after the confirm', () => {
  it('an international sale is polled first after 30 s, and later at most every 60 s', () => {
    const pace = { pollInterval: { firstMs: 30 * SECOND, longestMs: MINUTE } }
    const answered = { answer: saysInternational(0), sentAt: ANSWERED_AT - 100, answeredAt: ANSWERED_AT }
    const { sale } = step(confirmingInternational(), { kind: 'confirm-answered', answered }, ANSWERED_AT, pace)
    expect(sale).toMatchObject({ state: 'pending', next: { kind: 'find', at: ANSWERED_AT + 30 * SECOND } })
    const again = step(sale, { kind: 'find-answered', answered }, ANSWERED_AT + MINUTE, pace)
    expect(again.sale.next).toEqual({ kind: 'find', at: ANSWERED_AT + MINUTE + 48 * SECOND })
  })

  it('the pause between two finds is the longer of the two settings (rule 5)', () => {
    const unknown = confirmAnswered(confirmingInternational(), lost(), ANSWERED_AT).sale
    const pace = { pollInterval: { firstMs: 45 * SECOND, longestMs: MINUTE } }
    const at = ANSWERED_AT + SECOND
    const answered = { answer: saysInternational(-1), sentAt: at - 100, answeredAt: at }
    const { next } = step(unknown, { kind: 'find-answered', answered }, at, pace).sale
    expect(next).toEqual({ kind: 'find', at: at + 45 * SECOND })
  })

  it('an international sale without info is complete when it succeeds', () => {
    const { sale } = confirmAnswered(confirmingInternational(), saysInternational(1), ANSWERED_AT)
    expect(sale.state).toBe('succeeded')
    expect(sale).not.toHaveProperty('voucher')
    expect(isComplete(sale)).toBe(true)
    expect(carriesCode(sale)).toBe(false)
    expect(mayReveal(sale, { ...amal, role: 'supervisor' }, ANSWERED_AT)).toBe('no')
  })

  it.each([{ hasInfo: true as const }, { hasInfo: true as const, hasCode: true as const }])(
    'an international sale that succeeds with info has an undelivered code ($hasCode)',
    (info) => {
      const { sale, events } = confirmAnswered(confirmingInternational(), saysInternational(1, info), ANSWERED_AT)
      expect(sale).toMatchObject({ state: 'succeeded', voucher: 'ready' })
      expect(kindsOf(events)).toEqual(['final'])
      expect(isUndelivered(sale)).toBe(true)
      expect(mayReveal(sale, { ...amal, role: 'cashier' }, ANSWERED_AT)).toBe('yes')
    },
  )

  it('a pending international sale has no code, whatever its info', () => {
    const { sale } = confirmAnswered(confirmingInternational(), saysInternational(0, { hasInfo: true }), ANSWERED_AT)
    expect(sale).not.toHaveProperty('voucher')
  })

  it('info that comes with a later find is an unread code', () => {
    const { sale } = confirmAnswered(confirmingInternational(), saysInternational(1), ANSWERED_AT)
    const later = findAnswered(sale, saysInternational(1, { hasInfo: true }), ANSWERED_AT + MINUTE)
    expect(later.sale).toMatchObject({ voucher: 'ready', unread: { cashier: true } })
    expect(kindsOf(later.events)).toEqual(['code-arrived'])
  })

  it('a cost is compared with the price and not with what the recipient gets', () => {
    const cost = (text: string) =>
      confirmAnswered(confirmingInternational(), saysInternational(1, { cost: anAmount(text) }), ANSWERED_AT)
    expect(cost('22').events[0]).toMatchObject({ kind: 'cost-differs', reason: 'above-price' })
    expect(kindsOf(cost('20').events)).toEqual(['final'])
  })
})

describe('duplicates of an international sale (rule 11)', () => {
  const sold = confirmAnswered(confirmingInternational(), saysInternational(1), ANSWERED_AT).sale
  const pending = confirmAnswered(confirmingInternational(), saysInternational(0), ANSWERED_AT).sale
  const other = (changes: Partial<SaleRecord> = {}) => openedInternational({ id: aSaleId('B'), number: 2, ...changes })
  const choice = (changes: Partial<typeof INTERNATIONAL>) => ({ international: { ...INTERNATIONAL, ...changes } })
  const denominated = (id: string, name: string) => choice({ denomination: { id, name, description: '' } })
  const pesos = (amount: string) => ({ amount: money(decimal(amount), 'PHP') })
  const SAME = { whilePending: 'blocked', afterSuccess: 'confirm' }
  const ALIKE = { whilePending: 'confirm', afterSuccess: undefined }
  const kindAmong = (sale: SaleRecord, before: SaleRecord) =>
    findDuplicate(sale, [before], ANSWERED_AT + SECOND, undefined)?.kind

  it.each([
    { what: 'the same', changes: {}, ...SAME },
    { what: 'the same by name, renumbered', changes: denominated('b7', 'Load 300'), ...SAME },
    {
      what: 'the operator numbered otherwise',
      changes: choice({ provider: { id: '9056', name: 'Islanet' } }),
      ...SAME,
    },
    { what: 'another operator', changes: choice({ provider: { id: '58', name: 'Lakbay' } }), ...ALIKE },
    { what: 'another product of the same value', changes: denominated('b7', 'Data 2 GB'), ...ALIKE },
    { what: 'another value', changes: { ...denominated('b8', 'Load 500'), ...pesos('500') }, ...ALIKE },
    {
      what: 'the same name and price, its value a little otherwise',
      changes: { ...denominated('b7', 'Load 300'), ...pesos('300.05') },
      ...SAME,
    },
    {
      what: 'the same offer by its id, whatever it is called',
      changes: { ...denominated('a1', 'Load'), ...pesos('1') },
      ...SAME,
    },
    {
      what: 'one name, another value and price',
      changes: { ...denominated('b7', 'Load 300'), ...pesos('500'), pays: anAmount('35') },
      ...ALIKE,
    },
    { what: 'another number', changes: { account: '639175550143' }, whilePending: undefined, afterSuccess: undefined },
  ])(
    '$what is a duplicate of kind $whilePending while pending, and $afterSuccess after a success',
    ({ changes, whilePending, afterSuccess }) => {
      expect(kindAmong(other(changes), pending)).toBe(whilePending)
      expect(kindAmong(other(changes), sold)).toBe(afterSuccess)
    },
  )

  it('amounts without a value are the same only at the same price', () => {
    const bundle = { ...denominated('b7', 'Load 300'), ...pesos('0') }
    const before = { ...pending, ...pesos('0') }
    expect(kindAmong(other({ ...bundle, pays: anAmount('35') }), before)).toBe('confirm')
    expect(kindAmong(other(bundle), before)).toBe('blocked')
  })

  it('a sale with an accepted provider is a duplicate under both providers', () => {
    const accepted = accept(checkedInternational(LAKBAY)).sale
    const waits = confirmAnswered(accepted, saysInternational(0, LAKBAY), ANSWERED_AT).sale
    expect(kindAmong(other(choice({ provider: { id: '58', name: 'Lakbay' } })), waits)).toBe('blocked')
    expect(kindAmong(other(), waits)).toBe('blocked')
    const left = checkedInternational(LAKBAY)
    const given = { ...waits, mismatch: left.mismatch! }
    expect(kindAmong(other(choice({ provider: { id: '58', name: 'Lakbay' } })), given)).toBe('confirm')
  })

  it('a top-up is not the same sale as an international one', () => {
    const { international: _, ...recharge } = other({ kind: 'direct', id: aSaleId('C') })
    expect(kindAmong(other(), { ...recharge, state: 'pending', confirmedAt: ANSWERED_AT })).toBe('confirm')
  })
})
