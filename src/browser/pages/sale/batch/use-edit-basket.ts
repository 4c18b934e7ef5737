import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { MAX_LINES } from '#api/sales.ts'
import { arrangeCatalog, catalogQuery } from '../../../api/catalog.ts'
import { paths } from '../../../paths.ts'
import { useBasket } from '../../../sale/basket.ts'
import type { SaleRequest } from '../../../sale/sale-request.ts'

/** `undefined` if the lines are not a basket of this tab. */
export function useEditBasket(request: SaleRequest | undefined): (() => void) | undefined {
  const navigate = useNavigate()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const lines = request?.isBasket && request.lines && request.lines.length <= MAX_LINES ? request.lines : undefined
  if (!lines) return undefined
  return () => {
    const nameOf = (serviceId: string) => shop?.services.get(serviceId)?.name ?? serviceId
    useBasket.getState().fill(lines.map((line) => ({ ...line, name: nameOf(line.serviceId) })))
    void navigate(paths.sell())
  }
}
