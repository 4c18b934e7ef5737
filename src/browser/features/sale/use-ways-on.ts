import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import type { FailureCode } from '#contract/proxy/failure.ts'
import type { OpenSale } from '#contract/proxy/sales.ts'
import { decimal, formatDecimal } from '#domain/money.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeShop } from '../../api/shop.ts'
import { beginBatch } from '../../begin-batch.ts'
import { beginSale } from '../../begin-sale.ts'
import { writeContact } from '../../contact-text.ts'
import { useDraft } from '../../draft.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { paths } from '../../paths.ts'

/** What is sold, as a sale and a request for one both tell it. */
export type Content = Pick<OpenSale, 'kind' | 'serviceId' | 'amount' | 'account' | 'customer' | 'batch'>

/** Where one goes from a sale. Every way on is a new sale with a new id; what was typed goes along where that is wanted. */
export function useWaysOn(content: Content, pickedTileId?: string) {
  const navigate = useNavigate()
  const draft = useDraft()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const tile = (pickedTileId && shop?.storefront.byId.get(pickedTileId)) || shop?.tileSelling(content.serviceId)
  const { kind, serviceId, account, customer, batch } = content
  // As a person would type it: 50, not 50.00.
  const amount = formatDecimal(decimal(content.amount))
  const typed =
    kind === 'direct'
      ? { serviceId, amount, number: account ?? '' }
      : {
          serviceId,
          amount,
          // Written as the screen writes it: digits alone would be read as a number of this country.
          account: formatAccount(account ?? ''),
          customer: formatAccount(customer ?? ''),
          quantity: batch?.of ?? 1,
        }

  return {
    newSale: () => {
      draft.clear()
      void navigate(paths.sell())
    },
    /** Back to the ticket, with everything that was typed. */
    change: (refusal?: FailureCode) => {
      draft.fill(typed, refusal)
      void navigate(tile ? paths.product(tile.id) : paths.service(serviceId), { replace: refusal !== undefined })
    },
    /** To the other products of its shelf; who it is for goes along. */
    otherProduct: () => {
      draft.fill(typed)
      void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
    },
    sameAgain: () => {
      const same = {
        kind,
        serviceId,
        amount,
        ...(account === undefined ? {} : { account: writeContact(account) }),
        ...(customer === undefined ? {} : { customer: writeContact(customer) }),
      }
      const id = batch ? beginBatch(same, batch.of, tile?.id) : beginSale(same, tile?.id)
      void navigate(paths.sale(id))
    },
  }
}
