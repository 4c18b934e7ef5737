import { describe, expect, it } from 'vitest'

import type { Person } from '#domain/person.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { settle } from '../../support/a-journal.ts'
import { aMoneyPath, otherCashier, cashier, sellerOf, supervisor } from '../../support/money-path.ts'
import {
  abandonedSale,
  APPROVED_AT,
  aSaleId,
  cancelledSale,
  checkedSale,
  confirmingSale,
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

const NOBODY = aSaleId('Z')
const refused = (status: number, code: string, moneyMoved: 'no' | 'unknown' = 'no') => ({
  status,
  failure: { code, moneyMoved },
})
const kindsIn = async ({ store }: Awaited<ReturnType<typeof aMoneyPath>>, sale: SaleRecord) =>
  (await store.events(sale.id)).map(({ kind, by }) => `${kind} by ${by}`)

describe('E5, a sale that another cashier continues', () => {
  it('E5: a colleague can read a sale, and confirms, abandons or polls it only after taking it over', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: says(1) } })
    const joseph = sellerOf(otherCashier)
    expect((await path.sales.read(sale.id, otherCashier)).sale).toMatchObject({ state: 'checked' })
    for (const attempt of [
      () => path.sales.confirm(sale.id, {}, joseph),
      () => path.sales.abandon(sale.id, joseph),
      () => path.sales.poll(sale.id, joseph),
    ])
      await expect(attempt()).rejects.toMatchObject(refused(403, 'not-allowed'))

    expect(await path.sales.takeOver(sale.id, sellerOf(otherCashier))).toMatchObject({ cashier: { id: 'joseph' } })
    expect(await path.sales.confirm(sale.id, {}, joseph)).toMatchObject({ state: 'succeeded' })
    expect(await kindsIn(path, sale)).toEqual([
      'taken-over by Joseph Mathew',
      'approved by Joseph Mathew',
      'final by undefined',
    ])
  })

  it('E5: taking a sale over is one line of the audit log, and repeating it is none', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale })
    await path.sales.takeOver(sale.id, sellerOf(cashier))
    expect(path.lines).toEqual([])
    await path.sales.takeOver(sale.id, sellerOf(otherCashier))
    await path.sales.takeOver(sale.id, sellerOf(otherCashier))
    expect(path.lines).toEqual([
      {
        kind: 'taken-over',
        by: { id: otherCashier.id, name: otherCashier.name },
        terminal: till,
        about: { id: sale.id, name: '1' },
        detail: { seller: cashier.name },
      },
    ])
  })

  it('E5: the previous cashier can neither confirm nor abandon a sale that was taken over', async () => {
    const sale = notExecutedSale()
    const path = await aMoneyPath({ sale })
    await path.sales.takeOver(sale.id, sellerOf(otherCashier))
    for (const attempt of [
      () => path.sales.confirm(sale.id, {}, sellerOf(cashier)),
      () => path.sales.abandon(sale.id, sellerOf(cashier)),
    ])
      await expect(attempt()).rejects.toMatchObject(refused(403, 'not-allowed'))
    expect(await path.sales.abandon(sale.id, sellerOf(supervisor))).toMatchObject({ state: 'abandoned' })
  })

  it('E5: a confirm at the same time as a takeover is rejected', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: says(1) } })
    const [taken, confirmed] = await Promise.allSettled([
      path.sales.takeOver(sale.id, sellerOf(otherCashier)),
      path.sales.confirm(sale.id, {}, sellerOf(cashier)),
    ])
    expect(taken.status).toBe('fulfilled')
    expect(confirmed).toMatchObject({ status: 'rejected', reason: refused(403, 'not-allowed') })
    expect(path.steps()).toEqual([])
  })

  it('E5: a complete sale cannot be taken over, and a colleague is answered with 404', async () => {
    const sale = succeededSale()
    const path = await aMoneyPath({ sale })
    await expect(path.sales.takeOver(sale.id, sellerOf(cashier))).rejects.toMatchObject(
      refused(409, 'wrong-state', 'unknown'),
    )
    // The sale exists and money moved, so the answer must not say that none did.
    await expect(path.sales.takeOver(sale.id, sellerOf(otherCashier))).rejects.toMatchObject(
      refused(404, 'not-found', 'unknown'),
    )
    await expect(path.sales.takeOver(NOBODY, sellerOf(otherCashier))).rejects.toMatchObject(refused(404, 'not-found'))
  })

  it('E5: a supervisor confirms a sale without taking it over', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: says(1) } })
    expect(await path.sales.confirm(sale.id, {}, sellerOf(supervisor))).toMatchObject({
      state: 'succeeded',
      approval: { by: { id: 'hamad' } },
      cashier: { id: 'amal' },
    })
  })
})

