import { describe, expect, it } from 'vitest'

import type { SaleRecord } from '#domain/sale/record.ts'
import type { OpenSaleRequest } from '#proxy/sales/sale-content.ts'
import { settle } from '../../support/a-journal.ts'
import { createLatch } from '../../support/latch.ts'
import { aMoneyPath, aDeferredAnswer, cashier, receiptOf, sellerOf } from '../../support/money-path.ts'
import {
  APPROVED_AT,
  aTransaction,
  checkedSale,
  confirmingSale,
  HOUR,
  lost,
  MINUTE,
  notExecutedSale,
  notSent,
  pendingSale,
  refuses,
  says,
  SECOND,
  CONFIRM_GRACE_MS,
  succeededSale,
  theirId,
  unknownSale,
} from '../../support/sales.ts'

const seller = sellerOf(cashier)

describe('the receipt of a sale', () => {
  const aReceipt = { header: 'Toptill' }

  it('the receipt of another transaction is never shown', async () => {
    const sale = checkedSale()
    const { sales, once } = await aMoneyPath({
      sale,
      script: {
        confirm: {
          kind: 'transaction',
          transaction: aTransaction({ id: theirId('other'), state: 1 }),
          receipt: { header: 'Of somebody else' },
        },
        find: says(1),
      },
    })
    await sales.confirm(sale.id, {}, seller)
    await once(({ state }) => state === 'succeeded')
    expect(await receiptOf(sales, sale.id)).toBeUndefined()
  })

  it('the receipt of a confirm or a find that says sold is stored for two minutes', async () => {
    for (const step of ['confirm', 'find'] as const) {
      const sale = checkedSale()
      const sold = { kind: 'transaction', transaction: aTransaction({ state: 1 }), receipt: aReceipt } as const
      const path = await aMoneyPath({
        sale,
        script: step === 'confirm' ? { confirm: sold, find: says(1) } : { confirm: says(0), find: [sold, says(1)] },
      })
      await path.sales.confirm(sale.id, {}, seller)
      await path.pass(5 * SECOND)
      expect(await receiptOf(path.sales, sale.id)).toEqual(aReceipt)
      await path.pass(2 * MINUTE)
      expect(await receiptOf(path.sales, sale.id)).toBeUndefined()
      const shown = (await path.store.events(sale.id)).filter(({ kind }) => kind === 'receipt-revealed')
      const at = expect.closeTo(APPROVED_AT + 5 * SECOND, -1)
      expect(shown).toEqual([{ at, kind: 'receipt-revealed', by: 'Amal Rahman' }])
    }
  })

  it('the receipt of an answer that does not say sold is not shown', async () => {
    const sale = checkedSale()
    const pending = { kind: 'transaction', transaction: aTransaction({ state: 0 }), receipt: aReceipt } as const
    const path = await aMoneyPath({ sale, script: { confirm: pending, find: says(1) } })
    await path.sales.confirm(sale.id, {}, seller)
    await path.pass(5 * SECOND)
    expect(await path.read()).toMatchObject({ state: 'succeeded' })
    expect(await receiptOf(path.sales, sale.id)).toBeUndefined()
  })

  it('a newer receipt replaces the older one and is stored for two minutes of its own', async () => {
    const sale = checkedSale()
    const sold = (header: string) =>
      ({ kind: 'transaction', transaction: aTransaction({ state: 1 }), receipt: { header } }) as const
    const path = await aMoneyPath({ sale, script: { confirm: sold('First'), find: [sold('Second'), says(1)] } })
    await path.sales.confirm(sale.id, {}, seller)
    await path.pass(MINUTE)
    await path.sales.poll(sale.id, seller)
    await path.pass(MINUTE + SECOND)
    expect(await receiptOf(path.sales, sale.id)).toEqual({ header: 'Second' })
    await path.pass(MINUTE)
    expect(await receiptOf(path.sales, sale.id)).toBeUndefined()
  })

  it('a missing receipt is not polled for sooner than the polling interval allows (rule 8)', async () => {
    const sale = succeededSale()
    const { sales, steps, clock } = await aMoneyPath({ sale, script: { find: says(1) } })
    for (let tap = 0; tap < 4; tap++) expect(await receiptOf(sales, sale.id)).toBeUndefined()
    expect(steps()).toEqual(['find'])
    clock.time = APPROVED_AT + 5 * SECOND - 1
    await receiptOf(sales, sale.id)
    expect(steps()).toEqual(['find'])
    clock.time += 1
    await receiptOf(sales, sale.id)
    expect(steps()).toEqual(['find', 'find'])
  })
})

