import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useLocation } from 'react-router-dom'

import { deskQuery } from '../../api/sale-lists.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Link } from '../../Link.tsx'
import { paths } from '../../paths.ts'
import { formatSaleAccount } from '../../sale-account.ts'
import { SaleChip } from '../../SaleChip.tsx'
import { productOfSale } from '../../sale-naming.ts'
import { useIsKiosk } from '../../use-is-kiosk.ts'
import { AlertBar } from './AlertBar.tsx'

const BUSY = /^\/(sale|batch)\//

/** What became of sales while nobody looked, until they are opened. The desk shows the same. */
export function NewsAlert() {
  const t = useText()
  const formats = useFormats()
  const { pathname } = useLocation()
  const { data } = useQuery(deskQuery)
  const isKiosk = useIsKiosk()
  // A sale that is being handed over needs its place; the bell in the bar counts on.
  if (pathname === paths.desk() || BUSY.test(pathname)) return null
  const news = data?.sales.filter(({ isUnread }) => isUnread) ?? []
  const [sale] = news
  if (!sale) return null

  const more = news.length - 1
  // At a kiosk there is no desk: one after the other.
  const leadsToDesk = more > 0 && !isKiosk
  return (
    <AlertBar
      icon={<Bell className="ic" size={24} aria-hidden="true" />}
      heading={t(sale.voucher === 'ready' ? 'watch.codeCame' : 'watch.newsHeading', {
        number: formatSaleNumber(sale.number),
        amount: formats.money(sale.pays),
      })}
      action={
        <>
          <SaleChip sale={sale} />
          <Link className="btn no-underline" to={leadsToDesk ? paths.desk() : paths.sale(sale.id)}>
            {t(leadsToDesk ? 'watch.openDesk' : 'watch.open')}
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
        <span key={reason}>; {t(`news.${reason}`)}</span>
      ))}
      {more > 0 && <span>; {t('watch.newsMore', { count: more })}</span>}
    </AlertBar>
  )
}
