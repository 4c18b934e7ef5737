import { expect, it } from 'vitest'

import { runBackup } from '#server/cli/run-command.ts'
import { AUDIT_KINDS } from '#domain/audit.ts'
import { aStaffServer, aTill, aTillOf } from './staff-server.ts'

/** @security V16.2.1, V16.3.1 to V16.3.3: Sensitive actions and denied requests are audited. */

const MINUTE = 60_000

it('a denied request is in the audit log with route, person and terminal', async () => {
  const { till, audit } = await aTillOf('amal')
  await till.ask('GET', '/api/wallet')
  await till.ask('POST', '/api/staff/x/disable')
  expect((await audit.page({ kind: 'denied' })).lines).toMatchObject([
    { by: { name: 'Amal' }, terminal: { name: 'Till 1' }, detail: { route: 'POST /api/staff/:id/disable' } },
    { by: { name: 'Amal' }, terminal: { name: 'Till 1' }, detail: { route: 'GET /api/wallet' } },
  ])
})

it('one person gets ten denied entries a minute, then one entry with the number of the others', async () => {
  const { till, proxy } = await aTillOf('amal')
  const other = await aTill(proxy)
  await other.signIn('amal')
  for (let times = 0; times < 30; times += 1) await till.ask('GET', '/api/wallet')
  await other.ask('GET', '/api/wallet')
  const denied = async () => (await proxy.audit.page({ kind: 'denied' })).lines
  expect(await denied()).toHaveLength(11)
  proxy.clock.pass(MINUTE)
  await till.ask('GET', '/api/wallet')
  const latest = (await denied()).slice(0, 2).map(({ detail }) => detail)
  expect(latest).toEqual([{ route: 'GET /api/wallet' }, { more: 20 }])
  for (let times = 0; times < 15; times += 1) await till.ask('GET', '/api/wallet')
  await proxy.close()
  expect((await denied())[0]).toMatchObject({ by: { name: 'Amal' }, detail: { more: 6 } })
})

it('requests of unknown browsers get no audit log entry, and wrong codes a limited number', async () => {
  const proxy = await aStaffServer()
  const stranger = proxy.browser()
  for (let times = 0; times < 30; times += 1) {
    await stranger.ask('GET', '/api/wallet')
    await stranger.signIn('amal')
    await stranger.ask('POST', '/api/terminals/enroll', { code: 'AAAA-AAAA' })
  }
  const { lines } = await proxy.audit.page({})
  expect(lines.filter(({ kind }) => kind !== 'staff-added').map(({ kind }) => kind)).toEqual(
    Array(10).fill('wrong-code'),
  )
  expect(JSON.stringify(lines)).not.toContain('AAAA')
})

/** The money path, the drawers, the wallet and the alerts write these entries, and their own tests check them. */
const OF_OTHERS = new Set(
  [
    'journal-restored restore-confirmed above-limit limit-overridden code-revealed reprinted print-answered taken-over',
    'batch-stopped refunded looked-up sale-resolved selling-retried wallet-movement-explained',
    'deposit-announced deposit-matched deposit-withdrawn',
    'shift-opened cash-put-in cash-taken-out drawer-opened drawer-counted drawer-count-discarded shift-closed',
    'x-report-read z-note-added alerts-changed alert-tested alert-device-added alert-device-removed',
    // See `tests/server/known-numbers/erase-number.test.ts`.
    'number-erased',
    // About a whole shop; see `tests/server/account/practice.test.ts`.
    'practice-started practice-ended',
    // About a display; see `tests/server/display/routes.test.ts`.
    'display-code-issued display-paired display-ended',
    // About several shops; see `tests/server/shops/postgres-memberships.test.ts`.
    'staff-admitted staff-dismissed',
    // About the account; see `tests/server/account/change-token.test.ts`.
    'account-token-changed',
  ].flatMap((kinds) => kinds.split(' ')),
)

