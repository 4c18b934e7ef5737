import { describe, expect, it } from 'vitest'

import type { Failure } from '#api/failure.ts'
import type { Drawer, ShiftList, XReport, ZReport } from '#api/shifts.ts'
import type { Status } from '#api/status.ts'
import { denominationsOf } from '#domain/money/cash.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { openSale, openShop, saleOnce, sell, signedIn, type Browser } from '../../support/shop.ts'

/** Dirhams as a count of five-dirham notes. */
const dirhams = (amount: number) => ({
  count: {
    pieces: denominationsOf('AED').map(({ value }) => ({ value, count: value === '5' ? amount / 5 : 0 })),
  },
})

/** A shop with two tills, in which Hamad, a supervisor, turned on drawer counts. */
async function aDrawerShop() {
  const shop = await openShop()
  const [hamad, amal] = [await signedIn(shop, 'Hamad'), await signedIn(shop, 'Amal')]
  const joseph = await signedIn(shop, 'Joseph')
  const { status } = await hamad.ask('PUT', '/api/settings', { drawer: { varianceReasonThreshold: '1.00' } })
  if (status !== 200) throw new Error('the drawers were not turned on')
  return { shop, hamad, amal, joseph }
}

const drawerOf = async (browser: Browser) => (await browser.ask<Drawer>('GET', '/api/shifts/current')).body
const openShift = async (browser: Browser, amount = 300) =>
  (await browser.ask<Drawer>('POST', '/api/shifts', dirhams(amount))).body.shift!
const statusOf = async (browser: Browser) => (await browser.ask<Status>('GET', '/api/status')).body

/** Sends the count, which is rejected while the customer of the last sale may still be there. */
const countOnce = async (browser: Browser, id: string, amount: number) =>
  browser.ask<Drawer & Failure>('POST', `/api/shifts/${id}/count`, dirhams(amount))

describe('selling in a shop that counts its drawers', () => {
  it('nothing is sold without an open shift, and with one the sale is in its figures to the last coin', async () => {
    const { amal } = await aDrawerShop()
    expect(await statusOf(amal)).toMatchObject({ shift: 'none' })
    const refused = await openSale(amal, { account: recipients.success })
    expect(refused).toMatchObject({ status: 409, body: { code: 'shift-needed', moneyMoved: 'no' } })

    const { id } = await openShift(amal)
    expect(await statusOf(amal)).toMatchObject({ shift: 'open' })
    await sell(amal, { account: recipients.success, amount: '45' })
    const { body } = await countOnce(amal, id, 345)
    expect(body.shift?.comparison).toMatchObject({
      expected: { amount: { amount: '345.00', currency: 'AED' } },
      difference: { kind: 'exact' },
      figures: { sold: { count: 1 }, cashSold: { amount: { amount: '45.00' } } },
    })
  })

  it('while a drawer is counted its till neither opens nor confirms a sale, and another till continues', async () => {
    const { amal, joseph } = await aDrawerShop()
    const { id } = await openShift(amal)
    await openShift(joseph)
    const quoted = await openSale(amal, { account: recipients.success })
    expect((await countOnce(amal, id, 300)).status).toBe(200)
    expect(await statusOf(amal)).toMatchObject({ shift: 'counting' })
    const confirmed = await amal.ask('POST', `/api/sales/${quoted.id}/confirm`, { version: quoted.body.version })
    expect(confirmed).toMatchObject({ status: 409, body: { code: 'drawer-counting', moneyMoved: 'no' } })
    const opened = await openSale(amal, { account: recipients.succeedsAfterTwoFinds })
    expect(opened).toMatchObject({ status: 409, body: { code: 'drawer-counting' } })
    expect((await sell(joseph, { account: recipients.succeedsAfterTwoFinds })).status).toBeLessThan(300)

    await amal.ask('POST', `/api/shifts/${id}/count-again`, {})
    const again = await amal.ask('POST', `/api/sales/${quoted.id}/confirm`, { version: quoted.body.version })
    expect(again.body.state).toBe('succeeded')
  })

  it('when a confirm and a count arrive together, the sale is either part of the expected cash or rejected', async () => {
    const { amal } = await aDrawerShop()
    const { id } = await openShift(amal)
    const quoted = await openSale(amal, { account: recipients.success, amount: '45' })
    const [confirmed, counted] = await Promise.all([
      amal.ask('POST', `/api/sales/${quoted.id}/confirm`, { version: quoted.body.version }),
      countOnce(amal, id, 300),
    ])
    const sold = confirmed.status < 300
    // The count is rejected while the sale is being sent.
    expect([sold, counted.status === 200]).toContain(true)
    if (counted.status === 200)
      expect(counted.body.shift?.comparison?.expected.amount.amount).toBe(sold ? '345.00' : '300.00')
  })
})

