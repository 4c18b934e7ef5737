// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest'

import {
  findKnownOperator,
  readRecentCountries,
  rememberCountry,
  rememberOperator,
} from '#browser/sale/international/international-habits.ts'

beforeEach(() => localStorage.clear())

it('a till knows the operator that numbers with a prefix were last sold for, country by country', () => {
  rememberOperator('PHL', '9175550142', '7')
  expect(findKnownOperator('PHL', '9179999999')).toBe('7')
  expect(findKnownOperator('PHL', '9189999999')).toBeUndefined()
  expect(findKnownOperator('IND', '9179999999')).toBeUndefined()
  rememberOperator('PHL', '9170000000', '8')
  expect(findKnownOperator('PHL', '9175550142')).toBe('8')
})

it('a till stores only prefixes of numbers, and the newest two hundred', () => {
  for (let start = 100; start < 310; start++) rememberOperator('PHL', `${start}5550142`, '7')
  const kept = JSON.parse(localStorage.getItem('toptill-known-operators') ?? '[]')
  expect(kept).toHaveLength(200)
  expect(findKnownOperator('PHL', '3095550142')).toBe('7')
  expect(findKnownOperator('PHL', '1095550142')).toBeUndefined()
  expect(JSON.stringify(localStorage)).not.toContain('5550142')
})

it('a till stores no part of a number that is no longer than its prefix', () => {
  rememberOperator('PHL', '917', '7')
  expect(localStorage).toHaveLength(0)
})

it('a till remembers the last twelve countries, newest first, each once', () => {
  for (const id of ['PHL', 'IND', 'PAK', 'IND']) rememberCountry(id)
  expect(readRecentCountries()).toEqual(['IND', 'PAK', 'PHL'])
  for (const id of 'ABCDEFGHIJK') rememberCountry(id)
  expect(readRecentCountries()).toEqual([...'KJIHGFEDCBA', 'IND'])
})

it.each(['not json', '{}', '[[1,2],["PHL:917"],null]'])('a till reads %s in the storage as nothing', (text) => {
  localStorage.setItem('toptill-known-operators', text)
  localStorage.setItem('toptill-recent-countries', text)
  expect(findKnownOperator('PHL', '9175550142')).toBeUndefined()
  expect(readRecentCountries()).toEqual([])
})
