import { describe, expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { aStaffServer, aSupervisorsTill, aTill } from './staff-server.ts'

const MINUTE = 60_000

describe('the list of people for a supervisor', () => {
  it('people are listed with permissions, terminal and last activity, the disabled ones last', async () => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    const { json: added } = await till.ask('POST', proxyPaths.staff, { name: 'Grace', role: 'cashier', pin: '3751' })
    await till.ask('POST', proxyPaths.disableStaff(proxy.amal.id))
    const { json } = await till.ask('GET', proxyPaths.staff)
    const day = {
      createdAt: expect.any(Number),
      usedToday: { pays: [], count: 0 },
      soldToday: { amount: [], count: 0, codesComing: 0 },
    }
    expect(json.staff).toEqual([
      {
        ...proxy.hamad,
        ...day,
        terminal: { id: expect.any(String), name: 'Till 1' },
        lastSeenAt: proxy.clock.now(),
      },
      { ...added, ...day },
      { ...proxy.amal, ...day, disabledAt: proxy.clock.now() },
    ])
    expect(JSON.stringify(json)).not.toContain('scrypt')
  })

  it('a supervisor sets the permissions and limits of a person', async () => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    const limits = { currency: 'AED', perSale: '100', perDay: '2000.50', vouchersPerMinute: 3 }
    expect(
      await till.ask('PUT', proxyPaths.staffPermissions(proxy.amal.id), { permissions: ['reveal-again', 'reprint'] }),
    ).toMatchObject({ status: 200, json: { name: 'Amal', permissions: ['reprint', 'reveal-again'] } })
    expect((await till.ask('PUT', proxyPaths.staffLimits(proxy.amal.id), { limits })).status).toBe(200)
    expect((await till.ask('GET', proxyPaths.staff)).json.staff[0]).toMatchObject({
      permissions: ['reprint', 'reveal-again'],
      limits,
    })
    await till.ask('PUT', proxyPaths.staffLimits(proxy.amal.id), { limits: null })
    expect((await till.ask('GET', proxyPaths.staff)).json.staff[0]).not.toHaveProperty('limits')
    const { lines } = await proxy.audit.page({ kind: 'staff-limits-changed' })
    expect(lines).toMatchObject([
      { detail: { limits: 'none', before: 'perSale 100, perDay 2000.50, vouchersPerMinute 3 AED' } },
      { by: { name: 'Hamad' }, about: { name: 'Amal' }, detail: { before: 'none' } },
    ])
  })

  it('limits and settings that a colleague changed in the meantime are not overwritten', async () => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    const path = proxyPaths.staffLimits(proxy.amal.id)
    const [first, second] = [
      { currency: 'AED', perSale: '100' },
      { currency: 'AED', perDay: '900' },
    ]
    expect((await till.ask('PUT', path, { limits: first, expected: null })).status).toBe(200)
    const stale = { status: 409, json: { code: 'stale-version', moneyMoved: 'no' } }
    expect(await till.ask('PUT', path, { limits: second, expected: null })).toMatchObject(stale)
    expect((await till.ask('PUT', path, { limits: second, expected: { ...first, perSale: '100.00' } })).status).toBe(
      200,
    )

    const [five, ten] = [5, 10].map((idleMinutes) => ({ idleMinutes, limits: null }))
    expect((await till.ask('PUT', proxyPaths.settings, { ...five, limits: first, expected: five })).status).toBe(200)
    expect(await till.ask('PUT', proxyPaths.settings, { ...ten, expected: five })).toMatchObject(stale)
    expect((await till.ask('GET', proxyPaths.settings)).json).toMatchObject({ ...five, limits: first })
  })

  it('a disabled person is enabled again with their old PIN, unless their name is taken', async () => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    await till.ask('POST', proxyPaths.disableStaff(proxy.amal.id))
    const { json: other } = await till.ask('POST', proxyPaths.staff, { name: ' amal ', role: 'cashier', pin: '3751' })
    const taken = await till.ask('POST', proxyPaths.enableStaff(proxy.amal.id))
    expect(taken).toMatchObject({ status: 422, json: { code: 'invalid-operation', moneyMoved: 'no' } })
    await till.ask('POST', proxyPaths.disableStaff(other.id))
    expect((await till.ask('POST', proxyPaths.enableStaff(proxy.amal.id))).status).toBe(200)
    expect(await proxy.people.verifyPin(proxy.amal.id, '2580')).toBeDefined()
  })

  it('a new PIN signs the person out, and the log does not contain it', async () => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    const other = await aTill(proxy)
    await other.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    expect((await till.ask('POST', proxyPaths.staffPin(proxy.amal.id), { pin: '7193' })).status).toBe(200)
    expect((await other.ask('GET', proxyPaths.status)).status).toBe(401)
    expect(JSON.stringify((await proxy.audit.page({})).lines)).not.toContain('7193')
  })

  it.each([
    { action: 'block oneself', path: ({ hamad }: Ids) => proxyPaths.disableStaff(hamad), problem: 'yourself' },
    { action: 'block nobody', path: () => proxyPaths.disableStaff('nobody'), problem: 'Nobody' },
    {
      action: 'unblock who is not blocked',
      path: ({ amal }: Ids) => proxyPaths.enableStaff(amal),
      problem: 'is blocked',
    },
  ])('a supervisor cannot $action', async ({ path, problem }) => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    const answer = await till.ask('POST', path({ amal: proxy.amal.id, hamad: proxy.hamad.id }))
    expect(answer).toMatchObject({
      status: 422,
      json: { code: 'invalid-operation', message: expect.stringContaining(problem) },
    })
    expect(await proxy.people.list()).toHaveLength(2)
  })

  it('the last supervisor cannot be disabled, not even by two requests at the same time', async () => {
    const { people, hamad } = await aStaffServer()
    await expect(people.disable(hamad.id)).rejects.toThrow('last supervisor')
    const second = await people.add({ name: 'Salma', role: 'supervisor', pin: '802731' })
    const both = await Promise.allSettled([people.disable(hamad.id), people.disable(second.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('a body in the wrong format is rejected', async () => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    const { amal } = proxy
    const asked = [
      till.ask('POST', proxyPaths.staff, { name: 'X', role: 'owner', pin: '3751' }),
      till.ask('POST', proxyPaths.staff, { name: 'X', role: 'cashier', pin: '3751', permissions: ['reveal-again'] }),
      till.ask('PUT', proxyPaths.staffPermissions(amal.id), { permissions: ['everything'] }),
      till.ask('PUT', proxyPaths.staffLimits(amal.id), { limits: { currency: 'AED', perSale: '-1' } }),
      till.ask('PUT', proxyPaths.staffLimits(amal.id), { limits: { currency: 'AED', perYear: '1' } }),
      till.ask('PUT', proxyPaths.settings, { idleMinutes: 0, limits: null }),
      till.ask('PUT', proxyPaths.settings, { idleMinuts: 5 }),
      till.ask('POST', proxyPaths.staffPin(amal.id), { pin: 7193 }),
    ]
    for (const answer of await Promise.all(asked)) expect(answer.status).toBe(400)
  })

  it.each(['aed', 'AE', 'AEDX', 'درهم', 'A D', '123', ''])(
    'limits in %j are rejected because it is no currency',
    async (currency) => {
      const proxy = await aStaffServer()
      const till = await aSupervisorsTill(proxy)
      const limits = { currency, perSale: '10' }
      const refused = {
        status: 400,
        json: { code: 'invalid-request', message: expect.stringMatching(/currency.* such as AED/) },
      }
      expect(await till.ask('PUT', proxyPaths.staffLimits(proxy.amal.id), { limits })).toMatchObject(refused)
      expect(await till.ask('PUT', proxyPaths.settings, { idleMinutes: 5, limits })).toMatchObject(refused)
      expect((await till.ask('GET', proxyPaths.settings)).json.limits).toBeNull()
    },
  )
})

type Ids = { amal: string; hamad: string }

describe('the terminals', () => {
  it('terminals are listed with the person signed in there, the revoked ones last', async () => {
    const proxy = await aStaffServer()
    const [till, other, gone] = [await aSupervisorsTill(proxy), await aTill(proxy), await aTill(proxy)]
    await other.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    const { id } = (await gone.ask('GET', proxyPaths.session)).json.terminal
    expect((await till.ask('POST', proxyPaths.revokeTerminal(id))).status).toBe(200)
    const { json } = await till.ask('GET', proxyPaths.terminals)
    expect(json.terminals).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ name: 'Till 1', isThis: true, lastSeenAt: proxy.clock.now() }),
        expect.objectContaining({ person: { id: proxy.amal.id, name: 'Amal' }, isThis: false }),
      ]),
    )
    expect(json.terminals[2]).toMatchObject({ id, revokedAt: proxy.clock.now() })
  })

  it('a code that a supervisor issues enrolls a terminal, as a kiosk if the supervisor chose that', async () => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    const { json } = await till.ask('POST', proxyPaths.enrollmentCodes, { name: 'Door', kiosk: true })
    expect(json).toEqual({ code: expect.stringMatching(/^\w{4}-\w{4}$/), expiresAt: proxy.clock.now() + 15 * MINUTE })
    const kiosk = proxy.browser()
    expect((await kiosk.ask('POST', proxyPaths.enrol, { code: json.code })).json).toEqual({
      terminal: { id: expect.any(String), name: 'Door', isKiosk: true },
    })
    expect((await kiosk.ask('GET', proxyPaths.session)).json.terminal).toMatchObject({ name: 'Door', isKiosk: true })
  })

  it('a terminal that becomes a kiosk signs its person out, and can become an ordinary terminal again', async () => {
    const proxy = await aStaffServer()
    const [till, other] = [await aSupervisorsTill(proxy), await aTill(proxy)]
    await other.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    const { id } = (await other.ask('GET', proxyPaths.session)).json.terminal
    expect((await till.ask('PUT', proxyPaths.terminalKiosk(id), { kiosk: true })).json).toMatchObject({ isKiosk: true })
    expect((await other.ask('GET', proxyPaths.status)).status).toBe(401)
    expect((await till.ask('PUT', proxyPaths.terminalKiosk(id), { kiosk: false })).json).not.toHaveProperty('isKiosk')
  })
})

