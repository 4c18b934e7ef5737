import { ulid } from 'ulid'
import { beforeEach, describe, expect, it } from 'vitest'

import type { BatchAnswer } from '#api/batches.ts'
import type { Failure } from '#api/failure.ts'
import type { OpenServiceSale, Revealed, SaleListPage } from '#api/sales.ts'
import type { Session } from '#api/session.ts'
import type { Status } from '#api/status.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { aClockAhead, MINUTE } from '../../../security/support/guarded-shop.ts'
import { openKiosk } from '../../../support/kiosk.ts'
import { every } from '../../../support/pace.ts'
import {
  aSharedShop,
  openSale,
  saleOnce,
  sell,
  sellQuantity,
  signedIn,
  type Browser,
  type Shop,
} from '../../../support/shop.ts'

/** @security V8.1.1, V8.2.1: A kiosk opens only what a cashier needs to sell, no matter who is signed in. */

const aVoucher: OpenServiceSale = { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' }

const clock = aClockAhead()
const sharedShop = aSharedShop({ polling: every(60_000), clock })
let shop: Shop
let kiosk: Browser

beforeEach(async () => {
  // Sales of other tests are not shown at a kiosk, and do not count as duplicates.
  clock.pass(24 * 60 * MINUTE)
  shop = sharedShop()
  kiosk = await openKiosk(shop)
  await kiosk.signIn('Amal')
})

/** Lets time pass in steps with activity, so that no one is signed out. */
async function pass(ms: number): Promise<void> {
  for (let left = ms; left > 0; left -= MINUTE) {
    clock.pass(Math.min(left, MINUTE))
    await kiosk.ask('POST', '/api/session/heartbeat')
  }
}

let pendingSales = 0
function aPendingSale(): OpenServiceSale {
  const accounts = [recipients.succeedsAfterTwoFinds, recipients.heldByTurnover, recipients.unknownState]
  const account = accounts[pendingSales % 3] ?? ''
  const serviceId = ['qamra-rc', 'velto_rc', 'DX-air'][Math.floor(pendingSales / 3)] ?? ''
  pendingSales += 1
  return { kind: 'direct', serviceId, account, amount: '30' }
}
const codeOf = (id: string) => shop.sandbox.codes().find(({ externalId }) => externalId === id)?.number

const atCounter = (name: string): Promise<Browser> => signedIn(shop, name)

const read = (browser: Browser, id: string) => browser.ask('GET', `/api/sales/${id}`)
const desk = async (browser: Browser) =>
  (await browser.ask<SaleListPage>('GET', '/api/sales?group=open-items')).body.sales.map(({ id }) => id)
const status = async (browser: Browser) => (await browser.ask<Status>('GET', '/api/status')).body
const GONE = { status: 404, body: { code: 'not-found', moneyMoved: 'unknown' } }

describe('a sale at a kiosk', () => {
  it('a sale at a kiosk goes from check to receipt and remains visible for five minutes', async () => {
    const { id, body } = await sell(kiosk, { account: recipients.success })
    expect(body).toMatchObject({ state: 'succeeded', terminal: { name: 'Kiosk' } })
    await pass(5 * MINUTE - 1_000)
    expect(await read(kiosk, id)).toMatchObject({ status: 200, body: { id } })
    expect((await kiosk.ask<Revealed>('POST', `/api/sales/${id}/reveal`, {})).status).toBe(200)
    // Three copies with a cut between each (there is no printer for them), and a document with too many cuts.
    const print = async (cuts: number) => {
      const document = { lines: Array.from({ length: cuts }, () => ({ kind: 'cut' })) }
      return (await kiosk.ask('POST', `/api/sales/${id}/print`, { printerId: 'none', document })).status
    }
    expect([await print(2), await print(3)]).toEqual([404, 403])
    await pass(1_000)
    expect(await read(kiosk, id)).toMatchObject(GONE)
    expect(await kiosk.ask('POST', `/api/sales/${id}/reveal`, {})).toMatchObject(GONE)
    expect(await kiosk.ask('POST', `/api/sales/${id}/delivered`, { method: 'printed' })).toMatchObject(GONE)
    expect(await read(await atCounter('Amal'), id)).toMatchObject({ status: 200, body: { printCount: 0 } })
  })

  it('a pending sale remains visible at a kiosk and is one of its open items', async () => {
    const { id } = await sell(kiosk, aPendingSale())
    await pass(20 * MINUTE)
    expect(await read(kiosk, id)).toMatchObject({ status: 200, body: { state: 'pending' } })
    expect(await desk(kiosk)).toEqual([id])
    expect(await status(kiosk)).toMatchObject({ waiting: 1, attention: 0, undelivered: 0, refundsDue: 0 })
  })

  it('a voucher remains visible at a kiosk until its code is delivered', async () => {
    const { id } = await sell(kiosk, aVoucher)
    await pass(20 * MINUTE)
    expect(await desk(kiosk)).toEqual([id])
    expect(await status(kiosk)).toMatchObject({ waiting: 0, undelivered: 1 })
    const expected = { status: 200, body: { voucher: { number: codeOf(id) } } }
    expect(await kiosk.ask<Revealed>('POST', `/api/sales/${id}/reveal`, {})).toMatchObject(expected)
    expect((await kiosk.ask('POST', `/api/sales/${id}/delivered`, { method: 'given' })).status).toBe(200)
    expect(await read(kiosk, id)).toMatchObject(GONE)
    expect(await desk(kiosk)).toEqual([])
    expect(await status(kiosk)).toMatchObject({ undelivered: 0 })
  })
})

describe('sales that do not belong to this kiosk', () => {
  it.each([
    { whose: 'a colleague’s waiting sale', seller: 'Joseph', aWish: aPendingSale },
    { whose: 'the person’s own sale from the counter', seller: 'Amal', aWish: aPendingSale },
    { whose: 'an undelivered code of a colleague', seller: 'Joseph', aWish: () => aVoucher },
  ])('a kiosk does not show $whose', async ({ seller, aWish }) => {
    const wish = aWish()
    const { id } = await sell(await atCounter(seller), wish)
    expect(await read(kiosk, id)).toMatchObject(GONE)
    for (const [path, body] of [
      [`/api/sales/${id}/confirm`, {}],
      [`/api/sales/${id}/find`, {}],
      [`/api/sales/${id}/abandon`, {}],
      [`/api/sales/${id}/refunded`, {}],
      [`/api/sales/${id}/acknowledge`, {}],
      [`/api/sales/${id}/reveal`, {}],
      [`/api/sales/${id}/delivered`, { method: 'given' }],
    ] as const) {
      expect(await kiosk.ask('POST', path, body), path).toMatchObject(GONE)
    }
    expect((await openSale(kiosk, wish, id)).status).toBe(404)
    expect(await desk(kiosk)).toEqual([])
    expect(await status(kiosk)).toMatchObject({ waiting: 0, undelivered: 0 })
    const { body } = await read(await atCounter('Hamad'), id)
    expect(body).toMatchObject({ revealCount: 0, cashier: { name: expect.stringContaining(seller) } })
    expect(body).not.toHaveProperty('delivered')
  })

  it('a kiosk does not show the next person the sale of a colleague', async () => {
    const { id } = await sell(kiosk, aPendingSale())
    await kiosk.ask('DELETE', '/api/session')
    await kiosk.signIn('Joseph')
    expect(await read(kiosk, id)).toMatchObject(GONE)
    expect(await desk(kiosk)).toEqual([])
  })

  it('a duplicate of another till is named at a kiosk with its summary only', async () => {
    const joseph = await atCounter('Joseph')
    const wish = aPendingSale()
    const { id } = await sell(joseph, wish)
    const inTheWay = await openSale(kiosk, wish)
    expect(inTheWay).toMatchObject({ status: 409, body: { code: 'duplicate-blocked', sale: { id, state: 'pending' } } })
    const expected = 'account brand cashier id kind number openedAt serviceId serviceName state'.split(' ')
    expect(Object.keys(inTheWay.body.sale ?? {}).toSorted()).toEqual(expected)
    expect(await read(kiosk, id)).toMatchObject(GONE)
  })

  it('a kiosk says of an unused id that no money moved, and a sale can be opened with it', async () => {
    const id = ulid()
    expect(await read(kiosk, id)).toMatchObject({ status: 404, body: { moneyMoved: 'no' } })
    const expected = { status: 200, body: { id, state: 'checked' } }
    expect(await openSale(kiosk, { account: recipients.success }, id)).toMatchObject(expected)
  })
})

it('a batch is shown as a whole at a kiosk while one of its lines is visible, and not at all afterwards', async () => {
  const { id, lines } = await sellQuantity(kiosk, aVoucher, 2)
  const [first = '', second = ''] = lines.map(({ sale }) => sale?.id)
  await kiosk.ask('POST', `/api/sales/${first}/delivered`, { method: 'given' })
  await pass(5 * MINUTE)
  const quantity = () => kiosk.ask<BatchAnswer>('GET', `/api/batches/${id}`)
  expect(await read(kiosk, first)).toMatchObject(GONE)
  expect((await quantity()).body.lines.map(({ sale }) => sale?.id)).toEqual([first, second])
  await kiosk.ask('POST', `/api/sales/${second}/delivered`, { method: 'given' })
  expect(await quantity()).toMatchObject(GONE)
})

describe('a person who is signed in at a kiosk', () => {
  // Every other route that does not sell is refused there by the access matrix.
  it('no one can list or search sales at a kiosk, not even a supervisor', async () => {
    for (const name of ['Amal', 'Hamad']) {
      await kiosk.signIn(name)
      for (const query of [
        'day=2026-11-20',
        'group=sold',
        'group=open',
        'q=1',
        'group=open-items&q=1',
        'group=open-items&cursor=9',
      ])
        expect(await kiosk.ask<Failure>('GET', `/api/sales?${query}`), `${name}: ${query}`).toMatchObject({
          status: 403,
          body: { code: 'not-allowed' },
        })
    }
  })

  it('a supervisor at a kiosk sees no cost and no code that was delivered two minutes ago', async () => {
    const session = await kiosk.signIn('Hamad')
    expect(session).toMatchObject({ terminal: { isKiosk: true }, person: { name: 'Hamad Saleh', role: 'cashier' } })
    const { id, body } = await sell(kiosk, aVoucher)
    expect(body).not.toHaveProperty('cost')
    expect((await read(kiosk, id)).body).not.toHaveProperty('cost')
    await kiosk.ask('POST', `/api/sales/${id}/delivered`, { method: 'given' })
    await pass(2 * MINUTE)
    const reason = { reason: 'the paper tore', pin: session.demoPins?.[session.person?.id ?? ''] }
    const shown = await kiosk.ask<Revealed>('POST', `/api/sales/${id}/reveal`, reason)
    expect(JSON.stringify(shown.body)).not.toContain(codeOf(id))
    // At the counter a supervisor can reveal the code with a reason.
    const hamad = await atCounter('Hamad')
    expect((await read(hamad, id)).body).toHaveProperty('cost')
    const expected = { number: codeOf(id) }
    expect((await hamad.ask<Revealed>('POST', `/api/sales/${id}/reveal`, reason)).body.voucher).toMatchObject(expected)
  })

  it('the status at a kiosk contains nothing for supervisors and nothing about other tills', async () => {
    const amal = await atCounter('Amal')
    await sell(amal, aPendingSale())
    await sell(amal, { account: recipients.replaced })
    await sell(amal, aVoucher)
    await kiosk.signIn('Hamad')
    await pass(20 * MINUTE)
    const counted = { waiting: 0, attention: 0, undelivered: 0, unread: 0, refundsDue: 0 }
    expect(await status(kiosk)).toMatchObject({ ...counted, wallet: 'ok' })
    expect((await status(await atCounter('Hamad'))).attention).toBeGreaterThan(0)
  })
})

it('a kiosk that became an ordinary till shows what every till shows', async () => {
  const { id } = await sell(await atCounter('Joseph'), aPendingSale())
  expect((await read(kiosk, id)).status).toBe(404)
  const { demoPins, staff } = (await kiosk.ask<Session>('GET', '/api/session')).body
  const hamad = staff.find(({ role }) => role === 'supervisor')?.id ?? ''
  await kiosk.ask('POST', '/api/terminals/leave-kiosk', { staffId: hamad, pin: demoPins?.[hamad] })
  await kiosk.signIn('Amal')
  expect(await saleOnce(kiosk, id, () => true)).toMatchObject({ state: 'pending' })
  expect((await kiosk.ask('GET', '/api/sales')).status).toBe(200)
})
