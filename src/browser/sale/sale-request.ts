import { useNavigate } from 'react-router-dom'
import { ulid } from 'ulid'

import type { BatchLineContent } from '#api/batches.ts'
import type { OpenSale, OpenServiceSale } from '#api/sales.ts'
import type { InternationalChoice } from '#domain/catalog/international.ts'
import { findDecimal, type Money } from '#domain/money/money.ts'
import { writeContact } from '#domain/phone/phone.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { useOpenBatch } from '../api/batch.ts'
import { useOpenSale } from '../api/sale.ts'
import { useIsCurrentPage } from '../lib/lazy-part.tsx'
import { paths } from '../paths.ts'
import { isRecord, recall, remember } from '../lib/storage.ts'
import { noteReview } from './sale-time.ts'

/** Names and prices as shown; the request has only ids. */
export type ShownOffer = { choice: InternationalChoice; gets: Money; pays: Money }

/** The request of a sale or batch from this tab, stored so that a reload can repeat it, which is harmless (rule 2). */
export type SaleRequest = {
  content: OpenSale
  /** The size of a batch. The id is then the batch's, and the server creates the ids of its lines. */
  count?: number | undefined
  /** Of a basket or list. `content` is then the first of them. */
  lines?: readonly BatchLineContent[] | undefined
  /** The lines come from the basket, which can be edited again. */
  isBasket?: boolean | undefined
  tileId?: string | undefined
  offer?: ShownOffer | undefined
  /**
   * `asked`: repeated after a reload if the server has never received it. `answered`: the sale is read. `sent`: confirmed here, so a missing response means
   * that its result is unknown.
   */
  stage: 'asked' | 'answered' | 'sent'
  /** When the sale was confirmed here, by this machine's clock (epoch ms). */
  sentAt?: number | undefined
}

type Asked = Pick<OpenServiceSale, 'kind' | 'serviceId' | 'amount'> &
  Partial<Record<'account' | 'customer' | 'orderId', string | undefined>>

/** Normalizes numbers and email addresses the way the server does, whether they come from input or from a sale. */
export function writeRequest({ kind, serviceId, amount, account, customer, orderId }: Asked): OpenServiceSale {
  return {
    kind,
    serviceId,
    amount,
    ...(account === undefined ? {} : { account: writeContact(account) }),
    ...(customer === undefined ? {} : { customer: writeContact(customer) }),
    ...(orderId && { orderId }),
  }
}

/** Creates the id and stores the request before anything is sent. */
export function beginRequest(request: Omit<SaleRequest, 'stage' | 'sentAt'>): SaleId {
  const id = ulid() as SaleId
  storeSaleRequest(id, { ...request, stage: 'asked' })
  noteReview(id)
  return id
}

export function storeSaleRequest(id: string, request: SaleRequest): void {
  remember('request', request, id)
}

export const findSaleRequest = (id: string): SaleRequest | undefined => recall('request', readRequest, id)

export function setRequestStep(id: string, stage: SaleRequest['stage'], sentAt?: number): void {
  const request = findSaleRequest(id)
  if (request) storeSaleRequest(id, { ...request, stage, ...(sentAt === undefined ? {} : { sentAt }) })
}

const STAGES = ['asked', 'answered', 'sent'] as const

// Checks only the fields that the screen reads. The server validates the request, and its schemas are not in the first load.
function readRequest(stored: unknown): SaleRequest | undefined {
  if (!isRecord(stored)) return undefined
  const { content, count, lines, tileId, offer, stage, sentAt } = stored
  const isRead =
    isContent(content) &&
    (count === undefined || (Number.isInteger(count) && Number(count) > 0)) &&
    (lines === undefined || (Array.isArray(lines) && lines.every(isContent))) &&
    isOptionalText(tileId) &&
    (offer === undefined || isOffer(offer)) &&
    STAGES.some((each) => each === stage) &&
    (sentAt === undefined || typeof sentAt === 'number')
  return isRead ? (stored as SaleRequest) : undefined
}

export function isContent(value: unknown): value is OpenSale {
  if (!isRecord(value) || ![value['duplicateOf'], value['orderId']].every(isOptionalText)) return false
  if (value['kind'] !== 'international')
    return (
      (value['kind'] === 'direct' || value['kind'] === 'voucher') &&
      hasTexts(value, 'serviceId') &&
      findDecimal(value['amount']) !== undefined &&
      isOptionalText(value['account']) &&
      isOptionalText(value['customer'])
    )
  const hasIds = hasTexts(value, 'countryId', 'providerId', 'denominationId', 'account')
  return hasIds && (value['shown'] === undefined || isMoney(value['shown']))
}

function isOffer(value: unknown): value is ShownOffer {
  if (!isRecord(value) || !isMoney(value['gets']) || !isMoney(value['pays']) || !isRecord(value['choice'])) return false
  const { country, provider, denomination } = value['choice']
  return (
    hasTexts(country, 'id', 'name', 'phoneCode', 'phoneMask') &&
    hasTexts(provider, 'id', 'name') &&
    hasTexts(denomination, 'id', 'name', 'description')
  )
}

const isMoney = (value: unknown): value is Money =>
  hasTexts(value, 'amount', 'currency') && findDecimal((value as Money).amount) !== undefined
const isOptionalText = (value: unknown) => value === undefined || typeof value === 'string'
const hasTexts = (value: unknown, ...names: string[]) =>
  isRecord(value) && names.every((name) => typeof value[name] === 'string')

/** Continues after its page is left. */
export function useSendRequest(): (id: string, request: SaleRequest) => void {
  const markAnswered = (id: string) => setRequestStep(id, 'answered')
  const openSale = useOpenSale(markAnswered)
  const openBatch = useOpenBatch(markAnswered)
  return (id, { content, count, lines }) => {
    if (lines) openBatch.mutate({ id, content: { lines: [...lines] } })
    else if (count === undefined) openSale.mutate({ id, content })
    else if (content.kind !== 'international') openBatch.mutate({ id, content: { ...content, count } })
  }
}

/** Stores the request under a new id, opens its page, and sends it. Returns the id. A second press does nothing, because the page has changed. */
export function useReview(
  isSamePage?: (path: string) => boolean,
): (request: Omit<SaleRequest, 'stage' | 'sentAt'>) => SaleId | undefined {
  const navigate = useNavigate()
  const isCurrentPage = useIsCurrentPage(isSamePage)
  const send = useSendRequest()
  return (request) => {
    if (!isCurrentPage()) return undefined
    const id = beginRequest(request)
    // The URL is changed first, so a reload always returns to this sale.
    void navigate(request.count === undefined ? paths.sale(id) : paths.batch(id))
    send(id, { ...request, stage: 'asked' })
    return id
  }
}
