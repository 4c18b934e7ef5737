import '../../../styles/quick.css'

import { Clock } from 'lucide-react'
import { useRef, useState } from 'react'

import { EditFavorites } from '../../../sale/favorites/EditFavorites.tsx'
import { useText } from '../../../i18n/use-text.ts'
import { PickPicture } from '../../../sale/favorites/PickPicture.tsx'
import { KEYS, useHotkeys, useShortcuts } from '../../../hotkeys.ts'
import { useQuickCards, type QuickCard } from './use-quick-cards.ts'

/** One press fills product and amount: favorites first, then recent sales. Nothing at all while there are neither. */
export function QuickRow() {
  const t = useText()
  const cards = useQuickCards()
  const areOn = useShortcuts((shortcuts) => shortcuts.areOn)
  const row = useRef<HTMLDivElement>(null)
  const [isEditing, setIsEditing] = useState(false)
  useHotkeys([
    {
      ...KEYS.favorite,
      // The digit of the main row, whatever the keyboard writes there. Where no card is, the key does nothing either: the browser has uses of its own for it.
      run: ({ code }) => {
        const card = row.current?.querySelectorAll<HTMLElement>('.fav')[Number(code.slice(-1)) - 1]
        if (card && (card.checkVisibility?.() ?? true)) card.click()
      },
    },
  ])
  const hasFavorites = cards.some(({ isFavorite }) => isFavorite)
  const hasRecent = cards.some(({ isFavorite }) => !isFavorite)
  const heading = t(hasFavorites ? (hasRecent ? 'quick.both' : 'quick.favorites') : 'quick.recent')

  return (
    <>
      {cards.length > 0 && (
        <section className="quick" aria-label={heading}>
          <div className="quick__head">
            <h2 className="label">{heading}</h2>
            {hasFavorites && (
              <button type="button" className="quick__edit" onClick={() => setIsEditing(true)}>
                {t('quick.edit')}
              </button>
            )}
            {areOn && <span className="small muted quick__keys">{t('quick.keys')}</span>}
          </div>
          <div className="favs" ref={row}>
            {cards.map((card, at) => (
              <Card key={card.key} card={card} place={at + 1} hasKey={areOn} />
            ))}
          </div>
        </section>
      )}
      {isEditing && <EditFavorites onClose={() => setIsEditing(false)} />}
    </>
  )
}

type CardProps = { card: QuickCard; place: number; hasKey: boolean }

/** One that is not sold now stays in its place and says so, so that the keys keep their meaning. */
function Card({ card: { view, isFavorite, take }, place, hasKey }: CardProps) {
  const t = useText()
  return (
    <button
      type="button"
      className={view.isOffered ? 'fav' : 'fav fav--off'}
      title={view.name}
      aria-disabled={!view.isOffered}
      aria-keyshortcuts={hasKey ? `Alt+${place}` : undefined}
      // On an open ticket the field keeps the focus, so that Enter goes on.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => view.isOffered && take()}
    >
      <PickPicture view={view} />
      <span className="grow">
        <b>
          {!isFavorite && (
            <>
              <Clock className="ic" size={14} aria-hidden="true" />
              <span className="sr">{t('quick.soldLately')} </span>
            </>
          )}
          <bdi>{view.brand}</bdi>
        </b>{' '}
        <span className="v">{view.isOffered ? view.value : t('storefront.unavailable')}</span>
      </span>
      {hasKey && <i aria-hidden="true">{place}</i>}
    </button>
  )
}
