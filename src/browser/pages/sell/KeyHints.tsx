import '../../styles/help.css'

import { useText } from '../../i18n/use-text.ts'
import { useShortcuts } from '../../shortcuts.ts'

/** At the foot of the empty slip, where there are keys that do something. */
export function KeyHints() {
  const t = useText()
  const areOn = useShortcuts((shortcuts) => shortcuts.areOn)
  if (!areOn) return null
  return (
    <div className="keyhints">
      <hr />
      <p>
        <span>
          <kbd className="kbd">/</kbd> {t('help.hint.search')}
        </span>
        <span>
          <kbd className="kbd">Alt</kbd> <kbd className="kbd">1</kbd> {t('help.hint.favorite')}
        </span>
        <span>
          <kbd className="kbd">F8</kbd> {t('help.hint.waiting')}
        </span>
      </p>
    </div>
  )
}
