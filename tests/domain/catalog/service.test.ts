import { describe, expect, it } from 'vitest'

import { serviceKind } from '#domain/catalog/service.ts'

describe('serviceKind', () => {
  it.each([
    { id: 'et-mc', isPinBased: false, kind: 'direct' },
    { id: 'itunes_aed_100', isPinBased: true, kind: 'voucher' },
    { id: 'international-bridge', isPinBased: false, kind: 'international' },
    // The constant id decides, whatever the flag is.
    { id: 'international-bridge', isPinBased: true, kind: 'international' },
    // Ids are case-sensitive.
    { id: 'International-Bridge', isPinBased: false, kind: 'direct' },
  ])('the product $id with a PIN: $isPinBased is of kind $kind', ({ id, isPinBased, kind }) =>
    expect(serviceKind(id, isPinBased)).toBe(kind),
  )
})
