import { Ban, Check, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { useText } from '../../../i18n/use-text.ts'
import { Picture } from '../../../ui/Picture.tsx'
import { plainName } from './plain-name.ts'
import { PriceRange } from './PriceRange.tsx'
import type { Hindrance as Reason, TileView } from './tile-view.ts'

type TileButtonProps = { view: TileView; currency: string; isSelected: boolean; isTabStop: boolean }

/** One frontview element (spec 2.5). One that cannot be pressed stays in place and says why, so that the grid keeps still. */
export function TileButton({ view, currency, isSelected, isTabStop }: TileButtonProps) {
  const { tile, look, hindrance, service } = view
  const isCategory = look === 'category' && !hindrance
  const name = plainName(tile.name) || (service?.name ?? '')

  return (
    <TileBox view={view} className={isCategory ? 'tile--cat' : ''} isSelected={isSelected} isTabStop={isTabStop}>
      <span className="tile__top">
        <Picture src={tile.imageSmall} srcInstead={tile.imageLarge} name={name} size={40} />
        {isCategory && <ChevronRight className="ic flip" size={20} aria-hidden="true" />}
        {isSelected && (
          <span className="tile__tick">
            <Check className="ic" size={16} aria-hidden="true" />
          </span>
        )}
      </span>
      <span className="tile__name" dir="auto" title={name}>
        {name}
      </span>{' '}
      <TileMeta view={view} currency={currency} />
    </TileBox>
  )
}

type TileBoxProps = {
  view: TileView
  className: string
  isSelected?: boolean
  isTabStop: boolean
  children: ReactNode
}

/** A button, which the shelves press; what is only a text is none. */
export function TileBox({ view: { tile, hindrance }, className, isSelected, isTabStop, children }: TileBoxProps) {
  const isText = hindrance === 'text'
  const state = isText ? 'tile--text' : hindrance ? 'tile--off' : isSelected ? 'tile--sel' : ''
  const classes = `tile ${state} ${className}`
  if (isText) return <div className={classes}>{children}</div>
  return (
    <button
      ref={isSelected ? scrollIntoSight : undefined}
      type="button"
      data-tile={tile.id}
      tabIndex={isTabStop ? 0 : -1}
      className={classes}
      aria-disabled={hindrance ? true : undefined}
      aria-pressed={isSelected ? true : undefined}
    >
      {children}
    </button>
  )
}

/** What stands below the shelves of a ticket takes their room. */
export const scrollIntoSight = (tile: Partial<HTMLElement> | null): void => tile?.scrollIntoView?.({ block: 'nearest' })

function TileMeta({ view: { hindrance, childCount, service }, currency }: { view: TileView; currency: string }) {
  const t = useText()
  return (
    <span className="tile__meta">
      {hindrance ? (
        <Hindrance reason={hindrance} />
      ) : childCount !== undefined ? (
        t('storefront.count', { count: childCount })
      ) : (
        service && <PriceRange rule={service.rule} currency={currency} />
      )}
    </span>
  )
}

/** Why a tile cannot be pressed, in words. A text never could. */
export function Hindrance({ reason }: { reason: Reason }) {
  const t = useText()
  if (reason === 'text') return null
  return (
    <>
      <Ban className="ic" size={14} aria-hidden="true" /> {t(WORDS[reason])}
    </>
  )
}

const WORDS = {
  unavailable: 'storefront.unavailable',
  'broken-link': 'storefront.brokenLink',
  unsupported: 'storefront.unsupported',
  'not-allowed': 'storefront.notAllowed',
} as const
