import { Star } from 'lucide-react'
import { useState } from 'react'

import { useText } from '../../i18n/use-text.ts'
import { IconButton } from '../../ui/IconButton.tsx'
import { EditFavorites } from './EditFavorites.tsx'
import type { QuickPick } from './saved-picks.ts'
import { useFavorites, usePickViews } from './use-favorites.ts'

/** On the ticket: stores what it shows as a favorite, or removes it from them. When they are full one has to go first. */
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
        // The field that is typed into keeps the focus.
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
