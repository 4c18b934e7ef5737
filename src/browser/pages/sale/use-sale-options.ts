import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import type { FailureCode } from '#contract/proxy/failure.ts'
import { decimal, formatDecimal } from '#domain/money.ts'
import { arrangeCatalogue, catalogueQuery, type ArrangedCatalogue } from '../../api/catalogue.ts'
import { useReview } from '../../sale/sale-request.ts'
import { writeContact } from '#domain/phone.ts'
import { useDraft } from '../../sale/draft.ts'
import { formatAccount } from '../../i18n/format-sale.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'
import { paths } from '../../paths.ts'
import { repeatInternational } from '../../sale/SellAgainButton.tsx'
import type { Content, ServiceContent } from './content.ts'

/** To the next customer: nothing of this sale stays on any ticket. */
export function useNewSale(): () => void {
  const navigate = useNavigate()
  const clear = useDraft((draft) => draft.clear)
  return () => {
    clear()
    useInternationalDraft.getState().clear()
    void navigate(paths.sell())
  }
}

/** Back to the ticket, or to the amounts of the operator abroad, with everything that was typed. */
export function useEditSale(content: Content, pickedTileId?: string): (refusal?: FailureCode) => void {
  const navigate = useNavigate()
  const fill = useDraft((draft) => draft.fill)
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  return (refusal) => {
    if (content.kind === 'international') return void navigate(repeatInternational(content))
    fill(typedOf(content), refusal)
    const tile = tileOf(shop, content, pickedTileId)
    void navigate(tile ? paths.product(tile.id) : paths.service(content.serviceId), { replace: refusal !== undefined })
  }
}

/** Where else one goes from the sale of a service. Every way on is a new sale with a new id; what was typed goes along where that is wanted. */
export function useSaleOptions(content: ServiceContent, pickedTileId?: string) {
  const navigate = useNavigate()
  const fill = useDraft((draft) => draft.fill)
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const tile = tileOf(shop, content, pickedTileId)
  const openReview = useReview()
  return {
    /** To the other products of its shelf; who it is for goes along. */
    otherProduct: () => {
      fill(typedOf(content))
      void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
    },
    sameAgain: () => {
      const { kind, serviceId, account, customer, count = 1 } = content
      const same = {
        kind,
        serviceId,
        amount: typedAmount(content),
        ...(account === undefined ? {} : { account: writeContact(account) }),
        ...(customer === undefined ? {} : { customer: writeContact(customer) }),
      }
      openReview({ content: same, count: count === 1 ? undefined : count, tileId: tile?.id })
    },
  }
}

function tileOf(shop: ArrangedCatalogue | undefined, { serviceId }: ServiceContent, pickedTileId: string | undefined) {
  return (pickedTileId && shop?.storefront.find(pickedTileId)) || shop?.tileSelling(serviceId)
}

/** As a person would type it: 50, not 50.00. */
const typedAmount = ({ amount }: ServiceContent) => formatDecimal(decimal(amount))

function typedOf(content: ServiceContent) {
  const { kind, serviceId, account, customer, count } = content
  const amount = typedAmount(content)
  if (kind === 'direct') return { serviceId, amount, number: account ?? '' }
  return {
    serviceId,
    amount,
    // Written as the screen writes it: digits alone would be read as a number of this country.
    account: formatAccount(account ?? ''),
    customer: formatAccount(customer ?? ''),
    quantity: count ?? 1,
  }
}
