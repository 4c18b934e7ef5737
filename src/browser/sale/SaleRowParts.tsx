import { useQuery } from '@tanstack/react-query'

import { INTERNATIONAL_ID } from '#domain/international.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { arrangeCatalogue } from '../api/arranged-catalogue.ts'
import { catalogueQuery } from '../api/catalogue.ts'
import { formatAccount } from '../i18n/format-account.ts'
import { splitMoney } from '../i18n/format-money.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { findRefusal } from '../problem-class.ts'
import { Picture } from '../ui/Picture.tsx'
import { InternationalPicture } from './InternationalPicture.tsx'
import { formatSaleAccount } from './sale-account.ts'

type SalePictureProps = { sale: Pick<Sale, 'serviceId' | 'brand' | 'international'>; size: 32 | 40 }

/** The picture of what is sold, from its tile; an international top-up has that of its operator. */
export function SalePicture({ sale, size }: SalePictureProps) {
  const { data: tile } = useQuery({
    ...catalogueQuery,
    select: (catalogue) => arrangeCatalogue(catalogue).tileSelling(sale.serviceId),
  })
  if (sale.serviceId === INTERNATIONAL_ID) return <InternationalPicture size={size} choice={sale.international} />
  return (
    <Picture name={sale.brand} src={tile?.imageSmall} srcInstead={tile?.imageLarge} size={size === 32 ? 'xs' : 'sm'} />
  )
}

/** A number or e-mail address; a voucher may have none. */
export function SaleAccount({ sale }: { sale: Pick<Sale, 'account' | 'international'> }) {
  const t = useText()
  if (sale.account !== undefined) {
    // Whole on a line of its own before it is broken.
    return (
      <bdi dir="ltr" className="inline-block max-w-full wrap-anywhere">
        {formatSaleAccount(sale)}
      </bdi>
    )
  }
  return (
    <>
      <span aria-hidden="true">{formatAccount(undefined)}</span>
      <span className="sr-only">{t('salesList.noAccount')}</span>
    </>
  )
}

/** Below the state: what the service refused the sale for, or that a sale cancelled here after it was sent counts as not sold. */
export function SaleRemark({ sale: { state, problem, confirmedAt } }: { sale: Sale }) {
  const t = useText()
  const refusal = state === 'unknown' || state === 'not-executed' ? findRefusal(problem) : undefined
  const isNotSold = state === 'abandoned' && confirmedAt !== undefined
  if (!refusal && !isNotSold) return null
  return (
    <span className="mt-[2px] block text-1 leading-4 text-ink-2">
      {refusal ? t('sale.refusedShort', { why: t(`sale.refusal.${refusal}`) }) : t('salesList.group.not-sold')}
    </span>
  )
}

type SaleAmountProps = {
  sale: Pick<Sale, 'pays'>
  /** The currency that the head of the column names, where there is room for a head. */
  usual?: string
}

/** What the customer pays. It is never broken. */
export function SaleAmount({ sale: { pays }, usual }: SaleAmountProps) {
  const locale = useLocale()
  const { amount, currency } = splitMoney(pays, locale)
  const named = <span className={`text-1 text-ink-2 ${pays.currency === usual ? 'md:hidden' : ''}`}>{currency}</span>
  return (
    <bdi className="whitespace-nowrap">
      {locale === 'ar' ? (
        <>
          {amount} {named}
        </>
      ) : (
        <>
          {named} {amount}
        </>
      )}
    </bdi>
  )
}
