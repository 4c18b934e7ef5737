import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import type { FailureCode } from '#contract/proxy/failure.ts'
import type { OpenSale } from '#contract/proxy/sales.ts'
import { decimal, formatDecimal } from '#domain/money.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeShop } from '../../api/shop.ts'
import { useDraft } from '../../draft.ts'
import { paths } from '../../paths.ts'
import { beginSale } from '../../begin-sale.ts'

/** Where one goes from a sale. Every way on is a new sale with a new id; what was typed goes along where that is wanted. */
export function useWaysOn(content: Pick<OpenSale, 'serviceId' | 'amount' | 'account'>, pickedTileId?: string) {
  const navigate = useNavigate()
  const draft = useDraft()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const tile = (pickedTileId && shop?.storefront.byId.get(pickedTileId)) || shop?.tileSelling(content.serviceId)
  const { serviceId, account } = content
  // As a person would type it: 50, not 50.00.
  const amount = formatDecimal(decimal(content.amount))

  return {
    newSale: () => {
      draft.clear()
      void navigate(paths.sell())
    },
    /** Back to the ticket, with everything that was typed. */
    change: (refusal?: FailureCode) => {
      draft.fill({ serviceId, number: account, amount }, refusal)
      void navigate(tile ? paths.product(tile.id) : paths.service(serviceId), { replace: refusal !== undefined })
    },
    otherOperator: () => {
      draft.fill({ serviceId, number: account, amount })
      void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
    },
    sameAgain: () => void navigate(paths.sale(beginSale({ kind: 'direct', serviceId, amount, account }, tile?.id))),
  }
}
