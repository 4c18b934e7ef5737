import { HandCoins } from 'lucide-react'

import { isRefundDue, type Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useMarkRefunded } from '../../api/sale.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { InstructionBar, NextCustomer } from './SaleParts.tsx'

type RefundBarProps = {
  sale: Sale
  /** What is certain about the wallet. */
  lead?: string | undefined
}

/** That the customer is to have the money back, or who gave it back and when. */
export function RefundBar({ sale, lead }: RefundBarProps) {
  const t = useText()
  const formats = useFormats()
  if (!sale.refund) return null
  const amount = formats.money(sale.pays)
  const { done } = sale.refund
  return (
    <InstructionBar
      tone="ok"
      icon={HandCoins}
      heading={t(done ? 'sale.refundedHeading' : 'sale.refundHeading', { amount })}
    >
      {lead !== undefined && `${lead} `}
      {done ? (
        <>
          {t('sale.refundedBy', { name: done.by })}
          {t('shell.comma')}
          <bdi dir="ltr">{formatStamp(done.at)}</bdi>
        </>
      ) : (
        t('sale.refundHint')
      )}
    </InstructionBar>
  )
}

/** To the next customer, and before that to tick that this one has their money back, if it is due. */
export function RefundFoot({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const refunded = useMarkRefunded(sale.id)
  if (!isRefundDue(sale)) return <NextCustomer />
  return (
    <>
      {refunded.error && (
        <Notice tone="info" role="alert">
          {t(failureMessage(refunded.error))}
        </Notice>
      )}
      <Button
        variant="primary"
        size="xl"
        icon={HandCoins}
        pending={refunded.isPending}
        onClick={() => refunded.mutate()}
      >
        {t('sale.refundedAmount', { amount: formats.money(sale.pays) })}
      </Button>
      <NextCustomer isSecond />
    </>
  )
}

/** What the total of a ticket means for a sale that is not sold. */
export function totalLabelOf({ refund }: Pick<Sale, 'refund'>): 'sale.refund' | 'sale.refunded' | 'sale.notPaid' {
  return refund ? (refund.done ? 'sale.refunded' : 'sale.refund') : 'sale.notPaid'
}
