import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { isFinal, moneyMoved, type Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import { formatClock, formatShortDay } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { shortName } from '../../lib/current-user.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { paymentNames } from '../../sale/payment-words.ts'
import { CostLines, PaymentLines, RecipientLines } from '../../sale/SaleLines.tsx'
import { SaleChip, SalePicture } from '../../sale/SaleRowParts.tsx'
import { amountLabel, productOfSummary, titleOfSale } from '../../sale/sale-naming.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { SummaryLine, SummaryRule, TicketSummary } from '../../ui/TicketSummary.tsx'
import { useShopDays } from '../../lib/shop-days.ts'
import { useMoments } from './sales-filter.ts'

type DrawerSummaryProps = {
  sale: Sale
  end: ReactNode
}

export function DrawerSummary({ sale, end }: DrawerSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const moments = useMoments()
  const done = sale.refund?.done
  const { batch, transactionId, reference, serviceTime, resolution, problem } = sale
  return (
    <TicketSummary>
      <SaleHeading sale={sale} title={titleOfSale(sale, t)} end={end} />
      <SummaryRule />
      <dl>
        <SummaryLine label={t(paysLabelOf(sale))}>{formats.money(sale.pays)}</SummaryLine>
        {sale.international && (
          <SummaryLine label={t(amountLabel(sale.kind))}>{formats.money(sale.amount)}</SummaryLine>
        )}
        <PaymentLines of={sale} />
        {done?.paymentMethod && (
          <SummaryLine label={t('payment.refundedBy')}>
            {paymentNames({ ...done, paymentMethod: done.paymentMethod }, sale.pays, t)}
          </SummaryLine>
        )}
        <RecipientLines of={sale} />
        {batch && (
          <SummaryLine label={t('salesList.quantity')}>
            <Link to={paths.batch(batch.id)}>{t('sale.lineOf', batch)}</Link>
          </SummaryLine>
        )}
        <SummaryLine label={t('salesList.cashier')}>
          <bdi>{shortName(sale.cashier.name)}</bdi>
        </SummaryLine>
        <SummaryLine label={t('salesList.terminal')}>
          <bdi>{sale.terminal.name}</bdi>
        </SummaryLine>
        {transactionId !== undefined && (
          <SummaryLine label={t('sale.serviceNumber')}>
            <Code>{transactionId}</Code>
          </SummaryLine>
        )}
        {reference !== undefined && (
          <SummaryLine label={t('delivery.reference')}>
            <Code>{reference}</Code>
          </SummaryLine>
        )}
        {serviceTime !== undefined && (
          <SummaryLine label={t('supportReport.serviceTime')}>
            <bdi>{moments.ofService(serviceTime)}</bdi>
          </SummaryLine>
        )}
        {resolution && (
          <SummaryLine label={t(`sale.resolved.${resolution.outcome}`)}>
            {t('sale.resolvedBy', { name: resolution.by })}
          </SummaryLine>
        )}
      </dl>
      <CostLines sale={sale} />
      {problem?.text !== undefined && (
        <p className="mt-2 border-s-4 border-paper-line-strong bg-paper-2 px-3 py-2 wrap-anywhere" dir="auto">
          {problem.text}
        </p>
      )}
      <CodeLine sale={sale} />
    </TicketSummary>
  )
}

export function ColleagueSummary({ summary, end }: { summary: SaleSummary; end: ReactNode }) {
  const t = useText()
  return (
    <TicketSummary>
      <SaleHeading sale={summary} title={productOfSummary(summary)} end={end} />
      <SummaryRule />
      <dl>
        <RecipientLines of={summary} />
        <SummaryLine label={t('salesList.cashier')}>
          <bdi>{shortName(summary.cashier.name)}</bdi>
        </SummaryLine>
      </dl>
    </TicketSummary>
  )
}

/** The label of the price, because no one pays for a sale that ended unsold. */
function paysLabelOf({ refund, ...sale }: Sale): MessageId {
  if (refund) return refund.done ? 'sale.refunded' : 'salesList.refundDue'
  if (isFinal(sale.state) && moneyMoved(sale) === 'no') return 'salesList.price'
  return sale.state === 'opened' || sale.state === 'checked' ? 'money.customerPays' : 'salesList.paid'
}

function SaleHeading({ sale, title, end }: { sale: Sale | SaleSummary; title: string; end: ReactNode }) {
  const t = useText()
  const locale = useLocale()
  const { today, dayAt } = useShopDays()
  const { openedAt } = sale
  const facts = { number: formatSaleNumber(sale), time: formatClock(openedAt) }
  return (
    <div className="flex min-h-bar items-start gap-3">
      <span className="pt-2">
        <SalePicture sale={sale} size={40} />
      </span>
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-1 py-1">
        <div className="min-w-[128px] flex-1 wrap-anywhere">
          <div className="text-3 leading-5 font-semibold">
            <bdi>{title}</bdi>
          </div>
          <div className="text-1 text-paper-ink">
            {dayAt(openedAt) === today
              ? t('salesList.numberToday', facts)
              : t('salesList.numberThen', { ...facts, day: formatShortDay(openedAt, locale) })}
          </div>
        </div>
        <SaleChip sale={sale} />
      </div>
      {end}
    </div>
  )
}

const Code = ({ children }: { children: ReactNode }) => (
  <bdi dir="ltr" className="font-mono">
    {children}
  </bdi>
)

/** A hidden code: four dots per group, no digits. The sale's page reveals the code, which is logged. */
function CodeLine({ sale }: { sale: Sale }) {
  const t = useText()
  const moments = useMoments()
  const { voucher, revealCount, printCount, delivered } = sale
  if (voucher !== 'ready' && voucher !== 'delivered') return null
  return (
    <>
      <div className="mt-2 mb-1 flex items-center justify-between gap-2 rounded-2 bg-paper-2 p-1 ps-4">
        <span role="img" aria-label={t('salesList.hiddenCode')} className="font-mono">
          <bdi dir="ltr">•••• •••• •••• ••••</bdi>
        </span>
        <ButtonLink variant="quiet" icon={Eye} to={paths.sale(sale.id)}>
          {t('delivery.show')}
        </ButtonLink>
      </div>
      <ul className="text-1 text-paper-ink">
        <li>
          {delivered
            ? t(`delivery.delivered.${delivered.method}`, {
                time: moments.at(delivered.at),
                name: shortName(delivered.by),
              })
            : t('delivery.undelivered')}
        </li>
        <li>{t('delivery.shownTimes', { count: revealCount })}</li>
        {printCount > 0 && <li>{t('salesList.printedTimes', { count: printCount })}</li>}
        <li>{t('salesList.showLogged')}</li>
      </ul>
    </>
  )
}
