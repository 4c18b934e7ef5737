import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { SupervisorNeeded } from './SupervisorNeeded.tsx'
import { NotSold } from './NotSold.tsx'
import { SoldSale } from './SoldSale.tsx'
import { WaitingSale } from './WaitingSale.tsx'

type CompleteSaleProps = { sale: Sale; tileId: string | undefined; count?: number | undefined }

/** What came of a sale. What the service cancelled or changed is called neither sold nor not sold. */
export function CompleteSale({ sale, tileId, count }: CompleteSaleProps) {
  switch (sale.state) {
    case 'succeeded':
      return <SucceededSale sale={sale} />
    case 'failed':
    case 'refused':
    case 'abandoned':
      return <NotSold sale={sale} tileId={tileId} count={count} />
    default:
      return <SupervisorNeeded sale={sale} />
  }
}

/** A voucher is waited for until its code is there; then the screen turns to it. */
function SucceededSale({ sale }: Pick<CompleteSaleProps, 'sale'>) {
  const isComing = sale.voucher === 'coming' && !sale.resolution
  const [sawItComing, setSawItComing] = useState(isComing)
  if (isComing && !sawItComing) setSawItComing(true)
  return isComing ? <WaitingSale sale={sale} /> : <SoldSale sale={sale} cameJustNow={sawItComing} />
}
