import { describe, expect, it } from 'vitest'

import { findGroup } from '#browser/pages/international/country-list.ts'

const country = (id: string, groups?: string[]) => ({
  id,
  name: id,
  phoneCode: '+1',
  phoneMask: '*',
  currency: 'USD',
  ...(groups ? { groups } : {}),
})
const plain = [country('PHL'), country('IND')]
const grouped = [country('PHL'), country('IND', ['South-Asia']), country('NPL', ['himalaya', 'south-asia'])]
const idsOf = (group: ReturnType<typeof findGroup>) => group.countries.map(({ id }) => id)

describe('findGroup', () => {
  it('leaves out who is not in the group, once any country tells its groups', () => {
    expect(idsOf(findGroup(grouped, 'south-asia'))).toEqual(['IND', 'NPL'])
    expect(idsOf(findGroup(grouped, 'moon'))).toEqual([])
  })

  it('keeps all of them where none tells', () => {
    expect(idsOf(findGroup(plain, 'south-asia'))).toEqual(['PHL', 'IND'])
  })

  it('names the group by its key', () => {
    expect(findGroup(plain, 'south-asia').name).toBe('South Asia')
    expect(findGroup(plain, ' GCC_states ').name).toBe('GCC States')
  })

  it.each([undefined, '', '  '])('asks for no group by %j', (key) => {
    expect(findGroup(grouped, key)).toEqual({ countries: grouped, name: undefined })
  })
})
