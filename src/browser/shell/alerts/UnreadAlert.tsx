import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'

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

/** What became of sales while nobody looked, until they are opened. The desk shows the same. */
export function UnreadAlert() {
  const t = useText()
  const formats = useFormats()
  const { pathname } = useLocation()
  const { data } = useQuery(openItemsQuery)
  const isKiosk = useIsKiosk()
  // A sale that is being handed over needs its place; the bell in the bar counts on.
  if (pathname === paths.openItems() || BUSY.test(pathname)) return null
  const news = data?.sales.filter(({ isUnread }) => isUnread) ?? []
  const [sale] = news
  if (!sale) return null

  const more = news.length - 1
  // At a kiosk there is no desk: one after the other.
  const leadsToDesk = more > 0 && !isKiosk
  return (
    <AlertBar
      icon={<Bell className="ic" size={24} aria-hidden="true" />}
      heading={t(sale.voucher === 'ready' ? 'alerts.codeCame' : 'alerts.newsHeading', {
        number: formatSaleNumber(sale.number),
        amount: formats.money(sale.pays),
      })}
      action={
        <>
          <SaleChip sale={sale} />
          <Link className="btn no-underline" to={leadsToDesk ? paths.openItems() : paths.sale(sale.id)}>
            {t(leadsToDesk ? 'alerts.openDesk' : 'alerts.open')}
          </Link>
        </>
      }
    >
      <bdi>{productOfSale(sale, t)}</bdi>
      {sale.account !== undefined && (
        <>
          , <span className="num">{formatSaleAccount(sale)}</span>
        </>
      )}
      {sale.unreadReasons?.map((reason) => (
        <span key={reason}>; {t(`alerts.news.${reason}`)}</span>
      ))}
      {more > 0 && <span>; {t('alerts.newsMore', { count: more })}</span>}
    </AlertBar>
  )
}
