import { useQuery } from '@tanstack/react-query'

import type { SaleId } from '#domain/sale-id.ts'
import type { Sale } from '#domain/sale.ts'
import { ProxyFailure } from '../../api/request.ts'
import { saleQuery } from '../../api/sale.ts'
import { foundSaleQuery } from '../../api/sale-lists.ts'

export type SaleDetails =
  /** `isOwn` is false of a sale that is only found by its number: it may be looked at, and no more. */
  | { kind: 'sale'; sale: Sale; isOwn: boolean }
  | { kind: 'reading' }
  | { kind: 'missing' }
  | { kind: 'away'; error: Error }

/** What is known of a sale, for whoever has its id. */
export function useSaleDetails(id: SaleId): SaleDetails {
  const own = useQuery(saleQuery(id))
  const isNotOwn = own.error instanceof ProxyFailure && own.error.failure.code === 'unknown'
  const found = useQuery({ ...foundSaleQuery(id), enabled: isNotOwn })
  if (own.data && !isNotOwn) return { kind: 'sale', sale: own.data, isOwn: true }
  if (isNotOwn && found.data) return { kind: 'sale', sale: found.data, isOwn: false }
  if (isNotOwn && found.data === null) return { kind: 'missing' }
  const error = isNotOwn ? found.error : own.error
  return error ? { kind: 'away', error } : { kind: 'reading' }
}
