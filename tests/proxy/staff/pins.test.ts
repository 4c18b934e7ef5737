import { randomBytes } from 'node:crypto'
import { describe, expect, it } from 'vitest'

import { hashPin, isPin, readPin } from '#proxy/staff/pins.ts'

describe('readPin', () => {
  it.each([
    { role: 'cashier', text: '2580' },
    { role: 'cashier', text: '1223' },
    { role: 'cashier', text: '1879' },
    { role: 'cashier', text: '20261' },
    { role: 'cashier', text: '172839405162' },
    { role: 'supervisor', text: '604918' },
  ] as const)('takes $text for a $role', ({ role, text }) => {
    expect(readPin(role, text)).toBe(text)
  })

  it.each([
    { role: 'cashier', text: '', rule: '4 to 12 digits' },
    { role: 'cashier', text: '258', rule: '4 to 12 digits' },
    { role: 'cashier', text: '1234567890123', rule: '4 to 12 digits' },
    { role: 'cashier', text: '25 80', rule: '4 to 12 digits' },
    { role: 'cashier', text: '2580\n', rule: '4 to 12 digits' },
    { role: 'cashier', text: '٢٥٨٠', rule: '4 to 12 digits' },
    { role: 'supervisor', text: '25801', rule: '6 to 12 digits' },
  ] as const)('refuses "$text" for a $role and says the rule', ({ role, text, rule }) => {
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

  it('leaves nine in ten of four digits', () => {
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

  it('fits its own PIN and no other', async () => {
    const stored = await hashPin('2580', pepper)
    expect(await isPin('2580', stored, pepper)).toBe(true)
    expect(await isPin('2581', stored, pepper)).toBe(false)
    expect(await isPin('02580', stored, pepper)).toBe(false)
  })

  it('fits nothing under another pepper', async () => {
    expect(await isPin('2580', await hashPin('2580', pepper), randomBytes(32))).toBe(false)
  })

  it('differs for two people with the same PIN', async () => {
    expect(await hashPin('2580', pepper)).not.toBe(await hashPin('2580', pepper))
  })

  it('is checked at the cost it names', async () => {
    const stored = await hashPin('2580', pepper)
    // Another cost gives other bytes, so the numbers in the text must be the ones that are used.
    expect(await isPin('2580', stored.replace('$16384$', '$8192$'), pepper)).toBe(false)
  })

  it('of an unknown kind is a fault, not a wrong PIN', async () => {
    await expect(isPin('2580', 'md5$abc', pepper)).rejects.toThrow('unknown kind')
  })
})
