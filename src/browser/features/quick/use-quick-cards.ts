import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'

import { catalogueQuery } from '../../api/catalogue.ts'
import { salesTodayQuery } from '../../api/sales.ts'
import { sessionQuery } from '../../api/session.ts'
import { arrangeShop } from '../../api/shop.ts'
import { distinctPicks, keepRecent, keyOfPick, MOST_FAVOURITES, type QuickPick } from '../../favourites/kept-picks.ts'
import { useFavourites } from '../../favourites/use-favourites.ts'
import { usePickViews } from '../../favourites/use-pick-views.ts'
import type { PickView } from '../../favourites/view-pick.ts'
import { useMay } from '../../use-may.ts'
import { findRecentPicks } from './recent-picks.ts'
import { takePick } from './take-pick.ts'

export type QuickCard = { key: string; view: PickView; isFavourite: boolean; take: () => void }

/** The favourites of this person, each in its place; what this terminal sold last, and still sells, fills the places left free. */
export function useQuickCards(): QuickCard[] {
  const navigate = useNavigate()
  const viewOf = usePickViews()
  const { favourites, recent, has } = useFavourites()
  const mayAbroad = useMay('international')
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const { data: terminalId } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.id })
  const { data: sales } = useQuery({ ...salesTodayQuery, select: (page) => page.sales })

  const sold = useMemo(
    () => (sales && shop && terminalId !== undefined ? findRecentPicks(sales, terminalId, shop.services) : []),
    [sales, shop, terminalId],
  )
  // What comes with the tab's own memory stands at once; the terminal remembers it for tomorrow, and for the next person.
  useEffect(() => {
    if (terminalId !== undefined) keepRecent(sold, terminalId)
  }, [sold, terminalId])
  if (!shop || !viewOf) return []

  const cardOf = (pick: QuickPick): QuickCard => ({
    key: keyOfPick(pick),
    view: pick.kind === 'abroad' && !mayAbroad ? { ...viewOf(pick), isOffered: false } : viewOf(pick),
    isFavourite: has(pick),
    take: () => void navigate(takePick(pick, shop)),
  })
  const others = distinctPicks([...sold, ...recent])
    .filter((pick) => !has(pick))
    .map(cardOf)
    .filter(({ view }) => view.isOffered)
  return [...favourites.map(cardOf), ...others].slice(0, MOST_FAVOURITES)
}
