import { describe, expect, it } from 'vitest'

import type { SaleRecord } from '#domain/sale/record.ts'
import type { SalesStore } from '#server/sales/store.ts'
import { aMoneyPath, cashier, otherCashier, sellerOf, type MoneyPathOptions } from '../../support/money-path.ts'
import {
  aSaleId,
  abandonedSale,
  checkedSale,
  failedSale,
  joseph,
  notExecutedSale,
  says,
  succeededSale,
  theirId,
} from '../../support/sales.ts'

/** @security V2.2.2: Only one of the sales for an order is sold. */

const ORDER = '01JD6X0000000000000000000R'
const TAKEN = { status: 409, failure: { code: 'order-taken', moneyMoved: 'no' } }

const OTHER = { id: aSaleId('B'), account: '971509998877' }
const first = (sale: SaleRecord): SaleRecord => ({
  ...sale,
  ...OTHER,
  orderId: ORDER,
  ...(sale.transactionId && { transactionId: theirId('other') }),
})
const second = (): SaleRecord => ({ ...checkedSale(), orderId: ORDER })

const anOrderSoldTwice = (before: SaleRecord, options: MoneyPathOptions = {}) =>
  aMoneyPath({
    sale: second(),
    sales: [first(before)],
    script: {
      confirm: (of) => {
        const { id: saleId } = of as { id: SaleRecord['id'] }
        return saleId === OTHER.id ? says(1, { saleId, id: theirId('other'), account: OTHER.account }) : says(1)
      },
    },
    ...options,
  })

describe('two sales of one order', () => {
  // The domain tests cover which states hold an order.
  it('a second sale of an order is not confirmed while the first was abandoned after its confirm', async () => {
    const { sales, steps, read } = await anOrderSoldTwice(abandonedSale())
    await expect(sales.confirm(aSaleId(), {}, sellerOf(cashier))).rejects.toMatchObject(TAKEN)
    expect(steps()).toEqual([])
    expect(await read()).toMatchObject({ state: 'checked' })
  })

  it('a second sale of an order is sold when the first has failed', async () => {
    const { sales } = await anOrderSoldTwice(failedSale())
    expect(await sales.confirm(aSaleId(), {}, sellerOf(cashier))).toMatchObject({ state: 'succeeded' })
  })

  it('a second sale of an order is not even opened once the first is sold', async () => {
    const { sales, steps } = await aMoneyPath({ sales: [first(succeededSale())] })
    const content = { kind: 'direct', serviceId: 'qamra', amount: '50', account: '971501234567' } as const
    const request = { ...content, orderId: ORDER }
    await expect(sales.open(aSaleId(), request, sellerOf(cashier))).rejects.toMatchObject(TAKEN)
    expect(steps()).toEqual([])
  })

  const confirmBoth = async (options?: MoneyPathOptions) => {
    const { sales, steps } = await anOrderSoldTwice({ ...checkedSale(), cashier: joseph }, options)
    const results = await Promise.allSettled([
      sales.confirm(aSaleId(), {}, sellerOf(cashier)),
      sales.confirm(aSaleId('B'), {}, sellerOf(otherCashier)),
    ])
    return { confirms: steps().filter((step) => step === 'confirm').length, results }
  }

  it('when two cashiers confirm sales of one order at once, one sells, and the other is shown why not', async () => {
    const { confirms, results } = await confirmBoth()
    expect(confirms).toBe(1)
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: TAKEN })
  })

  it('a store without the check of the order sells both sales, so the test of simultaneous confirms is effective', async () => {
    const wrap = (store: SalesStore): SalesStore => ({
      ...store,
      save: (sale, events, { guard, ...bound } = {}) =>
        store.save(sale, events, { ...bound, guard: { ...guard, order: undefined } }),
    })
    expect(await confirmBoth({ wrap })).toMatchObject({ confirms: 2 })
  })

  it('the same sale of an order can be confirmed again without blocking itself', async () => {
    const { sales, steps } = await aMoneyPath({
      sale: { ...notExecutedSale(), orderId: ORDER },
      script: { confirm: says(1) },
    })
    const { version } = (await sales.read(aSaleId(), cashier)).sale
    expect(await sales.confirm(aSaleId(), { version }, sellerOf(cashier))).toMatchObject({ state: 'succeeded' })
    expect(steps()).toEqual(['confirm'])
  })
})