describe('a supervisor’s resolution (rule 15)', () => {
  const word = { outcome: 'sold', note: 'Support found it' } as const

  it('a supervisor can resolve a sale once it needs attention, and the note is stored', async () => {
    const sale = unknownSale()
    const path = await aMoneyPath({ sale })
    await expect(path.sales.resolve(sale.id, word, sellerOf(supervisor))).rejects.toMatchObject(
      refused(409, 'wrong-state', 'unknown'),
    )
    path.clock.time = APPROVED_AT + 15 * MINUTE
    const closed = await path.sales.resolve(sale.id, word, sellerOf(supervisor))
    expect(closed).toMatchObject({ state: 'unknown', resolution: { ...word, by: 'Hamad Saleh' } })
    expect((await path.store.events(sale.id)).at(-1)).toMatchObject({
      kind: 'resolved',
      note: word.note,
      reason: 'sold',
    })
  })

  it('a repeated resolution is recorded once, and a different one is rejected', async () => {
    const sale = cancelledSale()
    const path = await aMoneyPath({ sale })
    const first = await path.sales.resolve(sale.id, word, sellerOf(supervisor))
    expect(await path.sales.resolve(sale.id, word, sellerOf(supervisor))).toEqual(first)
    await expect(
      path.sales.resolve(sale.id, { ...word, outcome: 'not-sold' }, sellerOf(supervisor)),
    ).rejects.toMatchObject(refused(409, 'wrong-state', 'unknown'))
    expect(await kindsIn(path, sale)).toEqual(['resolved by Hamad Saleh'])
  })

  it('a sale that does not exist cannot be resolved', async () => {
    const path = await aMoneyPath()
    await expect(path.sales.resolve(NOBODY, word, sellerOf(supervisor))).rejects.toMatchObject(
      refused(404, 'not-found'),
    )
  })

  it('a resolved sale is polled daily, and a contradiction flags it again', async () => {
    const sale = cancelledSale()
    const path = await aMoneyPath({ sale, script: { find: [says(3), says(2)] } })
    await path.sales.resolve(sale.id, word, sellerOf(supervisor))
    await path.pass(DAY)
    expect(await path.read()).not.toHaveProperty('conflicting')
    await path.pass(DAY + SECOND)
    expect(path.steps()).toEqual(['find', 'find'])
    expect(await path.read()).toMatchObject({ conflicting: true, resolution: { outcome: 'sold' } })
    expect(path.stops).toEqual([])
  })

  it('the journal tells when the service last contradicted itself, until a supervisor has resolved that sale', async () => {
    const sold = succeededSale()
    const path = await aMoneyPath({ sale: sold, script: { find: [says(3), says(2)] } })
    expect(await path.sales.lastContradictionAt()).toBeUndefined()
    await path.sales.poll(sold.id, sellerOf(supervisor))
    expect(await path.read(sold.id)).toMatchObject({ conflicting: true })
    expect(await path.sales.lastContradictionAt()).toBeUndefined()
    await path.pass(MINUTE)
    await path.sales.poll(sold.id, sellerOf(supervisor))
    expect(await path.sales.lastContradictionAt()).toBe(path.clock.time)
    expect(path.stops).toEqual(['contradiction'])
    await path.sales.resolve(sold.id, word, sellerOf(supervisor))
    expect(await path.sales.lastContradictionAt()).toBeUndefined()
  })

  it('a resolved sale can be neither confirmed nor abandoned', async () => {
    const sale: SaleRecord = { ...notExecutedSale(), unclearFinds: 3 }
    const path = await aMoneyPath({ sale })
    await path.sales.resolve(sale.id, { ...word, outcome: 'not-sold' }, sellerOf(supervisor))
    expect(await path.sales.confirm(sale.id, {}, sellerOf(cashier))).toMatchObject({ state: 'not-executed' })
    await expect(path.sales.abandon(sale.id, sellerOf(cashier))).rejects.toMatchObject(
      refused(409, 'wrong-state', 'unknown'),
    )
    expect(path.steps()).toEqual([])
  })
})

