import { expect, it } from 'vitest'

import type { AuditPage } from '#api/audit.ts'
import type { Session } from '#api/session.ts'
import { queryAt } from '../../support/a-journal.ts'
import { anInstallation, type RunningInstallation } from '../../support/an-installation.ts'
import { itWhenFull } from '../../support/level.ts'
import { aBrowser, type Browser } from '../../support/shop.ts'

const PIN = '730519'

const setRole = (running: RunningInstallation, role: string, name = 'Sara') =>
  running.operate('staff', ['set-role', '--name', name, '--role', role, '--shop', 'deira'])
const sessionAt = async (till: Browser) => (await till.ask<Session>('GET', '/api/session')).body
const mayLook = async (till: Browser) => (await till.ask('GET', '/api/shops')).status

/** Sara is an owner and is signed in at one till in each of two shops. */
async function anOwnerOfTwoShops() {
  const installation = await anInstallation(['deira', 'marina'])
  const running = await installation.start({ LOG_LEVEL: 'silent' })
  const inDeira = await running.signIn('deira', 'Sara', 'owner')
  const id = (await sessionAt(inDeira)).person?.id ?? ''
  const admitted = await inDeira.ask('POST', `/api/staff/${id}/shops`, { shop: 'marina', role: 'supervisor' })
  expect(admitted.status).toBe(200)
  const inMarina = await running.terminal('marina')
  await inMarina.ask('POST', '/api/session', { staffId: id, pin: PIN })
  expect([await mayLook(inDeira), await mayLook(inMarina)]).toEqual([200, 200])
  const query = (text: string) => queryAt(installation.database, text)
  return { installation, running, query, id, inDeira, inMarina }
}

itWhenFull(
  'a shop that did not run when an owner was demoted shows them nothing of the other shops once it is back',
  async () => {
    const { installation, running: before, query, inMarina } = await anOwnerOfTwoShops()
    await before.stop()
    const belongsTo = (posId: string) => query(`UPDATE shop_marina.wholesaler_account SET pos_id = '${posId}'`)
    await belongsTo('1')
    const withoutMarina = await installation.start({ LOG_LEVEL: 'silent' })
    expect((await setRole(withoutMarina, 'supervisor')).output).toContain('MARINA')
    await withoutMarina.stop()
    await belongsTo('77002')
    const running = await installation.start({ LOG_LEVEL: 'silent' })

    const { output } = await running.operate('staff', ['list', '--shop', 'marina'])
    expect(output).toMatch(/ supervisor .*Sara/)
    // Her session is still valid for what a supervisor may do.
    const till = aBrowser(running.url, inMarina.cookies)
    expect(await mayLook(till)).toBe(403)
    expect((await till.ask('GET', '/api/wallet')).status).toBe(200)
    const { lines } = (await till.ask<AuditPage>('GET', '/api/audit?kind=staff-role-changed')).body
    expect(lines).toMatchObject([{ about: { name: 'Sara' }, detail: { role: 'supervisor', before: 'owner' } }])
  },
)

itWhenFull('a running shop that is not informed stops trusting a former owner at their next request', async () => {
  const { running, query, id, inDeira, inMarina } = await anOwnerOfTwoShops()
  // Does what another process would do, without sending a message.
  const demote = () => query(`DELETE FROM all_shops.owners WHERE staff_id = '${id}'`)
  await demote()
  expect((await sessionAt(inMarina)).person).not.toHaveProperty('isOwner')
  expect(await mayLook(inMarina)).toBe(403)
  expect((await inMarina.ask('GET', '/api/wallet')).status).toBe(200)
  expect((await running.operate('staff', ['list', '--shop', 'marina'])).output).toMatch(/ supervisor .*Sara/)

  // Nor does a shop with an outdated row trust a request from another shop.
  await setRole(running, 'owner')
  const noura = await running.signIn('deira', 'Noura')
  const nouraId = (await sessionAt(noura)).person?.id ?? ''
  const admitted = await inDeira.ask('POST', `/api/staff/${nouraId}/shops`, { shop: 'marina', role: 'supervisor' })
  expect(admitted.status).toBe(200)
  await setRole(running, 'owner', 'Noura')
  await demote()
  expect(await query('SELECT id FROM shop_marina.staff WHERE is_owner = 1')).toHaveLength(2)
  const dismissed = await inDeira.ask('POST', `/api/staff/${nouraId}/shops/dismiss`, { shop: 'marina' })
  expect(dismissed).toMatchObject({ status: 422, body: { message: expect.stringContaining('Noura is an owner') } })
})

