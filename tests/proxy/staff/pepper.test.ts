import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

import { openPepper } from '#proxy/staff/pepper.ts'
import { aFolder } from '../../support/folders.ts'

it('is made at the first use, for its owner alone, and stays the same', () => {
  const folder = join(aFolder(), 'data')
  const pepper = openPepper(folder, false)
  expect(pepper).toHaveLength(32)
  expect(statSync(join(folder, 'pepper')).mode & 0o777).toBe(0o600)
  expect(openPepper(folder, true)).toEqual(pepper)
  expect(readdirSync(folder)).toEqual(['pepper'])
})

it('differs from shop to shop', () => {
  expect(openPepper(aFolder(), false)).not.toEqual(openPepper(aFolder(), false))
})

it('is not made anew when there are staff whose PINs need the old one', () => {
  const folder = aFolder()
  expect(() => openPepper(folder, true)).toThrow('is missing')
  expect(readdirSync(folder)).toEqual([])
})

it('is not replaced when it is damaged', () => {
  const folder = aFolder()
  writeFileSync(join(folder, 'pepper'), 'short')
  expect(() => openPepper(folder, false)).toThrow('is damaged')
  expect(readFileSync(join(folder, 'pepper'), 'utf8')).toBe('short')
})
