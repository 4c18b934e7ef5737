import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Comparison, OpenPayment, OpenShiftAnswer } from '#api/shifts.ts'
import { sessionQuery } from '../../api/session.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useMarkPaidInCash } from '../../api/shifts.ts'
import { shortName } from '../../lib/current-user.ts'
import { formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { cashLinesOf, plainAmount, signed, signedExpected } from '../../shift/report-document.ts'
import { CashRow } from '../../shift/ShiftPanel.tsx'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

export const CARD = 'rounded-3 border-1 border-line bg-surface p-4'

export function WhyExpected({ shift, comparison }: { shift: OpenShiftAnswer; comparison: Comparison }) {
  const t = useText()
  const { figures, expected, openPayments } = comparison
  const taken = shift.movements.filter(({ kind }) => kind === 'out')
  return (
    <section className={CARD} aria-labelledby="why-expected">
      <h2 id="why-expected" className="mb-2 text-3">
        {t('shift.whyExpected', { amount: signedExpected(expected) })}
      </h2>
      <dl>
        <CashRow label={t('shift.line.start')}>{plainAmount(figures.start)}</CashRow>
        {cashLinesOf(figures).map(({ label, line, isOut }) => (
          <CashRow
            key={label}
            label={line.count > 0 ? t('shift.lineCount', { line: t(label), count: line.count }) : t(label)}
          >
            <bdi dir="ltr">{signed(line.amount, isOut && line.count > 0)}</bdi>
          </CashRow>
        ))}
        <CashRow label={t('shift.expected')} isTotal>
          <bdi dir="ltr">{signedExpected(expected)}</bdi>
        </CashRow>
      </dl>
      {openPayments.length > 0 && (
        <Details heading={t('shift.line.cashOpen')}>
          {openPayments.map((payment) => (
            <li key={payment.saleId}>
              {t(payment.isRefundDue ? 'shift.openRefund' : 'shift.openWaiting', {
                number: formatSaleNumber(payment),
                amount: plainAmount(payment.pays),
              })}
            </li>
          ))}
        </Details>
      )}
      {taken.length > 0 && (
        <Details heading={t('shift.line.takenOut')}>
          {taken.map(({ id, reason, amount, by, at }) => (
            <li key={id}>
              {t('shift.takenLine', {
                reason,
                amount: amount ? plainAmount(amount) : '',
                name: shortName(by.name),
                time: formatTime(at),
              })}
            </li>
          ))}
        </Details>
      )}
    </section>
  )
}

const Details = ({ heading, children }: { heading: string; children: ReactNode }) => (
  <div className="mt-3 text-1">
    <h3 className="font-semibold text-ink-2">{heading}</h3>
    <ul className="text-ink-2">{children}</ul>
  </div>
)

/** A due refund that would explain the variance. */
export function MissingRefund({ payment }: { payment: OpenPayment }) {
  const t = useText()
  const formats = useFormats()
  const { data: isNoted = false } = useQuery({ ...sessionQuery, select: ({ settings }) => Boolean(settings?.payments) })
  const mark = useMarkPaidInCash(payment.saleId, isNoted)
  return (
    <div className="mt-3">
      <Notice
        tone="info"
        icon={<Undo2 size={24} aria-hidden />}
        heading={t('shift.isItSale', { number: formatSaleNumber(payment) })}
      >
        <p>{t('shift.isItSale.next', { amount: formats.money(payment.pays) })}</p>
        {mark.error && <p role="alert">{t(failureMessage(mark.error))}</p>}
        <div className="mt-2">
          <Button pending={mark.isPending} onClick={() => mark.mutate()}>
            {t('shift.markPaid')}
          </Button>
        </div>
      </Notice>
    </div>
  )
}
