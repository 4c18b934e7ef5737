import { useQuery } from '@tanstack/react-query'
import { useNavigate } from 'react-router-dom'

import type { FailureCode } from '#api/failure.ts'
import type { OpenInternationalSale, OpenServiceSale } from '#api/sales.ts'
import {
  isOtherProvider,
  type NamedProvider,
  type Provider,
  type InternationalChoice,
} from '#domain/catalog/international.ts'
import { decimal, formatDecimal } from '#domain/money/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { catalogQuery, arrangeCatalog, type ArrangedCatalog } from '../../api/catalog.ts'
import { formatAccount } from '../../i18n/formats.ts'
import { paths, withTile } from '../../paths.ts'
import { useDraft } from '../../sale/draft.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'
import { useReview, type SaleRequest, findSaleRequest, type ShownOffer, writeRequest } from '../../sale/sale-request.ts'
import { fillInternational, repeatInternational } from '../../sale/SellAgainButton.tsx'
import { tearOffSlip } from './tear-off-slip.ts'

/** Returns to selling with empty tickets. */
export function useNewSale(): () => void {
  const navigate = useNavigate()
  const clear = useDraft((draft) => draft.clear)
  return () => {
    tearOffSlip()
    clear()
    useInternationalDraft.getState().clear()
    void navigate(paths.sell())
  }
}

/** Returns to the ticket, or to the amounts of the international operator, with all input. */
export function useEditSale(content: Content, pickedTileId?: string): (refusal?: FailureCode) => void {
  const navigate = useNavigate()
  const fill = useDraft((draft) => draft.fill)
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  return (refusal) => {
    if (content.kind === 'international') return void navigate(repeatInternational(content))
    fill(typedOf(content), refusal)
    useDraft.setState({ isCorrection: true })
    const tile = tileOf(shop, content, pickedTileId)
    void navigate(tile ? paths.product(tile.id) : paths.service(content.serviceId), { replace: refusal !== undefined })
  }
}

/** Each is a new sale with a new id and keeps the input where that is useful. */
export function useSaleOptions(content: ServiceContent, pickedTileId?: string) {
  const navigate = useNavigate()
  const fill = useDraft((draft) => draft.fill)
  const { data: shop } = useQuery({ ...catalogQuery, select: arrangeCatalog })
  const tile = tileOf(shop, content, pickedTileId)
  const openReview = useReview()
  return {
    /** Opens the other products of the same category and keeps the recipient. */
    otherProduct: () => {
      fill(typedOf(content))
      void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
    },
    sameAgain: () => {
      const { kind, serviceId, account, customer, orderId } = content
      const count = content.count === 1 ? undefined : content.count
      const amount = typedAmount(content)
      const same = { kind, serviceId, amount, account, customer, orderId: count === undefined ? orderId : undefined }
      openReview({ content: writeRequest(same), count, tileId: tile?.id })
    },
  }
}

function tileOf(shop: ArrangedCatalog | undefined, { serviceId }: ServiceContent, pickedTileId: string | undefined) {
  return (pickedTileId && shop?.storefront.find(pickedTileId)) || shop?.tileSelling(serviceId)
}

/** As a person would type it: 50, not 50.00. */
const typedAmount = ({ amount }: ServiceContent) => formatDecimal(decimal(amount))

function typedOf(content: ServiceContent) {
  const { kind, serviceId, account, customer, count, orderId } = content
  const amount = typedAmount(content)
  if (kind === 'direct') return { serviceId, amount, orderId, number: account ?? '' }
  return {
    serviceId,
    amount,
    orderId,
    // Formatted, because bare digits would be read as a number of this country.
    account: formatAccount(account ?? ''),
    customer: formatAccount(customer ?? ''),
    quantity: count ?? 1,
  }
}

export type InternationalStep = 'country' | 'operator' | 'number' | 'amount'

/** Returns to a step and keeps later choices if they still fit. */
export function useGoToStep(content: Content): (step: InternationalStep) => void {
  const navigate = useNavigate()
  return (step) => {
    if (content.kind !== 'international') return
    if (step === 'amount') return void navigate(repeatInternational(content))
    fillInternational(content)
    void navigate(withTile(pathOf(step, content), content.tileId))
  }
}

export function useInternationalOptions(content: OfferContent) {
  const navigate = useNavigate()
  const openReview = useReview()
  const { account, countryId, tileId } = content
  return {
    goToCountry: (otherId: string) => {
      fillInternational({ account })
      void navigate(withTile(paths.internationalCountry(otherId), tileId))
    },
    goToOperator: (otherId: string) => {
      fillInternational({ account })
      void navigate(withTile(paths.internationalAmounts(countryId, otherId), tileId))
    },
    sameAgain: () => openReview(sameRequest(content)),
  }
}

/** Repeats a sale whose check was lost: it cannot be looked up (rule 9), and it cost nothing. */
export function useRepeatInternational(sale: Sale): (() => void) | undefined {
  const openReview = useReview()
  const { international, problem, state } = sale
  if (!international || state !== 'refused' || problem?.code !== 'no-answer') return undefined
  return () => openReview(sameRequest(offerOfSale(sale, international)))
}

/** Sends the price that was shown, so a price change is reported before a sale is opened. */
function sameRequest({ offer, tileId, ...asked }: OfferContent): Pick<SaleRequest, 'content' | 'tileId' | 'offer'> {
  return { content: { ...asked, ...(offer ? { shown: offer.pays } : {}) }, tileId, offer }
}

function pathOf(step: Exclude<InternationalStep, 'amount'>, { countryId, providerId }: OfferContent): string {
  if (step === 'country') return paths.international()
  return step === 'operator'
    ? paths.internationalCountry(countryId)
    : paths.internationalProvider(countryId, providerId)
}

/** Finds the operator that a check named, by name first, because ids of the two lists may differ in kind. */
export function findListed({ id, name }: NamedProvider, providers: readonly Provider[] = []): Provider | undefined {
  const named =
    name === undefined ? undefined : providers.find((each) => !isOtherProvider({ name: each.name }, { name }))
  return named ?? providers.find((each) => each.id === id)
}

/** What is sold, whether from a sale or a request. */
export type Content = ServiceContent | OfferContent
type ServiceContent = Pick<OpenServiceSale, 'kind' | 'serviceId' | 'amount' | 'account' | 'customer' | 'orderId'> & {
  /** The size of a batch. */
  count?: number | undefined
}
/** Names, prices and the tile are absent if this tab does not know what it showed. */
export type OfferContent = Pick<
  OpenInternationalSale,
  'kind' | 'countryId' | 'providerId' | 'denominationId' | 'account' | 'orderId'
> & { offer?: ShownOffer | undefined; tileId?: string | undefined }

export type ReviewedBatch = {
  count: number
  onLeave: () => void
}

/** `count`: the sale is the first line of a batch of this size and represents all lines. */
export function contentOfSale(sale: Sale, count?: number): Content {
  return sale.international ? offerOfSale(sale, sale.international) : contentOfService(sale, count)
}

export function contentOfService(sale: Sale, count?: number): ServiceContent {
  const kind = sale.kind === 'voucher' ? sale.kind : 'direct'
  return { ...sale, kind, amount: sale.amount.amount, count, orderId: orderOf(sale) }
}

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
