import { useQuery } from '@tanstack/react-query'

import type { Sale } from '#domain/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { sessionQuery } from '../../api/session.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { lookOfSale } from '../../sale-look.ts'
import { useProxyNow } from '../../use-proxy-now.ts'

/** 80 mm for the customer of a sale that is not known yet: printed only, and no receipt at first sight. */
export function WaitingSlip({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const now = useProxyNow()
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  const { data: session } = useQuery(sessionQuery)
  const { words } = lookOfSale(sale)

  return (
    <section className="receipt receipt--waiting" aria-hidden="true">
      <div className="receipt__in">
        {session?.practice && <p className="font-semibold">{t('sale.receipt.practice')}</p>}
        {point && (
          <>
            <h2>{point.receiptName || point.agentName}</h2>
            {point.address !== '' && <div>{point.address}</div>}
          </>
        )}
        <div className="receipt__title">
          <h2>{t('sale.waitingSlip')}</h2>
          <div>{t('sale.waitingSlip.noReceipt')}</div>
        </div>
        <div className="kv">
          <span>{t('sale.saleNumber', { number: formatSaleNumber(sale.number) })}</span>
          <span className="num">{formatStamp(sale.confirmedAt ?? sale.openedAt)}</span>
        </div>
        <div className="kv">
          <span>{point && t('sale.receipt.till', { id: point.posId })}</span>
          <span>{t('sale.receipt.servedBy', { name: firstName(sale.cashier.name) })}</span>
        </div>
        <hr />
        <div className="font-semibold">{sale.serviceName}</div>
        <div className="kv">
          <span>{t('sale.number')}</span>
          <span className="num">{formatAccount(sale.account)}</span>
        </div>
        <div className="kv">
          <span>{t('sale.amount')}</span>
          <span>{formats.money(sale.amount)}</span>
        </div>
        <div className="kv">
          <span>{t('sale.customerPaid')}</span>
          <span>{formats.money(sale.pays)}</span>
        </div>
        {sale.transactionId !== undefined && (
          <div className="kv">
            <span>{t('sale.serviceNumber')}</span>
            <span className="num">{sale.transactionId}</span>
          </div>
        )}
        <hr />
        <div className="kv font-semibold">
          <span>{t(`state.${words}.heading`, { brand: sale.brand })}</span>
          <span className="num">{formatStamp(now)}</span>
        </div>
        <p className="receipt__part">{t('sale.waitingSlip.keep')}</p>
      </div>
    </section>
  )
}
