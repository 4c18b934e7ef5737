import { describe, expect, it } from 'vitest'

import type { Session } from '#api/session.ts'
import { aTill, aTillOf, aStaffServer } from './staff-server.ts'
import { aStaffedStore } from './staff-store.ts'

/**
 * @security V6.3.1, V6.5.1: A badge is one of two factors for supervisors; alone it signs in only cashiers, only where the shop allows it, and never counts as an entered PIN.
 * @security V6.5.5, V11.4.2: Only a keyed digest of a card's code is stored, and wrong badges are counted and slowed like wrong PINs.
 */

const CARD = '04A1B2C3D4'
const OTHER_CARD = '04FFEE1122'
const HAMAD_PIN = '604918'
const wrongBadge = { status: 401, failure: { code: 'wrong-badge' } }
const tooMany = { status: 429, failure: { code: 'badge-locked' } }

async function aShop({ isAlone = false } = {}) {
  const shop = await aStaffedStore()
  const { badges, amal, hamad, terminal, settings, audit } = shop
  const boss = { by: { id: hamad.id, name: hamad.name } }
  await badges.add(amal.id, CARD, boss)
  if (isAlone) await settings.set({ badgeAlone: true }, boss)
  const enter = (code = CARD, pin?: string, at = terminal) => shop.signInWithBadge(at, code, pin)
  const kinds = async () => (await audit.page({})).lines.map(({ kind }) => kind)
  return { ...shop, boss, enter, kinds }
}

describe('sign-in with a badge', () => {
  it('the badge names its person, and the PIN signs them in', async () => {
    const { enter, amal, sessions, terminal, audit } = await aShop()
    expect(await enter()).toEqual({ needsPinOf: amal.id })
    const entered = await enter(CARD, '2580')
    expect(entered).toMatchObject({ person: amal })
    const { token } = entered as { token: string }
    expect(await sessions.find(token, terminal.id)).toMatchObject({ person: amal })
    const [line] = (await audit.page({})).lines
    expect(line).toMatchObject({ kind: 'signed-in', by: { id: amal.id }, detail: { with: 'badge' } })
  })

  it('a wrong PIN beside a badge counts like any wrong PIN', async () => {
    const { enter, kinds } = await aShop()
    for (let tries = 0; tries < 5; tries += 1)
      await expect(enter(CARD, '2581')).rejects.toMatchObject({ status: 401, failure: { code: 'wrong-pin' } })
    await expect(enter(CARD, '2580')).rejects.toMatchObject({ status: 429 })
    expect((await kinds())[0]).toBe('locked')
  })

  it('where the shop allows it, a cashier enters with the badge alone, and steps that need a PIN still ask for it', async () => {
    const { enter, amal, sessions, terminal, clock, audit } = await aShop({ isAlone: true })
    const entered = await enter()
    expect(entered).toMatchObject({ person: amal })
    const { token } = entered as { token: string }
    expect(await sessions.find(token, terminal.id)).toMatchObject({ pinConfirmedAt: 0 })
    expect((await audit.page({})).lines[0]).toMatchObject({ detail: { with: 'badge-alone' } })
    const { id } = (await sessions.find(token, terminal.id))!
    const next = await sessions.stepUp({ id, person: amal }, terminal, '2580')
    expect(await sessions.find(next, terminal.id)).toMatchObject({ pinConfirmedAt: clock.now() })
  })

  it('a supervisor never enters with the badge alone', async () => {
    const { enter, badges, boss, hamad } = await aShop({ isAlone: true })
    await badges.add(hamad.id, OTHER_CARD, boss)
    expect(await enter(OTHER_CARD)).toEqual({ needsPinOf: hamad.id })
    expect(await enter(OTHER_CARD, HAMAD_PIN)).toMatchObject({ person: hamad })
  })

  it('a code of fewer than eight characters never enters alone', async () => {
    const { enter, badges, boss, amal } = await aShop({ isAlone: true })
    await badges.block(amal.id, boss)
    await badges.add(amal.id, '1234567', boss)
    expect(await enter('1234567')).toEqual({ needsPinOf: amal.id })
  })

  it.each(['04a1b2c3d4', ' 04A1B2C3D4 ', '٠٤A١B٢C٣D٤', '%04A1B2C3D4?', ']E004A1B2C3D4'])(
    'the same card is recognized however a reader types it: %s',
    async (typed) => {
      const { enter, amal } = await aShop()
      expect(await enter(typed)).toEqual({ needsPinOf: amal.id })
    },
  )

  it('unknown and blocked badges, and those of blocked people, get the same answer', async () => {
    const { enter, badges, people, boss, amal, audit } = await aShop()
    await expect(enter(OTHER_CARD)).rejects.toMatchObject(wrongBadge)
    expect((await audit.page({})).lines[0]).not.toHaveProperty('about')
    await people.disable(amal.id)
    await expect(enter()).rejects.toMatchObject(wrongBadge)
    await people.enable(amal.id)
    await badges.block(amal.id, boss)
    await expect(enter()).rejects.toMatchObject(wrongBadge)
    await expect(enter(CARD, '2580')).rejects.toMatchObject(wrongBadge)
    expect((await audit.page({})).lines[0]).toMatchObject({ kind: 'wrong-badge', about: { id: amal.id } })
  })

  it('wrong badges lock badges at their till, longer each time, and a right one does not reset the count', async () => {
    const { enter, clock, terminals, again, dataFolder: _, amal } = await aShop()
    const other = (await terminals.enrolItself('Till 2')).terminal
    for (let tries = 0; tries < 4; tries += 1) await expect(enter(OTHER_CARD)).rejects.toMatchObject(wrongBadge)
    expect(await enter()).toEqual({ needsPinOf: amal.id })
    await expect(enter(OTHER_CARD)).rejects.toMatchObject({ ...wrongBadge, retryAfterMs: 30_000 })
    await expect(enter()).rejects.toMatchObject({ ...tooMany, retryAfterMs: 30_000 })
    expect(await enter(CARD, undefined, other)).toEqual({ needsPinOf: amal.id })
    clock.pass(60_000)
    await expect(enter(OTHER_CARD)).rejects.toMatchObject({ ...wrongBadge, retryAfterMs: 60_000 })
    // A restart forgets none.
    const { signInWithBadge, terminals: reopened } = await again()
    const [till] = (await reopened.listAll()).filter(({ name }) => name === 'Till 1')
    await expect(signInWithBadge(till!, CARD, undefined)).rejects.toMatchObject(tooMany)
    clock.pass(60_000)
    expect(await signInWithBadge(till!, CARD, undefined)).toEqual({ needsPinOf: amal.id })
  })
})

