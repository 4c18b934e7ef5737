import { Ban, Check, ChevronRight, Wallet } from 'lucide-react'
import { memo, useLayoutEffect, type ReactNode, type RefObject } from 'react'

import { findFixedAmount, type AmountRule } from '#domain/money/amount-rule.ts'
import type { Storefront, Tile as TileData } from '#domain/catalog/frontview.ts'
import { type ArrangedCatalog } from '../../../api/catalog.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { BANNER_GROUNDS } from '../../../ui/banner-grounds.ts'
import { usePicture, Picture } from '../../../ui/Picture.tsx'
import { findPictures, plainName, viewTile, type BlockReason, type TileView } from './tile-view.ts'

/** Dense flow: a later tile fills the gap beside a banner. */
export const GRID =
  'grid grid-flow-row-dense auto-rows-[var(--tile-h)] grid-cols-[repeat(auto-fill,minmax(9.75rem,1fr))] gap-3 md:grid-cols-3 lg:grid-cols-4 xl:grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] wide:grid-cols-[repeat(auto-fill,minmax(11.5rem,1fr))] kiosk:grid-cols-2 kiosk:gap-4 kiosk:sm:grid-cols-3'

export type GridRefs = {
  /** The tile that Tab focuses: the last one used by keyboard, or the first. */
  tabStop: RefObject<HTMLButtonElement | null>
  selected: RefObject<HTMLButtonElement | null>
  setTabStop: (tile: HTMLButtonElement | null) => void
  setSelected: (tile: HTMLButtonElement | null) => void
  list: RefObject<HTMLDivElement | null>
}

/** The functions never change while the grid is mounted. `marked`: services that the wallet may not cover. */
export type TileHandlers = {
  marked: ReadonlySet<string> | undefined
  onPress: (tile: TileData, isByKey: boolean) => void
  onFocus: (tileId: string) => void
}

type TileProps = TileHandlers & {
  shop: ArrangedCatalog
  tile: TileData
  refs: GridRefs
  isSelected: boolean
  isTabStop: boolean
  /** For a virtual list: the tile's position and the total. */
  position?: number
  count?: number
}

const BASE = 'relative flex min-w-0 scroll-m-2 flex-col rounded-3 text-start transition duration-1'
const INNER = 'px-3 py-2 kiosk:px-4 kiosk:py-3'
const LOOKS = {
  product: `${INNER} z-0 border-1 border-line bg-surface hover:border-line-strong`,
  // The lower edges suggest a stack.
  category: `${INNER} border-1 border-transparent bg-cat before:absolute before:inset-x-2 before:-bottom-1 before:h-[3px] before:rounded-b-2 before:bg-cat-2 after:absolute after:inset-x-[20px] after:-bottom-2 after:h-[3px] after:rounded-b-2 after:bg-cat-3 hover:border-line-strong`,
  selected: `${INNER} border-1 border-act bg-act-tint shadow-act`,
  text: `${INNER} border-1 border-transparent`,
  blocked: 'cursor-not-allowed border-1 border-dashed border-line-strong text-ink-3',
}

/** One element of the catalog layout (spec 2.5). */
export const Tile = memo(function Tile({ shop, tile, position, count, ...rest }: TileProps) {
  const view = viewTile(tile, shop)
  return (
    <div role="listitem" className="contents" aria-posinset={position} aria-setsize={count}>
      {view.look === 'banner' ? <Banner {...rest} view={view} /> : <Product {...rest} view={view} shop={shop} />}
    </div>
  )
})

type LookProps = Omit<TileProps, 'shop' | 'tile' | 'position' | 'count'> & { view: TileView }

function Product({ view, shop, ...rest }: LookProps & Pick<TileProps, 'shop'>) {
  const t = useText()
  const { tile, look, blockReason, service, childCount } = view
  const isCategory = look === 'category' && !blockReason
  const isText = blockReason === 'text'
  const isBlocked = blockReason !== undefined && !isText
  const name = plainName(tile.name) || (service?.name ?? '')
  const looks = isText
    ? LOOKS.text
    : isBlocked
      ? `${INNER} ${LOOKS.blocked}`
      : rest.isSelected
        ? LOOKS.selected
        : LOOKS[isCategory ? 'category' : 'product']

  return (
    <Frame {...rest} view={view} className={looks}>
      {/* If letter spacing is wide, the picture shrinks to make room for the name. */}
      <span
        className={`flex min-h-0 items-start justify-between ${isCategory ? '' : 'overflow-hidden'} ${isBlocked ? 'opacity-55 grayscale' : ''}`}
      >
        {isCategory ? (
          <Fan tile={tile} storefront={shop.storefront} name={name} />
        ) : (
          <Picture
            src={tile.imageSmall}
            srcInstead={tile.imageLarge}
            name={name}
            size="tile"
            hasGlow={looks === LOOKS.product}
          />
        )}
        {isCategory && <ChevronRight className="rtl:-scale-x-100" size={20} aria-hidden />}
        {service && rest.marked?.has(service.id) && <WalletMark />}
        {rest.isSelected && (
          <span className="grid size-5 place-items-center rounded-full bg-act text-act-on">
            <Check size={16} aria-hidden />
          </span>
        )}
      </span>
      {/* Names often differ only at the end. */}
      <span
        className={`mt-auto line-clamp-2 max-w-full shrink-0 self-start text-2 leading-4 wrap-anywhere kiosk:text-3 kiosk:leading-5 ${isBlocked ? 'font-medium' : 'font-semibold'}`}
        dir="auto"
        title={name}
      >
        {name}
      </span>{' '}
      <span
        className={`min-h-[18px] shrink-0 truncate tiny:whitespace-normal text-1 leading-4 kiosk:text-2 kiosk:leading-5 ${isBlocked ? '' : 'text-ink-2'}`}
      >
        {blockReason ? (
          <BlockReasonText reason={blockReason} />
        ) : childCount !== undefined ? (
          t('storefront.count', { count: childCount })
        ) : (
          service && <PriceRange rule={service.rule} currency={shop.currency} />
        )}
      </span>
    </Frame>
  )
}

