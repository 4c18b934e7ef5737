import { describe, expect, it } from 'vitest'

import type { SaleRecord } from '#domain/sale/record.ts'
import type { Answer } from '#domain/wallet/transaction.ts'
import type { SalesStore } from '#server/sales/store.ts'
import type { OpenSaleRequest } from '#server/sales/sale-content.ts'
import { settle } from '../../support/a-journal.ts'
import { createLatch } from '../../support/latch.ts'
import {
  aMoneyPath,
  aDeferredAnswer,
  cashier,
  receiptOf,
  sellerOf,
  refusal,
  type Script,
} from '../../support/money-path.ts'
import {
  APPROVED_AT,
  aSaleId,
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

/**
 * @security V2.3.1, V2.3.3, V15.4.2: No step is skipped or confirmed twice: approvals are stored before money moves, and after a lost answer the result is unknown.
 */

const seller = sellerOf(cashier)
const [ID, OTHER] = [aSaleId(), aSaleId('B')]
const request: OpenSaleRequest = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '0507654321' }
const elsewhere = (sale: SaleRecord): SaleRecord => ({ ...sale, id: OTHER, account: '971501234568' })

async function aConfirmedSale(script: Script) {
  const path = await aMoneyPath({ sale: checkedSale(), script })
  await path.sales.confirm(ID, {}, seller)
  return path
}

describe('the receipt of a sale', () => {
  const aReceipt = { header: 'Toptill' }

  it('the receipt of another transaction is never shown', async () => {
    const confirm = { ...says(1, { id: theirId('other') }), receipt: { header: 'Of somebody else' } } as Answer
    const { sales, once } = await aConfirmedSale({ confirm, find: says(1) })
    await once(({ state }) => state === 'succeeded')
    expect(await receiptOf(sales, ID)).toBeUndefined()
  })

  it('the receipt of a confirm or a find that says sold is stored for two minutes', async () => {
    for (const step of ['confirm', 'find'] as const) {
      const sold = { ...says(1), receipt: aReceipt } as Answer
      const path = await aConfirmedSale(
        step === 'confirm' ? { confirm: sold, find: says(1) } : { confirm: says(0), find: [sold, says(1)] },
      )
      await path.pass(5 * SECOND)
      expect(await receiptOf(path.sales, ID)).toEqual(aReceipt)
      await path.pass(2 * MINUTE)
      expect(await receiptOf(path.sales, ID)).toBeUndefined()
      const shown = (await path.store.events(ID)).filter(({ kind }) => kind === 'receipt-revealed')
      const at = expect.closeTo(APPROVED_AT + 5 * SECOND, -1)
      expect(shown).toEqual([{ at, kind: 'receipt-revealed', by: 'Amal Rahman' }])
    }
  })

  it('the receipt of an answer that does not say sold is not shown', async () => {
    const pending = { ...says(0), receipt: aReceipt } as Answer
    const path = await aConfirmedSale({ confirm: pending, find: says(1) })
    await path.pass(5 * SECOND)
    expect(await path.read()).toMatchObject({ state: 'succeeded' })
    expect(await receiptOf(path.sales, ID)).toBeUndefined()
  })

  it('a missing receipt is not polled for sooner than the polling interval allows (rule 8)', async () => {
    const { sales, steps, clock } = await aMoneyPath({ sale: succeededSale(), script: { find: says(1) } })
    for (let tap = 0; tap < 4; tap++) expect(await receiptOf(sales, ID)).toBeUndefined()
    expect(steps()).toEqual(['find'])
    clock.time = APPROVED_AT + 5 * SECOND - 1
    await receiptOf(sales, ID)
    expect(steps()).toEqual(['find'])
    clock.time += 1
    await receiptOf(sales, ID)
    expect(steps()).toEqual(['find', 'find'])
  })
})

