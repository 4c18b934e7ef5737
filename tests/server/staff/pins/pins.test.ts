import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { createPinQueue, hashPin, isPin, openPepper, readPin, type PinQueue } from '#server/staff/pins/pins.ts'
import { aFolder } from '../../../support/folders.ts'
import { aStaffStore } from '../staff-store.ts'

/**
 * @security V6.2.1, V6.2.4: Common PINs are rejected; cashiers need four digits, supervisors six.
 * @security V11.4.2, V13.3.1: A stolen database does not reveal PINs: scrypt, a salt, and a pepper in a separate file.
 * @security V15.1.3: PINs are hashed two at a time, and the tills take turns.
 */

it('readPin accepts PINs of 4 to 12 digits for a cashier and of 6 to 12 for a supervisor, in Arabic digits, too', () => {
  for (const text of ['2580', '1223', '1879', '20261', '172839405162']) expect(readPin('cashier', text)).toBe(text)
  expect(readPin('supervisor', '604918')).toBe('604918')
  expect(readPin('cashier', '٢٥٨٠')).toBe('2580')
  for (const text of ['', '258', '1234567890123', '25 80', '2580\n'])
    expect(() => readPin('cashier', text), text).toThrow('4 to 12 digits')
  expect(() => readPin('supervisor', '25801')).toThrow('6 to 12 digits')
})

it.each([
  ['it has at most two different digits', ['0000', '1212', '7727'], 'two different digits'],
  ['its digits run up or down', ['1234', '890123', '9876', '210987'], 'run up or down'],
  ['it repeats itself', ['123123', '25802580'], 'repeats itself'],
  ['it is a year', ['1987', '2031'], 'a year'],
])('a PIN is rejected when %s: %s', (_, texts, reason) => {
  for (const text of texts) expect(() => readPin('cashier', text), text).toThrow(reason)
})

it('nine in ten PINs of four digits are accepted', () => {
  const all = Array.from({ length: 10_000 }, (_, number) => String(number).padStart(4, '0'))
  const good = all.filter((text) => {
    try {
      return readPin('cashier', text)
    } catch {
      return false
    }
  })
  expect(good.length).toBeGreaterThan(9_000)
  expect(good).toEqual(expect.arrayContaining(['2580', '7193', '4826', '9064', '3751']))
})

const pepper = randomBytes(32)

it('a PIN hash fits its own PIN with its key file and nothing else, and is different for each person', async () => {
  const stored = await hashPin('2580', pepper)
  expect(await hashPin('2580', pepper)).not.toBe(stored)
  expect(await isPin('2580', stored, pepper)).toBe(true)
  expect(await isPin('2581', stored, pepper)).toBe(false)
  expect(await isPin('02580', stored, pepper)).toBe(false)
  expect(await isPin('2580', stored, randomBytes(32))).toBe(false)
})

it('a PIN is verified at the cost that its hash names', async () => {
  const stored = await hashPin('2580', pepper)
  // A different cost gives different bytes, so the numbers in the stored hash must be the ones that are used.
  expect(await isPin('2580', stored.replace('$16384$', '$8192$'), pepper)).toBe(false)
})

it('a hash of an unknown kind is an error and not a wrong PIN', async () => {
  await expect(isPin('2580', 'md5$abc', pepper)).rejects.toThrow('unknown kind')
})

function someWork(turns: ReturnType<typeof createPinQueue>) {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const take = (who: string, name = who) =>
    turns.run(who, () => {
      begun.push(name)
      return new Promise<void>((resolve) => ends.set(name, resolve))
    })
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const end = async (name: string) => {
    ends.get(name)!()
    await settled()
  }
  return { begun, take, end, settled }
}

it('two PINs are hashed at once, and the others in their order of arrival', async () => {
  const { begun, take, end, settled } = someWork(createPinQueue())
  for (const who of ['a', 'b', 'c', 'd']) void take(who)
  await settled()
  expect(begun).toEqual(['a', 'b'])
  await end('b')
  expect(begun).toEqual(['a', 'b', 'c'])
  await end('a')
  expect(begun).toEqual(['a', 'b', 'c', 'd'])
})

it('a terminal has one place in the queue, so endless attempts at one delay no other', async () => {
  const { begun, take, end, settled } = someWork(createPinQueue())
  void take('loud', 'loud 1')
  void take('loud', 'loud 2')
  for (let tries = 0; tries < 100; tries += 1) {
    await expect(take('loud')).rejects.toMatchObject({ status: 429, failure: { code: 'rate-limited' } })
  }
  void take('calm')
  await settled()
  expect(begun).toEqual(['loud 1', 'calm'])
  await end('loud 1')
  expect(begun).toEqual(['loud 1', 'calm', 'loud 2'])
})

it('the shops of a process take turns in one queue', async () => {
  const turns = createPinQueue()
  let asked = 0
  const pinQueue: PinQueue = {
    run: (who, work) => {
      asked += 1
      return turns.run(who, work)
    },
  }
  for (const { people } of [await aStaffStore({ pinQueue }), await aStaffStore({ pinQueue })])
    await people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
  expect(asked).toBe(2)
})

it('the queue continues after a failure', async () => {
  const turns = createPinQueue()
  await expect(turns.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.run('a', async () => 'done')).toBe('done')
})

it('the key file is created at its first use, readable only by its owner, stays the same and differs from shop to shop', () => {
  const folder = join(aFolder(), 'data')
  const pepper = openPepper(folder, false)
  expect(pepper).toHaveLength(32)
  expect(statSync(join(folder, 'pepper')).mode & 0o777).toBe(0o600)
  expect(openPepper(folder, true)).toEqual(pepper)
  expect(openPepper(aFolder(), false)).not.toEqual(pepper)
  expect(readdirSync(folder)).toEqual(['pepper'])
})

it('a missing key file is not created again while there are staff whose PINs need the old one', () => {
  const folder = aFolder()
  expect(() => openPepper(folder, true)).toThrow('is missing')
  expect(readdirSync(folder)).toEqual([])
})

it('a damaged key file is not replaced', () => {
  const folder = aFolder()
  writeFileSync(join(folder, 'pepper'), 'short')
  expect(() => openPepper(folder, false)).toThrow('is damaged')
  expect(readFileSync(join(folder, 'pepper'), 'utf8')).toBe('short')
})
