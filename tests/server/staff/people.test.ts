import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { aStaffStore } from './staff-store.ts'

const amal = { name: 'Amal Rahman', role: 'cashier', pin: '2580' } as const
const hamad = { name: 'Hamad Saleh', role: 'supervisor', pin: '604918' } as const

it('people are listed in the order in which they were added, also within one millisecond', async () => {
  const { people } = await aStaffStore()
  for (const name of ['Zaid', 'Amal', 'Mona']) await people.add({ ...amal, name })
  expect((await people.list()).map(({ name }) => name)).toEqual(['Zaid', 'Amal', 'Mona'])
})

it('people and their PINs are known after a restart, and the database contains no PIN', async () => {
  const shop = await aStaffStore()
  const added = await shop.people.add(hamad)
  expect(JSON.stringify(await shop.db.selectFrom('staff').selectAll().execute())).not.toContain('604918')
  const { people } = await shop.again()
  expect(await people.find(added.id)).toEqual({ id: added.id, name: 'Hamad Saleh', role: 'supervisor' })
  expect(await people.verifyPin(added.id, '604918')).toMatchObject({ person: added })
  expect(await people.verifyPin(added.id, '604919')).toBeUndefined()
})

it('names are unique, however they are written, also of people who are added at the same time', async () => {
  const { people } = await aStaffStore()
  const results = await Promise.allSettled([people.add(amal), people.add(amal)])
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  for (const name of ['Amal Rahman', 'amal rahman', '  AMAL   Rahman '])
    await expect(people.add({ ...hamad, name }), name).rejects.toThrow('Amal Rahman already exists')
  expect(await people.list()).toHaveLength(1)
})

it('no one is added under a name without a letter or a digit', async () => {
  const { people } = await aStaffStore()
  for (const { name, problem } of [
    { name: ' ', problem: 'A name is needed' },
    { name: '.', problem: 'a letter or a digit' },
    { name: '·', problem: 'a letter or a digit' },
    { name: '\u0301', problem: 'a letter or a digit' },
    { name: 'Amal\u2800', problem: 'control characters' },
    { name: 'x'.repeat(61), problem: 'at most 60' },
    { name: 'Amal\u0007', problem: 'control characters' },
  ])
    await expect(people.add({ ...amal, name }), name).rejects.toThrow(problem)
  expect(await people.hasAnyone()).toBe(false)
})

it('the name of a blocked person is available, and the person stays in the list', async () => {
  const { people } = await aStaffStore()
  const first = await people.add(amal)
  await people.disable(first.id)
  const second = await people.add(amal)
  expect(await people.list()).toEqual([second])
  expect((await people.listAll()).map(({ id, disabledAt }) => [id, disabledAt === null])).toEqual([
    [first.id, false],
    [second.id, true],
  ])
  expect(await people.verifyPin(first.id, '2580')).toBeUndefined()
})

it('the PIN stays when the new one breaks the rule of the role', async () => {
  const { people } = await aStaffStore()
  const { id } = await people.add(hamad)
  await expect(people.setPin(id, '1357')).rejects.toThrow('6 to 12 digits')
  expect(await people.verifyPin(id, '604918')).toMatchObject({ person: { id } })
})

it('unknown and blocked people can neither be changed nor blocked', async () => {
  const { people } = await aStaffStore()
  const { id } = await people.add(amal)
  await people.disable(id)
  for (const gone of [id, 'nobody']) {
    await expect(people.setPin(gone, '7193')).rejects.toThrow('No one with this id')
    await expect(people.disable(gone)).rejects.toThrow('No one with this id')
  }
})

