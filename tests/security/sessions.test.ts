import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import type { Session } from '#api/session.ts'
import { aBrowser, type Browser } from '../support/shop.ts'
import { aGuardedShop, MINUTE, type GuardedShop, type Known } from './support/guarded-shop.ts'

/** @security V7.2.1 to V7.2.4, V11.5.1: A session token that someone planted or changed is worth nothing: it is 32 random bytes. */

const SESSION = 'toptill-session'

let shop: GuardedShop
let amal: Known
let hamad: Known
beforeAll(async () => {
  shop = await aGuardedShop()
  amal = await shop.add('Amal', 'cashier', '2580')
  hamad = await shop.add('Hamad', 'supervisor', '604918')
})
afterAll(() => shop.close())

const signedIn = (who: Known, name = 'Till') => shop.signedIn(who, { name })
const stolenFrom = ({ cookies }: Browser) => aBrowser(shop.url, new Map(cookies))
const isIn = async (browser: Browser) => (await browser.ask('GET', '/api/status')).status === 200
const whoIsAt = async (browser: Browser) => (await browser.ask<Session>('GET', '/api/session')).body.person?.name

describe('a session', () => {
  it('a token that an attacker chose or planted does not become the token of a session', async () => {
    const chosen = 'A'.repeat(43)
    const till = await shop.terminal()
    till.cookies.set(SESSION, chosen)
    await shop.signIn(till, amal)
    expect(till.cookies.get(SESSION)).toMatch(/^[\w-]{43}$/)
    expect(till.cookies.get(SESSION)).not.toBe(chosen)
    const planted = stolenFrom(till)
    planted.cookies.set(SESSION, chosen)
    expect(await isIn(planted)).toBe(false)

    // The same applies to the token of a real session: its owner does not get access to the new one.
    const attacker = await signedIn(amal, 'Attacker')
    const victim = await shop.terminal()
    victim.cookies.set(SESSION, attacker.cookies.get(SESSION)!)
    await shop.signIn(victim, hamad)
    expect(victim.cookies.get(SESSION)).not.toBe(attacker.cookies.get(SESSION))
    expect(await whoIsAt(attacker)).toBe('Amal')
  })
})

describe('the cookies', () => {
  it('a changed session cookie is rejected', async () => {
    const till = await signedIn(amal)
    const token = till.cookies.get(SESSION)!
    for (const wrong of [
      `${token}A`,
      token.slice(1),
      `${token.slice(0, -1)}%00`,
      `"${token}"`,
      '',
      'null',
      `${token};`,
    ]) {
      const other = stolenFrom(till)
      other.cookies.set(SESSION, wrong)
      const { status } = await other.ask('GET', '/api/status')
      expect([status, wrong.replace(token, 'token')]).toEqual([wrong === `${token};` ? 200 : 401, expect.any(String)])
    }
  })
})

/** @security V7.3.2, V8.2.1: A supervisor's PIN opens a page at a cashier's till for five minutes and signs the cashier out; who acts is always the person whose PIN it was. */
describe("a supervisor's visit to a cashier's till", () => {
  const visit = (till: Browser, who: Known, pin = who.pin) =>
    till.ask('POST', '/api/session', { staffId: who.id, pin, isVisit: true })
  const wallet = async (till: Browser) => (await till.ask('GET', '/api/wallet')).status

  it('ends after five minutes, however busy, and asks for the PIN of the cashier again', async () => {
    const till = await signedIn(amal, 'Visited')
    const before = stolenFrom(till)
    expect(await wallet(till)).toBe(403)
    await visit(till, hamad)
    expect(await whoIsAt(till)).toBe('Hamad')
    expect(await wallet(till)).toBe(200)
    // The token of the cashier is not kept for later.
    expect(await isIn(before)).toBe(false)
    for (let minute = 1; minute <= 4; minute += 1) {
      shop.clock.pass(MINUTE)
      await till.ask('POST', '/api/session/heartbeat', {})
      expect(await wallet(till)).toBe(200)
    }
    shop.clock.pass(MINUTE)
    expect(await wallet(till)).toBe(401)
    expect(await whoIsAt(till)).toBeUndefined()
    expect(await isIn(before)).toBe(false)
  })

  it('needs the PIN of a supervisor: that of a cashier opens nothing', async () => {
    const till = await signedIn(amal, 'Curious')
    expect((await visit(till, hamad, '000000')).status).toBe(401)
    expect(await whoIsAt(till)).toBe('Amal')
    await visit(till, amal)
    expect(await wallet(till)).toBe(403)
  })
})