it('the audit log has an entry of every kind and contains no secret', async () => {
  const proxy = await aStaffServer({ isNew: true })
  const code = (await proxy.setup.issueCode())!
  const till = proxy.browser()
  const setUp = { code, name: 'Hamad', pin: '604918', terminal: 'Office' }
  const tokens = () => [...till.jar.values()]
  await till.ask('POST', '/api/setup', { ...setUp, code: 'AAAA-AAAA-AAAA-AAAA' })
  await till.ask('POST', '/api/setup', setUp)
  const secrets = [code, '604918', '2580', '7193', '04A1B2C3D4', ...tokens()]
  const { json: amal } = await till.ask('POST', '/api/staff', { name: 'Amal', role: 'cashier', pin: '2580' })
  const { json: enroll } = await till.ask('POST', '/api/terminals/enrollment-codes', { name: 'Till 2' })
  secrets.push(enroll.code)
  const other = proxy.browser()
  const { id } = (await other.ask('POST', '/api/terminals/enroll', { code: enroll.code })).json.terminal
  for (const pin of ['7001', '7002', '7003', '7004', '7005']) {
    await other.ask('POST', '/api/session', { staffId: amal.id, pin })
  }
  proxy.clock.pass(2 * MINUTE)
  // This simulates wrong PINs at many more terminals.
  await proxy.db.updateTable('staff_pin_attempts').set({ attempts: 49 }).execute()
  await other.ask('POST', '/api/session', { staffId: amal.id, pin: '7005' })
  await till.ask('POST', `/api/staff/${amal.id}/unlock`)
  await other.ask('POST', '/api/session', { staffId: amal.id, pin: '2580' })
  await other.ask('GET', '/api/wallet')
  await till.ask('PUT', `/api/staff/${amal.id}/permissions`, { permissions: [] })
  await till.ask('PUT', `/api/staff/${amal.id}/limits`, { limits: { currency: 'AED', perSale: '50' } })
  await till.ask('PUT', '/api/settings', { idleMinutes: 10, limits: null })
  const { sessions } = (await till.ask('GET', '/api/sessions')).json
  await till.ask('POST', `/api/sessions/${sessions.find((one: { isThis: boolean }) => !one.isThis).id}/end`)
  await till.ask('POST', '/api/session/step-up', { pin: '604918' })
  await till.ask('POST', `/api/staff/${amal.id}/pin`, { pin: '7193' })
  await till.ask('POST', `/api/staff/${amal.id}/badge`, { code: '04A1B2C3D4' })
  await other.ask('POST', '/api/session/badge', { code: '04A1B2C3D4', pin: '7193' })
  await till.ask('POST', `/api/staff/${amal.id}/badge/block`)
  await other.ask('POST', '/api/session/badge', { code: '04A1B2C3D4' })
  await till.ask('POST', `/api/staff/${amal.id}/disable`)
  await till.ask('POST', `/api/staff/${amal.id}/enable`)
  await till.ask('PUT', `/api/terminals/${id}/kiosk`, { kiosk: true })
  await till.ask('PUT', `/api/terminals/${id}/kiosk`, { kiosk: false })
  await till.ask('PUT', `/api/terminals/${id}/self-order`, { selfOrder: true })
  await till.ask('PUT', `/api/terminals/${id}/self-order`, { selfOrder: false })
  await till.ask('POST', `/api/terminals/${id}/revoke`)
  secrets.push(...tokens())
  await till.ask('DELETE', '/api/session')
  await proxy.people.setOwner((await proxy.people.findByName('Hamad'))!.id, true)
  await runBackup({ copyTo: async () => {} }, { action: 'backup', file: '/media/copy.db' }, proxy.audit)

  const { lines } = await proxy.audit.page({})
  const kinds = new Set(lines.map(({ kind }) => kind))
  expect(AUDIT_KINDS.filter((kind) => !kinds.has(kind) && !OF_OTHERS.has(kind))).toEqual([])
  const text = JSON.stringify(lines)
  for (const secret of secrets) expect(text).not.toContain(`"${secret}"`)
  expect(text).not.toMatch(/"700[1-5]"|scrypt/)
  expect(await proxy.audit.verify()).toMatchObject({ isIntact: true })
})

it('supervisors read the audit log in pages and see whether it is intact', async () => {
  const { till, audit } = await aTillOf('hamad')
  for (let number = 0; number < 60; number += 1) await audit.append({ kind: 'reprinted' })
  const { json: first } = await till.ask('GET', '/api/audit?kind=reprinted')
  expect(first).toMatchObject({ isIntact: true, next: expect.any(String) })
  expect(first.lines).toHaveLength(50)
  const { json: second } = await till.ask('GET', `/api/audit?kind=reprinted&cursor=${first.next}`)
  expect(second.lines).toHaveLength(10)
  expect(second).not.toHaveProperty('isIntact')
  for (const query of ['?kind=all', '?cursor=-1', '?page=2']) {
    expect((await till.ask('GET', `/api/audit${query}`)).status).toBe(400)
  }
})
