import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from 'react-router-dom'

import type { Sale } from '#domain/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { salesTodayQuery } from '../../api/sales.ts'
import { arrangeShop } from '../../api/shop.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip } from '../../SaleChip.tsx'
import { Picture } from '../../ui/Picture.tsx'

const SHOWN = 3

/** The last few sales of today, at the foot of the empty tray. */
export function LastSales() {
  const t = useText()
  const navigate = useNavigate()
  const { data: sales = [] } = useQuery({ ...salesTodayQuery, select: (page) => page.sales.slice(0, SHOWN) })
  if (sales.length === 0) return null

  return (
    <>
      <h2 className="label mb-2">{t('history.last')}</h2>
      <div className="minilist">
        {sales.map((sale) => (
          <LastSale key={sale.id} sale={sale} />
        ))}
      </div>
      <button type="button" className="btn btn--block mt-3" onClick={() => void navigate(paths.sales())}>
        {t('history.allToday')}
      </button>
    </>
  )
}

function LastSale({ sale }: { sale: Sale }) {
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const tile = shop?.tileSelling(sale.serviceId)

  return (
    <Link className="minirow no-underline text-ink" to={paths.sale(sale.id)}>
      <Picture src={tile?.imageSmall} srcInstead={tile?.imageLarge} name={sale.brand} size={32} />
      <span className="grow">
        <b>
          <bdi>{sale.serviceName}</bdi>
        </b>
        <span className="m">
          {formats.money(sale.pays)}, <span className="num">{formatTime(sale.openedAt)}</span>
        </span>
      </span>
      <SaleChip sale={sale} />
    </Link>
  )
}
