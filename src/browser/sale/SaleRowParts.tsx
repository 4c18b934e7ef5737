import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import type { To } from 'react-router-dom'

import { INTERNATIONAL_ID } from '#domain/international.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { InternationalPicture } from './InternationalPicture.tsx'
import { catalogueQuery } from '../api/catalogue.ts'
import { arrangeCatalogue } from '../api/arranged-catalogue.ts'
import { formatAccount } from '../i18n/format-account.ts'
import { splitMoney } from '../i18n/format-money.ts'
import { formatSaleNumber } from '../i18n/format-sale-number.ts'
import { formatShortDay, formatTime } from '../i18n/format-time.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { findRefusal } from '../problem-class.ts'
import { formatSaleAccount } from './sale-account.ts'
import { productOfSale } from './sale-naming.ts'
import { Picture } from '../ui/Picture.tsx'

type Pictured = Pick<Sale, 'serviceId' | 'brand' | 'international'>

/** The picture of what is sold, from its tile; a top-up abroad has that of its operator. */
export function SalePicture({ sale, size }: { sale: Pictured; size: 32 | 40 }) {
  const { data: tile } = useQuery({
    ...catalogueQuery,
    select: (catalogue) => arrangeCatalogue(catalogue).tileSelling(sale.serviceId),
  })
  if (sale.serviceId === INTERNATIONAL_ID) return <InternationalPicture size={size} choice={sale.international} />
  return <Picture name={sale.brand} src={tile?.imageSmall} srcInstead={tile?.imageLarge} size={size} />
}

type SaleTimeProps = { sale: Pick<Sale, 'openedAt'>; hasDay: boolean }

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
      <span className="mt">{t('salesList.saleNumber', { number: formatSaleNumber(sale.number) })}</span>
    </>
  )
}

/** A number or e-mail address; a voucher may have none. */
export function SaleAccount({ sale }: { sale: Pick<Sale, 'account' | 'international'> }) {
  const t = useText()
  if (sale.account !== undefined) return <span className="num">{formatSaleAccount(sale)}</span>
  return (
    <>
      <span aria-hidden="true">{formatAccount(undefined)}</span>
      <span className="sr">{t('salesList.noAccount')}</span>
    </>
  )
}

/** What the service refused it for, where that is all it said. */
export function SaleRefusal({ sale: { state, problem } }: { sale: Sale }) {
  const t = useText()
  const refusal = state === 'unknown' || state === 'not-executed' ? findRefusal(problem) : undefined
  return refusal && <span className="mt">{t('sale.refusedShort', { why: t(`sale.refusal.${refusal}`) })}</span>
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
