import { ArrowLeft, ArrowRight, Trash2, Star } from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { onFirstTap } from '../../ui/first-tap.ts'
import { Picture } from '../../ui/Picture.tsx'
import { InternationalPicture } from '../SaleRowParts.tsx'
import { keyOfPick, type QuickPick, useFavorites, usePickViews, type PickView } from './saved-picks.ts'

type EditFavoritesProps = { hint?: string; onClose: () => void }

export function EditFavorites({ hint, onClose }: EditFavoritesProps) {
  const t = useText()
  const viewOf = usePickViews()
  const { favorites, move, remove } = useFavorites()
  const list = useRef<HTMLOListElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const goesTo = useRef<{ row: number; button: number }>(undefined)
  useLayoutEffect(() => {
    // Restores the focus after a row was moved or removed.
    if (!goesTo.current) return
    const { row, button } = goesTo.current
    goesTo.current = undefined
    const rows = list.current?.children
    const goal = rows?.[Math.min(row, rows.length - 1)]?.querySelectorAll('button')[button] ?? done.current
    goal?.focus()
  }, [favorites])
  if (!viewOf) return null

  const moveTo = (at: number, by: 1 | -1) => {
    goesTo.current = { row: at + by, button: by < 0 ? 0 : 1 }
    move(at, by)
  }
  return (
    <Dialog
      heading={t('quick.edit')}
      onClose={onClose}
      actions={
        <Button ref={done} variant="primary" size="lg" onClick={onClose}>
          {t('quick.done')}
        </Button>
      }
    >
      <p className="text-ink-2">{hint ?? t('quick.editHint')}</p>
      <ol ref={list}>
        {favorites.map((pick, at) => {
          const view = viewOf(pick)
          const what = view.whole
          return (
            <li key={keyOfPick(pick)} className="flex min-h-9 items-center gap-2 border-b border-line">
              <PickPicture view={view} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <b className="block font-semibold">
                  <bdi>{view.name}</bdi>
                </b>
                <span className="text-1 text-ink-2">{view.isOffered ? view.value : t('storefront.unavailable')}</span>
              </span>
              <MoveButton label={t('quick.earlier', { what })} by={-1} isOff={at === 0} onMove={() => moveTo(at, -1)} />
              <MoveButton
                label={t('quick.later', { what })}
                by={1}
                isOff={at === favorites.length - 1}
                onMove={() => moveTo(at, 1)}
              />
              <IconButton
                icon={Trash2}
                label={t('quick.remove', { what })}
                title={t('quick.remove', { what })}
                onClick={onFirstTap(() => {
                  goesTo.current = { row: at, button: 2 }
                  remove(pick)
                })}
              />
            </li>
          )
        })}
      </ol>
      {favorites.length === 0 && <p className="text-ink-2">{t('quick.none')}</p>}
    </Dialog>
  )
}

type MoveButtonProps = { label: string; by: 1 | -1; isOff: boolean; onMove: () => void }

/** Disabled at the end of the list, but keeps its place. */
function MoveButton({ label, by, isOff, onMove }: MoveButtonProps) {
  return (
    <span className={`rtl:-scale-x-100 ${isOff ? 'opacity-40' : ''}`}>
      <IconButton
        icon={by < 0 ? ArrowLeft : ArrowRight}
        label={label}
        title={label}
        aria-disabled={isOff}
        onClick={() => !isOff && onMove()}
      />
    </span>
  )
}

export function PickPicture({ view: { picture, brand } }: { view: PickView }) {
  return picture === 'international' ? (
    <InternationalPicture size={32} />
  ) : (
    <Picture name={brand} size="xs" {...picture} />
  )
}

/** If all places are taken, one must be removed first. */
export function FavoriteStar({ pick }: { pick: QuickPick }) {
  const t = useText()
  const viewOf = usePickViews()
  const { has, isFull, add, remove } = useFavorites()
  const [isEditing, setIsEditing] = useState(false)
  const [said, setSaid] = useState<'quick.added' | 'quick.removed'>()
  if (!viewOf) return null

  const isKept = has(pick)
  const label = t(isKept ? 'quick.remove' : 'quick.add', { what: viewOf(pick).whole })
  const press = () => {
    if (!isKept && isFull) return setIsEditing(true)
    ;(isKept ? remove : add)(pick)
    setSaid(isKept ? 'quick.removed' : 'quick.added')
  }
  return (
    <span className={isKept ? '[&_svg]:fill-act-ink [&_svg]:text-act-ink' : ''}>
      <IconButton
        icon={Star}
        label={label}
        title={label}
        onMouseDown={(event) => event.preventDefault()}
        onClick={press}
      />
      <span className="sr-only" role="status">
        {said && t(said)}
      </span>
      {isEditing && <EditFavorites hint={t('quick.full')} onClose={() => setIsEditing(false)} />}
    </span>
  )
}
