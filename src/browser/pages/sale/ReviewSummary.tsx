import type { Sale } from '#domain/sale/sale.ts'
import { CostFold } from '../../sale/CostLines.tsx'
import { formatSaleNumber } from '../../i18n/format-sale.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { timesMoney } from '#domain/money.ts'
import { RecipientLines } from '../../sale/RecipientLines.tsx'
import { amountLabel, titleOfSale } from '../../sale/sale-naming.ts'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import { SalePicture, Total } from './SaleSummary.tsx'

type ReviewSummaryProps = {
  sale: Sale
  /** Of a quantity, whose first line it is. */
  count?: number | undefined
  onCancel?: () => void
}

/** The slip of a sale that is checked and not confirmed. */
export function ReviewSummary({ sale, count = 1, onCancel }: ReviewSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const number = t('sale.nothingChargedYet', { number: formatSaleNumber(sale.number) })
  return (
    <Slip>
      <SlipHead
        picture={<SalePicture of={sale} size={40} />}
        title={<bdi>{titleOfSale(sale, t)}</bdi>}
        sub={sale.international ? t('sale.saleNumber', { number: formatSaleNumber(sale.number) }) : sale.brand}
        end={
          onCancel && (
            <button type="button" className="btn" onClick={onCancel}>
              {t('ticket.cancel')} <kbd className="kbd">Esc</kbd>
            </button>
          )
        }
      />
      <hr />
      <dl className="lines">
        <RecipientLines of={sale} />
        {sale.kind === 'voucher' && <SlipLine label={t('ticket.quantity')}>{t('ticket.codes', { count })}</SlipLine>}
        <SlipLine label={t(amountLabel(sale.kind))}>{formats.money(sale.amount)}</SlipLine>
        <SlipLine label={t('sale.checkedAt')}>
          <span className="num">{formats.clock(sale.checkedAt ?? sale.openedAt)}</span>
        </SlipLine>
      </dl>
      <hr />
      <Total label={t('money.customerPays')} money={timesMoney(sale.pays, count)} />
      <p className="small muted">{sale.international ? t('state.checked.next') : number}</p>
      <CostFold sale={sale} />
    </Slip>
  )
}
