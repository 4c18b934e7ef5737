import { useQuery } from '@tanstack/react-query'
import type { To } from 'react-router-dom'

import { INTERNATIONAL_ID } from '#domain/international.ts'
import type { Sale } from '#domain/sale.ts'
import { AbroadPicture } from './AbroadPicture.tsx'
import { catalogueQuery } from './api/catalogue.ts'
import { arrangeShop } from './api/shop.ts'
import { formatAccount } from './i18n/format-account.ts'
import { splitMoney } from './i18n/format-money.ts'
import { formatSaleNumber } from './i18n/format-sale-number.ts'
import { formatShortDay, formatTime } from './i18n/format-time.ts'
import { useLocale, useText } from './i18n/use-text.ts'
import { Link } from './Link.tsx'
import { formatSaleAccount } from './sale-account.ts'
import { productOfSale } from './sale-naming.ts'
import { Picture } from './ui/Picture.tsx'

/** The picture of what is sold, from its tile; a top-up abroad has none of its own. */
export function SalePicture({ sale, size }: { sale: Sale; size: 32 | 40 }) {
  const { data: tile } = useQuery({
    ...catalogueQuery,
    select: (catalogue) => arrangeShop(catalogue).tileSelling(sale.serviceId),
  })
  if (sale.serviceId === INTERNATIONAL_ID) return <AbroadPicture size={size} />
  return <Picture name={sale.brand} src={tile?.imageSmall} srcInstead={tile?.imageLarge} size={size} />
}

type SaleTimeProps = { sale: Sale; hasDay: boolean }

/** When it was begun; its day where the rows are of several. */
export function SaleTime({ sale, hasDay }: SaleTimeProps) {
  const locale = useLocale()
  return (
    <>
      <span className="num">{formatTime(sale.openedAt)}</span>
      {hasDay && <span className="mt">{formatShortDay(sale.openedAt, locale)}</span>}
    </>
  )
}

type SaleNameProps = { sale: Sale; to: To; state?: unknown; id?: string }

/** Product and sale number; the link covers its row. */
export function SaleName({ sale, to, state, id }: SaleNameProps) {
  const t = useText()
  return (
    <>
      <Link className="nm" dir="auto" to={to} state={state} {...(id && { id })}>
        {productOfSale(sale, t)}
      </Link>
      <span className="mt">{t('history.saleNumber', { number: formatSaleNumber(sale.number) })}</span>
    </>
  )
}

/** A number or e-mail address; a voucher may have none. */
export function SaleAccount({ sale }: { sale: Sale }) {
  const t = useText()
  if (sale.account !== undefined) return <span className="num">{formatSaleAccount(sale)}</span>
  return (
    <>
      <span aria-hidden="true">{formatAccount(undefined)}</span>
      <span className="sr">{t('history.noAccount')}</span>
    </>
  )
}

type SaleAmountProps = { sale: Sale; usual: string }

/** What the customer pays; the head of the column names the usual currency, where there is room for a head. */
export function SaleAmount({ sale: { pays }, usual }: SaleAmountProps) {
  const locale = useLocale()
  const { amount, currency } = splitMoney(pays, locale)
  const named = <small className={pays.currency === usual ? 'small muted tr__usual' : 'small muted'}>{currency}</small>
  return locale === 'ar' ? (
    <>
      {amount} {named}
    </>
  ) : (
    <>
      {named} {amount}
    </>
  )
}
