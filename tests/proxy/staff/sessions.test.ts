import { CompiledQuery, createQueryId, type KyselyPlugin, type RootOperationNode } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import { openDatabase } from '#proxy/journal/database.ts'
import { openStaff } from '#proxy/staff/open-staff.ts'
import { createSessions } from '#proxy/staff/sessions.ts'
import { SESSION_LIFE_MS } from '#domain/person.ts'
import { CHEAP_PINS } from '../../support/start-shop.ts'
import { aFolder } from '../../support/folders.ts'
import { aStaffStore, manualClock } from './staff-store.ts'

async function aTill() {
  const shop = await aStaffStore()
  const amal = await shop.people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
  const hamad = await shop.people.add({ name: 'Hamad', role: 'supervisor', pin: '604918' })
  const { terminal } = await shop.terminals.enrolItself('Till 1')
  const signIn = async (person = amal, pin = '2580', at = terminal) => {
    return (await shop.sessions.signIn(at, person.id, pin)).token
  }
  return { ...shop, amal, hamad, terminal, signIn }
}

const MINUTE = 60_000

describe('a session', () => {
  it('a session shows who is signed in, also after a restart', async () => {
    const { signIn, sessions, terminal, amal, again } = await aTill()
    const token = await signIn()
    expect(await sessions.find(token, terminal.id)).toMatchObject({ person: amal })
    expect(await (await again()).sessions.find(token, terminal.id)).toMatchObject({ person: amal })
  })

  it('no session starts for a wrong PIN, another person, an unknown one or a disabled one', async () => {
    const { sessions, terminal, amal, hamad, people, db } = await aTill()
    const refused = { status: 401, failure: { code: 'wrong-pin' } }
    await expect(sessions.signIn(terminal, amal.id, '2581')).rejects.toMatchObject(refused)
    await expect(sessions.signIn(terminal, hamad.id, '2580')).rejects.toMatchObject(refused)
    await expect(sessions.signIn(terminal, 'nobody', '2580')).rejects.toMatchObject(refused)
    await people.disable(amal.id)
    await expect(sessions.signIn(terminal, amal.id, '2580')).rejects.toMatchObject(refused)
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  it('a session ends for good when its person signs out', async () => {
    const { signIn, sessions, terminal } = await aTill()
    const token = await signIn()
    await sessions.end(token)
    expect(await sessions.find(token, terminal.id)).toBeUndefined()
  })

  it('a session ends after twelve hours, however much it is used', async () => {
    const { signIn, sessions, terminal, amal, clock } = await aTill()
    const token = await signIn()
    const { id } = (await sessions.find(token, terminal.id))!
    for (let passed = 0; passed < SESSION_LIFE_MS - MINUTE; passed += MINUTE) {
      clock.pass(MINUTE)
      await sessions.recordActivity(id)
    }
    clock.pass(MINUTE - 1)
    expect(await sessions.find(token, terminal.id)).toMatchObject({ person: amal })
    clock.pass(1)
    expect(await sessions.find(token, terminal.id)).toBeUndefined()
  })

  it('a session ends after five minutes without activity, and not earlier', async () => {
    const { signIn, sessions, terminal, amal, clock } = await aTill()
    const token = await signIn()
    clock.pass(5 * MINUTE - 1)
    const { id } = (await sessions.find(token, terminal.id))!
    await sessions.recordActivity(id)
    clock.pass(5 * MINUTE - 1)
    expect(await sessions.find(token, terminal.id)).toMatchObject({ person: amal })
    clock.pass(1)
    expect(await sessions.find(token, terminal.id)).toBeUndefined()
    await sessions.recordActivity(id)
    expect(await sessions.find(token, terminal.id)).toBeUndefined()
  })

  it('the settings decide after which time a session is idle', async () => {
    const { signIn, sessions, settings, terminal, amal, clock } = await aTill()
    const token = await signIn()
    await settings.set({ idleMinutes: 2, limits: null }, {})
    clock.pass(2 * MINUTE - 1)
    expect(await sessions.find(token, terminal.id)).toMatchObject({ person: amal })
    clock.pass(1)
    expect(await sessions.find(token, terminal.id)).toBeUndefined()
  })

  it('after a restart the last activity of a session is known to within fifteen seconds', async () => {
    const { signIn, sessions, terminal, amal, clock, again } = await aTill()
    const token = await signIn()
    const { id } = (await sessions.find(token, terminal.id))!
    clock.pass(4 * MINUTE)
    await sessions.recordActivity(id)
    clock.pass(4 * MINUTE)
    expect(await (await again()).sessions.find(token, terminal.id)).toMatchObject({ person: amal })
  })

  it('not every activity is written to the journal', async () => {
    const { signIn, sessions, terminal, clock, db } = await aTill()
    const { id } = (await sessions.find(await signIn(), terminal.id))!
    const written = async () =>
      (await db.selectFrom('sessions').select('last_activity_at').executeTakeFirstOrThrow()).last_activity_at
    await sessions.recordActivity(id)
    const first = await written()
    clock.pass(14_999)
    await sessions.recordActivity(id)
    expect(await written()).toBe(first)
    clock.pass(1)
    await sessions.recordActivity(id)
    expect(await written()).toBe(first + 15_000)
  })

  it('a session that timed out is recorded once, with the reason', async () => {
    const { signIn, sessions, terminal, clock, audit } = await aTill()
    const token = await signIn()
    clock.pass(5 * MINUTE)
    await Promise.all([sessions.find(token, terminal.id), sessions.find(token, terminal.id)])
    const ended = (await audit.page({ kind: 'session-ended' })).lines
    expect(ended).toMatchObject([{ by: { name: 'Amal' }, terminal: { name: 'Till 1' }, detail: { reason: 'idle' } }])
  })

  it('a session ends when another person signs in at the terminal, with a token of their own', async () => {
    const { signIn, sessions, terminal, hamad } = await aTill()
    const first = await signIn()
    const second = await signIn(hamad, '604918')
    expect(second).not.toBe(first)
    expect(await sessions.find(first, terminal.id)).toBeUndefined()
    expect(await sessions.find(second, terminal.id)).toMatchObject({ person: hamad })
  })

  it('a session is valid at its own terminal only, and others of the person continue', async () => {
    const { signIn, sessions, terminals, terminal, amal } = await aTill()
    const other = (await terminals.enrolItself('Till 2')).terminal
    const here = await signIn()
    const there = await signIn(amal, '2580', other)
    expect(await sessions.find(here, terminal.id)).toMatchObject({ person: amal })
    expect(await sessions.find(there, other.id)).toMatchObject({ person: amal })
    expect(await sessions.find(here, other.id)).toBeUndefined()
  })

  it.each([
    { action: 'the person is disabled', end: ({ people, amal }: Till) => people.disable(amal.id) },
    { action: 'the PIN is changed', end: ({ people, amal }: Till) => people.setPin(amal.id, '7193') },
    { action: 'the terminal is revoked', end: ({ terminals, terminal }: Till) => terminals.revoke(terminal.id) },
  ])('a session ends when $action, and no other one does', async ({ end }) => {
    const till = await aTill()
    const elsewhere = (await till.terminals.enrolItself('Till 2')).terminal
    const token = await till.signIn()
    const other = await till.signIn(till.hamad, '604918', elsewhere)
    await end(till)
    expect(await till.sessions.find(token, till.terminal.id)).toBeUndefined()
    expect(await till.sessions.find(other, elsewhere.id)).toMatchObject({ person: till.hamad })
  })

  it.each([
    { action: 'the person is disabled', meanwhile: ({ people, amal }: Till) => people.disable(amal.id) },
    { action: 'the terminal is revoked', meanwhile: ({ terminals, terminal }: Till) => terminals.revoke(terminal.id) },
    { action: 'the PIN is changed', meanwhile: ({ people, amal }: Till) => people.setPin(amal.id, '7193') },
  ])('no session starts when $action while the PIN is verified', async ({ meanwhile }) => {
    const till = await aTill()
    const { terminal, pinGuard, amal, db, clock, audit, settings } = till
    const look: typeof pinGuard.verify = async (tried) => {
      const lookedAt = await pinGuard.verify(tried)
      // The PIN was verified as right, and no session has started yet.
      await meanwhile(till)
      return lookedAt
    }
    const sessions = createSessions({
      db,
      clock,
      audit,
      idleMs: settings.idleMs,
      pinGuard: { ...pinGuard, verify: look },
    })
    await expect(sessions.signIn(terminal, amal.id, '2580')).rejects.toMatchObject({ status: 401 })
    expect(await db.selectFrom('sessions').selectAll().where('ended_at', 'is', null).execute()).toEqual([])
  })

  it('the sign-in of the next person records whose session it ended', async () => {
    const { signIn, hamad, audit, clock } = await aTill()
    await signIn()
    await signIn()
    await signIn(hamad, '604918')
    clock.pass(5 * MINUTE)
    await signIn()
    const { lines } = await audit.page({})
    expect(lines.slice(0, 5).map(({ kind, by, detail }) => [kind, by?.name, detail])).toEqual([
      ['signed-in', 'Amal', undefined],
      ['session-ended', 'Hamad', { reason: 'idle' }],
      ['signed-in', 'Hamad', { instead: 'Amal' }],
      ['signed-in', 'Amal', undefined],
      ['signed-in', 'Amal', undefined],
    ])
  })

  it('every query for sessions uses an index', async () => {
    const db = await openDatabase(':memory:')
    onTestFinished(() => db.destroy())
    const looked: RootOperationNode[] = []
    const spy: KyselyPlugin = {
      transformQuery: ({ node }) => (looked.push(node), node),
      transformResult: async ({ result }) => result,
    }
    const dataFolder = aFolder()
    const staff = await openStaff({ db: db.withPlugin(spy), clock: manualClock(), dataFolder, pinCost: CHEAP_PINS })
    const amal = await staff.people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
    const { terminal } = await staff.terminals.enrolItself('Till 1')
    const { token } = await staff.sessions.signIn(terminal, amal.id, '2580')
    const { id } = (await staff.sessions.find(token, terminal.id))!
    await staff.sessions.recordActivity(id)
    await staff.sessions.list(id)
    for (const of of ['staff', 'terminals'] as const) await staff.sessions.lastSeen(of)
    await staff.sessions.endRemotely(id, {})
    await staff.people.setPin(amal.id, '7193')
    const plans = await Promise.all(
      looked.map(async (node) => {
        const { sql: text, parameters } = db.getExecutor().compileQuery(node, createQueryId())
        if (!text.includes('sessions') || text.startsWith('insert')) return []
        const { rows } = await db.executeQuery<{ detail: string }>(
          // The plan does not depend on the values.
          CompiledQuery.raw(
            `EXPLAIN QUERY PLAN ${text}`,
            parameters.map(() => null),
          ),
        )
        return rows.map(({ detail }) => detail)
      }),
    )
    const ofSessions = plans.flat().filter((detail) => detail.includes('sessions'))
    expect(ofSessions.length).toBeGreaterThan(8)
    // Only the sessions that are active may ever be scanned.
    expect(ofSessions.filter((detail) => /SCAN sessions(?! USING INDEX sessions_active)/.test(detail))).toEqual([])
  })

  it('the journal contains no session token', async () => {
    const { signIn, db } = await aTill()
    const token = await signIn()
    expect(JSON.stringify(await db.selectFrom('sessions').selectAll().execute())).not.toContain(token)
  })
})

describe('step-up', () => {
  it('step-up renews the session with another token', async () => {
    const { signIn, sessions, terminal, amal, clock } = await aTill()
    const token = await signIn()
    clock.pass(4 * MINUTE)
    const before = (await sessions.find(token, terminal.id))!
    const next = await sessions.stepUp(before, terminal, '2580')
    expect(next).not.toBe(token)
    expect(await sessions.find(next, terminal.id)).toEqual({ ...before, person: amal, pinConfirmedAt: clock.now() })
  })

  it('the previous token is valid for five seconds and for reads only', async () => {
    const { signIn, sessions, terminal, clock } = await aTill()
    const token = await signIn()
    await sessions.stepUp((await sessions.find(token, terminal.id))!, terminal, '2580')
    expect(await sessions.find(token, terminal.id)).toBeUndefined()
    expect(await sessions.find(token, 'elsewhere', { isRead: true })).toBeUndefined()
    clock.pass(4_999)
    expect(await sessions.find(token, terminal.id, { isRead: true })).toBeDefined()
    clock.pass(1)
    expect(await sessions.find(token, terminal.id, { isRead: true })).toBeUndefined()
  })

  it('step-up with a wrong PIN changes nothing', async () => {
    const { signIn, sessions, terminal, clock } = await aTill()
    const token = await signIn()
    clock.pass(MINUTE)
    const before = (await sessions.find(token, terminal.id))!
    await expect(sessions.stepUp(before, terminal, '2581')).rejects.toMatchObject({ failure: { code: 'wrong-pin' } })
    expect(await sessions.find(token, terminal.id)).toEqual(before)
  })
})

describe('the sessions of the shop', () => {
  it('sessions are listed with person and terminal, and each can be ended', async () => {
    const { signIn, sessions, terminals, terminal, amal, hamad, clock, audit } = await aTill()
    const other = (await terminals.enrolItself('Till 2')).terminal
    const here = await signIn()
    clock.pass(MINUTE)
    const mine = (await sessions.find(await signIn(hamad, '604918', other), other.id))!
    const list = await sessions.list(mine.id)
    expect(list).toMatchObject([
      { id: mine.id, person: { id: hamad.id, name: 'Hamad', role: 'supervisor' }, terminal: other, isThis: true },
      {
        person: { id: amal.id, name: 'Amal', role: 'cashier' },
        terminal,
        isThis: false,
        lastActivityAt: clock.now() - MINUTE,
      },
    ])
    await sessions.endRemotely(list[1]!.id, { by: { id: hamad.id, name: 'Hamad' } })
    expect(await sessions.find(here, terminal.id)).toBeUndefined()
    expect(await sessions.list(mine.id)).toHaveLength(1)
    await expect(sessions.endRemotely(list[1]!.id, {})).rejects.toThrow('over already')
    expect((await audit.page({ kind: 'session-ended' })).lines).toMatchObject([
      { by: { name: 'Hamad' }, about: { name: 'Amal' }, detail: { at: 'Till 1' } },
    ])
  })

  it('idle sessions are not listed', async () => {
    const { signIn, sessions, clock } = await aTill()
    await signIn()
    clock.pass(5 * MINUTE)
    expect(await sessions.list('')).toEqual([])
  })
})

type Till = Awaited<ReturnType<typeof aTill>>
