import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { shortName } from '../../i18n/person-name.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { formatSaleAccount } from '../../sale/sale-account.ts'
import { SaleChip } from '../../sale/SaleChip.tsx'
import { productOfSale, productOfSummary } from '../../sale/sale-naming.ts'
import { SalePicture } from './SaleSummary.tsx'

type OtherSaleProps = { sale: Sale | SaleSummary; onOpen: (() => void) | undefined }

/** Another sale in two lines: what, to whom, by whom, and how it stands. A summary has no amount. */
export function OtherSale({ sale, onOpen }: OtherSaleProps) {
  const t = useText()
  const formats = useFormats()
  return (
    <section className="card othersale" aria-label={t('sale.duplicate.other')}>
      <SalePicture of={sale} size={40} />
      <div className="grow">
        <b>{t('sale.saleNumber', { number: formatSaleNumber(sale.number) })}</b>
        <div>
          {isSummary(sale) ? (
            <bdi>{productOfSummary(sale)}</bdi>
          ) : (
            <>
              <bdi>{productOfSale(sale, t)}</bdi>
              {t('shell.comma')}
              {sale.international && formats.money(sale.amount) + t('shell.comma')}
              {formats.money(sale.pays)}
            </>
          )}
          {sale.account !== undefined && (
            <>
              , <span className="num">{formatSaleAccount(sale)}</span>
            </>
          )}
        </div>
        <div className="small muted">
          <bdi>{shortName(sale.cashier.name)}</bdi>
          {t('shell.comma')}
          <span className="num">{formatTime(sale.openedAt)}</span>
          {!isSummary(sale) && (
            <>
              , <bdi>{sale.terminal.name}</bdi>
            </>
          )}
        </div>
      </div>
      <SaleChip sale={sale} />
      {onOpen && (
        <button type="button" className="btn" onClick={onOpen}>
          {t('sale.duplicate.openThat')}
        </button>
      )}
    </section>
  )
}
