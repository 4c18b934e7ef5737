import { useQuery } from '@tanstack/react-query'
import { Clock } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'

import { findAmountProblem } from '#domain/money/amount-rule.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { Service } from '#domain/catalog/service.ts'
import { findAmount, toAmountText } from '#domain/money/typed-amount.ts'
import { sessionQuery } from '../../api/session.ts'
import { salesTodayQuery } from '../../api/sale.ts'
import { catalogQuery, arrangeCatalog, type ArrangedCatalog } from '../../api/catalog.ts'
import { KEYS, useHotkeys, useShortcuts } from '../../lib/hotkeys.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { EditFavorites, PickPicture, FavoriteStar } from '../../sale/favorites/EditFavorites.tsx'
import { OrderNote } from '../../sale/OrderNote.tsx'
import {
  distinctPicks,
  keyOfPick,
  MAX_FAVORITES,
  saveRecent,
  type QuickPick,
  useFavorites,
  usePickViews,
  pickOfService,
  type PickView,
  pickInternational,
} from '../../sale/favorites/saved-picks.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'
import { useQuickReview } from './use-quick-review.ts'

/** Two rows: the person's own, then the shop's. */
const MAX_CARDS = 2 * MAX_FAVORITES
/** As many as fit in one row of the widest layout. */
const MAX_RECENT = 5

/** Favorites in fixed places and the last products sold; one tap opens the review if nothing is missing. */
export function QuickRow() {
  const t = useText()
  const { favorites, recent } = useQuickCards()
  const areOn = useShortcuts((shortcuts) => shortcuts.areOn)
  const row = useRef<HTMLDivElement>(null)
  const [isEditing, setIsEditing] = useState(false)
  const orderId = useDraft((draft) => draft.orderId)
  const clear = useDraft((draft) => draft.clear)
  useHotkeys([
    {
      ...KEYS.favorite,
      // The physical digit key. Without a card at that place, the browser keeps the key.
      run: ({ code }) => {
        const card = row.current?.children[Number(code.slice(-1)) - 1]
        if (card instanceof HTMLElement && (card.checkVisibility?.() ?? true)) card.click()
      },
    },
  ])
  return (
    <>
      <OrderNote orderId={orderId} onRelease={clear} />
      {favorites.length > 0 && (
        <section className="pt-3 pb-2" aria-label={t('quick.favorites')}>
          <div className="mb-3 flex min-h-5 items-center gap-2 text-1 whitespace-nowrap text-ink-2">
            <h2 className="font-medium">{t('quick.favorites')}</h2>
            <button
              type="button"
              className="-my-3 min-h-hit rounded-2 px-2 font-medium text-act-ink"
              onClick={() => setIsEditing(true)}
            >
              {t('quick.edit')}
            </button>
            {areOn && (
              <span className="ms-auto max-sm:hidden [@media(hover:none)]:hidden kiosk:hidden">{t('quick.keys')}</span>
            )}
          </div>
          <div
            ref={row}
            role="group" // One row of choices, which scrolls on a phone.
            className={`grid gap-2 max-sm:-mx-4 max-sm:auto-cols-[132px] max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] sm:grid-cols-4 lg:grid-cols-5 kiosk:gap-3 kiosk:lg:grid-cols-4 ${favorites.length > MAX_FAVORITES ? 'sm:max-lg:*:nth-[n+9]:hidden kiosk:*:nth-[n+9]:hidden' : 'sm:max-lg:*:nth-5:hidden kiosk:*:nth-5:hidden'}`}
          >
            {favorites.map((card, at) => (
              <Card key={card.key} card={card} place={areOn && at < MAX_FAVORITES ? at + 1 : undefined}>
                <span className="block truncate pe-3 text-1 leading-4 font-medium text-ink-2 kiosk:text-2">
                  <bdi>{card.view.brand}</bdi>
                </span>
              </Card>
            ))}
          </div>
        </section>
      )}
      {recent.length > 0 && (
        <section className={favorites.length > 0 ? 'pb-2' : 'pt-4 pb-2 low:pt-3'} aria-label={t('quick.recent')}>
          <h2 className={favorites.length > 0 ? 'sr-only' : 'mb-2 flex h-5 items-center text-1 font-medium text-ink-2'}>
            {t('quick.recent')}
          </h2>
          <div
            role="group"
            className="grid gap-2 max-sm:-mx-4 max-sm:auto-cols-[200px] max-sm:grid-flow-col max-sm:overflow-x-auto max-sm:px-4 max-sm:[scrollbar-width:none] sm:grid-cols-3 lg:grid-cols-4 xl:grid-cols-5 kiosk:gap-3 sm:max-lg:*:nth-[n+4]:hidden sm:max-xl:*:nth-5:hidden"
          >
            {recent.map((card) => (
              <Card key={card.key} card={card} place="recent">
                <span className="flex items-start gap-1 text-1 leading-4 font-medium text-ink-2 kiosk:text-2">
                  <Clock className="mt-[2px]" size={14} aria-hidden />
                  <span className="sr-only">{t('quick.soldLately')} </span>
                  <bdi className="line-clamp-2 wrap-anywhere">{card.view.name}</bdi>
                </span>
              </Card>
            ))}
          </div>
        </section>
      )}
      {isEditing && <EditFavorites onClose={() => setIsEditing(false)} />}
    </>
  )
}

type QuickCard = { key: string; view: PickView; take: () => void }
type CardProps = {
  card: QuickCard
  /** The digit that, with Alt, selects the card. `recent` cards have room for two lines of name. */
  place: number | 'recent' | undefined
  children: ReactNode
}