describe('a kiosk', () => {
  async function aKiosk() {
    const proxy = await aStaffServer()
    const kiosk = await aTill(proxy, { isKiosk: true })
    const signIn = (staffId: string, pin: string) => kiosk.ask('POST', proxyPaths.session, { staffId, pin })
    return { ...proxy, kiosk, signIn }
  }

  it('only the PIN of a supervisor ends kiosk mode, and it signs out the person there', async () => {
    const { kiosk, amal, hamad, signIn, audit } = await aKiosk()
    await signIn(amal.id, '2580')
    const leave = (staffId: string, pin: string) => kiosk.ask('POST', proxyPaths.leaveKiosk, { staffId, pin })
    expect(await leave(amal.id, '2580')).toMatchObject({ status: 403 })
    expect(await leave(hamad.id, '604919')).toMatchObject({ status: 401, json: { code: 'wrong-pin' } })
    expect(await leave(hamad.id, '604918')).toMatchObject({ status: 200, json: { terminal: { name: 'Till 1' } } })
    expect((await kiosk.ask('GET', proxyPaths.session)).json).not.toHaveProperty('person')
    expect((await audit.page({ kind: 'kiosk-disabled' })).lines).toMatchObject([
      { by: { name: 'Hamad' }, terminal: { name: 'Till 1' }, about: { name: 'Till 1' } },
    ])
  })
})