describe('a confirm that waits for its turn', () => {
  it('is not sent any more once a find says that the confirm before it is at work', async () => {
    const find = aDeferredAnswer(says(0))
    const withdrawn = aDeferredAnswer(notSent('no-longer-due'))
    const sale = notExecutedSale()
    const path = await aMoneyPath({ sale, script: { find: find.answer, confirm: withdrawn.answer } })
    void path.sales.poll(sale.id, seller)
    const confirmed = path.sales.confirm(sale.id, { version: sale.version }, seller)
    await path.once(({ state }) => state === 'confirming')
    const isDue = () => path.asked.find(({ step }) => step === 'confirm')?.isDue?.()
    await settle()
    expect(isDue()).toBe(true)
    find.let()
    expect(await confirmed).toMatchObject({ state: 'pending' })
    expect(isDue()).toBe(false)
    withdrawn.let()
    await settle()
    expect(await path.read()).toMatchObject({ state: 'pending', confirmsNotSent: 0 })
    await path.pass(5 * SECOND)
    expect(path.steps().filter((step) => step === 'confirm')).toHaveLength(1)
  })

  it('is sent when a find says that nothing moved yet', async () => {
    const find = aDeferredAnswer(says(-1))
    const answered = aDeferredAnswer(says(1))
    const sale = notExecutedSale()
    const path = await aMoneyPath({ sale, script: { find: find.answer, confirm: answered.answer } })
    void path.sales.poll(sale.id, seller)
    const confirmed = path.sales.confirm(sale.id, { version: sale.version }, seller)
    await path.once(({ state }) => state === 'confirming')
    find.let()
    await path.once(({ findCount }) => findCount === 1)
    expect(path.asked.find(({ step }) => step === 'confirm')?.isDue?.()).toBe(true)
    answered.let()
    expect(await confirmed).toMatchObject({ state: 'succeeded' })
  })
})

describe('polling a sale', () => {
  it('poll sends a find at once when the last find is in the future, as after a clock was set back', async () => {
    const sale: SaleRecord = { ...succeededSale(), lastFindAt: APPROVED_AT + HOUR }
    const { sales, steps } = await aMoneyPath({ sale, script: { find: says(1) } })
    await sales.poll(sale.id, seller)
    expect(steps()).toEqual(['find'])
  })

  it('poll waits at most ten seconds for the answer', async () => {
    const later = aDeferredAnswer(says(1))
    const sale = pendingSale()
    const path = await aMoneyPath({ sale, script: { find: later.answer } })
    const asking = path.sales.poll(sale.id, seller)
    await path.pass(10 * SECOND - 1)
    let answered: string | undefined
    void asking.then(({ state }) => (answered = state))
    await settle()
    expect(answered).toBeUndefined()
    await path.pass(1)
    expect(answered).toBe('pending')
    later.let()
    await path.once(({ state }) => state === 'succeeded')
  })

  it('poll returns what find said if that arrives in time', async () => {
    const sale = pendingSale()
    const path = await aMoneyPath({ sale, script: { find: says(1) } })
    expect(await path.sales.poll(sale.id, seller)).toMatchObject({ state: 'succeeded' })
  })

  it('poll sends no second find while one is under way', async () => {
    const later = aDeferredAnswer(says(0))
    const sale = pendingSale()
    const path = await aMoneyPath({ sale, script: { find: later.answer } })
    const both = [path.sales.poll(sale.id, seller), path.sales.poll(sale.id, seller)]
    await settle()
    expect(path.steps()).toEqual(['find'])
    later.let()
    for (const asked of both) expect(await asked).toMatchObject({ findCount: 1 })
  })

  it('poll returns at once when the last find is too recent for another one', async () => {
    const sale = pendingSale()
    const path = await aMoneyPath({ sale, script: { find: says(0) } })
    await path.sales.poll(sale.id, seller)
    expect(await path.sales.poll(sale.id, seller)).toMatchObject({ findCount: 1 })
    expect(path.steps()).toEqual(['find'])
  })

  it('poll of a checked sale sends nothing and returns it unchanged', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale })
    expect(await path.sales.poll(sale.id, seller)).toMatchObject({ state: 'checked' })
    expect(path.steps()).toEqual([])
  })

  it('find uses our id first, and the wholesaler’s id once ours is not known there', async () => {
    const sale = unknownSale()
    const path = await aMoneyPath({ sale, script: { find: [refuses(22), says(1)] } })
    await path.sales.poll(sale.id, seller)
    await path.pass(MINUTE)
    expect(path.asked.map(({ of }) => of)).toEqual([{ saleId: sale.id }, { transactionId: sale.transactionId }])
  })
})

