import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'

import { decimal, money, type Money as MoneyValue, timesMoney } from '#domain/money/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { catalogQuery, arrangeCatalog } from '../../api/catalog.ts'
import { formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import type { MessageId } from '../../i18n/locale.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { CostFold, PaymentLines, RecipientLines } from '../../sale/SaleLines.tsx'
import { InternationalPicture, SalePicture, appearanceOf, SaleChip, TestChip } from '../../sale/SaleRowParts.tsx'
import { amountLabel, formatSaleAccount, productOfSale, titleOfSale } from '../../sale/sale-naming.ts'
import type { Tone } from '../../ui/Badge.tsx'
import { Button } from '../../ui/Button.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { Money } from '../../ui/Money.tsx'
import {
  SummaryHead,
  SummaryLine,
  SummaryRule,
  SummaryTotal,
  TicketSummary,
  WholeWords,
} from '../../ui/TicketSummary.tsx'
import type { Content } from './use-sale-options.ts'
import { FoldedSlip, useIsUprightKiosk } from './SaleCards.tsx'

const EDGES: Record<Tone, string> = {
  ok: 'rounded-1 bg-ok-solid',
  wait: 'rounded-1 bg-[repeating-linear-gradient(var(--wait-edge)_0_12px,transparent_12px_20px)]',
  bad: 'bg-bad-solid',
  unk: 'bg-[radial-gradient(circle_at_center,var(--unk-solid)_0_4px,transparent_4.5px)] bg-size-[8px_14px] bg-repeat-y',
  open: 'hidden',
}

type SaleSummaryProps = { sale: Sale; isFed?: boolean; totalLabel?: MessageId | undefined }

/** Folded on an upright kiosk. */
export function SaleSummary(props: SaleSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const { sale } = props
  if (!useIsUprightKiosk()) return <WholeSummary {...props} />
  const number = t('sale.saleNumber', { number: formatSaleNumber(sale) })
  return (
    <FoldedSlip
      heading={number}
      note={
        <>
          <span>
            {t('state.succeeded.next', { product: productOfSale(sale, t), amount: formats.money(sale.pays) })}
          </span>
          {sale.account !== undefined && <bdi dir="ltr">{formatSaleAccount(sale)}</bdi>}
        </>
      }
      end={<SaleChip sale={sale} />}
      name={number}
    >
      <WholeSummary {...props} />
    </FoldedSlip>
  )
}

function WholeSummary({ sale, isFed = false, totalLabel = 'sale.customerPaid' }: SaleSummaryProps) {
  const t = useText()
  const formats = useFormats()
  return (
    <TicketSummary isFed={isFed}>
      <SummaryHead
        picture={<SalePicture sale={sale} size={40} />}
        title={<Title sale={sale} />}
        note={t('sale.saleNumber', { number: formatSaleNumber(sale) })}
        end={
          <span className="me-2">
            <SaleChip sale={sale} />
          </span>
        }
      />
      <SummaryRule />
      <div className="flex gap-4">
        <span className={`w-2 shrink-0 forced-color-adjust-none ${EDGES[appearanceOf(sale).tone]}`} />
        <dl className="min-w-0 flex-1">
          <RecipientLines of={sale} />
          <SummaryLine label={t(amountLabel(sale.kind))}>{formats.money(sale.amount)}</SummaryLine>
          {sale.batch && (
            <SummaryLine label={t('ticket.quantity')}>
              <Link to={paths.batch(sale.batch.id)}>
                {t('sale.lineOf', { line: sale.batch.line, of: sale.batch.of })}
              </Link>
            </SummaryLine>
          )}
          <SummaryLine label={t('sale.startedAt')}>
            <bdi dir="ltr">{formats.clock(sale.openedAt)}</bdi>
          </SummaryLine>
          {sale.transactionId !== undefined && (
            <SummaryLine label={t('sale.serviceNumber')}>
              <bdi dir="ltr">{sale.transactionId}</bdi>
            </SummaryLine>
          )}
        </dl>
      </div>
      <SummaryRule />
      <Total label={totalLabel} money={sale.pays} />
      <dl>
        <PaymentLines of={sale} />
      </dl>
      <CostFold sale={sale} />
    </TicketSummary>
  )
}

function Title({ sale }: { sale: Sale }) {
  const title = titleOfSale(sale, useText())
  return sale.international ? <WholeWords>{title}</WholeWords> : <bdi>{title}</bdi>
}

type ReviewSummaryProps = {
  sale: Sale
  /** The size of the batch whose first line this is. */
  count?: number | undefined
  onCancel?: () => void
}

export function ReviewSummary({ sale, count = 1, onCancel }: ReviewSummaryProps) {
  const t = useText()
  const formats = useFormats()
  return (
    <TicketSummary>
      <SummaryHead
        picture={<SalePicture sale={sale} size={40} />}
        title={<Title sale={sale} />}
        note={sale.isTest && <TestChip />}
        end={onCancel && <CancelButton onCancel={onCancel} />}
      />
      <SummaryRule />
      <dl>
        <RecipientLines of={sale} />
        {sale.kind === 'voucher' && (
          <SummaryLine label={t('ticket.quantity')}>{t('ticket.codes', { count })}</SummaryLine>
        )}
        <SummaryLine label={t('sale.checkedAt')}>
          <bdi dir="ltr">{formats.clock(sale.checkedAt ?? sale.openedAt)}</bdi>
        </SummaryLine>
      </dl>
      <SummaryRule />
      <Total label="money.customerPays" money={timesMoney(sale.pays, count)} />
      <p className="text-1 text-paper-ink">{t('sale.nothingChargedYet', { number: formatSaleNumber(sale) })}</p>
      <CostFold sale={sale} />
    </TicketSummary>
  )
}

/** The ticket beside a review, which shows the number and the price once: on the card. */
export function ReviewSlip({ sale, onCancel }: { sale: Sale; onCancel: () => void }) {
  const t = useText()
  return (
    <TicketSummary>
      <SummaryHead
        title={t('sale.nothingChargedYet', { number: formatSaleNumber(sale) })}
        end={<CancelButton onCancel={onCancel} />}
      />
      {sale.isTest && <TestChip />}
      <CostFold sale={sale} />
    </TicketSummary>
  )
}

export function CancelButton({ onCancel }: { onCancel: () => void }) {
  const t = useText()
  return (
    <Button variant="quiet" onClick={onCancel}>
      {t('ticket.cancel')} <Kbd>Esc</Kbd>
    </Button>
  )
}

type ContentSummaryProps = { content: Content; totalLabel?: MessageId | undefined }

/** The ticket until the server returns the sale; shows what this tab requested. */
export function ContentSummary({ content, totalLabel = 'money.customerPays' }: ContentSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const { kind } = content
  const service = content.kind === 'international' ? undefined : content
  const offer = content.kind === 'international' ? content.offer : undefined
  const name = service && (shop?.services.get(service.serviceId)?.name ?? service.serviceId)
  const count = service?.count
  const gets = service ? shop && money(decimal(service.amount), shop.currency) : offer?.gets
  const pays = service ? gets && timesMoney(gets, count ?? 1) : offer?.pays
  return (
    <TicketSummary>
      <SummaryHead
        picture={
          service ? (
            <SalePicture sale={{ serviceId: service.serviceId, brand: name ?? '' }} size={40} />
          ) : (
            <InternationalPicture size={40} choice={offer?.choice} />
          )
        }
        title={service ? <bdi>{name}</bdi> : t('sale.international.title')}
      />
      <SummaryRule />
      <dl>
        <RecipientLines of={service ?? { kind, account: content.account, international: offer?.choice }} />
        {count !== undefined && <SummaryLine label={t('ticket.quantity')}>{t('ticket.codes', { count })}</SummaryLine>}
        {gets && <SummaryLine label={t(amountLabel(kind))}>{formats.money(gets)}</SummaryLine>}
      </dl>
      <SummaryRule />
      {pays && <Total label={totalLabel} money={pays} />}
    </TicketSummary>
  )
}

function Total({ label, money: total }: { label: MessageId; money: MoneyValue }) {
  const t = useText()
  return (
    <dl>
      <SummaryTotal label={t(label)}>
        <Money money={total} size="total" />
      </SummaryTotal>
    </dl>
  )
}
