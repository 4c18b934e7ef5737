import { useQuery } from '@tanstack/react-query'

import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { ProxyFailure } from '../../api/request.ts'
import { saleQuery } from '../../api/sale.ts'
import { foundSaleQuery } from '../../api/sale-lists.ts'

export type SaleDetails =
  | { kind: 'sale'; sale: Sale }
  /** A colleague's complete sale, which is only found by its number. */
  | { kind: 'summary'; summary: SaleSummary }
  | { kind: 'reading' }
  | { kind: 'missing' }
  | { kind: 'away'; error: Error }

/** What is known of a sale, for whoever has its id. `listed` is what the list below has told of a colleague's already. */
export function useSaleDetails(id: SaleId, listed?: SaleSummary): SaleDetails {
  const own = useQuery({ ...saleQuery(id), enabled: !listed })
  const isNotOwn = own.error instanceof ProxyFailure && own.error.failure.code === 'not-found'
  const found = useQuery({ ...foundSaleQuery(id), enabled: isNotOwn && !listed })
  if (listed) return { kind: 'summary', summary: listed }
  if (own.data && !isNotOwn) return { kind: 'sale', sale: own.data }
  if (isNotOwn && found.data) {
    return isSummary(found.data) ? { kind: 'summary', summary: found.data } : { kind: 'sale', sale: found.data }
  }
  if (isNotOwn && found.data === null) return { kind: 'missing' }
  const error = isNotOwn ? found.error : own.error
  return error ? { kind: 'away', error } : { kind: 'reading' }
}
