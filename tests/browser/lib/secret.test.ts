import { inspect } from 'node:util'
import { expect, it } from 'vitest'

import { Secret } from '#browser/lib/secret.ts'

it('a secret opens once', () => {
  const pin = new Secret('2468')
  expect(pin.take()).toBe('2468')
  expect(() => pin.take()).toThrow('taken before')
})

it('a secret that was not opened shows its content to no log, cache or JSON', () => {
  const pin = new Secret('2468')
  const seen = [inspect(pin, { showHidden: true, depth: 5 }), JSON.stringify({ pin }), Object.keys(pin)]
  expect(seen.join()).not.toContain('2468')
  expect(() => structuredClone(pin)).not.toThrow()
  expect(inspect(structuredClone(pin))).not.toContain('2468')
})
