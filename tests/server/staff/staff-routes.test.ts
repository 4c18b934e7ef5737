import { expect, it } from 'vitest'

import { aStaffServer, aTill, aTillOf } from './staff-server.ts'

const MINUTE = 60_000

it('people are listed with permissions, terminal and last activity, the blocked ones last', async () => {
  const { till, amal, hamad, clock } = await aTillOf('hamad')
  const { json: added } = await till.ask('POST', '/api/staff', { name: 'Grace', role: 'cashier', pin: '3751' })
  await till.ask('POST', `/api/staff/${amal.id}/disable`)
  const { json } = await till.ask('GET', '/api/staff')
  const day = {
    createdAt: expect.any(Number),
    usedToday: { pays: [], count: 0 },
    soldToday: { amount: [], count: 0, codesComing: 0 },
  }
  expect(json.staff).toEqual([
    { ...hamad, ...day, terminal: { id: expect.any(String), name: 'Till 1' }, lastSeenAt: clock.now() },
    { ...added, ...day },
    { ...amal, ...day, disabledAt: clock.now() },
  ])
  expect(JSON.stringify(json)).not.toContain('scrypt')
})

it('a supervisor sets the permissions and limits of a person', async () => {
  const { till, amal, audit } = await aTillOf('hamad')
  const limits = { currency: 'AED', perSale: '100', perDay: '2000.50', vouchersPerMinute: 3 }
  expect(
    await till.ask('PUT', `/api/staff/${amal.id}/permissions`, { permissions: ['reveal-again', 'reprint'] }),
  ).toMatchObject({ status: 200, json: { name: 'Amal', permissions: ['reprint', 'reveal-again'] } })
  expect((await till.ask('PUT', `/api/staff/${amal.id}/limits`, { limits })).status).toBe(200)
  const first = async () => (await till.ask('GET', '/api/staff')).json.staff[0]
  expect(await first()).toMatchObject({ permissions: ['reprint', 'reveal-again'], limits })
  await till.ask('PUT', `/api/staff/${amal.id}/limits`, { limits: null })
  expect(await first()).not.toHaveProperty('limits')
  expect((await audit.page({ kind: 'staff-limits-changed' })).lines).toMatchObject([
    { detail: { limits: 'none', before: 'perSale 100, perDay 2000.50, vouchersPerMinute 3 AED' } },
    { by: { name: 'Hamad' }, about: { name: 'Amal' }, detail: { before: 'none' } },
  ])
})

it('limits and settings that a colleague changed in the meantime are not overwritten', async () => {
  const { till, amal } = await aTillOf('hamad')
  const set = (limits: object, expected: object | null) =>
    till.ask('PUT', `/api/staff/${amal.id}/limits`, { limits, expected })
  const [first, second] = [
    { currency: 'AED', perSale: '100' },
    { currency: 'AED', perDay: '900' },
  ]
  expect((await set(first, null)).status).toBe(200)
  const stale = { status: 409, json: { code: 'stale-version', moneyMoved: 'no' } }
  expect(await set(second, null)).toMatchObject(stale)
  expect((await set(second, { ...first, perSale: '100.00' })).status).toBe(200)
  const [five, ten] = [5, 10].map((idleMinutes) => ({ idleMinutes, limits: null }))
  expect((await till.ask('PUT', '/api/settings', { ...five, limits: first, expected: five })).status).toBe(200)
  expect(await till.ask('PUT', '/api/settings', { ...ten, expected: five })).toMatchObject(stale)
  expect((await till.ask('GET', '/api/settings')).json).toMatchObject({ ...five, limits: first })
})

it('a blocked person is unblocked with their old PIN, unless their name is taken', async () => {
  const { till, amal, people } = await aTillOf('hamad')
  await till.ask('POST', `/api/staff/${amal.id}/disable`)
  const { json: other } = await till.ask('POST', '/api/staff', { name: ' amal ', role: 'cashier', pin: '3751' })
  const taken = await till.ask('POST', `/api/staff/${amal.id}/enable`)
  expect(taken).toMatchObject({ status: 422, json: { code: 'invalid-operation', moneyMoved: 'no' } })
  await till.ask('POST', `/api/staff/${other.id}/disable`)
  expect((await till.ask('POST', `/api/staff/${amal.id}/enable`)).status).toBe(200)
  expect(await people.verifyPin(amal.id, '2580')).toBeDefined()
})

