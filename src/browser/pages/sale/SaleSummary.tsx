import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { INTERNATIONAL_ID } from '#domain/international.ts'
import type { Money } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { InternationalPicture } from '../../sale/InternationalPicture.tsx'
import { CostFold } from '../../sale/CostLines.tsx'
import { arrangeCatalogue, catalogueQuery } from '../../api/catalogue.ts'
import { formatSaleNumber } from '../../i18n/format-sale.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { RecipientLines } from '../../sale/RecipientLines.tsx'
import { SaleChip } from '../../sale/SaleChip.tsx'
import { appearanceOf } from '../../sale/sale-appearance.ts'
import { amountLabel, titleOfSale } from '../../sale/sale-naming.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Picture } from '../../ui/Picture.tsx'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'

/** The picture of what is sold, from its tile; a top-up abroad has that of its operator. */
type SalePictureProps = {
  of: Pick<Sale, 'serviceId' | 'brand' | 'international'>
  size: 40 | 96
}

export function SalePicture({ of: { serviceId, brand, international }, size }: SalePictureProps) {
  const { data: tile } = useQuery({
    ...catalogueQuery,
    select: (catalogue) => arrangeCatalogue(catalogue).tileSelling(serviceId),
  })
  if (serviceId === INTERNATIONAL_ID) return <InternationalPicture size={size} choice={international} />
  return <Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={brand} size={size} />
}

type SaleSummaryProps = { sale: Sale; total: { label: string; money: Money } }

/** The slip of a sale that has been sent or has ended: its lines beside the edge of its state. */
export function SaleSummary({ sale, total }: SaleSummaryProps) {
  const t = useText()
  const formats = useFormats()
  const { tone } = appearanceOf(sale)
  return (
    <Slip>
      <SlipHead
        picture={<SalePicture of={sale} size={40} />}
        title={titleOfSale(sale, t)}
        sub={t('sale.saleNumber', { number: formatSaleNumber(sale.number) })}
        end={<SaleChip sale={sale} />}
      />
      <hr />
      <div className="flex gap-4">
        {tone !== 'open' && <i className={`edge edge--${tone}`} />}
        <dl className="lines grow">
          <RecipientLines of={sale} />
          <SlipLine label={t(amountLabel(sale.kind))}>{formats.money(sale.amount)}</SlipLine>
          {sale.batch && (
            <SlipLine label={t('ticket.quantity')}>
              <Link to={paths.batch(sale.batch.id)}>
                {t('sale.lineOf', { line: sale.batch.line, of: sale.batch.of })}
              </Link>
            </SlipLine>
          )}
          <SlipLine label={t('sale.startedAt')}>
            <span className="num">{formats.clock(sale.openedAt)}</span>
          </SlipLine>
          {sale.transactionId !== undefined && (
            <SlipLine label={t('sale.serviceNumber')}>
              <span className="num">{sale.transactionId}</span>
            </SlipLine>
          )}
        </dl>
      </div>
      <hr />
      <Total label={total.label} money={total.money} />
      <CostFold sale={sale} />
    </Slip>
  )
}

export function Total({ label, money }: { label: string; money: Money }) {
  return (
    <dl className="lines">
      <SlipLine label={label} kind="total">
        <MoneyText money={money} />
      </SlipLine>
    </dl>
  )
}

/** What is said below the slip, above the action. */
export function TrayFoot({ remark, children }: { remark?: string | undefined; children: ReactNode }) {
  return (
    <>
      <div className="tray__gap" />
      <div className="stack">
        {remark !== undefined && <p className="small px-1 text-ink-2">{remark}</p>}
        {children}
      </div>
    </>
  )
}
