import { expect, it } from 'vitest'

import type { Session } from '#api/session.ts'
import { aStaffServer, aTill, aTillOf } from './staff-server.ts'

/** @security V6.1.1, V6.4.1: A device that is not set up cannot read the staff list or try PINs. */

it.each([
  { practice: false, from: '127.0.0.1' },
  { practice: true, from: '192.0.2.7' },
])(
  'a browser at $from learns nothing about the shop, signs no one in and becomes no terminal, in practice: $practice',
  async ({ practice, from }) => {
    const { browser, terminals, db } = await aStaffServer({ practice })
    const stranger = browser(from)
    const { status, json } = await stranger.ask('GET', '/api/session')
    expect(status).toBe(200)
    const build = 'abc'
    expect(json).toEqual({ terminal: null, staff: [], isPractice: practice, timeZone: 'Asia/Dubai', build })
    expect(stranger.jar.size).toBe(0)
    const refused = { status: 401, json: { code: 'not-enrolled', moneyMoved: 'no' } }
    expect(await browser().signIn('amal')).toMatchObject(refused)
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
    expect(await terminals.listAll()).toEqual([])
  },
)

it('a browser becomes a terminal only with a valid code', async () => {
  const { browser, terminals, amal, hamad } = await aStaffServer()
  const { code } = await terminals.issueEnrollmentCode('Till 1')
  const till = browser()
  const enroll = (typed: string) => till.ask('POST', '/api/terminals/enroll', { code: typed })
  expect(await enroll('AAAA-AAAA')).toMatchObject({ status: 401, json: { code: 'wrong-code' } })
  expect(till.jar.size).toBe(0)
  expect(await enroll(code)).toMatchObject({ status: 200, json: { terminal: { name: 'Till 1' } } })
  const { json } = await till.ask('GET', '/api/session')
  expect(json).toEqual({
    terminal: { id: expect.any(String), name: 'Till 1' },
    staff: [
      { id: amal.id, name: 'Amal', role: 'cashier' },
      { id: hamad.id, name: 'Hamad', role: 'supervisor' },
    ],
    idleMs: 5 * 60_000,
    shop: { name: 'Sidra Corner Shop' },
    isPractice: false,
    timeZone: 'Asia/Dubai',
    dayStartHour: 0,
    build: 'abc',
  } satisfies Session)
})

it('in practice a browser on the same machine is connected automatically once', async () => {
  const { browser, terminals, demo } = await aStaffServer({ practice: true })
  const local = browser('127.0.0.1')
  const { json } = await local.ask('GET', '/api/session')
  expect(json).toMatchObject({ terminal: { name: 'This machine' }, isPractice: true, demoPins: {} })
  await local.ask('GET', '/api/session')
  expect(await terminals.listAll()).toHaveLength(1)
  expect(await demo.signIns()).toEqual([])
  expect((await local.signIn('amal')).status).toBe(200)
})

it('in practice a browser that never returns its cookie does not become a terminal, however many requests it sends', async () => {
  const { browser, terminals, audit } = await aStaffServer({ practice: true })
  const look = async (from = browser('127.0.0.1')) => (await from.ask('GET', '/api/session')).json.terminal
  for (let times = 0; times < 30; times += 1) expect(await look()).toMatchObject({ name: 'This machine' })
  const one = browser('127.0.0.1')
  await look(one)
  // Two simultaneous requests belong to the same terminal.
  const [first, second] = await Promise.all([look(one), look(one)])
  expect(first).toEqual(second)
  expect(await terminals.listAll()).toMatchObject([first])
  expect((await audit.page({ kind: 'terminal-enrolled' })).lines).toHaveLength(1)
})