describe('a refund', () => {
  it('a colleague can read a sale until its refund is made', async () => {
    const sale = abandonedSale()
    const path = await aMoneyPath({ sale })
    expect((await path.sales.read(sale.id, otherCashier)).sale).toMatchObject({ refund: {} })
    await path.sales.markRefunded(sale.id, sellerOf(otherCashier))
    await expect(path.sales.read(sale.id, otherCashier)).rejects.toMatchObject(refused(404, 'not-found', 'unknown'))
    for (const person of [cashier, supervisor])
      expect((await path.sales.read(sale.id, person)).sale).toMatchObject({ refund: { done: {} } })
  })

  it('any cashier can mark a refund as made, once', async () => {
    const sale = abandonedSale()
    const path = await aMoneyPath({ sale })
    expect(await path.sales.markRefunded(sale.id, sellerOf(otherCashier))).toMatchObject({
      refund: { done: { by: 'Joseph Mathew' } },
    })
    expect(await path.sales.markRefunded(sale.id, sellerOf(cashier))).toMatchObject({
      refund: { done: { by: 'Joseph Mathew' } },
    })
    expect(await kindsIn(path, sale)).toEqual(['refunded by Joseph Mathew'])
    expect(path.lines).toEqual([
      {
        kind: 'refunded',
        by: { id: otherCashier.id, name: otherCashier.name },
        terminal: till,
        about: { id: sale.id, name: '1' },
        detail: { seller: cashier.name },
      },
    ])
  })

  it('a refund that is not due, or of a sale that does not exist, cannot be marked as made', async () => {
    const sale = pendingSale()
    const path = await aMoneyPath({ sale })
    await expect(path.sales.markRefunded(sale.id, sellerOf(cashier))).rejects.toMatchObject(
      refused(409, 'wrong-state', 'unknown'),
    )
    await expect(path.sales.markRefunded(NOBODY, sellerOf(cashier))).rejects.toMatchObject(refused(404, 'not-found'))
  })
})