describe('the day of a drawer over the API', () => {
  it('a shift is opened, cash is moved, the drawer is counted, and the Z report is stored and shown again', async () => {
    const { amal, hamad } = await aDrawerShop()
    const { id } = await openShift(amal)
    await sell(amal, { account: recipients.success, amount: '45' })
    const movement = { id: '01JD6X0000000000000000000A', kind: 'out', amount: '20', reason: 'Water delivery' }
    const { body: moved } = await amal.ask<Drawer>('POST', `/api/shifts/${id}/movements`, movement)
    expect(moved.shift).toMatchObject({ takenOut: { count: 1, amount: { amount: '20.00' } } })
    expect(moved.nextNumber).toBe(1)

    await countOnce(amal, id, 320)
    const seen = { expected: '325.00', counted: '320.00' }
    const unsaid = await amal.ask('POST', `/api/shifts/${id}/close`, seen)
    expect(unsaid).toMatchObject({ status: 400, body: { code: 'reason-missing' } })
    const { body: report } = await amal.ask<ZReport>('POST', `/api/shifts/${id}/close`, { ...seen, reason: 'wrong-change' }) // prettier-ignore
    expect(report).toMatchObject({ number: 1, difference: { kind: 'short', amount: { amount: '5.00' } }, notes: [] })
    expect((await drawerOf(amal)).shift).toBeUndefined()

    expect((await amal.ask<ShiftList>('GET', '/api/shifts')).body.reports).toMatchObject([{ number: 1, id }])
    expect((await amal.ask<ShiftList>('GET', '/api/shifts?number=1')).body.reports).toMatchObject([{ number: 1, id }])
    expect((await amal.ask<ShiftList>('GET', '/api/shifts?number=2')).body).toEqual({ reports: [] })
    const { body: noted } = await hamad.ask<ZReport>('POST', `/api/shifts/${id}/notes`, { text: 'Found below it' })
    expect(noted).toMatchObject({ ...report, notes: [{ text: 'Found below it' }] })
    expect((await amal.ask<ZReport>('GET', `/api/shifts/${id}`)).body).toEqual(noted)
  })

  it('a cash refund needs a drawer with an open shift, where drawers are counted', async () => {
    const { hamad, amal } = await aDrawerShop()
    await openShift(amal)
    const { id } = await sell(amal, { account: recipients.failsAfterPending, amount: '45' })
    await saleOnce(amal, id, ({ state }) => state === 'pending')
    await amal.ask('POST', `/api/sales/${id}/find`)
    await saleOnce(amal, id, ({ refund }) => refund !== undefined)
    const refund = (by: Browser) => by.ask<Failure>('POST', `/api/sales/${id}/refunded`, {})
    expect(await refund(hamad)).toMatchObject({ status: 409, body: { code: 'shift-needed' } })
    expect((await amal.ask<{ refund: object }>('GET', `/api/sales/${id}`)).body.refund).not.toHaveProperty('done')

    const shift = await openShift(hamad, 100)
    expect(await refund(hamad)).toMatchObject({ status: 200 })
    const { body } = await countOnce(hamad, shift.id, 55)
    expect(body.shift?.comparison).toMatchObject({
      difference: { kind: 'exact' },
      figures: { otherRefunds: { count: 1, amount: { amount: '45.00' } } },
    })
  })

  it('an X report is for supervisors, at any time, and does not show the expected cash', async () => {
    const { amal, hamad } = await aDrawerShop()
    const { id } = await openShift(amal)
    await sell(amal, { account: recipients.success, amount: '45' })
    expect(await amal.ask('POST', `/api/shifts/${id}/x`, {})).toMatchObject({ status: 403 })
    const { body } = await hamad.ask<XReport>('POST', `/api/shifts/${id}/x`, {})
    expect(body.figures).toMatchObject({ sold: { count: 1, amounts: [{ amount: '45.00' }] } })
    expect(JSON.stringify(body)).not.toContain('345.00')
  })

  it('with drawers off there is no route, no status and no rejection of them', async () => {
    const { hamad, amal } = await aDrawerShop()
    await hamad.ask('PUT', '/api/settings', { drawer: null })
    expect(await statusOf(amal)).not.toHaveProperty('shift')
    for (const path of ['/api/shifts/current', '/api/shifts', '/api/shifts/1'])
      expect(await amal.ask('GET', path)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect((await sell(amal, { account: recipients.success })).body.state).toBe('succeeded')
  })
})
