import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { moneyMoved, type Sale } from '#domain/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeShop } from '../../api/shop.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { splitMoney } from '../../i18n/format-money.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { formatShortDay, formatTime } from '../../i18n/format-time.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip } from '../../SaleChip.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { useProxyNow } from '../../use-proxy-now.ts'
import { DeskAction } from './DeskAction.tsx'
import { DeskNext } from './DeskNext.tsx'
import type { DeskSection } from './desk-sections.ts'

type DeskRowProps = { sale: Sale; section: DeskSection; usual: string }

/** One sale on the desk. The whole row leads to it; at its end stands what is done most. */
export function DeskRow({ sale, section, usual }: DeskRowProps) {
  const t = useText()
  const locale = useLocale()
  const { data: tile } = useQuery({
    ...catalogueQuery,
    select: (catalogue) => arrangeShop(catalogue).tileSelling(sale.serviceId),
  })
  const { currency } = sale.pays
  const { amount } = splitMoney(sale.pays, locale)
  const isToday = formatShortDay(sale.openedAt, locale) === formatShortDay(useProxyNow(), locale)
  return (
    <div className="tr" role="row">
      <span role="cell">
        <span className="num">{formatTime(sale.openedAt)}</span>
        {!isToday && <span className="mt">{formatShortDay(sale.openedAt, locale)}</span>}
      </span>
      <span role="presentation">
        <Picture name={sale.brand} src={tile?.imageSmall} srcInstead={tile?.imageLarge} size={32} />
      </span>
      <span role="cell">
        {/* The link covers its row. */}
        <Link className="nm" to={paths.sale(sale.id)}>
          {sale.serviceName}
        </Link>
        <span className="mt">{t('history.saleNumber', { number: formatSaleNumber(sale.number) })}</span>
      </span>
      <span className="truncate" role="cell">
        <span className="num">{formatAccount(sale.account)}</span>
      </span>
      <span
        className={moneyMoved(sale) === 'no' && section !== 'give-back' ? 'end muted' : 'end font-medium'}
        role="cell"
      >
        {currency !== usual && <small className="small muted">{currency} </small>}
        {amount}
      </span>
      <span role="cell">
        <SaleChip sale={sale} />
      </span>
      <span className="truncate" role="cell">
        {firstName(sale.cashier.name)}
      </span>
      <span role="cell">
        <DeskNext sale={sale} />
      </span>
      <span className="end" role="cell">
        <DeskAction sale={sale} />
      </span>
    </div>
  )
}