describe('the progress of a sale', () => {
  it('a step is journaled before its request is sent (rule 1)', async () => {
    const sale = checkedSale()
    const states: (string | undefined)[] = []
    const path = await aMoneyPath({
      sale,
      script: { confirm: says(1) },
      wrap: (store) => ({
        ...store,
        save: async (...saved) => {
          states.push(`saving with ${path?.steps().length ?? 0} sent`)
          return store.save(...saved)
        },
      }),
    })
    await path.sales.confirm(sale.id, {}, seller)
    await settle()
    expect(states).toEqual(['saving with 0 sent', 'saving with 1 sent'])
  })

  it('a failed write ends the process, and nothing is sent', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({
      sale,
      wrap: (store) => ({ ...store, save: async () => Promise.reject(new Error('the disk is gone')) }),
    })
    await expect(path.sales.confirm(sale.id, {}, seller)).rejects.toThrow('the disk is gone')
    await settle()
    expect(path.deaths).toEqual([new Error('the disk is gone')])
    expect(path.steps()).toEqual([])
  })

  it('a pending sale is polled when it is due, not earlier, and not after it is complete', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: says(0), find: [says(0), says(1)] } })
    await path.sales.confirm(sale.id, {}, seller)
    await path.pass(5 * SECOND - 1)
    expect(path.steps()).toEqual(['confirm'])
    await path.pass(1)
    expect(path.steps()).toEqual(['confirm', 'find'])
    await path.pass(8 * SECOND)
    expect(await path.read()).toMatchObject({ state: 'succeeded', findCount: 2 })
    expect(path.timers.count()).toBeLessThanOrEqual(1)
    await path.pass(HOUR)
    expect(path.steps()).toHaveLength(3)
  })

  it('F10: a confirm that is proven not executed is automatically repeated once (rule 6)', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: [refuses(60), says(1)], find: says(-1) } })
    await path.sales.confirm(sale.id, {}, seller)
    await path.pass(MINUTE)
    expect(await path.read()).toMatchObject({ state: 'succeeded', confirmsSent: 2 })
    expect(path.steps()).toEqual(['confirm', 'find', 'find', 'confirm'])
    const confirms = path.asked.filter(({ step }) => step === 'confirm')
    expect(confirms[1]?.of).toEqual(confirms[0]?.of)
  })

  it('a confirm is not repeated while selling is stopped', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: lost(), find: says(-1) } })
    await path.sales.confirm(sale.id, {}, seller)
    path.health.service = 'stopped'
    await path.pass(MINUTE)
    expect(await path.read()).toMatchObject({ state: 'not-executed' })
    expect(path.steps().filter((step) => step === 'confirm')).toHaveLength(1)
  })

  it('finds do not change the state version, so a decision on the same state remains valid', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: refuses(1001), find: says(-1) } })
    await path.sales.confirm(sale.id, {}, seller)
    await path.pass(CONFIRM_GRACE_MS + SECOND)
    const stuck = await path.once(({ state }) => state === 'not-executed')
    expect(stuck.stateVersion).toBe(stuck.version)
    await path.pass(MINUTE)
    const later = await path.once(({ version }) => version > stuck.version)
    expect(later.stateVersion).toBe(stuck.stateVersion)
    await expect(path.sales.confirm(sale.id, { version: stuck.version - 1 }, seller)).rejects.toMatchObject({
      failure: { code: 'stale-version' },
    })
    await path.sales.confirm(sale.id, { version: stuck.version }, seller)
    expect(path.steps().filter((step) => step === 'confirm')).toHaveLength(2)
  })

  it('every change is announced after it is journaled, and a new sale is marked as new', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: says(1) } })
    await path.sales.confirm(sale.id, {}, seller)
    await path.once(({ state }) => state === 'succeeded')
    expect(path.announced).toEqual([
      { state: 'confirming', events: ['approved'], isNew: false },
      { state: 'succeeded', events: ['final'], isNew: false },
    ])
  })

  it('E24: a product that is no longer available refreshes the list, and the sale is refused', async () => {
    const path = await aMoneyPath({ script: { check: [refuses(101), refuses(201)] } })
    const { id } = checkedSale()
    const request: OpenSaleRequest = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '0501234567' }
    expect(await path.sales.open(id, request, seller)).toMatchObject({
      state: 'refused',
      problem: { code: 'service-101' },
    })
    expect(path.refreshes()).toBe(1)
    expect(path.announced).toEqual([
      { state: 'opened', events: ['opened'], isNew: true },
      { state: 'refused', events: ['refused'], isNew: false },
    ])
    await path.sales.open(theirOtherId, request, seller)
    expect(path.refreshes()).toBe(1)
  })

  it('E24: a quote of a product that was withdrawn in the meantime may still be confirmed', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: says(1) } })
    path.offer([])
    expect(await path.sales.confirm(sale.id, {}, seller)).toMatchObject({ state: 'succeeded' })
  })

  it('G5: selling stops when the wholesaler contradicts itself, and not when support changes a success', async () => {
    for (const { state, stops } of [
      { state: 2, stops: ['contradiction'] },
      { state: 3, stops: [] },
      { state: 1, stops: [] },
    ]) {
      const sale = succeededSale()
      const path = await aMoneyPath({ sale, script: { find: says(state) } })
      await path.sales.poll(sale.id, seller)
      await settle()
      expect(path.stops).toEqual(stops)
      expect((await path.read())?.conflicting).toBe(state === 1 ? undefined : true)
    }
  })
})

