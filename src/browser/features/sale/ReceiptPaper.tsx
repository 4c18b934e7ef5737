import { useQuery } from '@tanstack/react-query'

import { RECEIPT_PARTS, type Receipt } from '#domain/receipt.ts'
import type { Sale } from '#domain/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { sessionQuery } from '../../api/session.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'

type ReceiptPaperProps = {
  sale: Sale
  /** The wholesaler's own words; null where it gave none. */
  receipt: Receipt | null
  isReading: boolean
  hasFailed: boolean
}

/** 80 mm of paper: our header and facts, then the wholesaler's parts in its order with their line breaks (spec 2.12). No cost. */
export function ReceiptPaper({ sale, receipt, isReading, hasFailed }: ReceiptPaperProps) {
  const t = useText()
  const formats = useFormats()
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  const { data: session } = useQuery(sessionQuery)
  const parts = RECEIPT_PARTS.filter((part) => receipt?.[part]?.trim())

  return (
    <div className="receiptroll">
      <div className="slot mx-4" />
      <section className="receipt" aria-label={t('sale.receipt')}>
        <div className="receipt__in">
          {session?.practice && <p className="font-semibold">{t('sale.receipt.practice')}</p>}
          {point && (
            <>
              <h2>{point.receiptName || point.agentName}</h2>
              {point.address !== '' && <div>{point.address}</div>}
              <hr />
            </>
          )}
          <div className="kv">
            <span>{t('sale.saleNumber', { number: formatSaleNumber(sale.number) })}</span>
            <span className="num">{formatStamp(sale.settledAt ?? sale.openedAt)}</span>
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
            <span>{t('money.recipientGets')}</span>
            <span>{formats.money(sale.amount)}</span>
          </div>
          <div className="kv font-semibold">
            <span>{t('sale.receipt.paid')}</span>
            <span>{formats.money(sale.pays)}</span>
          </div>
          {parts.length > 0 && <hr />}
          {parts.map((part) => (
            <p key={part} className="receipt__part" dir="auto">
              {receipt?.[part]}
            </p>
          ))}
          {isReading && <p>{t('sale.receipt.reading')}</p>}
          {hasFailed && <p>{t('sale.receipt.noText')}</p>}
        </div>
      </section>
    </div>
  )
}
