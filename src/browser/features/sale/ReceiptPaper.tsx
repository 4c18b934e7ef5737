import { RECEIPT_PARTS, type Receipt } from '#domain/receipt.ts'
import type { Sale } from '#domain/sale.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { PaperFacts, PaperHead } from './PaperParts.tsx'

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
  const parts = RECEIPT_PARTS.filter((part) => receipt?.[part]?.trim())

  return (
    <div className="receiptroll">
      <div className="slot mx-4" />
      <section className="receipt" aria-label={t('sale.receipt')}>
        <div className="receipt__in">
          <PaperHead />
          <PaperFacts sale={sale} at={sale.settledAt ?? sale.openedAt} />
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
