import { recall, remember } from '../../lib/storage.ts'

const MAX_BEGINNINGS = 200
const BEGINNING_LENGTH = 3

type Known = [key: string, providerId: string][]

/** The operator that was last sold for numbers with this prefix. Only prefixes are stored, never whole numbers. */
export function findKnownOperator(countryId: string, national: string): string | undefined {
  const key = keyOf(countryId, national)
  return key === undefined ? undefined : readKnown().find(([known]) => known === key)?.[1]
}

/** The shop's own country, whose operators are stored by brand. */
export const HOME = 'ARE'

/** Call if the check did not name a different operator. */
export function rememberOperator(countryId: string, national: string, providerId: string): void {
  const key = keyOf(countryId, national)
  if (key === undefined) return
  const before = readKnown()
  if (before[0]?.[0] === key && before[0][1] === providerId) return
  const known: Known = [[key, providerId], ...before.filter(([other]) => other !== key)]
  // If storage fails, the operator is asked for again.
  remember('known-operators', known.slice(0, MAX_BEGINNINGS))
}

function keyOf(countryId: string, national: string): string | undefined {
  return national.length > BEGINNING_LENGTH ? `${countryId}:${national.slice(0, BEGINNING_LENGTH)}` : undefined
}

const readKnown = (): Known =>
  recall('known-operators', (stored) => (Array.isArray(stored) ? stored.filter(isKnown) : undefined)) ?? []

const isKnown = (entry: unknown): entry is Known[number] =>
  Array.isArray(entry) && entry.length === 2 && entry.every((part) => typeof part === 'string')

const MAX_COUNTRIES = 12

/** Ids, newest first. */
export const readRecentCountries = (): string[] => recall('recent-countries', readIds) ?? []

/** Call after a successful check. If storage fails, the usual order stays. */
export function rememberCountry(id: string): void {
  remember('recent-countries', [id, ...readRecentCountries().filter((other) => other !== id)].slice(0, MAX_COUNTRIES))
}

const readIds = (stored: unknown) =>
  Array.isArray(stored)
    ? stored.filter((id): id is string => typeof id === 'string').slice(0, MAX_COUNTRIES)
    : undefined
