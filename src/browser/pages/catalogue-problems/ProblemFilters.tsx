import { useText } from '../../i18n/use-text.ts'
import { PROBLEM_GROUPS, type DataGroup } from './find-problems.ts'

type ProblemFiltersProps = {
  /** Absent until the products are there. */
  counts: Record<DataGroup, number> | undefined
  group: DataGroup | undefined
  onGroup: (group: DataGroup | undefined) => void
}

/** How many there are of each reason; choosing one shows no others. */
export function ProblemFilters({ counts, group, onGroup }: ProblemFiltersProps) {
  const t = useText()
  const all = counts && Object.values(counts).reduce((sum, count) => sum + count, 0)
  return (
    <div className="row flex-wrap" role="group" aria-label={t('catalogueProblems.groups')}>
      {(['all', ...PROBLEM_GROUPS, 'unread'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className="fchip"
          aria-pressed={each === (group ?? 'all')}
          onClick={() => onGroup(each === 'all' ? undefined : each)}
        >
          {t(`catalogueProblems.group.${each}`)} {counts && <b>{each === 'all' ? all : counts[each]}</b>}
        </button>
      ))}
    </div>
  )
}
