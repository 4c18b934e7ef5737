import { expect, it } from 'vitest'

import { SESSION_LIFE_MS } from '#domain/person.ts'
import { createSessions } from '#server/staff/sessions.ts'
import { aStaffedStore } from './staff-store.ts'

/**
 * @security V7.2.2, V7.2.4: A session token is stored hashed, bound to its till, and replaced each time a PIN is entered.
 * @security V7.3.1, V7.3.2: An idle till locks after five minutes (1 to 60), any till after 12 hours; automatic reads do not count as use.
 * @security V7.4.1 to V7.4.5: A session ends at sign-out or another sign-in, when a supervisor ends it, with a new PIN, and when the person is disabled or the till is revoked.
 */

async function aTill() {
  const shop = await aStaffedStore()
  const signIn = async (person = shop.amal, pin = '2580', at = shop.terminal) =>
    (await shop.sessions.signIn(at, person.id, pin)).token
  return { ...shop, signIn }
}

const MINUTE = 60_000

it('a session shows who is signed in, also after a restart, and the database does not contain its token', async () => {
  const { signIn, sessions, terminal, amal, again, db } = await aTill()
  const token = await signIn()
  expect(JSON.stringify(await db.selectFrom('sessions').selectAll().execute())).not.toContain(token)
  expect(await sessions.find(token, terminal.id)).toMatchObject({ person: amal })
  expect(await (await again()).sessions.find(token, terminal.id)).toMatchObject({ person: amal })
})

it('no session starts for a wrong PIN, or for another, unknown or blocked person', async () => {
  const { sessions, terminal, amal, hamad, people, db } = await aTill()
  const refused = { status: 401, failure: { code: 'wrong-pin' } }
  const expectRefused = (id: string, pin: string) =>
    expect(sessions.signIn(terminal, id, pin)).rejects.toMatchObject(refused)
  await expectRefused(amal.id, '2581')
  await expectRefused(hamad.id, '2580')
  await expectRefused('nobody', '2580')
  await people.disable(amal.id)
  await expectRefused(amal.id, '2580')
  expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
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

it('not every activity is written to the database', async () => {
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

it('a session is valid only at its own terminal, and others of the person continue', async () => {
  const { signIn, sessions, terminals, terminal, amal } = await aTill()
  const other = (await terminals.enrolItself('Till 2')).terminal
  const here = await signIn()
  const there = await signIn(amal, '2580', other)
  expect(await sessions.find(here, terminal.id)).toMatchObject({ person: amal })
  expect(await sessions.find(there, other.id)).toMatchObject({ person: amal })
  expect(await sessions.find(here, other.id)).toBeUndefined()
})

it.each([
  { action: 'the person is blocked', meanwhile: ({ people, amal }: Till) => people.disable(amal.id) },
  {
    action: 'the terminal is disconnected',
    meanwhile: ({ terminals, terminal }: Till) => terminals.revoke(terminal.id),
  },
  { action: 'the PIN is changed', meanwhile: ({ people, amal }: Till) => people.setPin(amal.id, '7193') },
])('no session starts when $action while the PIN is verified', async ({ meanwhile }) => {
  const till = await aTill()
  const { terminal, pinGuard, amal, db, settings } = till
  const verify: typeof pinGuard.verify = async (tried) => {
    const lookedAt = await pinGuard.verify(tried)
    // The PIN was verified, but no session has started yet.
    await meanwhile(till)
    return lookedAt
  }
  const sessions = createSessions({ ...till, idleMs: settings.idleMs, pinGuard: { ...pinGuard, verify } })
  await expect(sessions.signIn(terminal, amal.id, '2580')).rejects.toMatchObject({ status: 401 })
  expect(await db.selectFrom('sessions').selectAll().where('ended_at', 'is', null).execute()).toEqual([])
})

it('the audit log entry of the next sign-in says whose session it ended', async () => {
  const { signIn, sessions, terminal, hamad, audit, clock } = await aTill()
  const first = await signIn()
  const second = await signIn()
  expect(await sessions.find(first, terminal.id)).toBeUndefined()
  await signIn(hamad, '604918')
  expect(await sessions.find(second, terminal.id)).toBeUndefined()
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

it('step-up renews the session with another token', async () => {
  const { signIn, sessions, terminal, amal, clock } = await aTill()
  const token = await signIn()
  clock.pass(4 * MINUTE)
  const before = (await sessions.find(token, terminal.id))!
  const next = await sessions.stepUp(before, terminal, '2580')
  expect(next).not.toBe(token)
  expect(await sessions.find(next, terminal.id)).toEqual({ ...before, person: amal, pinConfirmedAt: clock.now() })
})

it('after step-up the previous token is valid for five seconds and for reads only', async () => {
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

it('sessions are listed with person and terminal until they are idle, and each can be ended', async () => {
  const { signIn, sessions, terminals, terminal, amal, hamad, clock, audit } = await aTill()
  const other = (await terminals.enrolItself('Till 2')).terminal
  const here = await signIn()
  clock.pass(MINUTE)
  const mine = (await sessions.find(await signIn(hamad, '604918', other), other.id))!
  const list = await sessions.list(mine.id)
  const lastActivityAt = clock.now() - MINUTE
  expect(list).toMatchObject([
    { id: mine.id, person: { id: hamad.id, name: 'Hamad', role: 'supervisor' }, terminal: other, isThis: true },
    { person: { id: amal.id, name: 'Amal', role: 'cashier' }, terminal, isThis: false, lastActivityAt },
  ])
  await sessions.endRemotely(list[1]!.id, { by: { id: hamad.id, name: 'Hamad' } })
  expect(await sessions.find(here, terminal.id)).toBeUndefined()
  expect(await sessions.list(mine.id)).toHaveLength(1)
  await expect(sessions.endRemotely(list[1]!.id, {})).rejects.toThrow('already ended')
  expect((await audit.page({ kind: 'session-ended' })).lines).toMatchObject([
    { by: { name: 'Hamad' }, about: { name: 'Amal' }, detail: { at: 'Till 1' } },
  ])
  clock.pass(5 * MINUTE)
  expect(await sessions.list(mine.id)).toEqual([])
})

type Till = Awaited<ReturnType<typeof aTill>>
