import { expect, it } from 'vitest'

import type { SaleListPage } from '#api/sales.ts'
import type { StaffEntry, StaffList } from '#api/staff.ts'
import { decimal, formatDecimal, money, type Money } from '#domain/money/money.ts'
import { sumIn, useOf } from '#domain/sales-limits.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { openShop, openSale, saleOnce, sell, type Browser, signedIn } from '../../support/shop.ts'

const listOf = async (browser: Browser) => (await browser.ask<SaleListPage>('GET', '/api/sales')).body

async function amalOf(browser: Browser): Promise<StaffEntry> {
  const { body } = await browser.ask<StaffList>('GET', '/api/staff')
  return body.staff.find(({ name }) => name.startsWith('Amal'))!
}

const sumOf = (pays: readonly Money[]) =>
  formatDecimal(
    sumIn(
      'AED',
      pays.map((each) => useOf('', each)),
    ),
  )

it('the total sold today is the same in the sales list and on the staff page, whatever the results of the sales', async () => {
  const shop = await openShop()
  const [amal, hamad] = [await signedIn(shop, 'Amal'), await signedIn(shop, 'Hamad')]
  const close = (id: string, as: 'sold' | 'not-sold') =>
    hamad.ask('POST', `/api/sales/${id}/resolve`, { outcome: as, note: 'Support said so.' })
  const sellOf = async (account: string, amount: string) => (await sell(amal, { account, amount })).id

  await sellOf(recipients.success, '20')
  await sellOf('0501234567', '35')
  const codeNever = await sell(amal, { kind: 'voucher', serviceId: vouchers.emptyObject, amount: '10' })
  await sell(amal, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' })
  await sellOf(recipients.fails, '40')
  await openSale(amal, { account: recipients.checkRefused, amount: '45' })
  await openSale(amal, { account: '0507654321', amount: '50' })
  await sellOf(recipients.canceled, '55')
  await sellOf(recipients.replaced, '60')
  const canceledButSold = await sellOf(recipients.canceled, '65')
  const replacedAndNotSold = await sellOf(recipients.replaced, '70')
  const abandoned = await sellOf(recipients.noFunds, '75')
  await saleOnce(amal, abandoned, ({ state }) => state === 'not-executed')
  await amal.ask('POST', `/api/sales/${abandoned}/abandon`, {})
  expect((await close(canceledButSold, 'sold')).status).toBe(200)
  expect((await close(replacedAndNotSold, 'not-sold')).status).toBe(200)

  const own = await listOf(amal)
  expect(new Set(own.sales.map(({ state }) => state))).toEqual(
    new Set(['succeeded', 'failed', 'refused', 'checked', 'canceled', 'replaced', 'abandoned']),
  )
  const sold = own.sales.filter((sale) => groupOfSale(sale) === 'sold')
  expect(sold.map(({ pays }) => Number(pays.amount)).toSorted((a, b) => a - b)).toEqual([20, 35, 65, 100])
  const figure = { amount: [money(decimal(sumOf(sold.map(({ pays }) => pays))), 'AED')], count: 4, codesComing: 1 }
  expect(own.sales.find(({ id }) => id === codeNever.id)).toMatchObject({ state: 'succeeded', voucher: 'coming' })

  // The same figure is on the chip, in the total of the list, in a supervisor's list and on the staff page.
  expect(own.counts?.sold).toBe(4)
  expect(own.sold).toEqual(figure)
  expect((await listOf(hamad)).sold).toEqual(figure)
  const entry = await amalOf(hamad)
  expect(entry.soldToday).toEqual(figure)
  // Limits also count sales of which it is not proven that no money moved.
  expect(sumOf(entry.usedToday.pays)).toBe(sumOf([...sold.map(({ pays }) => pays), ...['10', '55', '60'].map(asAed)]))
})

const asAed = (amount: string): Money => money(decimal(amount), 'AED')
