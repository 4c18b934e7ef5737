import { useIsMutating, useQuery } from '@tanstack/react-query'
import { matchPath, useLocation } from 'react-router-dom'

import { isComplete, isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import { batchQuery, salesOfBatch } from '../../api/batch.ts'
import { saleQuery } from '../../api/sale.ts'
import { routes } from '../../paths.ts'

/** It is not settled, or its code is for a customer who comes back. */
const isOpen = (sale: Sale): boolean => (!isComplete(sale) && !sale.resolution) || isUndelivered(sale)
/** The till waits for an answer, and goes on with it. */
const isOnItsWay = ({ state }: Sale): boolean => state === 'opened' || state === 'confirming'

/**
 * Of the sale or the quantity on the screen: `isBusy` while something of it is on its way, `isOpen` when its cashier comes back to it after the
 * next sign-in.
 */
export function useCurrentSale(): { isBusy: boolean; isOpen: boolean } {
  const { pathname } = useLocation()
  const saleId = matchPath(routes.sale, pathname)?.params.saleId
  const batchId = matchPath(routes.batch, pathname)?.params.batchId
  const id = saleId === undefined ? undefined : findSaleId(saleId)
  // Only looked at: the screen itself reads them.
  const { data: sale } = useQuery({ ...saleQuery(id ?? ('' as SaleId)), enabled: false })
  const { data: lines } = useQuery({ ...batchQuery(batchId ?? ''), enabled: false, select: salesOfBatch })
  const isWriting = useIsMutating() > 0
  const here = id !== undefined && sale ? [sale] : batchId !== undefined && lines ? lines : []
  const isSelling = id !== undefined || batchId !== undefined
  return { isBusy: isSelling && (isWriting || here.some(isOnItsWay)), isOpen: here.some(isOpen) }
}