it('in practice a disconnected browser stays disconnected until a person connects it again', async () => {
  const { browser, terminals } = await aStaffServer({ practice: true })
  const till = browser('127.0.0.1')
  const look = async (from = till) => (await from.ask('GET', '/api/session')).json
  await look()
  await terminals.revoke((await look()).terminal.id)
  for (let times = 0; times < 3; times += 1) expect(await look()).toMatchObject({ terminal: null, staff: [] })
  const { code } = await terminals.issueEnrollmentCode('Till 1')
  await till.ask('POST', '/api/terminals/enroll', { code })
  expect((await look()).terminal).toMatchObject({ name: 'Till 1' })
  const other = browser('127.0.0.1')
  await look(other)
  expect((await look(other)).terminal.name).toBe('This machine')
})

it('a person stays signed in until they sign out, and their old cookie is invalid afterwards', async () => {
  const proxy = await aStaffServer()
  const till = await aTill(proxy)
  const signedIn = await till.signIn('amal')
  expect(signedIn).toMatchObject({ status: 200, json: { person: proxy.amal, terminal: { name: 'Till 1' } } })
  expect(signedIn.headers).toMatchObject({
    'cache-control': 'no-store',
    'set-cookie': [
      expect.stringContaining(`toptill-terminal=${till.jar.get('toptill-terminal')}; Max-Age=34560000`),
      expect.stringContaining('toptill-session='),
    ],
  })
  expect((await till.ask('GET', '/api/session')).json).toMatchObject({ person: proxy.amal })

  const stolen = new Map(till.jar)
  const signedOut = await till.ask('DELETE', '/api/session')
  expect(signedOut.json).not.toHaveProperty('person')
  expect([...till.jar.keys()]).toEqual(['toptill-terminal'])
  for (const [name, value] of stolen) till.jar.set(name, value)
  expect((await till.ask('GET', '/api/session')).json).not.toHaveProperty('person')
})

it('a sign-in with a malformed body is rejected', async () => {
  const till = await aTill(await aStaffServer())
  const whole = { staffId: 'x', pin: '2580' }
  for (const body of [{}, { staffId: 'x' }, { ...whole, pin: 2580 }, { ...whole, role: 'supervisor' }])
    expect((await till.ask('POST', '/api/session', body)).status, JSON.stringify(body)).toBe(400)
})

it('a session cookie that was copied to another terminal is invalid', async () => {
  const { proxy, till } = await aTillOf('hamad')
  const other = await aTill(proxy)
  other.jar.set('toptill-session', till.jar.get('toptill-session')!)
  expect((await other.ask('GET', '/api/wallet')).status).toBe(401)
  other.jar.delete('toptill-terminal')
  expect((await other.ask('GET', '/api/wallet')).status).toBe(401)
})

const HALF = 3 * 60_000

it.each([
  ['another person enters a wrong PIN', 401, 'POST', '/api/session', { staffId: 'nobody', pin: '0417' }],
  ['a person tries a code', 401, 'POST', '/api/terminals/enroll', { code: 'AAAA-AAAA' }],
  ['the page sends its regular request', 401, 'GET', '/api/status', undefined],
  ['the person sends a request that is rejected', 200, 'POST', '/api/session/step-up', { pin: '0417' }],
  ['the page reports activity', 200, 'POST', '/api/session/heartbeat', undefined],
] as const)(
  'when %s in the middle of six minutes without other activity, the session answers %i after them',
  async (_, status, method, path, body) => {
    const { till, clock } = await aTillOf('amal')
    clock.pass(HALF)
    await till.ask(method, path, body)
    clock.pass(HALF)
    expect((await till.ask('GET', '/api/status')).status).toBe(status)
  },
)

it('a terminal that is not a kiosk rejects leaving kiosk mode, signs no one out and does not verify the PIN', async () => {
  const { till, hamad, audit } = await aTillOf('amal')
  const leave = (pin: string) => till.ask('POST', '/api/terminals/leave-kiosk', { staffId: hamad.id, pin })
  for (const pin of ['604918', '604919'])
    expect(await leave(pin)).toMatchObject({ status: 422, json: { code: 'invalid-operation' } })
  expect((await till.ask('GET', '/api/status')).status).toBe(200)
  const { lines } = await audit.page({})
  expect(lines.filter(({ kind }) => kind === 'kiosk-disabled' || kind === 'wrong-pin')).toEqual([])
})
