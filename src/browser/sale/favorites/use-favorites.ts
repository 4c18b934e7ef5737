import { useQuery } from '@tanstack/react-query'

import { useCurrentUser } from '../../current-user.ts'
import { arrangeCatalogue, catalogueQuery } from '../../api/catalogue.ts'
import { sessionQuery } from '../../api/session.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import {
  favoritesOf,
  saveFavorites,
  keyOfPick,
  MAX_FAVORITES,
  recentOf,
  useQuickPicks,
  type QuickPick,
} from './saved-picks.ts'
import { pickOfService, viewPick, type PickView } from './view-pick.ts'

/** The favorites of the person who is signed in, and what they may do with them. */
export function useFavorites() {
  const { person } = useCurrentUser()
  const { data: terminalId } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.id })
  const { data: settings } = useQuery({ ...sessionQuery, select: (session) => session.settings })
  const { data: services } = useQuery({ ...catalogueQuery, select: (shop) => arrangeCatalogue(shop).services })
  const favorites = useQuickPicks((picks) => favoritesOf(picks, person.id))
  const recent = useQuickPicks((picks) => recentOf(picks, terminalId))
  const keep = (picks: readonly QuickPick[]) => saveFavorites(person.id, picks)
  const keys = favorites.map(keyOfPick)
  return {
    favorites,
    /** Those of the shop, for all tills, except this person's own. */
    ofShop: (settings?.favorites ?? []).flatMap(({ serviceId, amount }): QuickPick[] => {
      const service = services?.get(serviceId)
      const pick = service && pickOfService(service, amount)
      return pick && !keys.includes(keyOfPick(pick)) ? [pick] : []
    }),
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

/** How picks look in this shop and language; nothing while there is no catalogue. */
export function usePickViews(): ((pick: QuickPick) => PickView) | undefined {
  const t = useText()
  const locale = useLocale()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  return shop && ((pick) => viewPick(pick, shop, { t, locale, formats }))
}
