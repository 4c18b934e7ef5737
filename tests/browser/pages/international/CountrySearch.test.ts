// @vitest-environment jsdom

import { describe, expect, it } from 'vitest'

import { arrangeCountries, findGroup } from '#browser/pages/international/CountrySearch.tsx'

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

describe('arrangeCountries', () => {
  const many = Array.from({ length: 40 }, (_, at) => country(`C${at}`))
  const ids = (countries: readonly { id: string }[]) => countries.map(({ id }) => id)
  const ofTill = { recentIds: ['C9', 'C8', 'C7', 'C6', 'C5'], tileIds: ['c30', 'C9', 'XXX'] }

  it('puts what this till sold to last first, then what else the shop sells to, and each country in one place', () => {
    const { recent, usual, others } = arrangeCountries(many, ofTill)
    expect(ids(recent)).toEqual(['C9', 'C8', 'C7', 'C6'])
    expect(ids(usual)).toEqual(['C5', 'C30'])
    expect(ids(others).slice(0, 6)).toEqual(['C0', 'C1', 'C2', 'C3', 'C4', 'C10'])
  })

  it('takes the tiles of the shop as the usual ones on the first day', () => {
    const { recent, usual } = arrangeCountries(many, { recentIds: [], tileIds: ['C30', 'C2'] })
    expect(recent).toEqual([])
    expect(ids(usual)).toEqual(['C30', 'C2'])
  })

  it.each([
    { known: { recentIds: [], tileIds: [] }, shown: 28 },
    { known: { recentIds: ['C1'], tileIds: [] }, shown: 20 },
    { known: ofTill, shown: 16 },
  ])('lists $shown others, which fit below the usual ones of $known', ({ known, shown }) => {
    const { others, isCut } = arrangeCountries(many, known)
    expect(others).toHaveLength(shown)
    expect(isCut).toBe(true)
  })

  it('cuts nothing that fits', () => {
    const few = many.slice(0, 28)
    expect(arrangeCountries(few, { recentIds: [], tileIds: [] })).toMatchObject({ others: few, isCut: false })
  })
})
