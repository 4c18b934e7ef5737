import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import { findAmountProblem } from '#domain/money/amount-rule.ts'
import { decimal, formatDecimal, type Money } from '#domain/money/money.ts'
import { arrangeCatalog, catalogQuery, type ArrangedCatalog } from '../api/catalog.ts'
import { useSellingStop } from '../api/status.ts'
import { paths } from '../paths.ts'
import { useDraft } from './draft.ts'
import { useReview, writeRequest } from './sale-request.ts'

/** A local recharge sold before. `account` is the whole number. */
type KnownRecharge = { serviceId: string; account: string; amount: Money }

export function useSellKnown() {
  const navigate = useNavigate()
  const openReview = useReview()
  const stop = useSellingStop()
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })

  const openTicket = ({ serviceId, account }: KnownRecharge, amount: string) => {
    useDraft.getState().fill({ ...EMPTY, serviceId, number: account, amount })
    const tile = shop?.tileSelling(serviceId)
    void navigate(tile ? paths.product(tile.id) : paths.service(serviceId))
  }

  return {
    /** Opens the review, or the ticket with what is still valid. */
    sameAgain: (known: KnownRecharge) => {
      const { serviceId, account } = known
      const amount = formatDecimal(decimal(known.amount.amount))
      const offer = shop && readOffer(shop, known)
      if (!offer?.isAmountLegal || stop) return openTicket(known, offer && !offer.isAmountLegal ? '' : amount)
      const draft = useDraft.getState()
      draft.fill({ ...EMPTY, serviceId, number: account, amount })
      draft.markReviewed()
      const content = writeRequest({ kind: 'direct', serviceId, amount, account })
      openReview({ content, tileId: shop?.tileSelling(serviceId)?.id })
    },
    otherAmount: (known: KnownRecharge) => openTicket(known, ''),
  }
}

const EMPTY = { account: '', customer: '', quantity: 1 }

/** `undefined` if the product cannot be sold now. */
function readOffer(
  shop: ArrangedCatalog,
  { serviceId, amount }: KnownRecharge,
): { isAmountLegal: boolean } | undefined {
  const service = shop.services.get(serviceId)
  const tile = shop.tileSelling(serviceId)
  const isSellable = tile ? shop.storefront.blockReasonOf(tile.id) === undefined : service?.isActive
  if (service?.kind !== 'direct' || !isSellable) return undefined
  const isSameCurrency = amount.currency === shop.currency
  return { isAmountLegal: isSameCurrency && findAmountProblem(decimal(amount.amount), service.rule) === undefined }
}
