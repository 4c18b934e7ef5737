import { describe, expect, it } from 'vitest'

import type { Person } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { settle } from '../../support/a-journal.ts'
import {
  aMoneyPath,
  otherCashier,
  cashier,
  sellerOf,
  supervisor,
  type MoneyPath,
  refusal,
} from '../../support/money-path.ts'
import {
  abandonedSale,
  APPROVED_AT,
  aSaleId,
  canceledSale,
  checkedSale,
  DAY,
  HOUR,
  MINUTE,
  notExecutedSale,
  pendingSale,
  says,
  SECOND,
  succeededSale,
  till,
  unknownSale,
} from '../../support/sales.ts'

const ID = aSaleId()
const amal = sellerOf(cashier)
const joseph = sellerOf(otherCashier)
const hamad = sellerOf(supervisor)
const NOBODY = aSaleId('Z')
const byJoseph = {
  by: { id: otherCashier.id, name: otherCashier.name },
  terminal: till,
  about: { id: ID, name: '1' },
  detail: { seller: cashier.name },
}
const kindsIn = async ({ store }: MoneyPath) => (await store.events(ID)).map(({ kind, by }) => `${kind} by ${by}`)

describe('E5, a sale that another cashier continues', () => {
  it('E5: a colleague can read a sale, and confirms, abandons or polls it only after taking it over', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: says(1) } })
    expect((await path.sales.read(ID, otherCashier)).sale).toMatchObject({ state: 'checked' })
    for (const attempt of [
      () => path.sales.confirm(ID, {}, joseph),
      () => path.sales.abandon(ID, joseph),
      () => path.sales.poll(ID, joseph),
    ])
      await expect(attempt()).rejects.toMatchObject(refusal(403, 'not-allowed', 'no'))

    expect(await path.sales.takeOver(ID, joseph)).toMatchObject({ cashier: { id: 'joseph' } })
    expect(await path.sales.confirm(ID, {}, joseph)).toMatchObject({ state: 'succeeded' })
    const kinds = ['taken-over by Joseph Mathew', 'approved by Joseph Mathew', 'final by undefined']
    expect(await kindsIn(path)).toEqual(kinds)
  })

  it('E5: taking a sale over is one entry of the audit log, and repeating it adds none', async () => {
    const path = await aMoneyPath({ sale: checkedSale() })
    await path.sales.takeOver(ID, amal)
    expect(path.lines).toEqual([])
    await path.sales.takeOver(ID, joseph)
    await path.sales.takeOver(ID, joseph)
    expect(path.lines).toEqual([{ kind: 'taken-over', ...byJoseph }])
  })

  it('E5: the previous cashier can neither confirm nor abandon a sale that was taken over', async () => {
    const path = await aMoneyPath({ sale: notExecutedSale() })
    await path.sales.takeOver(ID, joseph)
    for (const attempt of [() => path.sales.confirm(ID, {}, amal), () => path.sales.abandon(ID, amal)])
      await expect(attempt()).rejects.toMatchObject(refusal(403, 'not-allowed', 'no'))
    expect(await path.sales.abandon(ID, hamad)).toMatchObject({ state: 'abandoned' })
  })

  it('E5: a confirm at the same time as a takeover is rejected', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: says(1) } })
    const both = [path.sales.takeOver(ID, joseph), path.sales.confirm(ID, {}, amal)] as const
    const [taken, confirmed] = await Promise.allSettled(both)
    expect(taken.status).toBe('fulfilled')
    expect(confirmed).toMatchObject({ status: 'rejected', reason: refusal(403, 'not-allowed', 'no') })
    expect(path.steps()).toEqual([])
  })

  it('E5: a complete sale cannot be taken over, and a colleague is answered with 404', async () => {
    const path = await aMoneyPath({ sale: succeededSale() })
    await expect(path.sales.takeOver(ID, amal)).rejects.toMatchObject(refusal(409, 'wrong-state', 'unknown'))
    // The sale exists and money moved, so the answer must not say that none did.
    await expect(path.sales.takeOver(ID, joseph)).rejects.toMatchObject(refusal(404, 'not-found', 'unknown'))
    await expect(path.sales.takeOver(NOBODY, joseph)).rejects.toMatchObject(refusal(404, 'not-found', 'no'))
  })

  it('E5: a supervisor confirms a sale without taking it over', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: says(1) } })
    const sold = { state: 'succeeded', approval: { by: { id: 'hamad' } }, cashier: { id: 'amal' } }
    expect(await path.sales.confirm(ID, {}, hamad)).toMatchObject(sold)
  })
})

