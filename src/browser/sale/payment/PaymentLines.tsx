import { changeOf, type PaymentMethod } from '#domain/payment.ts'
import type { Money as MoneyValue } from '#domain/money.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { SummaryLine } from '../../ui/TicketSummary.tsx'

type PaymentLinesProps = {
  of: { paidBy?: PaymentMethod | undefined; given?: MoneyValue | undefined; pays: MoneyValue }
  /** Of a quantity, whose cash was for some of its lines. */
  change?: MoneyValue | null
}

/** How the customer paid, and for cash what they gave and got back, in a summary; nothing where that was not noted. */
export function PaymentLines({ of: { paidBy, given, pays }, change = changeOf(given, pays) }: PaymentLinesProps) {
  const t = useText()
  const formats = useFormats()
  if (!paidBy) return null
  return (
    <>
      <SummaryLine label={t('payment.paidBy')}>{t(`payment.${paidBy}`)}</SummaryLine>
      {given && <SummaryLine label={t('payment.given')}>{formats.money(given)}</SummaryLine>}
      {change && <SummaryLine label={t('payment.change')}>{formats.money(change)}</SummaryLine>}
    </>
  )
}