it('only an owner, or the administrator, can change an owner', async () => {
  const { people } = await aStaffStore()
  const owner = await people.add({ ...hamad, isOwner: true })
  const other = await people.add({ name: 'Sara', role: 'supervisor', pin: '604918' })
  const by = { by: other }
  const { id } = owner
  expect(await people.find(id)).toEqual({ id, name: 'Hamad Saleh', role: 'supervisor', isOwner: true })
  for (const change of [people.unlock, people.disable, (id: string) => people.setPin(id, '913506', by)])
    await expect(change(owner.id, by)).rejects.toThrow('Hamad Saleh is an owner')
  await people.disable(owner.id)
  await expect(people.enable(owner.id, by)).rejects.toThrow('Hamad Saleh is an owner')
  await people.enable(owner.id)
  expect(await people.verifyPin(owner.id, '604918')).toBeDefined()
  await people.setOwner(other.id, true)
  await people.setPin(owner.id, '913506', by)
  expect(await people.verifyPin(owner.id, '913506')).toBeDefined()
})

it('only a supervisor can be an owner, and is a supervisor again afterward', async () => {
  const { people } = await aStaffStore()
  const cashier = await people.add(amal)
  await expect(people.setOwner(cashier.id, true)).rejects.toThrow('Only a supervisor can be an owner')
  const { id } = await people.add(hamad)
  expect(await people.setOwner(id, true)).toMatchObject({ isOwner: true })
  expect(await people.setOwner(id, false)).toEqual({ id, name: 'Hamad Saleh', role: 'supervisor' })
})

it('a database with people is not opened without its key file', async () => {
  const shop = await aStaffStore()
  await shop.people.add(amal)
  rmSync(join(shop.dataFolder, 'pepper'))
  await expect(shop.again()).rejects.toThrow('pepper is missing')
})

it('demo staff are added once, to an empty database, and can sign in with the shown PINs', async () => {
  const shop = await aStaffStore()
  await shop.demo.seed()
  const { demo, people } = await shop.again()
  await demo.seed()
  const signIns = await demo.signIns()
  expect(signIns.map(({ name, role }) => `${name}, ${role}`)).toEqual([
    'Amal Rahman, cashier',
    'Joseph Mathew, cashier',
    'Priya Nair, cashier',
    'Bilal Khan, cashier',
    'Grace Otieno, cashier',
    'Hamad Saleh, supervisor',
  ])
  for (const { id, pin } of signIns) expect(await people.verifyPin(id, pin)).toMatchObject({ person: { id } })
})

it('demo staff are not added to a database with people, even if all are blocked', async () => {
  const { people, demo } = await aStaffStore()
  await people.disable((await people.add(amal)).id)
  await demo.seed()
  expect(await people.list()).toEqual([])
  expect(await demo.signIns()).toEqual([])
})

it('demo staff with another PIN are not shown', async () => {
  const { people, demo } = await aStaffStore()
  await demo.seed()
  const [first] = await demo.signIns()
  await people.setPin(first!.id, '8642')
  expect((await demo.signIns()).map(({ id }) => id)).not.toContain(first!.id)
  expect(await demo.signIns()).toHaveLength(5)
})

it('unreadable limits stop only their own cashier, until they are set again', async () => {
  const { people, db, audit } = await aStaffStore()
  const amal = await people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
  const joseph = await people.add({ name: 'Joseph', role: 'cashier', pin: '7193' })
  await db.updateTable('staff').set({ limits: '{"currency":' }).where('id', '=', amal.id).execute()
  const failure = { code: 'internal-error', message: expect.stringContaining('The limits of Amal'), moneyMoved: 'no' }
  await expect(people.limitsOf(amal.id)).rejects.toMatchObject({ status: 500, failure })
  expect(await people.limitsOf(joseph.id)).toBeUndefined()
  expect(await people.listAll()).toMatchObject([{ name: 'Amal', hasUnreadableLimits: true }, { name: 'Joseph' }])
  await people.setLimits(amal.id, { currency: 'AED', perSale: '50' })
  expect(await people.limitsOf(amal.id)).toEqual({ currency: 'AED', perSale: '50' })
  expect((await audit.page({ kind: 'staff-limits-changed' })).lines[0]?.detail).toMatchObject({ before: 'unreadable' })
})
