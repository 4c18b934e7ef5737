import { copyFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import type { NewMember, RequestOrigin } from '#server/staff/shop-membership.ts'
import { aFolder } from '../../support/folders.ts'
import { aStaffStore, MORNING } from './staff-store.ts'

/** @security V8.2.1, V8.2.2: Only an owner adds or changes an owner. */

const OWNER: RequestOrigin = { shop: 'Deira', person: { id: 'sara', name: 'Sara', isOwner: true } }
const ADMINISTRATOR: RequestOrigin = { shop: 'Deira' }

/**
 * Two shops of the same installation: `marina` with a supervisor, `deira` with a person, and `said`, which `marina` is
 * sent about that person.
 */
async function twoShops(newcomer: { name?: string; role?: 'cashier' | 'supervisor'; isOwner?: true } = {}) {
  const { name = 'Amal', role = 'cashier', isOwner } = newcomer
  const deira = await aStaffStore()
  const dataFolder = aFolder()
  // All shops of the installation have the same secrets.
  copyFileSync(join(deira.dataFolder, 'pepper'), join(dataFolder, 'pepper'))
  const marina = await aStaffStore({ dataFolder })
  const hamad = await marina.people.add({ name: 'Hamad', role: 'supervisor', pin: '604918' })
  const pin = role === 'cashier' ? '2580' : '730519'
  const person = await deira.people.add({ name, role, pin, ...(isOwner && { isOwner }) })
  const said = await deira.admissions.read(person.id)
  const byHamad: RequestOrigin = { shop: 'Deira', person: { id: hamad.id, name: 'Hamad', isOwner: false } }
  return { deira, marina, person, said, byHamad, hamad, pin }
}

describe('a person who is added to another shop', () => {
  it('an owner, the administrator or a supervisor of a shop can add a person of another shop, who signs in there with the same PIN', async () => {
    const { marina, person, said, byHamad } = await twoShops()
    for (const from of [OWNER, ADMINISTRATOR, byHamad]) {
      expect(await marina.admissions.admit(said, from)).toBe(true)
      // The person has the permissions of a new person, whatever they have in the other shop.
      expect((await marina.people.verifyPin(person.id, '2580'))?.person).toEqual({
        id: person.id,
        name: 'Amal',
        role: 'cashier',
        permissions: ['international', 'reprint'],
      })
      await marina.admissions.dismiss(person.id, from)
    }
    const { lines } = await marina.audit.page({})
    const ofAmal = lines.filter(({ about }) => about?.id === person.id).toReversed()
    expect(ofAmal.map(({ kind, by }) => [kind, by?.name])).toEqual([
      ['staff-added', 'Sara'],
      ['staff-disabled', 'Sara'],
      ['staff-enabled', undefined],
      ['staff-disabled', undefined],
      ['staff-enabled', 'Hamad'],
      ['staff-disabled', 'Hamad'],
    ])
    expect(ofAmal.every(({ detail }) => detail?.from === 'Deira')).toBe(true)
    expect(JSON.stringify(lines)).not.toContain('scrypt')
  })

  it("a newer PIN in another shop ends the person's sessions and lockout there, and the older PIN is no longer valid", async () => {
    const { deira, marina, person, said } = await twoShops()
    await marina.admissions.admit(said, OWNER)
    const { terminal } = await marina.terminals.enrolItself('Till 1')
    const { token } = await marina.sessions.signIn(terminal, person.id, '2580')
    deira.clock.pass(1)
    await deira.people.setPin(person.id, '7193')
    const { role: _, isOwner: __, ...news } = await deira.admissions.read(person.id)
    expect(await marina.admissions.admit(news, OWNER)).toBe(true)
    expect(await marina.sessions.find(token, terminal.id)).toBeUndefined()
    expect(await marina.people.verifyPin(person.id, '2580')).toBeUndefined()
    expect(await marina.people.verifyPin(person.id, '7193')).toBeDefined()
    // Sending the older PIN again is rejected; that the person is an owner is sent without a PIN.
    for (const from of [OWNER, ADMINISTRATOR])
      await expect(marina.admissions.admit(said, from)).rejects.toThrow('has a newer PIN here')
    expect(await marina.admissions.admit({ id: person.id, name: 'Amal', isOwner: false }, ADMINISTRATOR)).toBe(true)
    expect(await marina.people.verifyPin(person.id, '7193')).toBeDefined()
    // A PIN that is set here now is the newest, whatever the clock of the other shop says.
    await marina.db
      .updateTable('staff')
      .set({ pin_set_at: MORNING + 60_000 })
      .execute()
    await marina.people.setPin(person.id, '8642')
    expect((await marina.admissions.read(person.id)).pin.setAt).toBe(MORNING + 60_001)
  })

  it('a shop without the person receives no PIN, and a shop that blocked them keeps them blocked', async () => {
    const { marina, person, said } = await twoShops()
    const { role: _, ...news } = said
    expect(await marina.admissions.admit(news, OWNER)).toBe(false)
    expect(await marina.people.find(person.id)).toBeUndefined()
    await marina.admissions.admit(said, OWNER)
    await marina.admissions.dismiss(person.id, OWNER)
    expect(await marina.admissions.admit(news, OWNER)).toBe(false)
    expect(await marina.people.find(person.id)).toBeUndefined()
    expect(await marina.admissions.admit(said, OWNER)).toBe(true)
    expect((await marina.people.listAll()).filter(({ id }) => id === person.id)).toHaveLength(1)
  })

  it('an owner is an owner in another shop, too, if the administrator or an owner says so', async () => {
    const { marina, person, said, byHamad } = await twoShops({ role: 'supervisor', isOwner: true })
    await expect(marina.admissions.admit(said, byHamad)).rejects.toThrow('is an owner')
    await marina.admissions.admit(said, OWNER)
    expect(await marina.people.find(person.id)).toMatchObject({ isOwner: true })
    // A person who sets their PIN could sign in as an owner.
    const another = { ...said, isOwner: undefined, pin: { ...said.pin, hash: `${said.pin.hash}x` } }
    await expect(
      marina.admissions.admit({ ...said, isOwner: true, id: 'new', role: 'cashier' }, OWNER),
    ).rejects.toThrow('supervisor in every shop')
    await expect(marina.admissions.admit(another, byHamad)).rejects.toThrow('is an owner')
    await expect(marina.admissions.dismiss(person.id, byHamad)).rejects.toThrow('is an owner')
    expect(await marina.people.verifyPin(person.id, '730519')).toBeDefined()
    // If the person already exists here, only the administrator can change whether they are an owner.
    await marina.admissions.admit({ ...said, isOwner: false }, OWNER)
    expect(await marina.people.find(person.id)).toMatchObject({ isOwner: true })
    await marina.admissions.admit({ ...said, isOwner: false }, ADMINISTRATOR)
    expect(await marina.people.find(person.id)).not.toHaveProperty('isOwner')
    await marina.admissions.admit(said, OWNER)
    expect(await marina.people.find(person.id)).not.toHaveProperty('isOwner')
  })

  it('a shop in which a person is a cashier rejects that they are an owner, but accepts their PIN', async () => {
    const { marina, person, said } = await twoShops({ role: 'supervisor' })
    await marina.admissions.admit({ ...said, role: 'cashier' }, ADMINISTRATOR)
    const news = { id: person.id, name: 'Amal' }
    await expect(marina.admissions.admit({ ...news, isOwner: true }, ADMINISTRATOR)).rejects.toThrow('a cashier here')
    expect(await marina.admissions.admit({ ...news, isOwner: false }, ADMINISTRATOR)).toBe(true)
    expect(await marina.admissions.admit({ ...said, isOwner: true }, OWNER)).toBe(true)
    expect(await marina.people.find(person.id)).toMatchObject({ role: 'cashier' })
    await marina.admissions.dismiss(person.id, ADMINISTRATOR)
    expect(await marina.admissions.admit({ ...news, isOwner: true }, ADMINISTRATOR)).toBe(false)
  })

  it('a former owner, or a person blocked here, cannot act here through a shop that was not informed', async () => {
    const { deira, marina, person, said } = await twoShops({ name: 'Sara', role: 'supervisor', isOwner: true })
    const bySara: RequestOrigin = { shop: 'Deira', person: { id: person.id, name: 'Sara', isOwner: true } }
    await marina.admissions.admit(said, OWNER)
    const noura = await marina.people.add({ name: 'Noura', role: 'supervisor', pin: '604918', isOwner: true })
    const { role: _, ...ofNoura } = await marina.admissions.read(noura.id)
    const pin = { ...ofNoura.pin, hash: `${ofNoura.pin.hash}x` }
    await marina.admissions.admit({ id: person.id, name: 'Sara', isOwner: false }, ADMINISTRATOR)
    await expect(marina.admissions.admit({ ...ofNoura, pin }, bySara)).rejects.toThrow('is an owner')
    await expect(marina.admissions.admit(said, bySara)).rejects.toThrow('is an owner')
    await marina.admissions.dismiss(person.id, ADMINISTRATOR)
    const amal = await deira.people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
    for (const one of [said, await deira.admissions.read(amal.id)])
      await expect(marina.admissions.admit(one, bySara)).rejects.toThrow('not a supervisor of this shop')
    expect(await marina.people.find(person.id)).toBeUndefined()
  })

  it('a person who was blocked is added again only with the role that they are given now', async () => {
    const { marina, person, said } = await twoShops({ name: 'Sara', role: 'supervisor', isOwner: true })
    await marina.admissions.admit(said, OWNER)
    const letInAgain = async (changes: Partial<NewMember>) => {
      await marina.admissions.dismiss(person.id, OWNER)
      await marina.admissions.admit({ ...said, ...changes }, OWNER)
      return marina.people.find(person.id)
    }
    expect(await letInAgain({})).toMatchObject({ role: 'supervisor', isOwner: true })
    expect(await letInAgain({ isOwner: false })).toEqual({ id: person.id, name: 'Sara', role: 'supervisor' })
    expect(await letInAgain({ role: 'cashier' })).toMatchObject({ role: 'cashier' })
    // A new PIN alone changes no role, and neither does a higher role from another shop.
    expect(await letInAgain({})).toMatchObject({ role: 'cashier' })
    const { lines } = await marina.audit.page({ kind: 'staff-role-changed' })
    expect(lines.map(({ detail }) => [detail?.before, detail?.role])).toEqual([
      ['supervisor', 'cashier'],
      ['owner', 'supervisor'],
    ])
  })
})

it('a rejected message from another shop changes nothing', async () => {
  const { marina, hamad, said } = await twoShops()
  const stranger: RequestOrigin = { shop: 'Deira', person: { id: 'joseph', name: 'Joseph', isOwner: false } }
  const ofHamad = { ...said, id: hamad.id, role: undefined }
  const refused: [problem: string, said: NewMember, from: RequestOrigin][] = [
    ['its own key file', { ...said, pin: { ...said.pin, pepper: 'other' } }, OWNER],
    ['too short', { ...said, role: 'supervisor' }, OWNER],
    ['too short', { ...ofHamad, name: 'Hamad' }, OWNER],
    ['Hamad already exists', { ...said, name: 'HAMAD' }, OWNER],
    ['someone else', { ...ofHamad, name: 'Noura' }, OWNER],
    ['Joseph is not a supervisor of this shop', said, stranger],
  ]
  const before = await marina.db.selectFrom('staff').selectAll().execute()
  for (const [problem, person, from] of refused)
    await expect(async () => marina.admissions.admit(person, from)).rejects.toThrow(problem)
  await expect(marina.admissions.dismiss(hamad.id, stranger)).rejects.toThrow('not a supervisor of this shop')
  await expect(marina.admissions.dismiss(hamad.id, OWNER)).rejects.toThrow('last supervisor')
  expect(await marina.db.selectFrom('staff').selectAll().execute()).toEqual(before)
})
