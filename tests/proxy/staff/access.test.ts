import { describe, expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Session } from '#contract/proxy/session.ts'
import { aStaffServer, aTill } from './staff-server.ts'

describe('a browser that is not a terminal', () => {
  it('a browser that is no terminal learns nothing about the shop or its people and does not become a terminal', async () => {
    const { browser, terminals } = await aStaffServer()
    const stranger = browser('127.0.0.1')
    const { status, json } = await stranger.ask('GET', proxyPaths.session)
    expect(status).toBe(200)
    expect(json).toEqual({ terminal: null, staff: [], isPractice: false, timeZone: 'Asia/Dubai', version: '1.2.3' })
    expect(stranger.jar.size).toBe(0)
    expect(await terminals.listAll()).toEqual([])
  })

  it('a browser that is no terminal cannot sign anybody in, even with the right PIN', async () => {
    const { browser, amal, db } = await aStaffServer()
    const { status, json } = await browser().ask('POST', proxyPaths.session, { staffId: amal.id, pin: '2580' })
    expect(status).toBe(401)
    expect(json).toMatchObject({ code: 'not-enrolled', moneyMoved: 'no' })
    expect(await db.selectFrom('sessions').selectAll().execute()).toEqual([])
  })

  it('a browser becomes a terminal with a valid code only', async () => {
    const { browser, terminals, amal, hamad } = await aStaffServer()
    const { code } = await terminals.issueEnrollmentCode('Till 1')
    const till = browser()
    expect(await till.ask('POST', proxyPaths.enrol, { code: 'AAAA-AAAA' })).toMatchObject({
      status: 401,
      json: { code: 'wrong-code' },
    })
    expect(till.jar.size).toBe(0)
    expect(await till.ask('POST', proxyPaths.enrol, { code })).toMatchObject({
      status: 200,
      json: { terminal: { name: 'Till 1' } },
    })
    const { json } = await till.ask('GET', proxyPaths.session)
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
      version: '1.2.3',
    } satisfies Session)
  })

  it('in practice a browser on the same machine enrolls itself once', async () => {
    const { browser, terminals, demo, amal } = await aStaffServer({ practice: true })
    const local = browser('127.0.0.1')
    const { json } = await local.ask('GET', proxyPaths.session)
    expect(json).toMatchObject({ terminal: { name: 'This machine' }, isPractice: true, demoPins: {} })
    await local.ask('GET', proxyPaths.session)
    expect(await terminals.listAll()).toHaveLength(1)
    expect(await demo.signIns()).toEqual([])
    expect(await local.ask('POST', proxyPaths.session, { staffId: amal.id, pin: '2580' })).toMatchObject({
      status: 200,
    })
  })

  it('in practice a browser that never returns its cookie does not become a terminal, however many requests it sends', async () => {
    const proxy = await aStaffServer({ practice: true })
    for (let times = 0; times < 30; times += 1) {
      const answer = await proxy.browser('127.0.0.1').ask('GET', proxyPaths.session)
      expect(answer.json.terminal).toMatchObject({ name: 'This machine' })
    }
    const one = proxy.browser('127.0.0.1')
    await one.ask('GET', proxyPaths.session)
    // Two requests at the same time belong to one terminal.
    const [first, second] = await Promise.all([one.ask('GET', proxyPaths.session), one.ask('GET', proxyPaths.session)])
    expect(first.json.terminal).toEqual(second.json.terminal)
    expect(await proxy.terminals.listAll()).toMatchObject([first.json.terminal])
    expect((await proxy.audit.page({ kind: 'terminal-enrolled' })).lines).toHaveLength(1)
  })

  it('in practice a revoked browser stays revoked until a person enrolls it again', async () => {
    const proxy = await aStaffServer({ practice: true })
    const till = proxy.browser('127.0.0.1')
    await till.ask('GET', proxyPaths.session)
    const { terminal } = (await till.ask('GET', proxyPaths.session)).json
    await proxy.terminals.revoke(terminal.id)
    for (let times = 0; times < 3; times += 1) {
      expect((await till.ask('GET', proxyPaths.session)).json).toMatchObject({ terminal: null, staff: [] })
    }
    const { code } = await proxy.terminals.issueEnrollmentCode('Till 1')
    await till.ask('POST', proxyPaths.enrol, { code })
    expect((await till.ask('GET', proxyPaths.session)).json.terminal).toMatchObject({ name: 'Till 1' })
    // Another browser of this machine is another terminal.
    const other = proxy.browser('127.0.0.1')
    await other.ask('GET', proxyPaths.session)
    expect((await other.ask('GET', proxyPaths.session)).json.terminal.name).toBe('This machine')
  })

  it('in practice a browser on another machine does not enroll itself', async () => {
    const { browser, terminals } = await aStaffServer({ practice: true })
    const { json } = await browser('192.0.2.7').ask('GET', proxyPaths.session)
    expect(json).toEqual({ terminal: null, staff: [], isPractice: true, timeZone: 'Asia/Dubai', version: '1.2.3' })
    expect(await terminals.listAll()).toEqual([])
  })
})

