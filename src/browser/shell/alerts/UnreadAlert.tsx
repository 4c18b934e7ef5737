import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { openItemsQuery } from '../../api/sale-lists.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { formatSaleAccount } from '../../sale/sale-account.ts'
import { SaleChip } from '../../sale/SaleChip.tsx'
import { productOfSale } from '../../sale/sale-naming.ts'
import { useIsKiosk } from '../../use-is-kiosk.ts'
import { AlertBar } from './AlertBar.tsx'

const BUSY = /^\/(sale|batch)\//

/** The results of sales that nobody has seen yet. The open items list the same sales. */
export function UnreadAlert() {
  const t = useText()
  const formats = useFormats()
  const { pathname } = useLocation()
  const { data } = useQuery(openItemsQuery)
  const isKiosk = useIsKiosk()
  // A sale that is being handed over needs its place; the bell in the bar counts on.
  if (pathname === paths.openItems() || BUSY.test(pathname)) return null
  const unread = data?.sales.filter(({ isUnread }) => isUnread) ?? []
  const [sale] = unread
  if (!sale) return null

  const more = unread.length - 1
  // A kiosk has no list of open items, so it shows one sale after the other.
  const leadsToList = more > 0 && !isKiosk
  return (
    <AlertBar
      icon={<Bell className="ic" size={24} aria-hidden="true" />}
      heading={t(headingOf(sale), {
        number: formatSaleNumber(sale.number),
        amount: formats.money(sale.pays),
      })}
      action={
        <>
          <SaleChip sale={sale} />
          <Link className="btn no-underline" to={leadsToList ? paths.openItems() : paths.sale(sale.id)}>
            {t(leadsToList ? 'alerts.openItems' : 'alerts.open')}
          </Link>
        </>
      }
    >
      <bdi>{productOfSale(sale, t)}</bdi>
      {sale.account !== undefined && (
        <>
          {t('shell.comma')}
          <span className="num">{formatSaleAccount(sale)}</span>
        </>
      )}
      {sale.unreadReasons?.map((reason) => (
        <span key={reason}>
          {t('shell.semicolon')}
          {t(`alerts.notice.${reason}`)}
        </span>
      ))}
      {more > 0 && (
        <span>
          {t('shell.semicolon')}
          {t('alerts.moreUpdates', { count: more })}
        </span>
      )}
    </AlertBar>
  )
}

function headingOf({ voucher, state, conflicting }: Sale) {
  if (voucher === 'ready') return 'alerts.codeCame'
  return state === 'succeeded' && !conflicting ? 'alerts.wentThrough' : 'alerts.updateHeading'
}