describe('E8, a notification about a sale that became complete while nobody looked', () => {
  async function news() {
    const sale = pendingSale()
    const path = await aMoneyPath({ sale, script: { find: says(1) } })
    await path.sales.recover()
    await path.once(({ state }) => state === 'succeeded')
    const counts = async () =>
      Promise.all([cashier, otherCashier, supervisor].map(async (one) => (await path.sales.countOpenItems(one)).unread))
    return { path, sale, counts }
  }

  it('E8: its cashier and supervisors have an unread notification until each acknowledges it', async () => {
    const { path, sale, counts } = await news()
    expect(await counts()).toEqual([1, 0, 1])
    path.clock.time += HOUR
    await path.sales.acknowledge(sale.id, supervisor)
    expect(await counts()).toEqual([1, 0, 0])
    await path.sales.acknowledge(sale.id, cashier)
    expect(await counts()).toEqual([0, 0, 0])
    expect(await path.sales.openItems(supervisor)).toEqual([])
  })

  it('E8: supervisors are not notified when the cashier acknowledged the sale soon', async () => {
    const { path, sale, counts } = await news()
    await path.sales.acknowledge(sale.id, cashier)
    expect(await counts()).toEqual([0, 0, 0])
  })

  it('E8: a supervisor acknowledges their own sale once', async () => {
    const sale: SaleRecord = { ...pendingSale(), cashier: { id: supervisor.id, name: supervisor.name } }
    const path = await aMoneyPath({ sale, script: { find: says(1) } })
    await path.sales.recover()
    await path.once(({ state }) => state === 'succeeded')
    path.clock.time += HOUR
    await path.sales.acknowledge(sale.id, supervisor)
    expect(await path.read()).not.toHaveProperty('unread')
  })

  it('E8: acknowledging a sale without notifications writes nothing', async () => {
    const path = await aMoneyPath({ sale: succeededSale() })
    for (const person of [cashier, supervisor]) await path.sales.acknowledge(succeededSale().id, person)
    expect(await path.read()).toMatchObject({ version: 1 })
    expect(path.announced).toEqual([])
  })

  it('E8: a colleague who reads the sale does not acknowledge it', async () => {
    const sale: SaleRecord = { ...pendingSale(), unread: { cashier: true, supervisor: 'notified' } }
    const path = await aMoneyPath({ sale })
    await path.sales.acknowledge(sale.id, otherCashier)
    expect((await path.read())?.unread).toEqual({ cashier: true, supervisor: 'notified' })
    await expect(path.sales.acknowledge(NOBODY, cashier)).rejects.toMatchObject(refused(404, 'not-found'))
  })
})

describe('the open items', () => {
  const numbered = (last: string, sale: SaleRecord): SaleRecord => ({ ...sale, id: aSaleId(last) })
  const shop = () => [
    numbered('B', pendingSale()),
    numbered('C', succeededSale()),
    numbered('D', abandonedSale()),
    numbered('E', cancelledSale()),
    numbered('F', { ...cancelledSale(), cashier: { id: 'joseph', name: 'Joseph Mathew' } }),
    numbered('G', checkedSale()),
  ]

  it('the open items of a person are listed oldest first, and the counts are those of the shop', async () => {
    const path = await aMoneyPath({ sales: shop() })
    const desk = async (person: Person) => (await path.sales.openItems(person)).map(({ number }) => number)
    expect(await desk(supervisor)).toEqual([1, 3, 4, 5])
    expect(await desk(cashier)).toEqual([1, 3, 4])
    expect(await desk(otherCashier)).toEqual([1, 3, 5])
    expect(await path.sales.countOpenItems(otherCashier)).toEqual({
      openItems: 3,
      waiting: 1,
      attention: 2,
      refundsDue: 1,
      undelivered: 0,
      unread: 0,
    })
    expect(await path.sales.countOpenItems(supervisor)).toMatchObject({ openItems: 4 })
    path.clock.time += 2 * HOUR
    expect(await path.sales.countOpenItems(otherCashier)).toMatchObject({ openItems: 3, attention: 3 })
  })

  it('a confirm is an open item only after it takes fifteen seconds', async () => {
    const path = await aMoneyPath({ sale: confirmingSale() })
    expect(await path.sales.openItems(supervisor)).toEqual([])
    path.clock.time += 15 * SECOND
    expect(await path.sales.openItems(otherCashier)).toHaveLength(1)
  })

  it('a cashier may read sales of colleagues that are open or have a refund due, and no others', async () => {
    const path = await aMoneyPath({ sales: shop() })
    const mayRead = async (last: string, person: Person) =>
      path.sales.read(aSaleId(last), person).then(
        () => true,
        () => false,
      )
    for (const [last, may] of [
      ['B', true],
      ['C', false],
      ['D', true],
      ['E', false],
      ['G', true],
      ['Z', false],
    ] as const) {
      expect(await mayRead(last, otherCashier)).toBe(may)
      expect(await mayRead(last, supervisor)).toBe(last !== 'Z')
    }
  })

  it('a sale is read with its events', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: says(1) } })
    await path.sales.confirm(sale.id, {}, sellerOf(cashier))
    await settle()
    const { events } = await path.sales.read(sale.id, cashier)
    expect(events.map(({ kind }) => kind)).toEqual(['approved', 'final'])
  })
})
