import { useQuery } from '@tanstack/react-query'
import { RotateCw } from 'lucide-react'
import { Link, useNavigate } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { salesTodayQuery } from '../api/sales.ts'
import { formatTime } from '../i18n/format-time.ts'
import { useFormats } from '../i18n/use-formats.ts'
import { useText } from '../i18n/use-text.ts'
import { paths } from '../paths.ts'
import { SaleChip } from './SaleChip.tsx'
import { productOfSale } from './sale-naming.ts'
import { SalePicture } from './SaleRowParts.tsx'
import { canSellAgain, openSaleAgain } from './repeat-international.ts'

const SHOWN = 3

/** The last few sales of today, at the foot of the empty tray. */
export function LastSales() {
  const t = useText()
  const navigate = useNavigate()
  const { data: sales = [] } = useQuery({ ...salesTodayQuery, select: (page) => page.sales.slice(0, SHOWN) })
  if (sales.length === 0) return null

  return (
    <>
      <h2 className="label mb-2">{t('salesList.last')}</h2>
      <div className="minilist">
        {sales.map((sale) => (
          <LastSale key={sale.id} sale={sale} />
        ))}
      </div>
      <button type="button" className="btn btn--block mt-3" onClick={() => void navigate(paths.sales())}>
        {t('salesList.allToday')}
      </button>
    </>
  )
}

function LastSale({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const navigate = useNavigate()
  const product = productOfSale(sale, t)
  const isAgain = canSellAgain(sale)
  const row = (
    <Link
      className={isAgain ? 'row grow gap-3 no-underline text-ink min-w-0' : 'minirow no-underline text-ink'}
      to={paths.sale(sale.id)}
    >
      <SalePicture sale={sale} size={32} />
      <span className="grow">
        <b>
          <bdi>{product}</bdi>
        </b>
        <span className="m">
          {formats.money(sale.pays)}
          {t('shell.comma')}
          <span className="num">{formatTime(sale.openedAt)}</span>
        </span>
      </span>
      <SaleChip sale={sale} />
    </Link>
  )
  if (!isAgain) return row
  return (
    <div className="minirow">
      {row}
      <button
        type="button"
        className="btn btn--icon btn--quiet"
        aria-label={[t('sale.international.again'), product].join(t('shell.comma'))}
        onClick={() => void navigate(openSaleAgain(sale))}
      >
        <RotateCw className="ic flip" size={20} aria-hidden="true" />
      </button>
    </div>
  )
}
