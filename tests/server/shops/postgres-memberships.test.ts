import { expect, it } from 'vitest'

import type { AuditPage } from '#api/audit.ts'
import type { Failure } from '#api/failure.ts'
import type { Session } from '#api/session.ts'
import type { PersonAnswer, PersonShops } from '#api/staff.ts'
import type { Language } from '#domain/language.ts'
import { bindAccount } from '#server/database/account-store.ts'
import { inSchema, schemaOf } from '#server/config/database-url.ts'
import { openDatabase } from '#server/database/database.ts'
import { queryAt } from '../../support/a-journal.ts'
import { anInstallation, type RunningInstallation } from '../../support/an-installation.ts'
import { itWhenFull } from '../../support/level.ts'
import type { Browser } from '../../support/shop.ts'

/** @security V8.2.1, V8.2.2: A shop accepts a person or PIN from another shop only from an owner or a supervisor of both. */

/** A shop that no process can lead, because its database belongs to another account. */
async function keepFromOpening(database: string, id: string): Promise<void> {
  await queryAt(database, `CREATE SCHEMA ${schemaOf(id)}`)
  const db = await openDatabase(inSchema(database, schemaOf(id)))
  await bindAccount(db, { baseUrl: 'https://elsewhere.example', posId: '1' }, 0)
  await db.destroy()
}

const idOf = async (till: Browser, name: string) => {
  const { body } = await till.ask<Session>('GET', '/api/session')
  const person = body.staff.find((one) => one.name === name)
  if (!person) throw new Error(`${name} is not there`)
  return person.id
}
const signInAt = (till: Browser, staffId: string, pin: string) =>
  till.ask<Session>('POST', '/api/session', { staffId, pin })
const shopsOf = async (by: Browser, id: string) => {
  const { body } = await by.ask<PersonShops>('GET', `/api/staff/${id}/shops`)
  return Object.fromEntries(body.shops.map((shop) => [shop.id, shop]))
}
const admit = (by: Browser, id: string, shop: string, role = 'cashier') =>
  by.ask<PersonShops & Failure>('POST', `/api/staff/${id}/shops`, { shop, role })
const chooseLanguage = async (by: Browser, language: Language) =>
  expect(await by.ask('PUT', '/api/session/language', { language })).toMatchObject({ body: { person: { language } } })
const languageAt = async (till: Browser) => (await till.ask<Session>('GET', '/api/session')).body.person?.language
const auditOf = async (by: Browser, kind: string) =>
  (await by.ask<AuditPage>('GET', `/api/audit?kind=${kind}`)).body.lines

const countedIn = async (database: string) =>
  (await queryAt(database, 'SELECT attempts::int FROM all_shops.staff_pin_attempts')).map(({ attempts }) => attempts)

async function start(): Promise<{ running: RunningInstallation; database: string }> {
  const { database, start: begin } = await anInstallation(['deira', 'marina', 'souk', 'karama'])
  await keepFromOpening(database, 'karama')
  return { database, running: await begin({ LOG_LEVEL: 'silent' }) }
}