describe('a supervisor’s resolution (rule 15)', () => {
  const word = { outcome: 'sold', note: 'Support found it' } as const

  it('a supervisor can resolve a sale once it needs attention, and the note is stored', async () => {
    const path = await aMoneyPath({ sale: unknownSale() })
    await expect(path.sales.resolve(ID, word, hamad)).rejects.toMatchObject(refusal(409, 'wrong-state', 'unknown'))
    path.clock.time = APPROVED_AT + 15 * MINUTE
    const closed = await path.sales.resolve(ID, word, hamad)
    expect(closed).toMatchObject({ state: 'unknown', resolution: { ...word, by: 'Hamad Saleh' } })
    const event = { kind: 'resolved', note: word.note, reason: 'sold' }
    expect((await path.store.events(ID)).at(-1)).toMatchObject(event)
  })

  it('a repeated resolution is recorded once, and a different one is rejected', async () => {
    const path = await aMoneyPath({ sale: canceledSale() })
    const first = await path.sales.resolve(ID, word, hamad)
    expect(await path.sales.resolve(ID, word, hamad)).toEqual(first)
    const refused = refusal(409, 'wrong-state', 'unknown')
    await expect(path.sales.resolve(ID, { ...word, outcome: 'not-sold' }, hamad)).rejects.toMatchObject(refused)
    expect(await kindsIn(path)).toEqual(['resolved by Hamad Saleh'])
    expect(path.lines).toMatchObject([{ kind: 'sale-resolved', by: { id: 'hamad' }, detail: { outcome: 'sold' } }])
  })

  it('a resolved sale is polled daily, and a contradiction flags it again', async () => {
    const path = await aMoneyPath({ sale: canceledSale(), script: { find: [says(3), says(2)] } })
    await path.sales.resolve(ID, word, hamad)
    await path.pass(DAY)
    expect(await path.read()).not.toHaveProperty('conflicting')
    await path.pass(DAY + SECOND)
    expect(path.steps()).toEqual(['find', 'find'])
    expect(await path.read()).toMatchObject({ conflicting: true, resolution: { outcome: 'sold' } })
    expect(path.stops).toEqual([])
  })

  it('the last contradiction of the provider is known until a supervisor has resolved that sale', async () => {
    const path = await aMoneyPath({ sale: succeededSale(), script: { find: [says(3), says(2)] } })
    expect(await path.sales.lastContradictionAt()).toBeUndefined()
    await path.sales.poll(ID, hamad)
    expect(await path.read(ID)).toMatchObject({ conflicting: true })
    expect(await path.sales.lastContradictionAt()).toBeUndefined()
    await path.pass(MINUTE)
    await path.sales.poll(ID, hamad)
    expect(await path.sales.lastContradictionAt()).toBe(path.clock.time)
    expect(path.stops).toEqual(['contradiction'])
    await path.sales.resolve(ID, word, hamad)
    expect(await path.sales.lastContradictionAt()).toBeUndefined()
  })

  it('a resolved sale can be neither confirmed nor abandoned', async () => {
    const sale: SaleRecord = { ...notExecutedSale(), unclearFinds: 3 }
    const path = await aMoneyPath({ sale })
    await path.sales.resolve(ID, { ...word, outcome: 'not-sold' }, hamad)
    expect(await path.sales.confirm(ID, {}, amal)).toMatchObject({ state: 'not-executed' })
    await expect(path.sales.abandon(ID, amal)).rejects.toMatchObject(refusal(409, 'wrong-state', 'unknown'))
    expect(path.steps()).toEqual([])
  })
})

describe('a refund', () => {
  it('a colleague can read a sale until its refund is made', async () => {
    const path = await aMoneyPath({ sale: abandonedSale() })
    expect((await path.sales.read(ID, otherCashier)).sale).toMatchObject({ refund: {} })
    await path.sales.markRefunded(ID, joseph)
    await expect(path.sales.read(ID, otherCashier)).rejects.toMatchObject(refusal(404, 'not-found', 'unknown'))
    for (const person of [cashier, supervisor])
      expect((await path.sales.read(ID, person)).sale).toMatchObject({ refund: { done: {} } })
  })

  it('any cashier can mark a refund as made, once', async () => {
    const path = await aMoneyPath({ sale: abandonedSale() })
    for (const seller of [joseph, amal])
      expect((await path.sales.markRefunded(ID, seller)).refund?.done?.by).toBe('Joseph Mathew')
    expect(await kindsIn(path)).toEqual(['refunded by Joseph Mathew'])
    expect(path.lines).toEqual([{ kind: 'refunded', ...byJoseph }])
  })

  it('a refund that is not due, or of a sale that does not exist, cannot be marked as made', async () => {
    const path = await aMoneyPath({ sale: pendingSale() })
    await expect(path.sales.markRefunded(ID, amal)).rejects.toMatchObject(refusal(409, 'wrong-state', 'unknown'))
    await expect(path.sales.markRefunded(NOBODY, amal)).rejects.toMatchObject(refusal(404, 'not-found', 'no'))
  })
})

