import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Session } from '#contract/proxy/session.ts'
import { aBrowser, type Browser } from '../support/shop.ts'
import { aGuardedShop, SECOND, type GuardedShop, type Known } from './support/guarded-shop.ts'

const TERMINAL = 'toptill-terminal'
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
/** The same cookies in another browser. */
const stolenFrom = ({ cookies }: Browser) => aBrowser(shop.url, new Map(cookies))
const isIn = async (browser: Browser) => (await browser.ask('GET', proxyPaths.status)).status === 200
const whoIsAt = async (browser: Browser) => (await browser.ask<Session>('GET', proxyPaths.session)).body.person?.name

describe('a session', () => {
  it('a token that somebody else chose or planted does not become the token of a session', async () => {
    const chosen = 'A'.repeat(43)
    const till = await shop.terminal()
    till.cookies.set(SESSION, chosen)
    await shop.signIn(till, amal)
    expect(till.cookies.get(SESSION)).toMatch(/^[\w-]{43}$/)
    expect(till.cookies.get(SESSION)).not.toBe(chosen)
    const planted = stolenFrom(till)
    planted.cookies.set(SESSION, chosen)
    expect(await isIn(planted)).toBe(false)

    // The same holds for the token of a real session: its owner does not get into the new one.
    const attacker = await signedIn(amal, 'Attacker')
    const victim = await shop.terminal()
    victim.cookies.set(SESSION, attacker.cookies.get(SESSION)!)
    await shop.signIn(victim, hamad)
    expect(victim.cookies.get(SESSION)).not.toBe(attacker.cookies.get(SESSION))
    expect(await whoIsAt(attacker)).toBe('Amal')
  })

  it('each sign-in and each step-up gives the session a new token, and the old one becomes invalid', async () => {
    const till = await signedIn(hamad)
    const tokens = [till.cookies.get(SESSION)]
    const before = stolenFrom(till)
    await shop.signIn(till, hamad)
    tokens.push(till.cookies.get(SESSION))
    expect(await isIn(before)).toBe(false)

    const proven = stolenFrom(till)
    expect((await till.ask('POST', proxyPaths.stepUp, { pin: hamad.pin })).status).toBe(200)
    tokens.push(till.cookies.get(SESSION))
    expect(await isIn(till)).toBe(true)
    // A request that was on its way may still read for a moment, and may not write.
    expect((await proven.ask('POST', proxyPaths.resumeSelling)).status).toBe(401)
    shop.clock.pass(6 * SECOND)
    expect(await isIn(proven)).toBe(false)
    expect(new Set(tokens).size).toBe(3)
  })

  // The access matrix has those whose person was disabled, whose terminal was revoked, whose session a supervisor ended, and who were idle.
  it.each([
    ['signed out', async (till: Browser) => void (await till.ask('DELETE', proxyPaths.session))],
    [
      'the PIN was reset',
      async () => {
        const boss = await shop.boss()
        await boss.ask('POST', proxyPaths.staffPin(amal.id), { pin: '6172' })
        amal = { ...amal, pin: '6172' }
      },
    ],
    ['somebody else signed in there', async (till: Browser) => void (await shop.signIn(stolenFrom(till), hamad))],
  ])('stolen cookies are worth nothing once %s', async (reason, end) => {
    const till = await signedIn(amal, `Till of ${reason}`)
    const thief = stolenFrom(till)
    expect(await isIn(thief)).toBe(true)
    await end(till)
    expect((await thief.ask('GET', proxyPaths.status)).body).toMatchObject({ code: 'signed-out' })
    expect((await thief.ask('POST', proxyPaths.heartbeat)).status).toBe(401)
    expect((await thief.ask('PUT', proxyPaths.sale('01JD6X0000000000000000000A'), {})).status).toBe(401)
  })

  it('a session cookie without the cookie of its terminal is worth nothing', async () => {
    const [mine, yours] = [await signedIn(hamad), await signedIn(amal)]
    const swapped = stolenFrom(yours)
    swapped.cookies.set(SESSION, mine.cookies.get(SESSION)!)
    expect((await swapped.ask('GET', proxyPaths.wallet)).status).toBe(401)
    const alone = stolenFrom(mine)
    alone.cookies.delete(TERMINAL)
    expect((await alone.ask('GET', proxyPaths.wallet)).status).toBe(401)
    expect((await alone.ask<Session>('GET', proxyPaths.session)).body).toMatchObject({ terminal: null, staff: [] })
  })
})

describe('the cookies', () => {
  it('scripts and other sites cannot use the cookies', async () => {
    const till = await shop.terminal()
    const { headers } = await till.ask('POST', proxyPaths.session, { staffId: amal.id, pin: amal.pin })
    for (const line of headers.getSetCookie()) {
      expect(line).toMatch(/; Path=\/; HttpOnly; SameSite=Strict$/)
      expect(line).not.toMatch(/Domain=/i)
    }
  })

  it('a changed session cookie is worth nothing', async () => {
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
      const { status } = await other.ask('GET', proxyPaths.status)
      expect([status, wrong.replace(token, 'token')]).toEqual([wrong === `${token};` ? 200 : 401, expect.any(String)])
    }
  })
})