const FAN = ['-rotate-6', '', 'rotate-6']

function Fan({ tile, storefront, name }: { tile: TileData; storefront: Storefront; name: string }) {
  const pictures = findPictures(storefront, tile.id, FAN.length)
  if (pictures.length < 2) return <Picture src={tile.imageSmall} srcInstead={tile.imageLarge} name={name} size="tile" />
  return (
    <span className="flex ps-1 pt-2">
      {pictures.map(({ id, imageSmall, imageLarge, name: brand }, at) => (
        <span key={id} className={`-me-2 rounded-2 bg-surface shadow-1 ${FAN[at] ?? ''}`}>
          <Picture src={imageSmall} srcInstead={imageLarge} name={brand} size="sm" />
        </span>
      ))}
    </span>
  )
}

/** Two columns wide, with the picture at the end side and the line breaks of the name. */
function Banner({ view, ...rest }: LookProps) {
  const { tile, blockReason } = view
  // A space separates the lines for screen readers.
  const [heading, ...lines] = tile.name.split('\n')
  const picture = usePicture(tile.imageLarge, tile.imageSmall)
  // A blocked banner shows only its heading and the reason.
  const isBlocked = blockReason !== undefined && blockReason !== 'text'
  const colors = `text-white ${BANNER_GROUNDS[tile.action.kind === 'international' ? 'international' : 'other']}`
  const looks = isBlocked ? LOOKS.blocked : blockReason ? '' : colors

  return (
    <Frame {...rest} view={view} className={`col-span-2 overflow-hidden max-[22.25em]:col-span-1 ${looks}`}>
      {picture && !isBlocked && (
        <img {...picture} alt="" className="absolute inset-0 size-full object-contain object-right rtl:-scale-x-100" />
      )}
      <span className="relative flex min-w-0 flex-1 flex-col items-start justify-end p-4 wrap-anywhere">
        <b
          className={`text-4 font-semibold ${lines.length > 0 || isBlocked ? 'line-clamp-1' : 'line-clamp-2'}`}
          dir="auto"
        >
          {heading}{' '}
        </b>
        {isBlocked ? (
          <span className="text-1">
            <BlockReasonText reason={blockReason} />
          </span>
        ) : (
          lines.length > 0 && (
            <span className="line-clamp-2 text-2 leading-5 whitespace-pre-line" dir="auto">
              {lines.join('\n')}
            </span>
          )
        )}
      </span>
    </Frame>
  )
}

/** Plain text for a text element. A blocked button can be focused and shows why it is blocked. */
function Frame(props: LookProps & { className: string; children: ReactNode }) {
  const { view, refs, isSelected, isTabStop, onPress, onFocus, className, children } = props
  const { tile, blockReason } = view
  useLayoutEffect(() => {
    // The open ticket may cover some tiles.
    if (isSelected) refs.selected.current?.scrollIntoView?.({ block: 'nearest' })
  }, [isSelected, refs])
  if (blockReason === 'text') return <div className={`${BASE} ${className}`}>{children}</div>
  return (
    <button
      data-tile={tile.id}
      ref={(button) => {
        if (isTabStop) refs.setTabStop(button)
        if (isSelected) refs.setSelected(button)
      }}
      type="button"
      tabIndex={isTabStop ? 0 : -1}
      className={`${BASE} active:scale-[0.985] ${className}`}
      aria-disabled={blockReason ? true : undefined}
      aria-pressed={isSelected ? true : undefined}
      // An Enter that has been held since the previous page must not open a review.
      onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
      onClick={({ detail }) => onPress(tile, detail === 0)}
      onFocus={() => onFocus(tile.id)}
    >
      {children}
    </button>
  )
}

export function WalletMark() {
  const t = useText()
  return <Wallet className="ms-auto me-1 text-wait" size={20} role="img" aria-label={t('ticket.beyondWallet')} />
}

/** "AED 5 to 500", or "AED 100" for a fixed amount. */
export function PriceRange({ rule, currency }: { rule: AmountRule; currency: string }) {
  const formats = useFormats()
  const fixed = findFixedAmount(rule)
  return fixed ? formats.shortMoney(fixed, currency) : formats.range(rule.min, rule.max, currency)
}

const REASONS = {
  unavailable: 'storefront.unavailable',
  'broken-link': 'storefront.brokenLink',
  unsupported: 'storefront.unsupported',
  'not-allowed': 'storefront.notAllowed',
} as const

export function BlockReasonText({ reason }: { reason: BlockReason }) {
  const t = useText()
  if (reason === 'text') return null
  return (
    <span className="inline-flex items-center gap-1 align-top">
      <Ban size={14} aria-hidden /> {t(REASONS[reason])}
    </span>
  )
}