describe('the language of a person', () => {
  it('is found again at any till after signing in, is only theirs, and is not brought to a kiosk', async () => {
    const proxy = await aStaffServer()
    const { amal, hamad } = proxy
    const [one, other] = [await aTill(proxy), await aTill(proxy)]
    const signIn = (till: typeof one, staffId: string, pin: string) =>
      till.ask('POST', proxyPaths.session, { staffId, pin })
    const choose = (till: typeof one, language: string) => till.ask('PUT', proxyPaths.ownLanguage, { language })
    expect((await signIn(one, amal.id, '2580')).json.person).not.toHaveProperty('language')
    expect(await choose(one, 'hi')).toMatchObject({ status: 200, json: { person: { id: amal.id, language: 'hi' } } })
    expect((await one.ask('GET', proxyPaths.session)).json.person).toMatchObject({ language: 'hi' })
    expect((await signIn(other, amal.id, '2580')).json.person).toMatchObject({ language: 'hi' })
    expect(await choose(other, 'tlh')).toMatchObject({ status: 400, json: { code: 'invalid-request' } })
    // Before anybody signs in, a till says nothing of it.
    expect(JSON.stringify((await other.ask('DELETE', proxyPaths.session)).json)).not.toContain('"hi"')
    expect(await choose(other, 'ur')).toMatchObject({ status: 401, json: { code: 'signed-out' } })
    expect((await signIn(other, hamad.id, '604918')).json.person).not.toHaveProperty('language')

    const kiosk = await aTill(proxy, { isKiosk: true })
    expect((await signIn(kiosk, amal.id, '2580')).json.person).not.toHaveProperty('language')
    expect(await choose(kiosk, 'en')).toMatchObject({ status: 403, json: { code: 'not-allowed' } })
  })
})

