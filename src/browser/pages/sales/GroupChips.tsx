import { Check, CircleHelp, Clock, PencilLine, X, type LucideIcon } from 'lucide-react'

import type { SalesCounts } from '#contract/proxy/sales.ts'
import { SALE_GROUPS, type SaleGroup } from '#domain/sale/group.ts'
import { useText } from '../../i18n/use-text.ts'

const ICONS: Record<SaleGroup, LucideIcon> = {
  sold: Check,
  waiting: Clock,
  unknown: CircleHelp,
  'not-sold': X,
  'not-confirmed': PencilLine,
}

type GroupChipsProps = {
  chosen: SaleGroup | undefined
  /** Absent until they are read. */
  counts: SalesCounts | undefined
  onChoose: (group: SaleGroup | undefined) => void
}

/** Which sales of the day are listed, and how many there are of each group. */
export function GroupChips({ chosen, counts, onChoose }: GroupChipsProps) {
  const t = useText()
  return (
    <div className="filters__groups" role="group" aria-label={t('salesList.filterState')}>
      {(['all', ...SALE_GROUPS] as const).map((group) => {
        const Icon = group === 'all' ? undefined : ICONS[group]
        return (
          <button
            key={group}
            type="button"
            className="fchip"
            aria-pressed={group === (chosen ?? 'all')}
            onClick={() => onChoose(group === 'all' ? undefined : group)}
          >
            {Icon && <Icon className="ic" size={18} aria-hidden="true" />}
            {t(`salesList.group.${group}`)} {counts && <b>{counts[group]}</b>}
          </button>
        )
      })}
    </div>
  )
}