const theirOtherId = pendingSale().id.replace(/A$/, 'B') as SaleRecord['id']

describe('a planned shutdown', () => {
  it('a planned shutdown waits until an answer that has arrived is journaled', async () => {
    const saving = createLatch()
    const disk = createLatch()
    const sale = checkedSale()
    const { sales, read } = await aMoneyPath({
      sale,
      script: { confirm: says(1) },
      wrap: (store) => ({
        ...store,
        save: async (saved, events) => {
          if (saved.state === 'succeeded') {
            saving.open()
            await disk.opened
          }
          return store.save(saved, events)
        },
      }),
    })
    const confirming = sales.confirm(sale.id, {}, seller)
    await saving.opened
    const stateWhenStopped = sales.stop().then(async () => (await read())?.state)
    // This leaves time for a shutdown that does not wait to finish too early.
    await settle()
    disk.open()
    expect(await stateWhenStopped).toBe('succeeded')
    await confirming
  })

  it('E20: a planned shutdown waits for a confirm under way, and a confirm that waits to be repeated becomes not executed', async () => {
    const later = aDeferredAnswer(says(1))
    const onTheWire = checkedSale()
    const waits: SaleRecord = { ...checkedSale(), id: theirOtherId, account: '971501234568' }
    const path = await aMoneyPath({ sales: [onTheWire, waits], script: { confirm: [later.answer, notSent()] } })
    const confirming = path.sales.confirm(onTheWire.id, {}, seller)
    await settle()
    void path.sales.confirm(waits.id, {}, seller)
    await path.once(({ confirmsNotSent }) => confirmsNotSent === 1, waits.id)

    const stopping = path.sales.stop()
    await settle()
    expect(await path.read(waits.id)).toMatchObject({ state: 'not-executed', problem: { code: 'offline' } })
    const happened = (await path.store.events(waits.id)).map(({ kind }) => kind)
    expect(happened).toEqual(['approved', 'confirm-not-sent', 'confirm-not-sent', 'not-executed'])
    later.let()
    await stopping
    expect(await path.read(onTheWire.id)).toMatchObject({ state: 'succeeded' })
    await confirming
    expect(path.steps()).toEqual(['confirm', 'confirm'])
  })

  it('E20: a confirm that turns out not sent during the shutdown becomes not executed', async () => {
    const later = aDeferredAnswer(notSent())
    const sale = checkedSale()
    const path = await aMoneyPath({ sale, script: { confirm: later.answer } })
    void path.sales.confirm(sale.id, {}, seller)
    await settle()
    const stopping = path.sales.stop()
    later.let()
    await stopping
    expect(await path.read()).toMatchObject({ state: 'not-executed' })
    expect(path.steps()).toEqual(['confirm'])
  })

  it('a sale that is journaled during the shutdown is returned at once, and its check is not sent', async () => {
    const saving = createLatch()
    const disk = createLatch()
    const path = await aMoneyPath({
      script: { check: says(-1) },
      wrap: (store) => ({
        ...store,
        insert: async (...sale) => {
          saving.open()
          await disk.opened
          return store.insert(...sale)
        },
      }),
    })
    const opening = path.sales.open(
      theirOtherId,
      { kind: 'direct', serviceId: 'qamra', amount: '50', account: '0507654321' },
      seller,
    )
    await saving.opened
    await path.sales.stop()
    disk.open()
    expect(await opening).toMatchObject({ id: theirOtherId, state: 'opened' })
    expect(path.steps()).toEqual([])
  })

  it('E20: after a planned shutdown nothing is sent, and new sales and confirms are rejected', async () => {
    const sale = pendingSale()
    const quote: SaleRecord = { ...checkedSale(), id: theirOtherId, account: '971501234568' }
    const path = await aMoneyPath({ sales: [sale, quote], script: { find: says(0) } })
    await path.sales.recover()
    await settle()
    expect(path.steps()).toEqual(['find'])
    await path.sales.stop()
    await path.pass(MINUTE)
    expect(path.steps()).toEqual(['find'])
    expect(path.timers.nextAt()).toBeUndefined()
    const request: OpenSaleRequest = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '0507654321' }
    const third = theirOtherId.replace(/B$/, 'C') as SaleRecord['id']
    for (const attempt of [
      () => path.sales.open(third, request, seller),
      () => path.sales.confirm(quote.id, {}, seller),
    ])
      await expect(attempt()).rejects.toMatchObject({ status: 503, failure: { code: 'not-ready', moneyMoved: 'no' } })
    expect(await path.read(third)).toBeUndefined()
    expect(await path.read(quote.id)).toMatchObject({ state: 'checked' })
  })
})

