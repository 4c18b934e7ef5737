import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { use, useMemo, useRef, useState, type ReactNode } from 'react'
import { useLocation, useNavigate, useParams } from 'react-router-dom'

import { catalogQuery, arrangeCatalog, type ArrangedCatalog } from '../../api/catalog.ts'
import { useFailedHint } from '../../api/status.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { KioskContext } from '../../lib/kiosk.ts'
import { lazyPart, useIsCurrentPage } from '../../lib/lazy-part.tsx'
import { isSellPath, paths } from '../../paths.ts'
import type { Tile } from '#domain/catalog/frontview.ts'
import { useDraft } from '../../sale/draft.ts'
import { openSearch } from '../../lib/search.ts'
import { isRecord, recall } from '../../lib/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { ONE_COLUMN, THREE_COLUMNS, UPRIGHT, useMedia } from '../../lib/use-media.ts'
import { TicketNotes, TicketPanel } from './TicketPanel.tsx'
import { NumberEntry, useNumberKeys } from './NumberEntry.tsx'
import type { TicketHandle } from './RechargeTicket.tsx'
import { TileGrid, type TileGridHandle } from './grid/TileGrid.tsx'
import { readNumberEntry } from './ticket-entry.ts'
import { plainName, viewTile } from './grid/tile-view.ts'
import { useQuickReview } from './use-quick-review.ts'

const BasketTray = lazyPart(async () => (await import('./BasketTray.tsx')).BasketTray)
const LastSales = lazyPart(async () => (await import('./LastSales.tsx')).LastSales)
const LiveColumn = lazyPart(async () => (await import('./LiveColumn.tsx')).LiveColumn)
const QuickRow = lazyPart(async () => (await import('./QuickRow.tsx')).QuickRow)

export default function SellPage() {
  const {
    data: arranged,
    errorUpdateCount,
    isFetching,
    refetch,
  } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const { person, may } = useCurrentUser()
  const maySellInternational = may('international')
  const shop = useMemo(
    () => (arranged && !maySellInternational ? { ...arranged, forbidsInternational: true as const } : arranged),
    [arranged, maySellInternational],
  )
  const { categoryId, tileId, serviceId } = useParams()
  const t = useText()
  const navigate = useNavigate()
  const { key, pathname } = useLocation()
  const number = useDraft((draft) => draft.number)
  const grid = useRef<TileGridHandle>(null)
  const ticket = useRef<TicketHandle>(null)
  const isKiosk = use(KioskContext) !== undefined
  const isTicket = tileId !== undefined || serviceId !== undefined

  const go = (path: string) => {
    if (path === pathname) ticket.current?.focus()
    // A double press adds one history entry.
    else if (path !== window.location.pathname) void navigate(path)
  }
  const openReview = useQuickReview()
  /** A code with one price needs no ticket. */
  const reviewCode = (tile: Tile) => {
    const { service } = shop ? viewTile(tile, shop) : {}
    return service?.kind === 'voucher' && openReview(service, tile.id)
  }
  const isOneColumn = useMedia(ONE_COLUMN)
  const hasThreeColumns = useMedia(THREE_COLUMNS) && !isKiosk
  // A kiosk and an upright tablet dock the ticket below the products.
  const isUpright = useMedia(UPRIGHT)
  const isDocked = isKiosk || (isTicket && isUpright)
  // In one column, the keypad is shown once the number is pressed or typed, until the page changes.
  const [keypadAt, setKeypadAt] = useState<string>()
  const hasKeypad = !isOneColumn || keypadAt === key
  const isWhole = 'account' in readNumberEntry(number).number
  const numberInput = useRef<HTMLInputElement>(null)
  const numberKeys = useNumberKeys(numberInput, openSearch)
  const isCurrentPage = useIsCurrentPage(isSellPath)
  useHotkeys([
    { ...KEYS.letter, run: isTicket ? undefined : ({ key: letter }) => isCurrentPage() && openSearch(letter) },
  ])
  const entry = (
    <NumberEntry
      ref={numberInput}
      keys={numberKeys}
      shop={shop}
      product={shop && findProduct(shop, number, go)}
      isActive={hasKeypad}
      onTake={go}
      onDown={() => grid.current?.focus()}
      onFocus={() => setKeypadAt(key)}
      onDone={() => {
        // Makes room for the amounts.
        setKeypadAt(undefined)
        if (isOneColumn) numberInput.current?.blur()
      }}
      // The page changes in a transition: until its code is loaded, the number is typed here and no key is lost.
      onForeign={maySellInternational ? () => void navigate(paths.international()) : undefined}
    />
  )
  const tray = (
    <BetweenSales
      entry={isOneColumn ? undefined : entry}
      keypad={
        hasKeypad && (
          <>
            {/* The amounts below a whole number need its room. */}
            {isOneColumn && !isWhole && (
              <Button icon={ChevronDown} onClick={() => setKeypadAt(undefined)}>
                {t('ticket.hideKeypad')}
              </Button>
            )}
            <Keypad {...numberKeys} />
          </>
        )
      }
      isExtra={isKiosk || !shop}
    />
  )
  // An error counts only while there is no catalog to show.
  if (!shop) {
    return (
      <PageLayout isStill panel={isTicket ? <SidePanel isExtra>{null}</SidePanel> : tray}>
        {isOneColumn && !isTicket && <div className="flex flex-col gap-3 pb-3">{entry}</div>}
        <Loading hasFailed={errorUpdateCount > 0} isTrying={isFetching} onRetry={() => void refetch()} />
      </PageLayout>
    )
  }

  const selected =
    (tileId === undefined ? serviceId && shop.tileSelling(serviceId) : shop.storefront.find(tileId)) || undefined
  return (
    <PageLayout
      isStill
      isPanelAlone={isTicket && !isDocked}
      isPanelDocked={isDocked}
      panel={
        isTicket ? <TicketPanel ref={ticket} shop={shop} tile={selected} serviceId={serviceId} onOperator={go} /> : tray
      }
    >
      {isOneColumn && !isTicket && (
        <div className="flex flex-col gap-3 pb-3">
          {entry}
          <BasketTray />
        </div>
      )}
      <div className={spaceForQuickRow(person.id)}>
        <QuickRow />
      </div>
      <div className="flex min-h-0 flex-1 gap-5">
        <TileGrid
          ref={grid}
          shop={shop}
          categoryId={selected ? selected.parentId : categoryId}
          selectedTileId={selected?.id}
          isTyping={number !== ''}
          onAbove={() => numberInput.current?.focus()}
          onTake={reviewCode}
        />
        {hasThreeColumns && <LiveColumn />}
      </div>
      {isTicket && <TicketNotes shop={shop} tile={selected} />}
    </PageLayout>
  )
}

