import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'

import { useCurrentUser } from '../../../current-user.ts'
import { arrangeCatalogue, catalogueQuery } from '../../../api/catalogue.ts'
import { salesTodayQuery } from '../../../api/sale.ts'
import { sessionQuery } from '../../../api/session.ts'
import {
  distinctPicks,
  saveRecent,
  keyOfPick,
  MAX_FAVORITES,
  type QuickPick,
} from '../../../sale/favorites/saved-picks.ts'
import { useFavorites } from '../../../sale/favorites/use-favorites.ts'
import { usePickViews } from '../../../sale/favorites/use-pick-views.ts'
import type { PickView } from '../../../sale/favorites/view-pick.ts'
import { findRecentPicks } from './recent-picks.ts'
import { selectPick } from './select-pick.ts'

export type QuickCard = { key: string; view: PickView; isFavorite: boolean; take: () => void }

/** The favorites of this person, each in its place; what this terminal sold last, and still sells, fills the places left free. */
export function useQuickCards(): QuickCard[] {
  const navigate = useNavigate()
  const viewOf = usePickViews()
  const { favorites, recent, has } = useFavorites()
  const mayAbroad = useCurrentUser().may('international')
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const { data: terminalId } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.id })
  const { data: sales } = useQuery({ ...salesTodayQuery, select: (page) => page.sales })

  const sold = useMemo(
    () => (sales && shop && terminalId !== undefined ? findRecentPicks(sales, terminalId, shop.services) : []),
    [sales, shop, terminalId],
  )
  // What comes with the tab's own memory stands at once; the terminal remembers it for tomorrow, and for the next person.
  useEffect(() => {
    if (terminalId !== undefined) saveRecent(sold, terminalId)
  }, [sold, terminalId])
  if (!shop || !viewOf) return []

  const cardOf = (pick: QuickPick): QuickCard => ({
    key: keyOfPick(pick),
    view: pick.kind === 'abroad' && !mayAbroad ? { ...viewOf(pick), isOffered: false } : viewOf(pick),
    isFavorite: has(pick),
    take: () => void navigate(selectPick(pick, shop)),
  })
  const others = distinctPicks([...sold, ...recent])
    .filter((pick) => !has(pick))
    .map(cardOf)
    .filter(({ view }) => view.isOffered)
  return [...favorites.map(cardOf), ...others].slice(0, MAX_FAVORITES)
}
