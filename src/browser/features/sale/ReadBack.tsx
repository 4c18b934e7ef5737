import type { ReactNode } from 'react'

import type { Sale } from '#domain/sale.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { useText } from '../../i18n/use-text.ts'
import { SalePicture } from './SaleSlip.tsx'

/** What is sold, large enough to read across the counter. */
export function ReadBackProduct({ sale }: { sale: Sale }) {
  return (
    <div className="row gap-5">
      <SalePicture serviceId={sale.serviceId} name={sale.brand} size={96} />
      <div>
        <h2 className="text-6">{sale.serviceName}</h2>
        <p className="muted text-4">{sale.brand}</p>
      </div>
    </div>
  )
}

/** The number as the customer would say it. */
export function ReadBackNumber({ sale, children }: { sale: Sale; children?: ReactNode }) {
  const t = useText()
  return (
    <div className="my-auto py-4">
      <div className="muted text-4">{t('sale.toThisNumber')}</div>
      <div className="seven">
        <span className="num">{formatAccount(sale.account)}</span>
      </div>
      {children}
    </div>
  )
}
