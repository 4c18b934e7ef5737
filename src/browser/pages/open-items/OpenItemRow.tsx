import { moneyMoved, type Sale } from '#domain/sale/sale.ts'
import { formatShortDay } from '../../i18n/format-time.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useLocale } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip } from '../../sale/SaleChip.tsx'
import { SaleAccount, SaleAmount, SaleName, SalePicture, SaleRefusal, SaleTime } from '../../sale/SaleRowParts.tsx'
import { useProxyNow } from '../../use-proxy-now.ts'
import { OpenItemAction } from './OpenItemAction.tsx'
import { OpenItemNext } from './OpenItemNext.tsx'
import type { OpenItemSection } from './sections.ts'

type OpenItemRowProps = { sale: Sale; section: OpenItemSection; usual: string }

/** One sale on the desk. The whole row leads to it; at its end stands what is done most. */
export function OpenItemRow({ sale, section, usual }: OpenItemRowProps) {
  const locale = useLocale()
  const isToday = formatShortDay(sale.openedAt, locale) === formatShortDay(useProxyNow(), locale)
  return (
    <div className="tr" role="row">
      <span role="cell">
        <SaleTime sale={sale} hasDay={!isToday} />
      </span>
      <span role="presentation">
        <SalePicture sale={sale} size={32} />
      </span>
      <span role="cell">
        <SaleName sale={sale} to={paths.sale(sale.id)} />
      </span>
      <span className="truncate" role="cell">
        <SaleAccount sale={sale} />
      </span>
      <span
        className={moneyMoved(sale) === 'no' && section !== 'refunds' ? 'end muted' : 'end font-medium'}
        role="cell"
      >
        <SaleAmount sale={sale} usual={usual} />
      </span>
      <span role="cell">
        <SaleChip sale={sale} />
        <SaleRefusal sale={sale} />
      </span>
      <span className="truncate" role="cell">
        {firstName(sale.cashier.name)}
      </span>
      <span role="cell">
        <OpenItemNext sale={sale} />
      </span>
      <span className="end" role="cell">
        <OpenItemAction sale={sale} />
      </span>
    </div>
  )
}