describe('changing people, terminals and limits', () => {
  it('a change of settings requires the own PIN again five minutes after it was last given', async () => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    const change = () => till.ask('PUT', proxyPaths.settings, { idleMinutes: 20, limits: null })
    expect((await change()).status).toBe(200)
    proxy.clock.pass(5 * MINUTE)
    expect(await change()).toMatchObject({ status: 401, json: { code: 'step-up-required' } })
    expect((await till.ask('GET', proxyPaths.settings)).status).toBe(200)
    const before = till.jar.get('toptill-session')
    expect(await till.ask('POST', proxyPaths.stepUp, { pin: '604919' })).toMatchObject({
      status: 401,
      json: { code: 'wrong-pin' },
    })
    expect(await till.ask('POST', proxyPaths.stepUp, { pin: '604918' })).toMatchObject({
      status: 200,
      json: { person: { name: 'Hamad' } },
    })
    expect(till.jar.get('toptill-session')).not.toBe(before)
    expect((await change()).status).toBe(200)
  })
})

describe('activity at a till', () => {
  it('a heartbeat keeps the session alive, and an automatic read does not', async () => {
    const proxy = await aStaffServer()
    const till = await aSupervisorsTill(proxy)
    for (let minutes = 0; minutes < 8; minutes += 4) {
      proxy.clock.pass(4 * MINUTE)
      expect((await till.ask('POST', proxyPaths.heartbeat)).status).toBe(200)
    }
    proxy.clock.pass(4 * MINUTE)
    expect((await till.ask('GET', proxyPaths.status)).status).toBe(200)
    proxy.clock.pass(MINUTE)
    expect((await till.ask('GET', proxyPaths.status)).status).toBe(401)
    expect((await till.ask('POST', proxyPaths.heartbeat)).status).toBe(401)
  })
})

describe('the sessions of the shop', () => {
  it('sessions are listed, and a supervisor can end another one', async () => {
    const proxy = await aStaffServer()
    const [till, other] = [await aSupervisorsTill(proxy), await aTill(proxy)]
    await other.ask('POST', proxyPaths.session, { staffId: proxy.amal.id, pin: '2580' })
    const { sessions } = (await till.ask('GET', proxyPaths.sessions)).json
    const amals = sessions.find((one: { isThis: boolean }) => !one.isThis)
    expect(amals).toMatchObject({ person: { name: 'Amal', role: 'cashier' }, terminal: { name: 'Till 1 (2)' } })
    expect((await till.ask('POST', proxyPaths.endSession(amals.id))).status).toBe(200)
    expect((await other.ask('GET', proxyPaths.status)).status).toBe(401)
    expect((await till.ask('GET', proxyPaths.status)).status).toBe(200)
  })
})