describe('signing in and out', () => {
  it('a person stays signed in until they sign out, and their old cookie is worth nothing afterwards', async () => {
    const proxy = await aStaffServer()
    const till = await aTill(proxy)
    const signedIn = await till.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    expect(signedIn).toMatchObject({ status: 200, json: { person: proxy.amal, terminal: { name: 'Till 1' } } })
    expect(signedIn.headers['cache-control']).toBe('no-store')
    expect((await till.ask('GET', proxyPaths.session)).json).toMatchObject({ person: proxy.amal })

    const stolen = new Map(till.jar)
    const signedOut = await till.ask('DELETE', proxyPaths.session)
    expect(signedOut.json).not.toHaveProperty('person')
    expect([...till.jar.keys()]).toEqual(['toptill-terminal'])
    for (const [name, value] of stolen) till.jar.set(name, value)
    expect((await till.ask('GET', proxyPaths.session)).json).not.toHaveProperty('person')
  })

  it('signing in renews the cookie of the terminal', async () => {
    const proxy = await aStaffServer()
    const till = await aTill(proxy)
    const { headers } = await till.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    expect(headers['set-cookie']).toEqual([
      expect.stringContaining(`toptill-terminal=${till.jar.get('toptill-terminal')}; Max-Age=34560000`),
      expect.stringContaining('toptill-session='),
    ])
  })

  it('a wrong PIN is reported as such and signs nobody in', async () => {
    const proxy = await aStaffServer()
    const till = await aTill(proxy)
    const wrong = await till.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2581' })
    expect(wrong).toMatchObject({ status: 401, json: { code: 'wrong-pin' } })
    expect((await till.ask('GET', proxyPaths.session)).json).not.toHaveProperty('person')
  })

  it('a sign-in with a body of another form is rejected', async () => {
    const till = await aTill(await aStaffServer())
    for (const body of [
      {},
      { staffId: 'x' },
      { staffId: 'x', pin: 2580 },
      { staffId: 'x', pin: '2580', role: 'supervisor' },
    ])
      expect((await till.ask('POST', proxyPaths.session, body)).status, JSON.stringify(body)).toBe(400)
  })
})

