import type { Sale } from '#domain/sale.ts'
import { AskSupervisorSale } from './AskSupervisorSale.tsx'
import { NotSold } from './NotSold.tsx'
import { SoldSale } from './SoldSale.tsx'

/** What came of a sale. What the service cancelled or changed is called neither sold nor not sold. */
export function SettledSale({ sale, tileId }: { sale: Sale; tileId: string | undefined }) {
  switch (sale.state) {
    case 'succeeded':
      return <SoldSale sale={sale} />
    case 'failed':
    case 'refused':
    case 'abandoned':
      return <NotSold sale={sale} tileId={tileId} />
    default:
      return <AskSupervisorSale sale={sale} />
  }
}
