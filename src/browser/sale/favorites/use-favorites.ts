import { useQuery } from '@tanstack/react-query'

import { useCurrentUser } from '../../current-user.ts'
import { sessionQuery } from '../../api/session.ts'
import {
  favoritesOf,
  saveFavorites,
  keyOfPick,
  MAX_FAVORITES,
  recentOf,
  useQuickPicks,
  type QuickPick,
} from './saved-picks.ts'

/** The favorites of whoever is at the till, and what that person may do with them. */
export function useFavorites() {
  const { person } = useCurrentUser()
  const { data: terminalId } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.id })
  const favorites = useQuickPicks((picks) => favoritesOf(picks, person.id))
  const recent = useQuickPicks((picks) => recentOf(picks, terminalId))
  const keep = (picks: readonly QuickPick[]) => saveFavorites(person.id, picks)
  const keys = favorites.map(keyOfPick)
  return {
    favorites,
    recent,
    has: (pick: QuickPick) => keys.includes(keyOfPick(pick)),
    isFull: favorites.length >= MAX_FAVORITES,
    add: (pick: QuickPick) => keep([...favorites, pick]),
    remove: (pick: QuickPick) => keep(favorites.filter((_, at) => keys[at] !== keyOfPick(pick))),
    /** One place towards the first, or away from it. */
    move: (at: number, by: 1 | -1) => {
      const moved = favorites[at]
      if (moved && favorites[at + by]) keep(favorites.toSpliced(at, 1).toSpliced(at + by, 0, moved))
    },
  }
}
