import type { OpenInternationalSale, OpenServiceSale } from '#contract/proxy/sales.ts'
import type { InternationalChoice } from '#domain/international.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { findSaleRequest, type SaleRequest, type ShownOffer } from '../../sale/sale-request.ts'

/** What is sold, as a sale and a request for one both tell it. */
export type Content = ServiceContent | OfferContent
export type ServiceContent = Pick<
  OpenServiceSale,
  'kind' | 'serviceId' | 'amount' | 'account' | 'customer' | 'orderId'
> & {
  /** Of a quantity. */
  count?: number | undefined
}
/** Of an international sale. Names, prices and the tile that led there are absent where this tab does not know what it showed. */
export type OfferContent = Pick<
  OpenInternationalSale,
  'kind' | 'countryId' | 'providerId' | 'denominationId' | 'account' | 'orderId'
> & { offer?: ShownOffer | undefined; tileId?: string | undefined }

/** A quantity at its review. */
export type ReviewedQuantity = {
  count: number
  /** It is not sold after all. */
  onLeave: () => void
}

/** `count`: the sale is the first line of a quantity of so many, and its review stands for all of them. */
export function contentOfSale(sale: Sale, count?: number): Content {
  return sale.international ? offerOfSale(sale, sale.international) : contentOfService(sale, count)
}

export function contentOfService(sale: Sale, count?: number): ServiceContent {
  const kind = sale.kind === 'voucher' ? sale.kind : 'direct'
  return { ...sale, kind, amount: sale.amount.amount, count, orderId: orderOf(sale) }
}

/** The order that this tab sold it for. */
function orderOf({ id }: Sale): string | undefined {
  return findSaleRequest(id)?.content.orderId
}

export function offerOfSale(sale: Sale, choice: InternationalChoice): OfferContent {
  const { id, account = '', amount, pays } = sale
  return {
    kind: 'international',
    countryId: choice.country.id,
    providerId: choice.provider.id,
    denominationId: choice.denomination.id,
    account,
    orderId: orderOf(sale),
    offer: { choice, gets: amount, pays },
    tileId: findSaleRequest(id)?.tileId,
  }
}

export function contentOfRequest({ content, count, offer, tileId }: SaleRequest): Content {
  return content.kind === 'international' ? { ...content, offer, tileId } : { ...content, count }
}
