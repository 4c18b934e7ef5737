import { useNavigate } from 'react-router-dom'
import { ulid } from 'ulid'

import type { OpenSale, OpenServiceSale } from '#api/sales.ts'
import type { InternationalChoice } from '#domain/international.ts'
import { findDecimal, type Money } from '#domain/money.ts'
import { writeContact } from '#domain/phone.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { useOpenBatch } from '../api/batch.ts'
import { useOpenSale } from '../api/sale.ts'
import { useIsCurrentPage } from '../lazy-part.tsx'
import { paths } from '../paths.ts'
import { isRecord, recall, remember } from '../storage.ts'

/** What an international sale was asked for by name and price, as the till showed it; the request itself says only ids. */
export type ShownOffer = { choice: InternationalChoice; gets: Money; pays: Money }

/** What this tab asked to be sold under the id of a sale or a quantity, stored so that a reload can send the same request again, which is harmless (rule 2). */
export type SaleRequest = {
  content: OpenSale
  /** Of a quantity: how many. Then the id is that of the quantity, and the proxy mints those of its lines. */
  count?: number | undefined
  /** The tile it was picked from, to go back to. */
  tileId?: string | undefined
  offer?: ShownOffer | undefined
  /**
   * How far it came as far as this tab knows. `asked` is sent again after a reload when the proxy has never heard of it. After `answered`
   * the journal is read. After `sent` (it was confirmed here) silence means that nothing is known.
   */
  stage: 'asked' | 'answered' | 'sent'
  /** When it was confirmed here, by this machine's clock. */
  sentAt?: number | undefined
}

type Asked = Pick<OpenServiceSale, 'kind' | 'serviceId' | 'amount'> &
  Partial<Record<'account' | 'customer' | 'orderId', string | undefined>>

/** A request with numbers and addresses as the proxy reads them, whether a person typed them or a sale has them. */
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

/** Mints the id of a sale or a quantity and stores the request under it, before anything leaves. */
export function beginRequest(request: Omit<SaleRequest, 'stage' | 'sentAt'>): SaleId {
  const id = ulid() as SaleId
  storeSaleRequest(id, { ...request, stage: 'asked' })
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

// The screen reads these fields. Whether the request can be sold is decided by the proxy, whose schemas are no part of the first load.
function readRequest(stored: unknown): SaleRequest | undefined {
  if (!isRecord(stored)) return undefined
  const { content, count, tileId, offer, stage, sentAt } = stored
  const isRead =
    isContent(content) &&
    (count === undefined || (Number.isInteger(count) && Number(count) > 1)) &&
    isOptionalText(tileId) &&
    (offer === undefined || isOffer(offer)) &&
    STAGES.some((each) => each === stage) &&
    (sentAt === undefined || typeof sentAt === 'number')
  return isRead ? (stored as SaleRequest) : undefined
}

function isContent(value: unknown): value is OpenSale {
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

/** Opens a sale, or with a `count` a quantity, under an id whose request is stored. It goes on when its page is left. */
export function useSendRequest(): (id: string, request: SaleRequest) => void {
  const markAnswered = (id: string) => setRequestStep(id, 'answered')
  const openSale = useOpenSale(markAnswered)
  const openBatch = useOpenBatch(markAnswered)
  return (id, { content, count }) => {
    if (count === undefined) openSale.mutate({ id, content })
    else if (content.kind !== 'international') openBatch.mutate({ id, content: { ...content, count } })
  }
}

/** *Review*: stores what is asked for under a new id, goes to its page, and opens it. A second press finds itself on another page and does nothing. */
export function useReview(): (request: Omit<SaleRequest, 'stage' | 'sentAt'>) => void {
  const navigate = useNavigate()
  const isCurrentPage = useIsCurrentPage()
  const send = useSendRequest()
  return (request) => {
    if (!isCurrentPage()) return
    const id = beginRequest(request)
    // The address first: whatever happens next, a reload finds its way back to this sale.
    void navigate(request.count === undefined ? paths.sale(id) : paths.batch(id))
    send(id, { ...request, stage: 'asked' })
  }
}
