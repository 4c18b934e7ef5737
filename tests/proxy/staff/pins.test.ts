import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

import { createPinQueue, hashPin, isPin, openPepper, readPin, type PinQueue } from '#proxy/staff/pins.ts'
import { aFolder } from '../../support/folders.ts'
import { aStaffStore } from './staff-store.ts'

describe('readPin', () => {
  it.each([
    { role: 'cashier', text: '2580' },
    { role: 'cashier', text: '1223' },
    { role: 'cashier', text: '1879' },
    { role: 'cashier', text: '20261' },
    { role: 'cashier', text: '172839405162' },
    { role: 'supervisor', text: '604918' },
  ] as const)('readPin accepts $text for a $role', ({ role, text }) => {
    expect(readPin(role, text)).toBe(text)
  })

  it('a PIN typed in Arabic digits is the same PIN', () => {
    expect(readPin('cashier', '٢٥٨٠')).toBe('2580')
  })

  it.each([
    { role: 'cashier', text: '', rule: '4 to 12 digits' },
    { role: 'cashier', text: '258', rule: '4 to 12 digits' },
    { role: 'cashier', text: '1234567890123', rule: '4 to 12 digits' },
    { role: 'cashier', text: '25 80', rule: '4 to 12 digits' },
    { role: 'cashier', text: '2580\n', rule: '4 to 12 digits' },
    { role: 'supervisor', text: '25801', rule: '6 to 12 digits' },
  ] as const)('readPin refuses "$text" for a $role and names the rule', ({ role, text, rule }) => {
    expect(() => readPin(role, text)).toThrow(rule)
  })
})

describe('a PIN that is easy to guess', () => {
  it.each([
    { text: '0000', reason: 'two different digits' },
    { text: '1212', reason: 'two different digits' },
    { text: '7727', reason: 'two different digits' },
    { text: '1234', reason: 'run up or down' },
    { text: '890123', reason: 'run up or down' },
    { text: '9876', reason: 'run up or down' },
    { text: '210987', reason: 'run up or down' },
    { text: '123123', reason: 'repeats itself' },
    { text: '25802580', reason: 'repeats itself' },
    { text: '1987', reason: 'a year' },
    { text: '2031', reason: 'a year' },
  ])('$text is refused: $reason', ({ text, reason }) => {
    expect(() => readPin('cashier', text)).toThrow(reason)
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
})

describe('a PIN hash', () => {
  const pepper = randomBytes(32)

  it('a PIN hash fits its own PIN and no other', async () => {
    const stored = await hashPin('2580', pepper)
    expect(await isPin('2580', stored, pepper)).toBe(true)
    expect(await isPin('2581', stored, pepper)).toBe(false)
    expect(await isPin('02580', stored, pepper)).toBe(false)
  })

  it('a PIN hash fits no PIN under another pepper', async () => {
    expect(await isPin('2580', await hashPin('2580', pepper), randomBytes(32))).toBe(false)
  })

  it('two people with the same PIN have different hashes', async () => {
    expect(await hashPin('2580', pepper)).not.toBe(await hashPin('2580', pepper))
  })

  it('a PIN is verified at the cost that its hash names', async () => {
    const stored = await hashPin('2580', pepper)
    // Another cost gives other bytes, so the numbers in the text must be the ones that are used.
    expect(await isPin('2580', stored.replace('$16384$', '$8192$'), pepper)).toBe(false)
  })

  it('a hash of an unknown kind is an error and not a wrong PIN', async () => {
    await expect(isPin('2580', 'md5$abc', pepper)).rejects.toThrow('unknown kind')
  })
})

/** Runs work in the queue that lasts until the test ends it. */
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

describe('the queue of PINs', () => {
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
})

describe('the pepper', () => {
  it('the pepper is created at its first use, readable by its owner only, and stays the same', () => {
    const folder = join(aFolder(), 'data')
    const pepper = openPepper(folder, false)
    expect(pepper).toHaveLength(32)
    expect(statSync(join(folder, 'pepper')).mode & 0o777).toBe(0o600)
    expect(openPepper(folder, true)).toEqual(pepper)
    expect(readdirSync(folder)).toEqual(['pepper'])
  })

  it('the pepper differs from shop to shop', () => {
    expect(openPepper(aFolder(), false)).not.toEqual(openPepper(aFolder(), false))
  })

  it('a missing pepper is not created again while there are staff whose PINs need the old one', () => {
    const folder = aFolder()
    expect(() => openPepper(folder, true)).toThrow('is missing')
    expect(readdirSync(folder)).toEqual([])
  })

  it('a damaged pepper is not replaced', () => {
    const folder = aFolder()
    writeFileSync(join(folder, 'pepper'), 'short')
    expect(() => openPepper(folder, false)).toThrow('is damaged')
    expect(readFileSync(join(folder, 'pepper'), 'utf8')).toBe('short')
  })
})