it('a person is in several shops with one PIN, and each shop that could not be updated is named', async () => {
  const { running, database } = await start()
  const amalsTill = await running.signIn('deira', 'Amal', 'cashier')
  const owner = await running.signIn('deira', 'Sara', 'owner')
  const noura = await running.signIn('marina', 'Noura')
  const inMarina = await running.terminal('marina', 'Counter')
  const amal = await idOf(owner, 'Amal')

  expect(await shopsOf(owner, amal)).toEqual({
    marina: { id: 'marina', name: 'MARINA', state: 'read' },
    souk: { id: 'souk', name: 'SOUK', state: 'read' },
    karama: { id: 'karama', name: 'KARAMA', state: 'read' },
  })
  await chooseLanguage(amalsTill, 'ur')
  // Whatever role was requested, a cashier becomes only a cashier in another shop.
  expect((await admit(owner, amal, 'marina', 'supervisor')).status).toBe(200)
  expect((await shopsOf(owner, amal)).marina).toMatchObject({ role: 'cashier' })
  expect(await signInAt(inMarina, amal, '2580')).toMatchObject({ status: 200, body: { person: { language: 'ur' } } })
  await chooseLanguage(inMarina, 'hi')
  await expect.poll(() => languageAt(amalsTill)).toBe('hi')
  expect(await auditOf(owner, 'staff-admitted')).toMatchObject([
    { by: { name: 'Sara' }, about: { id: amal }, detail: { shop: 'MARINA', role: 'cashier' } },
  ])
  expect(await auditOf(noura, 'staff-added')).toMatchObject([
    { by: { name: 'Sara' }, about: { id: amal }, detail: { from: 'DEIRA' } },
    { about: { name: 'Noura' } },
  ])

  const row = `SELECT * FROM ${schemaOf('deira')}.staff WHERE id = '${amal}'`
  await queryAt(database, `INSERT INTO ${schemaOf('karama')}.staff ${row}`)
  const changed = await owner.ask<PersonAnswer>('POST', `/api/staff/${amal}/pin`, { pin: '7193' })
  expect(changed).toMatchObject({ status: 200, body: { id: amal, notHeard: ['KARAMA'] } })
  expect((await inMarina.ask('GET', '/api/status')).status).toBe(401)
  expect((await signInAt(inMarina, amal, '2580')).status).toBe(401)
  expect((await signInAt(inMarina, amal, '7193')).status).toBe(200)
  expect((await signInAt(amalsTill, amal, '7193')).status).toBe(200)
  expect(await shopsOf(owner, amal)).toMatchObject({
    marina: { role: 'cashier' },
    karama: { role: 'cashier', pin: 'older' },
  })
  expect((await shopsOf(owner, amal)).marina).not.toHaveProperty('pin')
  // The reason is only in the log: the account and database of that shop are private.
  expect(await admit(owner, amal, 'karama')).toMatchObject({
    status: 422,
    body: { code: 'invalid-operation', message: 'KARAMA was not reached, or did not respond in time.' },
  })
  const byCommand = await running.operate('staff', ['set-pin', '--id', amal, '--pin', '8642', '--shop', 'deira'])
  expect(byCommand).toMatchObject({ code: 0, output: expect.stringContaining('KARAMA') })
  expect((await signInAt(inMarina, amal, '8642')).status).toBe(200)
  const ofMarina = `UPDATE ${schemaOf('marina')}.staff`
  await queryAt(
    database,
    `${ofMarina} SET pin_hash = pin_hash || 'x', pin_set_at = pin_set_at + 1 WHERE id = '${amal}'`,
  )
  expect(await shopsOf(owner, amal)).toMatchObject({ marina: { pin: 'newer' }, karama: { pin: 'older' } })
  expect(await admit(owner, amal, 'marina')).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('newer PIN') },
  })

  const dismissed = await owner.ask<PersonShops>('POST', `/api/staff/${amal}/shops/dismiss`, { shop: 'marina' })
  expect(dismissed.body.shops.find(({ id }) => id === 'marina')).not.toHaveProperty('role')
  expect((await inMarina.ask('GET', '/api/status')).status).toBe(401)
  expect((await signInAt(amalsTill, amal, '8642')).status).toBe(200)

  // A person who is blocked everywhere cannot sign in anywhere, and the shop that was not reached is reported again.
  expect((await admit(owner, amal, 'souk')).status).toBe(200)
  const blocked = await owner.ask<PersonAnswer>('POST', `/api/staff/${amal}/disable`, { everywhere: true })
  expect(blocked).toMatchObject({ status: 200, body: { notHeard: ['KARAMA'] } })
  expect((await amalsTill.ask('GET', '/api/status')).status).toBe(401)
  expect((await shopsOf(owner, amal)).souk).not.toHaveProperty('role')
  await owner.ask('POST', `/api/staff/${amal}/enable`)
  expect((await admit(owner, amal, 'souk')).status).toBe(200)
  expect((await shopsOf(owner, amal)).souk).toMatchObject({ role: 'cashier' })
  const disabled = await running.operate('staff', ['disable', '--name', 'Amal', '--shop', 'deira'])
  expect(disabled).toMatchObject({ code: 0, output: expect.stringMatching(new RegExp(`: KARAMA\\..*--id ${amal} `)) })
  expect((await shopsOf(owner, amal)).souk).not.toHaveProperty('role')
  expect(running.lines().join('\n')).not.toMatch(/scrypt|"(2580|7193|8642)"/)
})

