/** Where the favorites of each person and the recent sales of this terminal are kept. */
export const QUICK_KEY = 'toptill-quick'

/** Whether there is something of them to show, told before their code is here: so their place is kept, and nothing moves when they come. */
export function hasSavedQuickRow(personId = ''): boolean {
  try {
    const { favorites, recent } = JSON.parse(localStorage.getItem(QUICK_KEY) ?? '')
    return [recent, favorites[personId]].some((picks) => picks?.length > 0)
  } catch {
    return false
  }
}
