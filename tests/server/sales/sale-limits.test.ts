import { describe, expect, it } from 'vitest'

import type { AuditLine, AuditPage } from '#api/audit.ts'
import type { SalesLimits } from '#domain/sales-limits.ts'
import type { Person } from '#domain/person.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aClockAhead, HOUR } from '../../security/support/guarded-shop.ts'
import { openKiosk } from '../../support/kiosk.ts'
import { atLevel } from '../../support/level.ts'
import {
  aSharedShop,
  openSale,
  openShop,
  saleOnce,
  sell,
  signedIn as signInAt,
  type Browser,
  type SaleFields,
  type ServiceSaleFields,
  type Shop,
} from '../../support/shop.ts'

/** @security V2.3.2, V2.4.1: Limits count in the commit of the approval, even for simultaneous sales and for supervisors. */

const HAMADS_PIN = '604918'
const AMOUNT = '25'

const clock = aClockAhead()
const sharedShop = aSharedShop({ clock })

async function aShop(limits: Omit<SalesLimits, 'currency'> = {}, given?: Shop) {
  const shop = given ?? sharedShop()
  // Sales and attempts of other tests no longer count.
  clock.pass(25 * HOUR)
  const [startedAt, soldBefore] = [clock.now(), shop.sandbox.ledger().length]
  const signedIn = (name: string) => signInAt(shop, name)
  const [amal, hamad] = [await signedIn('Amal'), await signedIn('Hamad')]
  const set = { idleMinutes: 5, limits: { currency: 'AED', ...limits } }
  expect((await hamad.ask('PUT', '/api/settings', set)).status).toBe(200)
  return {
    shop,
    signedIn,
    amal,
    hamad,
    limit: (id: string, own: Omit<SalesLimits, 'currency'>) =>
      hamad.ask('PUT', `/api/staff/${id}/limits`, { limits: { currency: 'AED', ...own } }),
    lines: async (kind: AuditLine['kind']) => {
      const { lines } = (await hamad.ask<AuditPage>('GET', `/api/audit?kind=${kind}`)).body
      return lines.filter(({ at }) => at >= startedAt)
    },
    approver: { staffId: hamad.id, pin: HAMADS_PIN },
    debits: () => shop.sandbox.ledger().length - soldBefore,
  }
}

let lastNumber = 1000
const aNumber = () => `97150${String((lastNumber += 1)).padStart(7, '0')}`
const wish = (more: ServiceSaleFields = {}): SaleFields => ({ account: aNumber(), amount: AMOUNT, ...more })
const confirm = (browser: Browser, id: string, more: object = {}) =>
  browser.ask('POST', `/api/sales/${id}/confirm`, more)

describe('sales limits', () => {
  it('a limit of ten lets exactly ten of many simultaneous confirms through', async () => {
    const each = atLevel(8, 40)
    const { signedIn, debits } = await aShop({ perDay: '250' }, await openShop({ clock }))
    const tills = await Promise.all(['Amal', 'Joseph', 'Priya', 'Bilal', 'Grace'].map(signedIn))
    const opened = tills.map(async (till) => {
      const sales: { till: Browser; id: string }[] = []
      for (let count = 0; count < each; count += 1) sales.push({ till, id: (await openSale(till, wish())).id })
      return sales
    })
    const sales = (await Promise.all(opened)).flat()
    const answers = await Promise.all(sales.map(({ till, id }) => confirm(till, id)))
    const refused = answers.filter(({ status }) => status === 403)
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(10)
    expect(refused).toHaveLength(5 * each - 10)
    expect(refused.every(({ body }) => body.code === 'above-limit' && body.moneyMoved === 'no')).toBe(true)
    expect(debits()).toBe(10)
  })

  it('the limits of the shop apply to supervisors, and count their sales', async () => {
    const { amal, hamad, debits } = await aShop({ perSale: '25', perDay: '50' })
    const expected = {
      code: 'above-limit',
      limits: [
        { of: 'shop', kind: 'perSale' },
        { of: 'shop', kind: 'perDay' },
      ],
    }
    expect((await sell(hamad, wish({ amount: '500' }))).body).toMatchObject(expected)
    expect(debits()).toBe(0)
    expect((await sell(hamad, wish())).status).toBe(200)
    expect((await sell(amal, wish())).status).toBe(200)
    for (const till of [amal, hamad]) {
      const expected = { limits: [{ of: 'shop', kind: 'perDay', used: { amount: '50.00' } }] }
      expect((await sell(till, wish())).body).toMatchObject(expected)
    }
  })

  it('personal limits do not apply to supervisors', async () => {
    const { hamad, limit } = await aShop({}, await openShop({ clock }))
    await limit(hamad.id, { perSale: '5' })
    expect((await sell(hamad, wish())).status).toBe(200)
  })

  it('a sale that is not executed keeps its part of the limit, can be confirmed again, and counts once', async () => {
    const { amal } = await aShop({ perDay: '50' })
    const { id } = await sell(amal, wish({ account: recipients.answerLostBefore }))
    await saleOnce(amal, id, ({ state }) => state === 'not-executed' || state === 'succeeded')
    // A sale that may still be confirmed keeps its part of the limit.
    expect((await sell(amal, wish({ amount: '30' }))).status).toBe(403)
    await confirm(amal, id)
    expect((await saleOnce(amal, id, ({ state }) => state === 'succeeded')).state).toBe('succeeded')
    expect((await sell(amal, wish())).status).toBe(200)
    expect((await sell(amal, wish())).status).toBe(403)
  })
})

