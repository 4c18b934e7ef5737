import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { moneyMoved, type Sale } from '#domain/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeShop } from '../../api/shop.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { nameCurrency, splitMoney } from '../../i18n/format-money.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip } from '../../SaleChip.tsx'
import { Picture } from '../../ui/Picture.tsx'

type SalesTableProps = {
  sales: Sale[]
  /** Where everybody's sales are listed. */
  hasCashier: boolean
}

export function SalesTable({ sales, hasCashier }: SalesTableProps) {
  const t = useText()
  const locale = useLocale()
  // The head names the usual currency once; only a sale in another one repeats its own.
  const usual = sales[0]?.pays.currency ?? ''
  return (
    <div
      className={hasCashier ? 'table table--sales table--cashier' : 'table table--sales'}
      role="table"
      aria-label={t('history.title')}
    >
      <div className="tr tr--h" role="row">
        <span role="columnheader">{t('history.time')}</span>
        <span role="presentation" />
        <span role="columnheader">{t('history.product')}</span>
        <span role="columnheader">{t('history.account')}</span>
        <span className="end" role="columnheader">
          {t('history.amount', { currency: nameCurrency(usual, locale) })}
        </span>
        <span role="columnheader">{t('history.state')}</span>
        {hasCashier && <span role="columnheader">{t('history.cashier')}</span>}
      </div>
      {sales.map((sale) => (
        <SaleRow key={sale.id} sale={sale} usual={usual} hasCashier={hasCashier} />
      ))}
    </div>
  )
}

type SaleRowProps = { sale: Sale; usual: string; hasCashier: boolean }

function SaleRow({ sale, usual, hasCashier }: SaleRowProps) {
  const t = useText()
  const locale = useLocale()
  const { data: tile } = useQuery({
    ...catalogueQuery,
    select: (catalogue) => arrangeShop(catalogue).tileSelling(sale.serviceId),
  })
  const { currency } = sale.pays
  const { amount } = splitMoney(sale.pays, locale)
  return (
    <div className="tr" role="row">
      <span role="cell">
        <span className="num">{formatTime(sale.openedAt)}</span>
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
      <span className={moneyMoved(sale) === 'no' ? 'end muted' : 'end font-medium'} role="cell">
        {currency !== usual && <small className="small muted">{currency} </small>}
        {amount}
      </span>
      <span role="cell">
        <SaleChip sale={sale} />
      </span>
      {hasCashier && <span role="cell">{firstName(sale.cashier.name)}</span>}
    </div>
  )
}
