import { describe, expect, it, onTestFinished } from 'vitest'

import type { SaleRecord } from '#domain/sale-record.ts'
import type { Answer } from '#domain/transaction.ts'
import { openDatabase } from '#proxy/journal/database.ts'
import { salesStore, type SalesStore } from '#proxy/journal/sales-store.ts'
import { createSales } from '#proxy/sales/sales.ts'
import type { Wholesaler } from '#proxy/wholesaler/wholesaler.ts'
import { createOpening } from '../../support/opening.ts'
import {
  amal,
  APPROVED_AT,
  aTransaction,
  checkedSale,
  HOUR,
  MINUTE,
  says,
  SECOND,
  SETTLE_MS,
  succeededSale,
  theirId,
  till,
} from '../../support/sales.ts'

const seller = { person: { ...amal, role: 'cashier' as const }, terminal: till }

type Script = { confirm?: Answer; find?: Answer }

const unasked = (): never => {
  throw new Error('nobody asks this here')
}

/** The money path over a journal in memory and a clock that only a call moves; no timer ever comes round. */
async function aDesk(sale: SaleRecord, script: Script, wrap = (store: SalesStore) => store) {
  const db = await openDatabase(':memory:')
  onTestFinished(() => db.destroy())
  const store = wrap(salesStore(db))
  const clock = { time: APPROVED_AT, now: () => clock.time, wall: () => clock.time }
  const asked: string[] = []
  const say = (step: keyof Script) => async () => {
    asked.push(step)
    const leftAt = clock.time
    clock.time += 1
    return { answer: script[step] ?? unasked(), leftAt, answeredAt: clock.time }
  }
  const wholesaler: Wholesaler = {
    pointInfo: unasked,
    balance: unasked,
    currency: unasked,
    services: unasked,
    frontview: unasked,
    check: unasked,
    confirm: say('confirm'),
    find: say('find'),
    health: () => ({ service: 'ok', since: 0 }),
    fenced: Promise.resolve(),
    isFenced: () => true,
    close: async () => {},
  }
  const sales = createSales({
    store,
    wholesaler,
    catalogue: { current: unasked },
    ports: {
      clock,
      random: () => 0,
      timers: { after: () => () => {} },
      die: (error) => {
        throw error
      },
    },
    pace: { pace: { firstMs: 5 * SECOND, longestMs: MINUTE }, settleMs: SETTLE_MS },
  })
  await store.insert(sale, [])
  return { sales, clock, asked, read: () => store.find(sale.id) }
}

describe('the receipt of a sale', () => {
  it('is never that of another transaction', async () => {
    const sale = checkedSale()
    const { sales, read } = await aDesk(sale, {
      confirm: {
        kind: 'transaction',
        transaction: aTransaction({ id: theirId('other'), state: 1 }),
        receipt: { header: 'Of somebody else' },
      },
      find: says(1),
    })
    await sales.confirm(sale.id, undefined, seller)
    while ((await read())?.state !== 'succeeded') await new Promise(setImmediate)
    expect(await sales.revealReceipt(sale.id, seller)).toBeUndefined()
  })

  it('that does not come is not asked for sooner than the pace allows (rule 8)', async () => {
    const sale = succeededSale()
    const { sales, asked, clock } = await aDesk(sale, { find: says(1) })
    for (let tap = 0; tap < 4; tap++) expect(await sales.revealReceipt(sale.id, seller)).toBeUndefined()
    expect(asked).toEqual(['find'])
    clock.time += 5 * SECOND
    await sales.revealReceipt(sale.id, seller)
    expect(asked).toEqual(['find', 'find'])
  })
})

it('find may be asked at once when the last one lies in the future, as after a restart under another clock', async () => {
  const sale: SaleRecord = { ...succeededSale(), lastFindAt: APPROVED_AT + HOUR }
  const { sales, asked } = await aDesk(sale, { find: says(1) })
  await sales.ask(sale.id, seller)
  expect(asked).toEqual(['find'])
})

it('stopping waits until an answer that has just come is in the journal', async () => {
  const saving = createOpening()
  const disk = createOpening()
  const sale = checkedSale()
  const { sales, read } = await aDesk(sale, { confirm: says(1) }, (store) => ({
    ...store,
    save: async (saved, events) => {
      if (saved.state === 'succeeded') {
        saving.open()
        await disk.opened
      }
      return store.save(saved, events)
    },
  }))
  const confirming = sales.confirm(sale.id, undefined, seller)
  await saving.opened
  const stateWhenStopped = sales.stop().then(async () => (await read())?.state)
  // Time enough for a stop that does not wait.
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
  disk.open()
  expect(await stateWhenStopped).toBe('succeeded')
  await confirming
})