describe('badges', () => {
  it('a person has one badge, and a card is the badge of one person', async () => {
    const { badges, boss, amal, hamad, clock } = await aShop()
    expect(await badges.since()).toEqual(new Map([[amal.id, clock.now()]]))
    await expect(badges.add(amal.id, OTHER_CARD, boss)).rejects.toThrow('Amal already has a badge. Block it first.')
    await expect(badges.add(hamad.id, CARD, boss)).rejects.toThrow('This card is already the badge of someone here.')
    await badges.block(amal.id, boss)
    await expect(badges.block(amal.id, boss)).rejects.toThrow('This person has no badge.')
    expect(await badges.hasAny()).toBe(false)
    await badges.add(hamad.id, CARD, boss)
    expect(await badges.hasAny()).toBe(true)
  })

  it('blocking a badge ends the session that it began, and no other', async () => {
    const { enter, badges, boss, amal, sessions, terminal, terminals, kinds } = await aShop()
    const other = (await terminals.enrolItself('Till 2')).terminal
    const { token: byBadge } = (await enter(CARD, '2580')) as { token: string }
    const { token: byPin } = await sessions.signIn(other, amal.id, '2580')
    await badges.block(amal.id, boss)
    expect(await sessions.find(byBadge, terminal.id)).toBeUndefined()
    expect(await sessions.find(byPin, other.id)).toMatchObject({ person: amal })
    expect((await kinds())[0]).toBe('badge-blocked')
  })

  it('neither the code nor a plain digest of it is in the database or the audit log', async () => {
    const { db, audit, dataFolder } = await aShop()
    const rows = JSON.stringify(await db.selectFrom('badges').selectAll().execute())
    expect(rows + JSON.stringify(await audit.page({}))).not.toContain(CARD)
    // With another key file the digest differs.
    const other = await aShop()
    expect(other.dataFolder).not.toBe(dataFolder)
    const digestIn = async (from: typeof db) =>
      (await from.selectFrom('badges').select('digest').executeTakeFirstOrThrow()).digest
    expect(await digestIn(other.db)).not.toBe(await digestIn(db))
  })
})

describe('over HTTP', () => {
  it('a supervisor adds and blocks a badge, and the sign-in page learns only that there are some', async () => {
    const { till, amal, proxy } = await aTillOf('hamad')
    const another = await aTill(proxy)
    expect((await another.ask('GET', '/api/session')).json).not.toHaveProperty('hasBadges')
    const added = await till.ask('POST', `/api/staff/${amal.id}/badge`, { code: CARD })
    expect([added.status, added.json.name]).toEqual([200, 'Amal'])
    expect((await another.ask('GET', '/api/session')).json).toHaveProperty('hasBadges', true)
    const { staff } = (await till.ask('GET', '/api/staff')).json as { staff: { id: string; badge?: object }[] }
    expect(staff.map(({ badge }) => badge)).toEqual([{ since: expect.any(Number) }, undefined])
    expect((await another.ask('POST', '/api/session/badge', { code: CARD })).json).toEqual({ needsPinOf: amal.id })
    const entered = await another.ask('POST', '/api/session/badge', { code: CARD, pin: '2580' })
    expect((entered.json as Session).person).toMatchObject({ name: 'Amal' })
    expect((await till.ask('POST', `/api/staff/${amal.id}/badge/block`)).status).toBe(200)
    expect((await another.ask('GET', '/api/session')).json).not.toHaveProperty('person')
  })

  it('no badge is added without a fresh PIN, and one is blocked without', async () => {
    const { till, amal, clock } = await aTillOf('hamad')
    await till.ask('POST', `/api/staff/${amal.id}/badge`, { code: CARD })
    clock.pass(3 * 60_000)
    await till.ask('POST', '/api/session/heartbeat')
    clock.pass(3 * 60_000)
    const refused = await till.ask('POST', `/api/staff/${amal.id}/badge`, { code: OTHER_CARD })
    expect([refused.status, refused.json.code]).toEqual([401, 'step-up-required'])
    expect((await till.ask('POST', `/api/staff/${amal.id}/badge/block`)).status).toBe(200)
  })

  it('a kiosk accepts no badge', async () => {
    const server = await aStaffServer()
    const kiosk = await aTill(server, { isKiosk: true })
    const refused = await kiosk.ask('POST', '/api/session/badge', { code: CARD, pin: '2580' })
    expect([refused.status, refused.json.code]).toEqual([403, 'not-allowed'])
  })

  it.each(['123', 'x'.repeat(65), 'بطاقة', 'line\nline'])('%j is not the code of a card', async (code) => {
    const { till, amal } = await aTillOf('hamad')
    expect((await till.ask('POST', `/api/staff/${amal.id}/badge`, { code })).status).toBe(400)
    expect((await till.ask('POST', '/api/session/badge', { code })).status).toBe(400)
  })
})
