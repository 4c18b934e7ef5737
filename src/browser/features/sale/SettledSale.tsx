import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { AskSupervisorSale } from './AskSupervisorSale.tsx'
import { NotSold } from './NotSold.tsx'
import { SoldSale } from './SoldSale.tsx'
import { WaitingSale } from './WaitingSale.tsx'

type SettledSaleProps = { sale: Sale; tileId: string | undefined; count?: number | undefined }

/** What came of a sale. What the service cancelled or changed is called neither sold nor not sold. */
export function SettledSale({ sale, tileId, count }: SettledSaleProps) {
  switch (sale.state) {
    case 'succeeded':
      return <SucceededSale sale={sale} />
    case 'failed':
    case 'refused':
    case 'abandoned':
      return <NotSold sale={sale} tileId={tileId} count={count} />
    default:
      return <AskSupervisorSale sale={sale} />
  }
}

/** A voucher is waited for until its code is there; then the screen turns to it. */
function SucceededSale({ sale }: Pick<SettledSaleProps, 'sale'>) {
  const isComing = sale.voucher === 'coming' && !sale.resolution
  const [sawItComing, setSawItComing] = useState(isComing)
  if (isComing && !sawItComing) setSawItComing(true)
  return isComing ? <WaitingSale sale={sale} /> : <SoldSale sale={sale} cameJustNow={sawItComing} />
}
