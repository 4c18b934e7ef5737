import { recall, remember } from '../storage.ts'

const MAX_STORED = 12

/** The countries this terminal sold to last, newest first, by id. */
export const readRecentCountries = (): string[] => recall('recent-countries', readIds) ?? []

/** For a sale that came through its check. Where nothing is stored the countries keep their usual order. */
export function rememberCountry(id: string): void {
  remember('recent-countries', [id, ...readRecentCountries().filter((other) => other !== id)].slice(0, MAX_STORED))
}

const readIds = (stored: unknown) =>
  Array.isArray(stored) ? stored.filter((id): id is string => typeof id === 'string').slice(0, MAX_STORED) : undefined