describe('E8, a notification about a sale that became complete unwatched', () => {
  async function news() {
    const path = await aMoneyPath({ sale: pendingSale(), script: { find: says(1) } })
    await path.sales.recover()
    await path.once(({ state }) => state === 'succeeded')
    const counts = async () =>
      Promise.all([cashier, otherCashier, supervisor].map(async (one) => (await path.sales.countOpenItems(one)).unread))
    return { path, counts }
  }

  it('E8: its cashier and supervisors have an unread notification until each acknowledges it', async () => {
    const { path, counts } = await news()
    expect(await counts()).toEqual([1, 0, 1])
    path.clock.time += HOUR
    await path.sales.acknowledge(ID, supervisor)
    expect(await counts()).toEqual([1, 0, 0])
    await path.sales.acknowledge(ID, cashier)
    expect(await counts()).toEqual([0, 0, 0])
    expect(await path.sales.openItems(supervisor)).toEqual([])
  })

  it('E8: a supervisor acknowledges their own sale once', async () => {
    const sale: SaleRecord = { ...pendingSale(), cashier: { id: supervisor.id, name: supervisor.name } }
    const path = await aMoneyPath({ sale, script: { find: says(1) } })
    await path.sales.recover()
    await path.once(({ state }) => state === 'succeeded')
    path.clock.time += HOUR
    await path.sales.acknowledge(ID, supervisor)
    expect(await path.read()).not.toHaveProperty('unread')
  })

  it('E8: a colleague who reads the sale does not acknowledge it', async () => {
    const sale: SaleRecord = { ...pendingSale(), unread: { cashier: true, supervisor: 'notified' } }
    const path = await aMoneyPath({ sale })
    await path.sales.acknowledge(ID, otherCashier)
    expect((await path.read())?.unread).toEqual({ cashier: true, supervisor: 'notified' })
    await expect(path.sales.acknowledge(NOBODY, cashier)).rejects.toMatchObject(refusal(404, 'not-found', 'no'))
  })
})

describe('the open items', () => {
  const numbered = (last: string, sale: SaleRecord): SaleRecord => ({ ...sale, id: aSaleId(last) })
  const shop = () => [
    numbered('B', pendingSale()),
    numbered('C', succeededSale()),
    numbered('D', abandonedSale()),
    numbered('E', canceledSale()),
    numbered('F', { ...canceledSale(), cashier: { id: 'joseph', name: 'Joseph Mathew' } }),
    numbered('G', checkedSale()),
  ]

  it('the open items of a person are listed oldest first, and the counts are those of the shop', async () => {
    const path = await aMoneyPath({ sales: shop() })
    const desk = async (person: Person) => (await path.sales.openItems(person)).map(({ number }) => number)
    expect(await desk(supervisor)).toEqual([1, 3, 4, 5])
    expect(await desk(cashier)).toEqual([1, 3, 4])
    expect(await desk(otherCashier)).toEqual([1, 3, 5])
    const counts = { openItems: 3, waiting: 1, attention: 2, refundsDue: 1, undelivered: 0, unread: 0 }
    expect(await path.sales.countOpenItems(otherCashier)).toEqual(counts)
    expect(await path.sales.countOpenItems(supervisor)).toMatchObject({ openItems: 4 })
    path.clock.time += 2 * HOUR
    expect(await path.sales.countOpenItems(otherCashier)).toMatchObject({ openItems: 3, attention: 3 })
  })

  it('a cashier may read sales of colleagues that are open or have a refund due, and no others', async () => {
    const path = await aMoneyPath({ sales: shop() })
    const mayRead = async (last: string, person: Person) =>
      (await Promise.allSettled([path.sales.read(aSaleId(last), person)]))[0].status === 'fulfilled'
    for (const last of ['B', 'C', 'D', 'E', 'G', 'Z']) {
      expect(await mayRead(last, otherCashier)).toBe(['B', 'D', 'G'].includes(last))
      expect(await mayRead(last, supervisor)).toBe(last !== 'Z')
    }
  })

  it('a sale is read with its events, of which the answer holds the newest 200', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: says(1) } })
    await path.sales.confirm(ID, {}, amal)
    await settle()
    expect((await path.sales.read(ID, cashier)).history.events).toMatchObject([{ kind: 'approved' }, { kind: 'final' }])
    for (let at = 0; at < 199; at += 1) await path.store.append(ID, { at, kind: 'receipt-revealed' })
    const { events, eventCount } = (await path.sales.read(ID, cashier)).history
    expect([events.length, events[0]?.kind, eventCount]).toEqual([200, 'final', 201])
  })
})