/** The product whose service id was typed instead of a number. */
function findProduct(shop: ArrangedCatalog, typed: string, go: (path: string) => void) {
  const tile = shop.tileSelling(typed)
  const { to } = tile ? viewTile(tile, shop) : {}
  if (!tile || to === undefined) return undefined
  const take = () => {
    useDraft.getState().setNumber('')
    go(to)
  }
  return { name: plainName(tile.name), take }
}

type BetweenSalesProps = { entry: ReactNode; keypad: ReactNode; isExtra: boolean }

/** `isExtra` is set at a kiosk, which has no room, and while products load, because they would push the panel away. */
function BetweenSales({ entry, keypad, isExtra }: BetweenSalesProps) {
  const isOneColumn = useMedia(ONE_COLUMN)
  const hasThreeColumns = useMedia(THREE_COLUMNS) && !isExtra
  const isTyping = useDraft((draft) => draft.number !== '')
  const isBare = isExtra && isOneColumn
  return (
    <SidePanel isExtra={isExtra && !keypad} foot={keypad || undefined}>
      {entry}
      {!isOneColumn && <BasketTray />}
      {!isBare && !hasThreeColumns && <LastSales isTyping={isTyping && !isOneColumn} />}
    </SidePanel>
  )
}

type LoadingProps = { hasFailed: boolean; isTrying: boolean; onRetry: () => void }

function Loading({ hasFailed, isTrying, onRetry }: LoadingProps) {
  const t = useText()
  const hint = useFailedHint()
  if (!hasFailed) {
    return (
      <p className="pt-4 text-ink-2" role="status">
        {t('storefront.loading')}
      </p>
    )
  }
  return (
    <section className="mt-4 flex flex-col items-start gap-4 rounded-3 bg-surface p-5" role="alert">
      <div>
        <h1 className="text-4">{t('storefront.failed')}</h1>
        <p className="text-ink-2">{t(hint)}</p>
      </div>
      <Button size="lg" pending={isTrying} onClick={onRetry}>
        {t('storefront.tryAgain')}
      </Button>
    </section>
  )
}

/** Reserves the height of favorites and recent sales, so the products do not move when they load. */
export function spaceForQuickRow(personId: string): string {
  const has = (picks: unknown) => Array.isArray(picks) && picks.length > 0
  const [favorites, recent] = recall('quick-picks', (stored) => {
    if (!isRecord(stored)) return undefined
    return [isRecord(stored['favorites']) && has(stored['favorites'][personId]), has(stored['recent'])] as const
  }) ?? [false, false]
  if (favorites && recent) return 'min-h-[186px]'
  return favorites ? 'min-h-[112px]' : recent ? 'min-h-[122px]' : ''
}
