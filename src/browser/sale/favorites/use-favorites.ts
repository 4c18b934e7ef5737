import { useQuery } from '@tanstack/react-query'

import { sessionQuery } from '../../api/session.ts'
import {
  favoritesOf,
  saveFavorites,
  keyOfPick,
  MAX_FAVORITES,
  quickPicks,
  recentOf,
  type QuickPick,
} from './saved-picks.ts'
import { useStore } from '../../use-store.ts'

/** The favorites of whoever is at the till, and what that person may do with them. */
export function useFavorites() {
  const { data: session } = useQuery(sessionQuery)
  const personId = session?.person?.id
  const terminalId = session?.terminal?.id
  const kept = useStore(quickPicks)
  const favorites = personId === undefined ? [] : favoritesOf(kept, personId)
  const keep = (picks: readonly QuickPick[]) => {
    if (personId !== undefined) saveFavorites(personId, picks)
  }
  const keys = favorites.map(keyOfPick)
  return {
    favorites,
    recent: recentOf(kept, terminalId),
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
