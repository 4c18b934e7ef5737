import { describe, expect, it } from 'vitest'

import { maskAccount } from '#domain/sale/summary.ts'

/** @security V8.2.2: A cashier sees only the state, time, product, cashier and masked account of a colleague's sale. */

describe('a masked account', () => {
  it.each([
    ['971501234567', '971••••••567'],
    ['6391755501423344', '6391••••••••3344'],
    ['huda.alnuaimi@shop.example', 'huda••••••••••••••••••mple'],
    ['a@b.ae', 'a••••e'],
    ['123', '•••'],
    ['', ''],
  ])('the masked account of %j is %j', (account, masked) => expect(maskAccount(account)).toBe(masked))
})