itWhenFull(
  'an owner who is blocked everywhere is not an owner anywhere, and only a supervisor when unblocked',
  async () => {
    const { running, query, inDeira, inMarina } = await anOwnerOfTwoShops()
    await running.signIn('deira', 'Hamad')
    await running.signIn('marina', 'Noura')
    expect((await running.operate('staff', ['disable', '--name', 'Sara', '--shop', 'deira'])).code).toBe(0)
    expect([await mayLook(inDeira), await mayLook(inMarina)]).toEqual([401, 401])
    expect(await query('SELECT * FROM all_shops.owners')).toEqual([])
    await query('UPDATE shop_marina.staff SET disabled_at = NULL')
    await query('UPDATE shop_marina.sessions SET ended_at = NULL')
    expect(await mayLook(inMarina)).toBe(403)
  },
)

it('an owner who is a cashier in a shop, or of whom it was not informed, can be changed there only by an owner', async () => {
  const installation = await anInstallation(['deira', 'marina'])
  const running = await installation.start({ LOG_LEVEL: 'silent' })
  const query = (text: string) => queryAt(installation.database, text)
  const inDeira = await running.signIn('deira', 'Sara')
  const id = (await sessionAt(inDeira)).person?.id ?? ''
  const inMarina = (change: string) => query(`UPDATE shop_marina.staff SET ${change} WHERE id = '${id}'`)
  await query('INSERT INTO shop_marina.staff SELECT * FROM shop_deira.staff')
  await inMarina("role = 'cashier'")
  const hamad = await running.signIn('marina', 'Hamad')
  await running.signIn('marina', 'Noura')
  // The message names the shop in which she is a cashier: she is not an owner there.
  const made = await setRole(running, 'owner')
  expect(made).toMatchObject({ code: 0, output: expect.stringContaining('or rejected it: MARINA') })

  const rows = async () => [
    ...(await query('SELECT * FROM shop_marina.staff ORDER BY id')),
    ...(await query('SELECT * FROM all_shops.owners')),
  ]
  const expectRefused = async (by: Browser, ...changes: (readonly ['POST' | 'PUT', string, unknown?])[]) => {
    const before = await rows()
    for (const [method, path, body] of changes)
      expect(await by.ask(method, path, body), path).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining('Sara is an owner') },
      })
    expect(await rows()).toEqual(before)
  }
  const changes = [
    ['POST', `/api/staff/${id}/disable`, { everywhere: true }],
    ['POST', `/api/staff/${id}/disable`],
    ['POST', `/api/staff/${id}/unlock`],
    ['PUT', `/api/staff/${id}/permissions`, { permissions: [] }],
  ] as const

  const hamadId = (await sessionAt(hamad)).person?.id ?? ''
  await query(`INSERT INTO shop_deira.staff SELECT * FROM shop_marina.staff WHERE id = '${hamadId}'`)
  const hamadInDeira = await running.terminal('deira', 'Office')
  await hamadInDeira.ask('POST', '/api/session', { staffId: hamadId, pin: PIN })
  for (const role of ['cashier', 'supervisor']) {
    await inMarina(`role = '${role}'`)
    await expectRefused(hamadInDeira, ['POST', `/api/staff/${id}/shops/dismiss`, { shop: 'marina' }])
  }
  const changed = await inDeira.ask('POST', `/api/staff/${id}/pin`, { pin: '913506' })
  expect(changed.status).toBe(200)
  expect(changed.body).not.toHaveProperty('notHeard')

  await query('UPDATE shop_deira.staff SET disabled_at = 1')
  for (const role of ['cashier', 'supervisor']) {
    await inMarina(`role = '${role}'`)
    await expectRefused(hamad, ...changes, ['POST', `/api/staff/${id}/pin`, { pin: '604918' }])
  }
  await inMarina('disabled_at = 1')
  await expectRefused(hamad, ['POST', `/api/staff/${id}/enable`])

  // Only the shared record decides who is an owner in a shop.
  await query(`INSERT INTO all_shops.owners VALUES ('${hamadId}')`)
  expect((await hamad.ask('POST', `/api/staff/${id}/enable`)).status).toBe(200)
  await query(`DELETE FROM all_shops.owners WHERE staff_id = '${hamadId}'`)
  await expectRefused(hamad, ...changes)
})