describe('a confirm that waits for its turn', () => {
  it('a waiting confirm is no longer sent once a find says that the confirm before it started', async () => {
    const find = aDeferredAnswer(says(0))
    const withdrawn = aDeferredAnswer(notSent('no-longer-due'))
    const path = await aMoneyPath({ sale: notExecutedSale(), script: { find: find.answer, confirm: withdrawn.answer } })
    void path.sales.poll(ID, seller)
    const confirmed = path.sales.confirm(ID, { version: notExecutedSale().version }, seller)
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

  it('a waiting confirm is sent when a find says that nothing moved yet', async () => {
    const find = aDeferredAnswer(says(-1))
    const answered = aDeferredAnswer(says(1))
    const path = await aMoneyPath({ sale: notExecutedSale(), script: { find: find.answer, confirm: answered.answer } })
    void path.sales.poll(ID, seller)
    const confirmed = path.sales.confirm(ID, { version: notExecutedSale().version }, seller)
    await path.once(({ state }) => state === 'confirming')
    find.let()
    await path.once(({ findCount }) => findCount === 1)
    expect(path.asked.find(({ step }) => step === 'confirm')?.isDue?.()).toBe(true)
    answered.let()
    expect(await confirmed).toMatchObject({ state: 'succeeded' })
  })
})

describe('polling a sale', () => {
  it('poll sends a find at once when the last find is in the future, for example because a clock was set back', async () => {
    const sale: SaleRecord = { ...succeededSale(), lastFindAt: APPROVED_AT + HOUR }
    const { sales, steps } = await aMoneyPath({ sale, script: { find: says(1) } })
    await sales.poll(ID, seller)
    expect(steps()).toEqual(['find'])
  })

  it('poll waits at most ten seconds for the answer', async () => {
    const later = aDeferredAnswer(says(1))
    const path = await aMoneyPath({ sale: pendingSale(), script: { find: later.answer } })
    const asking = path.sales.poll(ID, seller)
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

  it('poll sends no second find while one is under way', async () => {
    const later = aDeferredAnswer(says(0))
    const path = await aMoneyPath({ sale: pendingSale(), script: { find: later.answer } })
    const both = [path.sales.poll(ID, seller), path.sales.poll(ID, seller)]
    await settle()
    expect(path.steps()).toEqual(['find'])
    later.let()
    for (const asked of both) expect(await asked).toMatchObject({ findCount: 1 })
  })

  it('poll returns what find said, and at once when the last find is too recent for another one', async () => {
    const path = await aMoneyPath({ sale: pendingSale(), script: { find: says(0) } })
    for (let tap = 0; tap < 2; tap++) expect(await path.sales.poll(ID, seller)).toMatchObject({ findCount: 1 })
    expect(path.steps()).toEqual(['find'])
  })

  it('poll of a checked sale sends nothing and returns it unchanged', async () => {
    const path = await aMoneyPath({ sale: checkedSale() })
    expect(await path.sales.poll(ID, seller)).toMatchObject({ state: 'checked' })
    expect(path.steps()).toEqual([])
  })
})

describe('the progress of a sale', () => {
  it('a step is recorded before its request is sent (rule 1), and announced after that', async () => {
    const before: { sent: number; announced: number }[] = []
    const path = await aMoneyPath({
      sale: checkedSale(),
      script: { confirm: says(1) },
      wrap: (store) => ({
        ...store,
        save: async (...saved) => {
          before.push({ sent: path.steps().length, announced: path.announced.length })
          return store.save(...saved)
        },
      }),
    })
    await path.sales.confirm(ID, {}, seller)
    await path.once(({ state }) => state === 'succeeded')
    await settle()
    const expected = [
      { sent: 0, announced: 0 },
      { sent: 1, announced: 1 },
    ]
    expect(before).toEqual(expected)
    expect(path.announced).toEqual([
      { state: 'confirming', events: ['approved'], isNew: false },
      { state: 'succeeded', events: ['final'], isNew: false },
    ])
  })

  it('a failed write ends the process, and nothing is sent', async () => {
    const path = await aMoneyPath({
      sale: checkedSale(),
      wrap: (store) => ({ ...store, save: async () => Promise.reject(new Error('the disk is gone')) }),
    })
    await expect(path.sales.confirm(ID, {}, seller)).rejects.toThrow('the disk is gone')
    await settle()
    expect(path.deaths).toEqual([new Error('the disk is gone')])
    expect(path.steps()).toEqual([])
  })

  it('a pending sale is polled when it is due, not earlier, and not after it is complete', async () => {
    const path = await aConfirmedSale({ confirm: says(0), find: [says(0), says(1)] })
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
    const path = await aConfirmedSale({ confirm: [refuses(60), says(1)], find: says(-1) })
    await path.pass(MINUTE)
    expect(await path.read()).toMatchObject({ state: 'succeeded', confirmsSent: 2 })
    expect(path.steps()).toEqual(['confirm', 'find', 'find', 'confirm'])
    const confirms = path.asked.filter(({ step }) => step === 'confirm')
    expect(confirms[1]?.of).toEqual(confirms[0]?.of)
  })

  it('a confirm is not repeated while selling is stopped', async () => {
    const path = await aConfirmedSale({ confirm: lost(), find: says(-1) })
    path.health.service = 'stopped'
    await path.pass(MINUTE)
    expect(await path.read()).toMatchObject({ state: 'not-executed' })
    expect(path.steps().filter((step) => step === 'confirm')).toHaveLength(1)
  })

  it('finds do not change the state version, so a decision on the same state remains valid', async () => {
    const path = await aConfirmedSale({ confirm: refuses(1001), find: says(-1) })
    await path.pass(CONFIRM_GRACE_MS + SECOND)
    const stuck = await path.once(({ state }) => state === 'not-executed')
    expect(stuck.stateVersion).toBe(stuck.version)
    await path.pass(MINUTE)
    const later = await path.once(({ version }) => version > stuck.version)
    expect(later.stateVersion).toBe(stuck.stateVersion)
    const expected = { failure: { code: 'stale-version' } }
    await expect(path.sales.confirm(ID, { version: stuck.version - 1 }, seller)).rejects.toMatchObject(expected)
    await path.sales.confirm(ID, { version: stuck.version }, seller)
    expect(path.steps().filter((step) => step === 'confirm')).toHaveLength(2)
  })

  it('E24: a product that is no longer available refreshes the list, and the sale is rejected', async () => {
    const path = await aMoneyPath({ script: { check: [refuses(101), refuses(201)] } })
    const refused = { state: 'refused', problem: { code: 'service-101' } }
    expect(await path.sales.open(ID, request, seller)).toMatchObject(refused)
    expect(path.refreshes()).toBe(1)
    expect(path.announced).toEqual([
      { state: 'opened', events: ['opened'], isNew: true },
      { state: 'refused', events: ['refused'], isNew: false },
    ])
    await path.sales.open(OTHER, request, seller)
    expect(path.refreshes()).toBe(1)
  })

  it('E24: a quote of a product that was withdrawn in the meantime may still be confirmed', async () => {
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: says(1) } })
    path.offer([])
    expect(await path.sales.confirm(ID, {}, seller)).toMatchObject({ state: 'succeeded' })
  })
})

describe('a planned shutdown', () => {
  it('a planned shutdown waits until an answer that has arrived is recorded', async () => {
    const [saving, disk] = [createLatch(), createLatch()]
    const wrap = (store: SalesStore): SalesStore => ({
      ...store,
      save: async (saved, events) => {
        if (saved.state === 'succeeded') {
          saving.open()
          await disk.opened
        }
        return store.save(saved, events)
      },
    })
    const { sales, read } = await aMoneyPath({ sale: checkedSale(), script: { confirm: says(1) }, wrap })
    const confirming = sales.confirm(ID, {}, seller)
    await saving.opened
    const stateWhenStopped = sales.stop().then(async () => (await read())?.state)
    // This leaves time for a shutdown that wrongly does not wait.
    await settle()
    disk.open()
    expect(await stateWhenStopped).toBe('succeeded')
    await confirming
  })

  it('E20: a planned shutdown waits for a confirm under way, and a confirm that waits to be repeated becomes not executed', async () => {
    const later = aDeferredAnswer(says(1))
    const sales = [checkedSale(), elsewhere(checkedSale())]
    const path = await aMoneyPath({ sales, script: { confirm: [later.answer, notSent()] } })
    const confirming = path.sales.confirm(ID, {}, seller)
    await settle()
    void path.sales.confirm(OTHER, {}, seller)
    await path.once(({ confirmsNotSent }) => confirmsNotSent === 1, OTHER)

    const stopping = path.sales.stop()
    await settle()
    expect(await path.read(OTHER)).toMatchObject({ state: 'not-executed', problem: { code: 'offline' } })
    const happened = (await path.store.events(OTHER)).map(({ kind }) => kind)
    expect(happened).toEqual(['approved', 'confirm-not-sent', 'confirm-not-sent', 'not-executed'])
    later.let()
    await stopping
    expect(await path.read(ID)).toMatchObject({ state: 'succeeded' })
    await confirming
    expect(path.steps()).toEqual(['confirm', 'confirm'])
  })

  it('E20: a confirm that turns out not sent during the shutdown becomes not executed', async () => {
    const later = aDeferredAnswer(notSent())
    const path = await aMoneyPath({ sale: checkedSale(), script: { confirm: later.answer } })
    void path.sales.confirm(ID, {}, seller)
    await settle()
    const stopping = path.sales.stop()
    later.let()
    await stopping
    expect(await path.read()).toMatchObject({ state: 'not-executed' })
    expect(path.steps()).toEqual(['confirm'])
  })

  it('a sale that is recorded during the shutdown is returned at once, and its check is not sent', async () => {
    const [saving, disk] = [createLatch(), createLatch()]
    const wrap = (store: SalesStore): SalesStore => ({
      ...store,
      insert: async (...sale) => {
        saving.open()
        await disk.opened
        return store.insert(...sale)
      },
    })
    const path = await aMoneyPath({ script: { check: says(-1) }, wrap })
    const opening = path.sales.open(OTHER, request, seller)
    await saving.opened
    await path.sales.stop()
    disk.open()
    expect(await opening).toMatchObject({ id: OTHER, state: 'opened' })
    expect(path.steps()).toEqual([])
  })

  it('E20: after a planned shutdown nothing is sent, and new sales and confirms are rejected', async () => {
    const path = await aMoneyPath({ sales: [pendingSale(), elsewhere(checkedSale())], script: { find: says(0) } })
    await path.sales.recover()
    await settle()
    expect(path.steps()).toEqual(['find'])
    await path.sales.stop()
    await path.pass(MINUTE)
    expect(path.steps()).toEqual(['find'])
    expect(path.timers.nextAt()).toBeUndefined()
    const third = aSaleId('C')
    for (const attempt of [() => path.sales.open(third, request, seller), () => path.sales.confirm(OTHER, {}, seller)])
      await expect(attempt()).rejects.toMatchObject(refusal(503, 'not-ready', 'no'))
    expect(await path.read(third)).toBeUndefined()
    expect(await path.read(OTHER)).toMatchObject({ state: 'checked' })
  })
})

describe('E9, a restart with the database of a process that died', () => {
  it.each([
    { was: 'confirming', given: confirmingSale, find: says(1), becomes: 'succeeded' },
    { was: 'unknown', given: unknownSale, find: says(0), becomes: 'pending' },
    { was: 'pending', given: pendingSale, find: says(2), becomes: 'failed' },
    { was: 'not-executed', given: notExecutedSale, find: says(1), becomes: 'succeeded' },
  ])('E9: a sale that is $was is only polled after a restart', async ({ given, find, becomes }) => {
    const path = await aMoneyPath({ sale: given(), script: { find } })
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
    const path = await aMoneyPath({ sale: checkedSale() })
    await path.sales.recover()
    await path.pass(9 * MINUTE)
    expect(await path.read()).toMatchObject({ state: 'checked' })
    await path.pass(2 * MINUTE)
    expect(await path.read()).toMatchObject({ state: 'abandoned', problem: { code: 'expired' } })
    await expect(path.sales.confirm(ID, {}, seller)).rejects.toMatchObject({ failure: { code: 'quote-expired' } })
  })

  it('E9: sales are resumed in the order in which they were opened', async () => {
    const path = await aMoneyPath({ sales: [elsewhere(unknownSale()), pendingSale()], script: { find: says(0) } })
    await path.sales.recover()
    await settle()
    expect(path.asked.map(({ of }) => of)).toEqual([{ saleId: OTHER }, { saleId: ID }])
  })
})