/** A product that cannot be sold now keeps its place, so the other cards keep their keys. */
function Card({ card: { view, take }, place, children }: CardProps) {
  const t = useText()
  const looks = view.isOffered
    ? 'border-line bg-surface hover:border-line-strong'
    : 'cursor-not-allowed border-dashed border-line-strong text-ink-3'
  return (
    <button
      type="button"
      className={`relative flex min-w-0 items-center gap-2 rounded-2 border-1 px-2 text-start kiosk:min-h-[72px] kiosk:p-3 ${place === 'recent' ? 'min-h-[66px] py-1' : 'min-h-[56px] py-2'} ${looks}`}
      title={view.name}
      aria-disabled={!view.isOffered}
      aria-keyshortcuts={typeof place === 'number' ? `Alt+${place}` : undefined}
      // Keeps the focus in the ticket's field, so Enter continues.
      onMouseDown={(event) => event.preventDefault()}
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={() => view.isOffered && take()}
    >
      <span className={`shrink-0 ${view.isOffered ? '' : 'opacity-55 grayscale'}`}>
        <PickPicture view={view} />
      </span>
      <span className="min-w-0 flex-1">
        {children}{' '}
        <span
          className={`block wrap-anywhere ${view.isOffered ? 'text-2 leading-5 font-semibold kiosk:text-3' : 'text-1 leading-4'}`}
        >
          {view.isOffered ? view.value : t('storefront.unavailable')}
        </span>
      </span>
      {typeof place === 'number' && (
        <span
          className="absolute end-2 top-1 font-mono text-1 text-ink-3 [@media(hover:none)]:hidden kiosk:hidden"
          aria-hidden="true"
        >
          {place}
        </span>
      )}
    </button>
  )
}

function useQuickCards(): { favorites: QuickCard[]; recent: QuickCard[] } {
  const navigate = useNavigate()
  const openReview = useQuickReview()
  const viewOf = usePickViews()
  const { favorites, ofShop, recent } = useFavorites()
  const maySellInternational = useCurrentUser().may('international')
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const { data: terminalId } = useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.id })
  const { data: sales } = useQuery({ ...salesTodayQuery, select: (page) => page.sales })

  const sold = useMemo(
    () => (sales && shop && terminalId !== undefined ? findRecentPicks(sales, terminalId, shop.services) : []),
    [sales, shop, terminalId],
  )
  // Shown at once from this tab; stored for tomorrow and the next person.
  useEffect(() => {
    if (terminalId !== undefined) saveRecent(sold, terminalId)
  }, [sold, terminalId])
  if (!shop || !viewOf) return { favorites: [], recent: [] }

  const cardOf = (pick: QuickPick): QuickCard => ({
    key: keyOfPick(pick),
    view: pick.kind === 'international' && !maySellInternational ? { ...viewOf(pick), isOffered: false } : viewOf(pick),
    take: () => {
      const service = pick.kind === 'international' ? undefined : shop.services.get(pick.serviceId)
      const tileId = service && shop.tileSelling(service.id)?.id
      const amount = pick.kind === 'international' ? undefined : findAmount(pick.amount ?? '')
      if (!service || !openReview(service, tileId, amount)) void navigate(selectPick(pick, shop))
    },
  })
  const cards = [...favorites, ...ofShop].slice(0, MAX_CARDS)
  const taken = new Set(cards.map(keyOfPick))
  const others = distinctPicks([...sold, ...recent])
    .filter((pick) => !taken.has(keyOfPick(pick)))
    .map(cardOf)
    .filter(({ view }) => view.isOffered)
  return { favorites: cards.map(cardOf), recent: others.slice(0, MAX_RECENT) }
}

export function ServiceStar({ service }: { service: Service }) {
  const typed = useDraft((draft) => draft.amount)
  const amount = findAmount(typed)
  const isLegal = amount !== undefined && findAmountProblem(amount, service.rule) === undefined
  return <FavoriteStar pick={pickOfService(service, isLegal ? toAmountText(typed) : undefined)} />
}

function findRecentPicks(
  sales: readonly Sale[],
  terminalId: string,
  services: ReadonlyMap<string, Service>,
): QuickPick[] {
  return sales
    .filter(({ terminal, state }) => terminal.id === terminalId && state === 'succeeded')
    .flatMap(({ serviceId, amount, international }): QuickPick[] => {
      if (international) {
        const { country, provider, denomination } = international
        return [pickInternational(country, provider, { name: denomination.name, gets: amount })]
      }
      const service = services.get(serviceId)
      return service ? [pickOfService(service, amount.amount)] : []
    })
}

/** Not a real id. The amount is found by name and value, because its id may belong to another by now. */
const BY_NAME = 'by-name'

/** Fills the next ticket with a pick and returns its path. A typed number stays. */
function selectPick(pick: QuickPick, shop: ArrangedCatalog): string {
  if (pick.kind === 'international') {
    const { country, provider, amount } = pick
    useInternationalDraft.getState().fill({ number: '', choice: amount && { id: BY_NAME, ...amount } })
    return paths.internationalProvider(country.id, provider.id, amount && BY_NAME)
  }
  const { serviceId, amount } = pick
  const draft = useDraft.getState()
  // The old ticket may still be on screen but can no longer be reviewed.
  if (amount !== undefined) draft.setAmount(amount)
  draft.setQuantity(1)
  const tile = shop.tileSelling(serviceId)
  return tile ? paths.product(tile.id) : paths.service(serviceId)
}
