import '../../styles/quick.css'

import { Star } from 'lucide-react'
import { useState } from 'react'

import { EditFavorites } from './EditFavorites.tsx'
import type { QuickPick } from './saved-picks.ts'
import { useText } from '../../i18n/use-text.ts'
import { useFavorites } from './use-favorites.ts'
import { usePickViews } from './use-pick-views.ts'

/** On the ticket: keeps what it shows as a favorite, or takes it from them. When they are full one has to go first. */
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
    <>
      <button
        type="button"
        className={isKept ? 'btn btn--icon star star--kept' : 'btn btn--icon star'}
        aria-label={label}
        title={label}
        // The field that is typed into keeps the focus.
        onMouseDown={(event) => event.preventDefault()}
        onClick={press}
      >
        <Star className="ic" size={24} aria-hidden="true" />
      </button>
      <span className="sr" role="status">
        {said && t(said)}
      </span>
      {isEditing && <EditFavorites hint={t('quick.full')} onClose={() => setIsEditing(false)} />}
    </>
  )
}
