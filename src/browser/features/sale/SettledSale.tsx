import type { Sale } from '#domain/sale.ts'
import { AskSupervisorSale } from './AskSupervisorSale.tsx'
import { NotSold } from './NotSold.tsx'
import { SoldSale } from './SoldSale.tsx'

/** What came of a sale. Where answers disagree nothing is called sold or not sold. */
export function SettledSale({ sale, tileId }: { sale: Sale; tileId: string | undefined }) {
  if (sale.disputed) return <AskSupervisorSale sale={sale} />
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