describe('who may send which request', () => {
  it('each route admits nobody, a cashier or a supervisor according to its rule', async () => {
    const proxy = await aStaffServer()
    const till = await aTill(proxy)
    const askAll = async () => {
      const answers = [proxyPaths.status, proxyPaths.wallet, proxyPaths.alive].map((path) => till.ask('GET', path))
      return (await Promise.all(answers)).map(({ status, json }) => `${status} ${json.code ?? ''}`.trim())
    }
    expect(await askAll()).toEqual(['401 signed-out', '401 signed-out', '200'])
    await till.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    expect(await askAll()).toEqual(['200', '403 not-allowed', '200'])
    await till.ask('POST', proxyPaths.session, { staffId: proxy.hamad.id, pin: '604918' })
    expect(await askAll()).toEqual(['200', '200', '200'])
    expect((await till.ask('GET', proxyPaths.status)).json).toEqual({ by: 'Hamad', at: 'Till 1' })
  })

  it('HEAD has the same rule as GET', async () => {
    const proxy = await aStaffServer()
    const till = await aTill(proxy)
    await till.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    expect((await till.ask('HEAD', proxyPaths.wallet)).status).toBe(403)
    expect((await till.ask('HEAD', proxyPaths.status)).status).toBe(200)
  })

  it('a session cookie that was copied to another terminal is worth nothing', async () => {
    const proxy = await aStaffServer()
    const [till, other] = [await aTill(proxy), await aTill(proxy)]
    await till.ask('POST', proxyPaths.session, { staffId: proxy.hamad.id, pin: '604918' })
    other.jar.set('toptill-session', till.jar.get('toptill-session')!)
    expect((await other.ask('GET', proxyPaths.wallet)).status).toBe(401)
    other.jar.delete('toptill-terminal')
    expect((await other.ask('GET', proxyPaths.wallet)).status).toBe(401)
  })

  it('the next request of a disabled person is rejected', async () => {
    const proxy = await aStaffServer()
    const till = await aTill(proxy)
    await till.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    expect((await till.ask('GET', proxyPaths.status)).status).toBe(200)
    await proxy.people.disable(proxy.amal.id)
    expect((await till.ask('GET', proxyPaths.status)).status).toBe(401)
  })

  it('a route without an access rule cannot be added', async () => {
    const { app } = await aStaffServer()
    expect(() => app.get('/api/secrets', () => 'all of them')).toThrow('GET /api/secrets')
    expect(() => app.post(proxyPaths.wallet, () => 'more')).toThrow('POST /api/wallet')
  })

  it('a path that is no route is answered with 404', async () => {
    const { browser } = await aStaffServer()
    expect((await browser().ask('GET', '/api/nothing')).status).toBe(404)
  })
})

describe('how long a person stays signed in', () => {
  const PIN = '2580'
  const HALF = 3 * 60_000

  it.each([
    ['another one gives a wrong PIN', 'POST', proxyPaths.session, { staffId: 'nobody', pin: '0417' }],
    ['somebody tries a code', 'POST', proxyPaths.enrol, { code: 'AAAA-AAAA' }],
    ['the page asks again', 'GET', proxyPaths.status, undefined],
  ] as const)('a session times out although %s', async (_, method, path, body) => {
    const proxy = await aStaffServer()
    const till = await aTill(proxy)
    await till.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: PIN })
    proxy.clock.pass(HALF)
    await till.ask(method, path, body)
    proxy.clock.pass(HALF)
    expect((await till.ask('GET', proxyPaths.status)).status).toBe(401)
  })

  it('a request by the person keeps the session alive, even one that is rejected', async () => {
    const proxy = await aStaffServer()
    const till = await aTill(proxy)
    await till.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: PIN })
    proxy.clock.pass(HALF)
    await till.ask('POST', proxyPaths.stepUp, { pin: '0417' })
    proxy.clock.pass(HALF)
    expect((await till.ask('GET', proxyPaths.status)).status).toBe(200)
  })
})

describe('leaving kiosk mode', () => {
  it('a terminal that is no kiosk rejects leaving kiosk mode, signs nobody out and does not verify the PIN', async () => {
    const proxy = await aStaffServer()
    const till = await aTill(proxy)
    await till.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    const leave = (pin: string) => till.ask('POST', proxyPaths.leaveKiosk, { staffId: proxy.hamad.id, pin })
    expect(await leave('604918')).toMatchObject({ status: 422, json: { code: 'invalid-operation' } })
    expect(await leave('604919')).toMatchObject({ status: 422, json: { code: 'invalid-operation' } })
    expect((await till.ask('GET', proxyPaths.status)).status).toBe(200)
    const { lines } = await proxy.audit.page({})
    expect(lines.filter(({ kind }) => kind === 'kiosk-disabled' || kind === 'wrong-pin')).toEqual([])
  })
})
