import { useText } from '../../i18n/use-text.ts'
import { useShortcuts } from '../../shortcuts.ts'
import { Kbd } from '../../ui/Kbd.tsx'

/** At the foot of the empty slip, where there are keys that do something. */
export function KeyHints() {
  const t = useText()
  const areOn = useShortcuts((shortcuts) => shortcuts.areOn)
  if (!areOn) return null
  return (
    <div className="[@media(hover:none)]:hidden">
      <hr />
      <p className="flex flex-wrap gap-x-4 gap-y-1 pt-1 text-1 text-paper-ink">
        <span>
          <Kbd>/</Kbd> {t('help.hint.search')}
        </span>
        <span>
          <Kbd>Alt</Kbd> <Kbd>1</Kbd> {t('help.hint.favorite')}
        </span>
        <span>
          <Kbd>F8</Kbd> {t('help.hint.waiting')}
        </span>
      </p>
    </div>
  )
}
