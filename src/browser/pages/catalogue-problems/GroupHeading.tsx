import { useText } from '../../i18n/use-text.ts'
import type { DataGroup } from './find-problems.ts'

/** Of each list: enough to see what is wrong, and few enough to be drawn at once. */
export const MOST_SHOWN = 200

/** The name of a list and how long it is, with a word where not all of it is shown. */
export function GroupHeading({ group, count }: { group: DataGroup; count: number }) {
  const t = useText()
  return (
    <h2 className="data__heading">
      {t(`catalogueProblems.group.${group}`)} <b>{count}</b>
      {count > MOST_SHOWN && (
        <span className="small muted">{t('catalogueProblems.first', { shown: MOST_SHOWN, count })}</span>
      )}
    </h2>
  )
}
