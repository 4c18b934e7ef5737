import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'

import { deskQuery } from '../../api/sale-lists.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip } from '../../SaleChip.tsx'
import { AlertBar } from './AlertBar.tsx'

const BUSY = /^\/(sale|batch)\//

/** What became of sales while nobody looked, until they are opened. The desk shows the same. */
export function NewsAlert() {
  const t = useText()
  const formats = useFormats()
  const { pathname } = useLocation()
  const { data } = useQuery(deskQuery)
  // A sale that is being handed over needs its place; the bell in the bar counts on.
  if (pathname === paths.desk() || BUSY.test(pathname)) return null
  const news = data?.sales.filter(({ isNews }) => isNews) ?? []
  const [sale] = news
  if (!sale) return null

  const more = news.length - 1
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
          <Link className="btn no-underline" to={more > 0 ? paths.desk() : paths.sale(sale.id)}>
            {t(more > 0 ? 'watch.openDesk' : 'watch.open')}
          </Link>
        </>
      }
    >
      <bdi>{sale.serviceName}</bdi>
      {sale.account !== undefined && (
        <>
          , <span className="num">{formatAccount(sale.account)}</span>
        </>
      )}
      {more > 0 && <span>; {t('watch.newsMore', { count: more })}</span>}
    </AlertBar>
  )
}