itWhenFull(
  'a supervisor can change people only between the shops in which they are a supervisor, and never an owner',
  async () => {
    const { running, database } = await start()
    const owner = await running.signIn('deira', 'Sara', 'owner')
    const hamad = await running.signIn('deira', 'Hamad')
    await running.signIn('deira', 'Amal', 'cashier')
    await running.signIn('souk', 'Omar')
    const [amal, hamadId, sara] = await Promise.all(['Amal', 'Hamad', 'Sara'].map((name) => idOf(owner, name)))

    expect(await shopsOf(hamad, amal!)).toEqual({})
    // A shop that he does not belong to looks like one that does not exist, whatever is wrong with it.
    for (const shop of ['marina', 'souk', 'karama', 'deira', 'nowhere'])
      expect((await admit(hamad, amal!, shop)).body, shop).toMatchObject({
        code: 'invalid-operation',
        message: 'There is no other shop with this id in which you are a supervisor.',
      })
    expect((await admit(owner, hamadId!, 'souk', 'supervisor')).status).toBe(200)
    expect(Object.keys(await shopsOf(hamad, amal!))).toEqual(['souk'])
    expect((await admit(hamad, amal!, 'souk')).status).toBe(200)
    expect((await hamad.ask('POST', `/api/staff/${amal!}/pin`, { pin: '7193' })).body).not.toHaveProperty('notHeard')
    expect((await admit(hamad, amal!, 'marina')).status).toBe(422)

    // If Amal also belongs to a shop that is not his, a PIN that he sets would give access to it.
    expect((await admit(owner, amal!, 'marina')).status).toBe(200)
    const refused = await hamad.ask<Failure>('POST', `/api/staff/${amal!}/pin`, { pin: '8642' })
    expect(refused).toMatchObject({ status: 422, body: { message: expect.stringContaining('also in a shop') } })
    expect(JSON.stringify(refused.body)).not.toMatch(/marina/i)
    expect((await owner.ask('POST', `/api/staff/${amal!}/shops/dismiss`, { shop: 'marina' })).status).toBe(200)
    const changed = await hamad.ask('POST', `/api/staff/${amal!}/pin`, { pin: '8642' })
    expect(changed.status).toBe(200)
    expect(changed.body).not.toHaveProperty('notHeard')

    // An owner is an owner in every shop, so a supervisor can add them to another shop with neither role.
    for (const role of ['supervisor', 'cashier'])
      expect(await admit(hamad, sara!, 'souk', role)).toMatchObject({
        status: 422,
        body: { message: expect.stringContaining('is an owner') },
      })
    expect((await shopsOf(owner, sara!)).souk).not.toHaveProperty('role')
    expect((await admit(owner, sara!, 'souk', 'supervisor')).status).toBe(200)
    const inSouk = await running.terminal('souk', 'Office')
    await signInAt(inSouk, sara!, '730519')
    expect((await inSouk.ask('GET', '/api/shops')).status).toBe(200)
    const hamadInSouk = await running.terminal('souk', 'Counter')
    await signInAt(hamadInSouk, hamadId!, '730519')
    for (const at of [hamad, hamadInSouk]) {
      expect((await at.ask('POST', `/api/staff/${sara!}/pin`, { pin: '913506' })).status).toBe(422)
      expect((await at.ask('POST', `/api/staff/${sara!}/disable`, {})).status).toBe(422)
    }
    expect((await hamad.ask('POST', `/api/staff/${sara!}/shops/dismiss`, { shop: 'souk' })).status).toBe(422)
    // A command at one shop makes them a supervisor in every shop, and sends no PIN, because its PIN may be the
    // older one.
    const ofSouk = `UPDATE ${schemaOf('souk')}.staff SET pin_hash = pin_hash || 'x', pin_set_at = 0`
    await queryAt(database, `${ofSouk} WHERE id = '${sara!}'`)
    await running.operate('staff', ['set-role', '--name', 'Sara', '--role', 'supervisor', '--shop', 'deira'])
    expect((await inSouk.ask('GET', '/api/shops')).status).toBe(403)

    // The PIN of a person who is a supervisor in any shop is as long as a supervisor's.
    expect((await admit(hamad, hamadId!, 'souk', 'supervisor')).status).toBe(200)
    expect((await hamad.ask('POST', `/api/staff/${hamadId!}/pin`, { pin: '7193' })).status).toBe(422)
    // As long as a shop cannot be read, it is unknown whether Amal is in it.
    await queryAt(database, `ALTER SCHEMA ${schemaOf('karama')} RENAME TO away`)
    expect(await hamad.ask('POST', `/api/staff/${amal!}/pin`, { pin: '9753' })).toMatchObject({
      status: 422,
      body: { message: expect.stringContaining('cannot be read') },
    })
  },
)

itWhenFull(
  'only a supervisor in all shops of a person can reset the count of their wrong PINs over all shops',
  async () => {
    const { database, start: begin } = await anInstallation(['deira', 'marina'])
    const running = await begin({ LOG_LEVEL: 'silent' })
    const owner = await running.signIn('deira', 'Sara', 'owner')
    const hamad = await running.signIn('deira', 'Hamad')
    const noura = await running.signIn('marina', 'Noura')
    const amalsTill = await running.signIn('deira', 'Amal', 'cashier')
    const [amal, hamadId] = [await idOf(owner, 'Amal'), await idOf(owner, 'Hamad')]
    const unlock = (by: Browser) => by.ask<PersonAnswer & Failure>('POST', `/api/staff/${amal}/unlock`)
    const guess = async () => {
      expect((await signInAt(amalsTill, amal, '1234')).status).toBe(401)
      expect(await countedIn(database)).toEqual([1])
    }

    // As long as Amal belongs to one shop only, its supervisor may unlock her.
    await guess()
    expect((await unlock(hamad)).status).toBe(200)
    expect(await countedIn(database)).toEqual([])

    expect((await admit(owner, amal, 'marina')).status).toBe(200)
    await guess()
    for (const [by, other] of [
      [noura, /deira/i],
      [hamad, /marina/i],
    ] as const) {
      const refused = await unlock(by)
      expect(refused).toMatchObject({
        status: 422,
        body: { code: 'invalid-operation', message: expect.stringMatching(/also in a shop .* to unlock them/) },
      })
      expect(JSON.stringify(refused.body)).not.toMatch(other)
    }
    expect(await countedIn(database)).toEqual([1])
    expect((await unlock(owner)).status).toBe(200)
    expect(await countedIn(database)).toEqual([])
    await guess()
    expect((await admit(owner, hamadId, 'marina', 'supervisor')).status).toBe(200)
    expect((await unlock(hamad)).status).toBe(200)
    expect(await countedIn(database)).toEqual([])
    expect((await signInAt(amalsTill, amal, '2580')).status).toBe(200)
  },
)
