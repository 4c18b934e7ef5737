const KEY = 'recent-countries'
const MOST = 12

/** The countries this terminal sold to last, newest first, by id. */
export function readRecentCountries(): string[] {
  try {
    const read: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string').slice(0, MOST) : []
  } catch {
    return []
  }
}

/** For a sale that came through its check. */
export function rememberCountry(id: string): void {
  const recent = [id, ...readRecentCountries().filter((other) => other !== id)].slice(0, MOST)
  try {
    localStorage.setItem(KEY, JSON.stringify(recent))
  } catch {
    // A full or forbidden storage: the countries stand in their usual order.
  }
}
