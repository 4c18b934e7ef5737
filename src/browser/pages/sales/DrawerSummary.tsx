import { Eye } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { moneyMoved, type Sale } from '#domain/sale/sale.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { CostLines } from '../../sale/CostLines.tsx'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { formatClock, formatShortDay, formatStamp } from '../../i18n/format-time.ts'
import { shortName } from '../../i18n/person-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip } from '../../sale/SaleChip.tsx'
import { RecipientLines } from '../../sale/RecipientLines.tsx'
import { amountLabel, productOfSummary, titleOfSale } from '../../sale/sale-naming.ts'
import { SalePicture } from '../../sale/SaleRowParts.tsx'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import { useShopDays } from './use-shop-days.ts'

/** How the screen of a sale knows that its code was asked for already. */
const SHOWS_CODE = { shows: true }

type DrawerSummaryProps = { sale: Sale; end: ReactNode }

/** The slip of a sale as it stands. Fields it does not have leave no gap. */
export function DrawerSummary({ sale, end }: DrawerSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const { batch, transactionId, reference, serviceTime, resolution, problem } = sale
  return (
    <Slip>
      <SlipHead
        picture={<SalePicture sale={sale} size={40} />}
        title={<bdi>{titleOfSale(sale, t)}</bdi>}
        sub={<WhenAndWhich sale={sale} />}
        end={
          <span className="drawer__end">
            <SaleChip sale={sale} />
            {end}
          </span>
        }
      />
      <hr />
      <dl className="lines">
        <SlipLine label={t(moneyMoved(sale) === 'yes' ? 'salesList.paid' : 'money.customerPays')}>
          {formats.money(sale.pays)}
        </SlipLine>
        {sale.international && <SlipLine label={t(amountLabel(sale.kind))}>{formats.money(sale.amount)}</SlipLine>}
        <RecipientLines of={sale} />
        {batch && (
          <SlipLine label={t('salesList.quantity')}>
            <Link to={paths.batch(batch.id)}>{t('salesList.line', batch)}</Link>
          </SlipLine>
        )}
        <SlipLine label={t('salesList.cashier')}>
          <bdi>{shortName(sale.cashier.name)}</bdi>
        </SlipLine>
        <SlipLine label={t('salesList.terminal')}>
          <bdi>{sale.terminal.name}</bdi>
        </SlipLine>
        {transactionId !== undefined && (
          <SlipLine label={t('sale.serviceNumber')}>
            <span className="mono num">{transactionId}</span>
          </SlipLine>
        )}
        <SlipLine label={t('salesList.ourNumber')}>
          <span className="mono num">{formatSaleNumber(sale.number)}</span>
          <span className="mono num small drawer__id">{sale.id}</span>
        </SlipLine>
        {reference !== undefined && (
          <SlipLine label={t('delivery.reference')}>
            <span className="mono num">{reference}</span>
          </SlipLine>
        )}
        {serviceTime !== undefined && (
          <SlipLine label={t('supportReport.serviceTime')}>
            <bdi className="num">{serviceTime}</bdi>
          </SlipLine>
        )}
        {resolution && (
          <SlipLine label={t(`sale.resolved.${resolution.outcome}`)}>
            {t('sale.resolvedBy', { name: resolution.by })}
          </SlipLine>
        )}
      </dl>
      <CostLines sale={sale} />
      {problem?.text !== undefined && (
        <p className="drawer__problem" dir="auto">
          {problem.text}
        </p>
      )}
      <CodeLine sale={sale} />
    </Slip>
  )
}

type SummarySlipProps = { summary: SaleSummary; end: ReactNode }

/** What the slip of a colleague's sale says. */
export function SummarySlip({ summary, end }: SummarySlipProps) {
  const t = useText()
  const { number, cashier } = summary
  return (
    <Slip>
      <SlipHead
        picture={<SalePicture sale={summary} size={40} />}
        title={<bdi>{productOfSummary(summary)}</bdi>}
        sub={<WhenAndWhich sale={summary} />}
        end={
          <span className="drawer__end">
            <SaleChip sale={summary} />
            {end}
          </span>
        }
      />
      <hr />
      <dl className="lines">
        <RecipientLines of={summary} />
        <SlipLine label={t('salesList.cashier')}>
          <bdi>{shortName(cashier.name)}</bdi>
        </SlipLine>
        <SlipLine label={t('salesList.ourNumber')}>
          <span className="mono num">{formatSaleNumber(number)}</span>
        </SlipLine>
      </dl>
    </Slip>
  )
}

function WhenAndWhich({ sale: { number, openedAt } }: { sale: Pick<Sale, 'number' | 'openedAt'> }) {
  const t = useText()
  const locale = useLocale()
  const { today, dayAt } = useShopDays()
  const time = formatClock(openedAt)
  const said = { number: formatSaleNumber(number), time }
  return dayAt(openedAt) === today
    ? t('salesList.numberToday', said)
    : t('salesList.numberThen', { ...said, day: formatShortDay(openedAt, locale) })
}

/** A code, hidden: four dots a group, no digit of it. Its own screen shows it, and writes that down. */
function CodeLine({ sale }: { sale: Sale }) {
  const t = useText()
  const { voucher, revealCount, printCount, delivered } = sale
  if (voucher !== 'ready' && voucher !== 'delivered') return null
  return (
    <>
      <div className="drawer__code">
        <span className="grow mono num" role="img" aria-label={t('salesList.hiddenCode')}>
          •••• •••• •••• ••••
        </span>
        <Link className="btn" to={paths.sale(sale.id)} state={SHOWS_CODE}>
          <Eye className="ic" size={20} aria-hidden="true" /> {t('delivery.show')}
        </Link>
      </div>
      <ul className="small muted">
        <li>
          {delivered
            ? t(`delivery.delivered.${delivered.method}`, {
                time: formatStamp(delivered.at),
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