describe('an override by a supervisor', () => {
  it('an override does not skip the checks for duplicates and stale versions', async () => {
    const { amal, approver } = await aShop({ perSale: '20' })
    const account = aNumber()
    const [first, second] = [await openSale(amal, wish({ account })), await openSale(amal, wish({ account }))]
    expect((await confirm(amal, first.id, { approver })).status).toBe(200)
    expect((await confirm(amal, second.id, { approver })).body.code).toBe('confirm-duplicate')
    expect((await confirm(amal, second.id, { approver, version: 1 })).body.code).toBe('stale-version')
  })
})

it('wrong PINs of an override count toward the attempts of a minute, so that the right PIN has to wait', async () => {
  const { hamad, approver, debits } = await aShop({ perSale: '20' })
  const { id } = await openSale(hamad, wish())
  const codes: string[] = []
  for (const pin of ['000001', '000002', '000003', '000004', HAMADS_PIN]) {
    codes.push((await confirm(hamad, id, { approver: { ...approver, pin } })).body.code)
  }
  // The sign-in was the first of five attempts in this minute.
  expect(codes).toEqual(['wrong-pin', 'wrong-pin', 'wrong-pin', 'wrong-pin', 'rate-limited'])
  expect(debits()).toBe(0)
})

describe('limits at a kiosk', () => {
  /** Hamad is signed in at the kiosk. Sara could approve anywhere. */
  async function aKiosk(limits: Omit<SalesLimits, 'currency'>) {
    const { shop, amal, hamad, approver, ...rest } = await aShop(limits, await openShop({ clock }))
    const pin = '820463'
    const added = await hamad.ask<Person>('POST', '/api/staff', { name: 'Sara', role: 'supervisor', pin })
    expect(added.status).toBeLessThan(300)
    const kiosk = await openKiosk(shop)
    await kiosk.signIn('Hamad')
    return { ...rest, amal, hamad, kiosk, own: approver, another: { staffId: added.body.id, pin } }
  }

  it('at a kiosk a supervisor cannot override a limit for their own sale, and another supervisor can', async () => {
    const { kiosk, own, another, debits, lines, hamad } = await aKiosk({ perSale: '10', perDay: '10' })
    const { id } = await openSale(kiosk, wish({ amount: '500' }))
    expect(await confirm(kiosk, id)).toMatchObject({ status: 403, body: { code: 'above-limit' } })
    const self = await confirm(kiosk, id, { approver: own })
    expect(self).toMatchObject({ status: 403, body: { code: 'approver-is-seller' } })
    expect(debits()).toBe(0)
    const sold = await confirm(kiosk, id, { approver: another })
    expect(sold).toMatchObject({ status: 200, body: { state: 'succeeded' } })
    const expected = [{ by: { id: another.staffId }, terminal: { name: 'Kiosk' }, detail: { seller: hamad.name } }]
    expect(await lines('limit-overridden')).toMatchObject(expected)
  })
})
