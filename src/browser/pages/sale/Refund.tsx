import { HandCoins } from 'lucide-react'

import { isRefundDue, type Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useMarkRefunded } from '../../api/sale.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'

type RefundBarProps = {
  sale: Sale
  /** What is certain about the wallet. */
  lead?: string
}

/** That the customer is to have the money back, or who gave it back and when. */
export function RefundBar({ sale, lead }: RefundBarProps) {
  const t = useText()
  const formats = useFormats()
  if (!sale.refund) return null
  const amount = formats.money(sale.pays)
  const { done } = sale.refund
  return (
    <section className="stop stop--ok">
      <HandCoins className="ic" size={56} aria-hidden="true" />
      <div>
        <h2>{t(done ? 'sale.refundedHeading' : 'sale.refundHeading', { amount })}</h2>
        <p className="muted">
          {lead !== undefined && `${lead} `}
          {done ? (
            <>
              {t('sale.refundedBy', { name: done.by })}
              {t('shell.comma')}
              <span className="num">{formatStamp(done.at)}</span>
            </>
          ) : (
            t('sale.refundHint')
          )}
        </p>
      </div>
    </section>
  )
}

/** Ticks that the customer has the money. It never has the focus by itself: Enter on the way to the next sale must not tick it. */
export function RefundedButton({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const givenBack = useMarkRefunded(sale.id)
  if (!isRefundDue(sale)) return null
  return (
    <>
      {givenBack.error && (
        <Notice kind="info" role="alert">
          {t(failureMessage(givenBack.error))}
        </Notice>
      )}
      <button
        type="button"
        className="btn btn--lg btn--block"
        aria-disabled={givenBack.isPending}
        onClick={() => !givenBack.isPending && givenBack.mutate()}
      >
        <HandCoins className="ic" size={20} aria-hidden="true" />
        {t('sale.refundedAmount', { amount: formats.money(sale.pays) })}
      </button>
    </>
  )
}

/** What the total of a slip means for a sale that is not sold. */
export function totalLabelOf({ refund }: Pick<Sale, 'refund'>): 'sale.refund' | 'sale.refunded' | 'sale.notPaid' {
  return refund ? (refund.done ? 'sale.refunded' : 'sale.refund') : 'sale.notPaid'
}