it('a new PIN signs the person out', async () => {
  const { till, amal, proxy } = await aTillOf('hamad')
  const other = await aTill(proxy)
  await other.signIn('amal')
  expect((await till.ask('POST', `/api/staff/${amal.id}/pin`, { pin: '7193' })).status).toBe(200)
  expect((await other.ask('GET', '/api/status')).status).toBe(401)
})

it('a supervisor can block neither themselves nor an unknown person, nor unblock a person who is not blocked', async () => {
  const { till, amal, hamad, people } = await aTillOf('hamad')
  for (const [path, problem] of [
    [`/api/staff/${hamad.id}/disable`, 'yourself'],
    ['/api/staff/nobody/disable', 'No one'],
    [`/api/staff/${amal.id}/enable`, 'is blocked'],
  ] as const) {
    const message = expect.stringContaining(problem) as string
    expect(await till.ask('POST', path)).toMatchObject({ status: 422, json: { code: 'invalid-operation', message } })
  }
  expect(await people.list()).toHaveLength(2)
})

it('the last supervisor cannot be blocked, not even by two requests at the same time', async () => {
  const { people, hamad } = await aStaffServer()
  await expect(people.disable(hamad.id)).rejects.toThrow('last supervisor')
  const second = await people.add({ name: 'Salma', role: 'supervisor', pin: '802731' })
  const both = await Promise.allSettled([people.disable(hamad.id), people.disable(second.id)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

it('a body in the wrong format is rejected, and so are limits without a known currency', async () => {
  const { till, amal } = await aTillOf('hamad')
  const limitsOfAmal = `/api/staff/${amal.id}/limits`
  for (const [method, path, body] of [
    ['POST', '/api/staff', { name: 'X', role: 'owner', pin: '3751' }],
    ['POST', '/api/staff', { name: 'X', role: 'cashier', pin: '3751', permissions: ['reveal-again'] }],
    ['PUT', `/api/staff/${amal.id}/permissions`, { permissions: ['everything'] }],
    ['PUT', limitsOfAmal, { limits: { currency: 'AED', perSale: '-1' } }],
    ['PUT', limitsOfAmal, { limits: { currency: 'AED', perYear: '1' } }],
    ['PUT', '/api/settings', { idleMinutes: 0, limits: null }],
    ['PUT', '/api/settings', { idleMinuts: 5 }],
    ['POST', `/api/staff/${amal.id}/pin`, { pin: 7193 }],
  ] as const)
    expect((await till.ask(method, path, body)).status, JSON.stringify(body)).toBe(400)

  const message = expect.stringMatching(/currency.* such as AED/) as string
  const refused = { status: 400, json: { code: 'invalid-request', message } }
  for (const currency of ['aed', 'AE', 'AEDX', 'درهم', 'A D', '123', '']) {
    const limits = { currency, perSale: '10' }
    expect(await till.ask('PUT', limitsOfAmal, { limits }), currency).toMatchObject(refused)
    expect(await till.ask('PUT', '/api/settings', { idleMinutes: 5, limits }), currency).toMatchObject(refused)
  }
  expect((await till.ask('GET', '/api/settings')).json.limits).toBeNull()
})

it('terminals are listed with the person signed in there, the disconnected ones last', async () => {
  const { till, proxy, amal, clock } = await aTillOf('hamad')
  const [other, gone] = [await aTill(proxy), await aTill(proxy)]
  await other.signIn('amal')
  const { id } = (await gone.ask('GET', '/api/session')).json.terminal
  expect((await till.ask('POST', `/api/terminals/${id}/revoke`)).status).toBe(200)
  const { json } = await till.ask('GET', '/api/terminals')
  expect(json.terminals).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Till 1', isThis: true, lastSeenAt: clock.now() }),
      expect.objectContaining({ person: { id: amal.id, name: 'Amal' }, isThis: false }),
    ]),
  )
  expect(json.terminals[2]).toMatchObject({ id, revokedAt: clock.now() })
})

it('a code from a supervisor connects a terminal, as a kiosk if the supervisor chose that', async () => {
  const { till, browser, clock } = await aTillOf('hamad')
  const { json } = await till.ask('POST', '/api/terminals/enrollment-codes', { name: 'Door', kiosk: true })
  expect(json).toEqual({ code: expect.stringMatching(/^\w{4}-\w{4}$/), expiresAt: clock.now() + 15 * MINUTE })
  const kiosk = browser()
  expect((await kiosk.ask('POST', '/api/terminals/enroll', { code: json.code })).json).toEqual({
    terminal: { id: expect.any(String), name: 'Door', isKiosk: true },
  })
  expect((await kiosk.ask('GET', '/api/session')).json.terminal).toMatchObject({ name: 'Door', isKiosk: true })
})

it('a terminal that becomes a kiosk signs its person out, and can become an ordinary terminal again', async () => {
  const { till, proxy } = await aTillOf('hamad')
  const other = await aTill(proxy)
  await other.signIn('amal')
  const { id } = (await other.ask('GET', '/api/session')).json.terminal
  expect((await till.ask('PUT', `/api/terminals/${id}/kiosk`, { kiosk: true })).json).toMatchObject({ isKiosk: true })
  expect((await other.ask('GET', '/api/status')).status).toBe(401)
  expect((await till.ask('PUT', `/api/terminals/${id}/kiosk`, { kiosk: false })).json).not.toHaveProperty('isKiosk')
})

it('only the PIN of a supervisor ends kiosk mode, and it signs out the person there', async () => {
  const proxy = await aStaffServer()
  const kiosk = await aTill(proxy, { isKiosk: true })
  await kiosk.signIn('amal')
  const leave = (staffId: string, pin: string) => kiosk.ask('POST', '/api/terminals/leave-kiosk', { staffId, pin })
  expect(await leave(proxy.amal.id, '2580')).toMatchObject({ status: 403 })
  expect(await leave(proxy.hamad.id, '604919')).toMatchObject({ status: 401, json: { code: 'wrong-pin' } })
  const left = await leave(proxy.hamad.id, '604918')
  expect(left).toMatchObject({ status: 200, json: { terminal: { name: 'Till 1' } } })
  expect((await kiosk.ask('GET', '/api/session')).json).not.toHaveProperty('person')
  expect((await proxy.audit.page({ kind: 'kiosk-disabled' })).lines).toMatchObject([
    { by: { name: 'Hamad' }, terminal: { name: 'Till 1' }, about: { name: 'Till 1' } },
  ])
})

it("a person's language follows them to any till after sign-in, is only theirs, and does not apply at a kiosk", async () => {
  const { till, proxy, amal } = await aTillOf('amal')
  const other = await aTill(proxy)
  const choose = (at: typeof till, language: string) => at.ask('PUT', '/api/session/language', { language })
  expect((await till.ask('GET', '/api/session')).json.person).not.toHaveProperty('language')
  expect(await choose(till, 'hi')).toMatchObject({ status: 200, json: { person: { id: amal.id, language: 'hi' } } })
  expect((await till.ask('GET', '/api/session')).json.person).toMatchObject({ language: 'hi' })
  expect((await other.signIn('amal')).json.person).toMatchObject({ language: 'hi' })
  expect(await choose(other, 'tlh')).toMatchObject({ status: 400, json: { code: 'invalid-request' } })
  // Before anyone signs in, a till does not reveal the language.
  expect(JSON.stringify((await other.ask('DELETE', '/api/session')).json)).not.toContain('"hi"')
  expect(await choose(other, 'ur')).toMatchObject({ status: 401, json: { code: 'signed-out' } })
  expect((await other.signIn('hamad')).json.person).not.toHaveProperty('language')

  const kiosk = await aTill(proxy, { isKiosk: true })
  expect((await kiosk.signIn('amal')).json.person).not.toHaveProperty('language')
  expect(await choose(kiosk, 'en')).toMatchObject({ status: 403, json: { code: 'not-allowed' } })
})

it("a change of settings asks for the person's PIN again five minutes after it was last entered", async () => {
  const { till, clock } = await aTillOf('hamad')
  const change = () => till.ask('PUT', '/api/settings', { idleMinutes: 20, limits: null })
  const stepUp = (pin: string) => till.ask('POST', '/api/session/step-up', { pin })
  expect((await change()).status).toBe(200)
  clock.pass(5 * MINUTE)
  expect(await change()).toMatchObject({ status: 401, json: { code: 'step-up-required' } })
  expect((await till.ask('GET', '/api/settings')).status).toBe(200)
  const before = till.jar.get('toptill-session')
  expect(await stepUp('604919')).toMatchObject({ status: 401, json: { code: 'wrong-pin' } })
  expect(await stepUp('604918')).toMatchObject({ status: 200, json: { person: { name: 'Hamad' } } })
  expect(till.jar.get('toptill-session')).not.toBe(before)
  expect((await change()).status).toBe(200)
})
