import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { findSameDenomination, groupDenominations } from '#domain/catalog/international-denominations.ts'
import { isOtherCountry, isOtherProvider, type Category, type Denomination } from '#domain/catalog/international.ts'
import { decimal, money } from '#domain/money/money.ts'
import { rowsOf } from '../../support/rows.ts'

const anAmount = (id: string, categoryId = '', changes: Partial<Denomination> = {}): Denomination => ({
  id,
  categoryId,
  name: `Amount ${id}`,
  description: '',
  gets: money(decimal('100'), 'PHP'),
  pays: money(decimal('7.5'), 'AED'),
  ...changes,
})

const CATEGORIES: Category[] = [
  { id: 'mobile', name: 'Mobile Recharge' },
  { id: 'mobile-airtime', parentId: 'mobile', name: 'Airtime / Calls' },
  { id: 'gift-cards', name: 'Gift Cards & Games' },
  { id: 'mobile-data', parentId: 'mobile', name: 'Mobile Internet' },
  { id: 'lost-part', parentId: 'nowhere', name: 'Part of nothing' },
]

const shape = (categories: Category[], denominations: Denomination[]) =>
  groupDenominations(categories, denominations).map(({ id, denominations: inside }) => [
    id,
    inside.map((one) => one.id),
  ])

describe('amounts by category', () => {
  it('amounts are grouped in the order of the categories, without empty groups, and keep their own order', () => {
    const amounts = [
      anAmount('d', 'mobile-data'),
      anAmount('a2', 'mobile-airtime'),
      anAmount('g', 'gift-cards'),
      anAmount('a1', 'mobile-airtime'),
      anAmount('m', 'mobile'),
    ]
    expect(shape(CATEGORIES, amounts)).toEqual([
      ['mobile', ['m']],
      ['mobile-airtime', ['a2', 'a1']],
      ['mobile-data', ['d']],
      ['gift-cards', ['g']],
    ])
  })

  it('the group of a subcategory names its root', () => {
    const [group] = groupDenominations(CATEGORIES, [anAmount('a', 'mobile-airtime')])
    expect(group).toMatchObject({ name: 'Airtime / Calls', rootName: 'Mobile Recharge' })
    expect(groupDenominations(CATEGORIES, [anAmount('m', 'mobile')])[0]).not.toHaveProperty('rootName')
    expect(groupDenominations(CATEGORIES, [anAmount('p', 'lost-part')])[0]).not.toHaveProperty('rootName')
  })

  it('amounts without a known category are the last group and have no name', () => {
    const amounts = [anAmount('x', 'unheard-of'), anAmount('a', 'mobile-airtime'), anAmount('y')]
    expect(shape(CATEGORIES, amounts)).toEqual([
      ['mobile-airtime', ['a']],
      ['', ['x', 'y']],
    ])
    expect(groupDenominations(CATEGORIES, amounts).at(-1)).not.toHaveProperty('name')
  })

  it('every amount is in one group, whatever the categories say of each other', () => {
    const ids = fc.constantFrom('a', 'b', 'c', 'd')
    const category = fc.record({ id: ids, parentId: fc.option(ids, { nil: undefined }), name: fc.string() })
    fc.assert(
      fc.property(fc.array(category), fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e', '')), (categories, of) => {
        const amounts = of.map((categoryId, index) => anAmount(String(index), categoryId))
        const found = groupDenominations(categories as Category[], amounts).flatMap((group) => group.denominations)
        expect(found.map(({ id }) => id).toSorted()).toEqual(amounts.map(({ id }) => id).toSorted())
      }),
    )
  })
})

describe('the same amount in a newer offer', () => {
  const wanted = { id: 'a', name: 'Load 300', gets: money(decimal('300'), 'PHP') }
  const same = { name: 'load  300', gets: wanted.gets }

  it('the same amount is the one with the same id', () => {
    expect(findSameDenomination([anAmount('b', '', same), anAmount('a')], wanted)?.id).toBe('a')
  })

  it('without the same id, the same amount is the one with the same name and value', () => {
    expect(findSameDenomination([anAmount('b', '', same)], wanted)?.id).toBe('b')
  })

  it('two amounts with the same name and value are not the same amount, so a person chooses', () => {
    expect(findSameDenomination([anAmount('b', '', same), anAmount('c', '', same)], wanted)).toBeUndefined()
  })

  it.each([
    { ...same, name: 'Load 500' },
    { ...same, gets: money(decimal('301'), 'PHP') },
    { ...same, gets: money(decimal('300'), 'INR') },
  ])('an amount with another name or value is not the same amount', (changes) => {
    expect(findSameDenomination([anAmount('b', '', changes)], wanted)).toBeUndefined()
  })
})

describe('isOtherProvider', () => {
  it.each([
    { chosen: { id: '1', name: 'Islanet' }, detected: {}, isOther: false },
    { chosen: { id: '1', name: 'Islanet' }, detected: { id: '1', name: 'Lakbay' }, isOther: false },
    { chosen: { id: '1', name: 'Islanet' }, detected: { id: '2', name: ' ISLANET' }, isOther: false },
    { chosen: { id: '1', name: 'Islanet' }, detected: { id: '2', name: 'Lakbay' }, isOther: true },
    { chosen: { id: '1', name: 'Islanet' }, detected: { id: '2' }, isOther: true },
    { chosen: { id: '1', name: 'Islanet' }, detected: { name: 'Lakbay' }, isOther: true },
    { chosen: { name: 'Islanet' }, detected: { id: '2', name: 'Islanet' }, isOther: false },
    { chosen: {}, detected: { id: '2', name: 'Islanet' }, isOther: true },
  ])('the provider $detected differs from $chosen: $isOther', ({ chosen, detected, isOther }) => {
    expect(isOtherProvider(chosen, detected)).toBe(isOther)
  })
})

describe('isOtherCountry', () => {
  const philippines = { id: 'PHL', name: 'Philippines', phoneCode: '+63', phoneMask: '' }
  it.each(
    rowsOf<boolean, Parameters<typeof isOtherCountry>[1]>([
      [false, [{}, { id: 'PHL' }, { id: 'phl', name: 'India' }, { id: 'PHI', name: 'Philippines' }, { id: '608' }]],
      [false, [{ id: '608', name: 'PHILIPPINES' }, { name: 'philippines' }]],
      [true, [{ id: 'IND' }, { id: 'IND', name: 'India' }, { id: '356', name: 'India' }, { name: 'India' }]],
    ]),
  )('the country %j differs from PHL: %s', (said, isOther) => {
    expect(isOtherCountry(philippines, said)).toBe(isOther)
  })

  it.each([
    { said: { id: '608', name: 'India' }, isOther: false },
    { said: { id: '356' }, isOther: true },
    { said: { id: '356', name: 'Philippines' }, isOther: false },
  ])('the country $said differs from PHL with the other id 608: $isOther', ({ said, isOther }) => {
    expect(isOtherCountry({ ...philippines, otherId: '608' }, said)).toBe(isOther)
  })
})