describe('E9, a restart with the journal of a process that died', () => {
  it.each([
    { was: 'confirming', given: confirmingSale, find: says(1), becomes: 'succeeded' },
    { was: 'unknown', given: unknownSale, find: says(0), becomes: 'pending' },
    { was: 'pending', given: pendingSale, find: says(2), becomes: 'failed' },
    { was: 'not-executed', given: notExecutedSale, find: says(1), becomes: 'succeeded' },
  ])('E9: a sale that is $was is only polled after a restart', async ({ given, find, becomes }) => {
    const sale = given()
    const path = await aMoneyPath({ sale, script: { find } })
    await path.sales.recover()
    await path.once(({ state }) => state === becomes)
    expect(path.steps()).toEqual(['find'])
  })

  it('E9: a confirm that was to be repeated is never sent after a restart', async () => {
    const path = await aMoneyPath({ sale: unknownSale(), script: { find: says(-1) } })
    await path.sales.recover()
    await path.pass(5 * MINUTE)
    expect(await path.read()).toMatchObject({ state: 'not-executed' })
    expect(new Set(path.steps())).toEqual(new Set(['find']))
  })

  it('E9: a quote remains valid for its ten minutes after a restart, and is then abandoned', async () => {
    const sale = checkedSale()
    const path = await aMoneyPath({ sale })
    await path.sales.recover()
    await path.pass(9 * MINUTE)
    expect(await path.read()).toMatchObject({ state: 'checked' })
    await path.pass(2 * MINUTE)
    expect(await path.read()).toMatchObject({ state: 'abandoned', problem: { code: 'expired' } })
    await expect(path.sales.confirm(sale.id, {}, seller)).rejects.toMatchObject({ failure: { code: 'quote-expired' } })
  })

  it('E9: sales are resumed in the order in which they were opened', async () => {
    const first = { ...pendingSale() }
    const second: SaleRecord = { ...unknownSale(), id: theirOtherId, account: '971501234568' }
    const path = await aMoneyPath({ sales: [second, first], script: { find: says(0) } })
    await path.sales.recover()
    await settle()
    expect(path.asked.map(({ of }) => of)).toEqual([{ saleId: second.id }, { saleId: first.id }])
  })
})
