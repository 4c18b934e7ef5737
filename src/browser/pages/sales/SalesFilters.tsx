import { Package, UserRound } from 'lucide-react'

import type { SaleListPage } from '#contract/proxy/sales.ts'
import type { SalesFilter } from '../../api/sale-lists.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { FilterSelect } from './FilterSelect.tsx'
import { GroupChips } from './GroupChips.tsx'
import type { ChangeFilter } from './use-sales-filter.ts'

const ALL = ''

type SalesFiltersProps = {
  filter: SalesFilter
  onChange: ChangeFilter
  /** What there is to choose from; absent until it is read. */
  page: Omit<SaleListPage, 'sales'> | undefined
  isSupervisor: boolean
}

/** State, product, and for supervisors the cashier. A search has none but the state. */
export function SalesFilters({ filter, onChange, page, isSupervisor }: SalesFiltersProps) {
  const t = useText()
  const byName = useByName()
  const services = byName(page?.services, filter.service)
  const cashiers = byName(page?.cashiers, filter.cashier)
  return (
    <div className="filters">
      <GroupChips chosen={filter.state} counts={page?.counts} onChoose={(state) => onChange({ state })} />
      {filter.q === undefined && (
        <div className="filters__selects">
          <FilterSelect
            label={t('salesList.products')}
            Icon={Package}
            options={[{ id: ALL, name: t('salesList.allProducts') }, ...services]}
            chosen={filter.service ?? ALL}
            onChoose={(service) => onChange({ service })}
          />
          {isSupervisor && (
            <FilterSelect
              label={t('salesList.cashiers')}
              Icon={UserRound}
              options={[{ id: ALL, name: t('salesList.allCashiers') }, ...cashiers]}
              chosen={filter.cashier ?? ALL}
              onChoose={(cashier) => onChange({ cashier, service: undefined })}
            />
          )}
        </div>
      )}
    </div>
  )
}

type Named = { id: string; name: string }

/** In the order of names; one that is chosen stays, also on a day it does not occur. */
function useByName(): (named: readonly Named[] | undefined, chosen: string | undefined) => Named[] {
  const { compare } = new Intl.Collator(useLocale(), { numeric: true })
  return (named = [], chosen) => {
    const isThere = chosen === undefined || named.some(({ id }) => id === chosen)
    return [...named, ...(isThere ? [] : [{ id: chosen, name: chosen }])].toSorted((a, b) => compare(a.name, b.name))
  }
}
