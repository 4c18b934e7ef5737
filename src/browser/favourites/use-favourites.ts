import { useQuery } from '@tanstack/react-query'

import { sessionQuery } from '../api/session.ts'
import {
  favouritesOf,
  keepFavourites,
  keyOfPick,
  MOST_FAVOURITES,
  quickPicks,
  recentOf,
  type QuickPick,
} from './kept-picks.ts'
import { useStore } from '../use-store.ts'

/** The favourites of whoever is at the till, and what that person may do with them. */
export function useFavourites() {
  const { data: session } = useQuery(sessionQuery)
  const personId = session?.person?.id
  const terminalId = session?.terminal?.id
  const kept = useStore(quickPicks)
  const favourites = personId === undefined ? [] : favouritesOf(kept, personId)
  const keep = (picks: readonly QuickPick[]) => {
    if (personId !== undefined) keepFavourites(personId, picks)
  }
  const keys = favourites.map(keyOfPick)
  return {
    favourites,
    recent: recentOf(kept, terminalId),
    has: (pick: QuickPick) => keys.includes(keyOfPick(pick)),
    isFull: favourites.length >= MOST_FAVOURITES,
    add: (pick: QuickPick) => keep([...favourites, pick]),
    remove: (pick: QuickPick) => keep(favourites.filter((_, at) => keys[at] !== keyOfPick(pick))),
    /** One place towards the first, or away from it. */
    move: (at: number, by: 1 | -1) => {
      const moved = favourites[at]
      if (moved && favourites[at + by]) keep(favourites.toSpliced(at, 1).toSpliced(at + by, 0, moved))
    },
  }
}
