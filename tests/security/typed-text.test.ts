import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'

import type { AuditPage } from '#api/audit.ts'
import type { Failure } from '#api/failure.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { openSale, openShop, type Browser, type Shop } from '../support/shop.ts'
import { aClockAhead, SECOND } from './support/guarded-shop.ts'

/** @security V2.2.1: Typed text with control, direction, zero-width or unassigned characters is rejected. */

const clock = aClockAhead()
let shop: Shop
let amal: Browser
let hamad: Browser
beforeAll(async () => {
  shop = await openShop({ isClosedByHand: true, clock })
  ;[amal, hamad] = [shop.browser(), shop.browser()]
  await amal.signIn('Amal')
  await hamad.signIn('Hamad')
})
// Two browsers send the requests of all tests here, so the rate limit of their sessions has to recover.
beforeEach(() => clock.pass(2 * SECOND))
afterAll(() => shop.close())

const nimbra = { kind: 'voucher', serviceId: vouchers.accountRequired, amount: '100' } as const
const checks = () => shop.sandbox.requests().filter(({ path }) => path === '/transaction/check').length

/** `tests/domain/text/typed-text.test.ts` tests one of each kind. */
const HIDDEN = ['\u0000', '\n', '\u202e']

describe('a hidden character', () => {
  it.each(HIDDEN)(
    'the hidden character %j is rejected in an account, customer or number, and nothing is sent',
    async (character) => {
      const before = checks()
      const asked = [
        { wish: { ...nimbra, account: `am${character}al@example.com` }, code: 'account-invalid' },
        { wish: { ...nimbra, account: `amal@example.com${character}` }, code: 'account-invalid' },
        { wish: { ...nimbra, account: `+44 7700 ${character}900123` }, code: 'account-invalid' },
        { wish: { ...nimbra, account: 'amal@example.com', customer: `${character}a@b.ae` }, code: 'customer-invalid' },
        { wish: { account: `050 123${character} 4567` }, code: 'number-invalid' },
      ] as const
      for (const { wish, code } of asked) {
        const { status, body } = await openSale(amal, wish)
        expect({ status, code: body.code, moneyMoved: body.moneyMoved }).toEqual({
          status: 422,
          code,
          moneyMoved: 'no',
        })
        expect(body.message).toMatch(/cannot be seen \(U\+[0-9A-F]{4,6}, at place \d+\)/)
      }
      expect(checks()).toBe(before)
    },
  )

  it.each(HIDDEN)(
    'the hidden character %j is rejected in a name, reason, note or currency, and nothing is written',
    async (character) => {
      const text = `Ha${character}mad`
      const { id } = await openSale(amal, { ...nimbra, account: 'amal@example.com' })
      const settings = { idleMinutes: 5, limits: { currency: `A${character}ED`, perSale: '10' } }
      const requests: [method: string, path: string, body: object, status: number][] = [
        ['POST', '/api/staff', { name: text, role: 'cashier', pin: '7315' }, 422],
        ['POST', '/api/staff', { name: `Hamad${character}`, role: 'cashier', pin: '7315' }, 422],
        ['POST', '/api/terminals/enrollment-codes', { name: text }, 422],
        ['POST', `/api/sales/${id}/reveal`, { reason: text }, 400],
        ['POST', `/api/sales/${id}/reveal`, { reason: `${text}${character}` }, 400],
        ['POST', `/api/sales/${id}/resolve`, { outcome: 'sold', note: `${character}${text}` }, 400],
        ['PUT', '/api/settings', settings, 400],
      ]
      const lines = async () => (await hamad.ask<AuditPage>('GET', '/api/audit')).body.lines.length
      const before = await lines()
      for (const [method, path, body, status] of requests) {
        const answer = await hamad.ask<Failure>(method, path, body)
        expect({ path, status: answer.status }).toEqual({ path, status })
        if (body !== settings || !/\s/.test(character)) expect(answer.body.message).toContain('cannot be seen')
        expect(answer.body.message).not.toContain(character)
      }
      expect(await lines()).toBe(before)
    },
  )
})

describe('typed text', () => {
  it('a reason and a note need a letter or a digit', async () => {
    const { id } = await openSale(amal, { ...nimbra, account: 'words@example.com' })
    for (const text of ['', '   ', '...', '—', '😀', '\u2800']) {
      const reveal = await hamad.ask<Failure>('POST', `/api/sales/${id}/reveal`, { reason: text })
      const close = await hamad.ask<Failure>('POST', `/api/sales/${id}/resolve`, { outcome: 'sold', note: text })
      expect([text, reveal.status, close.status]).toEqual([text, 400, 400])
    }
    // A readable reason is not rejected as text, so the rejection is about the sale.
    const reveal = await hamad.ask<Failure>('POST', `/api/sales/${id}/reveal`, { reason: 'ورقة ممزقة' })
    expect(reveal.body.code).toBe('wrong-state')
  })
})
