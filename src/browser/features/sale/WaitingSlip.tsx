import type { Sale } from '#domain/sale.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { lookOfSale } from '../../sale-look.ts'
import { useProxyNow } from '../../use-proxy-now.ts'
import { PaperFacts, PaperHead } from './PaperParts.tsx'

/** 80 mm for the customer of a sale that is not known yet: printed only, and no receipt at first sight. */
export function WaitingSlip({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const now = useProxyNow()
  const { words } = lookOfSale(sale)

  return (
    <section className="receipt receipt--waiting" aria-hidden="true">
      <div className="receipt__in">
        <PaperHead />
        <div className="receipt__title">
          <h2>{t('sale.waitingSlip')}</h2>
          <div>{t('sale.waitingSlip.noReceipt')}</div>
        </div>
        <PaperFacts sale={sale} at={sale.confirmedAt ?? sale.openedAt} />
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
