import '../../styles/quick.css'

import { ArrowLeft, ArrowRight, Trash2, type LucideIcon } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'

import { keyOfPick } from './saved-picks.ts'
import { useText } from '../../i18n/use-text.ts'
import { PickPicture } from './PickPicture.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFavorites } from './use-favorites.ts'
import { usePickViews } from './use-pick-views.ts'

type EditFavoritesProps = { hint?: string; onClose: () => void }

/** The favorites in their order: each can go one place on, or go. */
export function EditFavorites({ hint, onClose }: EditFavoritesProps) {
  const t = useText()
  const viewOf = usePickViews()
  const { favorites, move, remove } = useFavorites()
  const list = useRef<HTMLOListElement>(null)
  const done = useRef<HTMLButtonElement>(null)
  const goesTo = useRef<{ row: number; button: number }>(undefined)
  useLayoutEffect(() => {
    // A row that moved or went takes the focus along or away.
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
    <Dialog heading={t('quick.edit')} onClose={onClose}>
      <p className="muted mt-2">{hint ?? t('quick.editHint')}</p>
      <ol className="editfavs" ref={list}>
        {favorites.map((pick, at) => {
          const view = viewOf(pick)
          const what = view.whole
          return (
            <li key={keyOfPick(pick)}>
              <PickPicture view={view} />
              <span className="grow">
                <b>
                  <bdi>{view.name}</bdi>
                </b>
                <span className="small muted">{view.isOffered ? view.value : t('storefront.unavailable')}</span>
              </span>
              <EditButton
                Icon={ArrowLeft}
                label={t('quick.earlier', { what })}
                isOff={at === 0}
                onPress={() => moveTo(at, -1)}
              />
              <EditButton
                Icon={ArrowRight}
                label={t('quick.later', { what })}
                isOff={at === favorites.length - 1}
                onPress={() => moveTo(at, 1)}
              />
              <EditButton
                Icon={Trash2}
                label={t('quick.remove', { what })}
                onPress={() => {
                  goesTo.current = { row: at, button: 2 }
                  remove(pick)
                }}
              />
            </li>
          )
        })}
      </ol>
      {favorites.length === 0 && <p className="muted">{t('quick.none')}</p>}
      <button ref={done} type="button" className="btn btn--lg btn--act btn--block" onClick={onClose}>
        {t('quick.done')}
      </button>
    </Dialog>
  )
}

type EditButtonProps = { Icon: LucideIcon; label: string; isOff?: boolean; onPress: () => void }

function EditButton({ Icon, label, isOff = false, onPress }: EditButtonProps) {
  return (
    <button
      type="button"
      className="btn btn--icon"
      aria-label={label}
      title={label}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      <Icon className={Icon === Trash2 ? 'ic' : 'ic flip'} size={20} aria-hidden="true" />
    </button>
  )
}
