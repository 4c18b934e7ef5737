import type { FailureCode } from '#api/failure.ts'
import { findAmountProblem } from '#domain/money/amount-rule.ts'
import { findContact, isMasked } from '#domain/phone/contact.ts'
import { findDecimal, isSameMoney, money, type Decimal } from '#domain/money/money.ts'
import type { Person } from '#domain/person.ts'
import { readUaeNumber } from '#domain/phone/phone.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { SaleContent, SaleRecord } from '#domain/sale/record.ts'
import type { Service } from '#domain/catalog/service.ts'
import { findHiddenCharacter, sayHidden } from '#domain/text/typed-text.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { Offers } from '../catalog/offers.ts'
import { isSameInternational, readInternational, type InternationalRequest } from './international-content.ts'
import { mayView, moneyMovedForFailure, refuseOtherCashier, requireVisible } from './sale-access.ts'

export type SellableSource = {
  current: () => Promise<{ services: readonly Service[]; currency: string } | undefined>
  refresh: () => Promise<unknown>
}

export type SaleMarks = Pick<SaleContent, 'isTest' | 'isPractice'>

export type OpenSaleRequest = ServiceRequest | InternationalRequest

export type ServiceRequest = {
  kind: 'direct' | 'voucher'
  serviceId: string
  amount: string
  account?: string | undefined
  customer?: string | undefined
  orderId?: string | undefined
  duplicateOf?: string | undefined
}

/** Rule 2: the same id with other content is rejected. A colleague's sale that is not visible is not even named. */
export function requireSameContent(known: SaleRecord, request: OpenSaleRequest, person: Person): SaleRecord {
  requireVisible('sale', known, (sale) => mayView(sale, person))
  refuseOtherCashier(known, person)
  const isSame = request.kind === 'international' ? isSameInternational(known, request) : isSameService(known, request)
  // A line of a batch is opened only through its batch.
  if (!isSame || known.batch) {
    throw new RequestRefused(
      409,
      'content-mismatch',
      'This sale already exists with different content. Start a new sale.',
      {
        moneyMoved: moneyMovedForFailure(known),
      },
    )
  }
  return known
}

type KnownContent = Pick<SaleRecord, 'kind' | 'serviceId' | 'account' | 'customer' | 'amount' | 'orderId'>

/** Compares the content, however the account is typed. */
export const isSameService = (known: KnownContent, request: ServiceRequest): boolean =>
  known.kind === request.kind &&
  known.serviceId === request.serviceId &&
  known.account === findAccount(request) &&
  known.orderId === request.orderId &&
  known.customer === (request.customer === undefined ? undefined : findContact(request.customer)) &&
  isSameMoney(known.amount, money(readAmount(request.amount), known.amount.currency))

/** Throws `RequestRefused` 422, which names the violated rule. */
export async function readContent(
  request: OpenSaleRequest,
  sources: { catalog: Pick<SellableSource, 'current'>; offers: Offers },
): Promise<SaleContent> {
  const duplicateOf = readDuplicateOf(request.duplicateOf)
  const content =
    request.kind === 'international'
      ? await readInternational(request, sources)
      : await readServiceContent(request, sources.catalog)
  return { ...content, ...(duplicateOf ? { duplicateOf } : {}) }
}

/** Reads a recharge or voucher by the catalog's rules only. Throws `RequestRefused` 422, which names the violated rule. */
export async function readServiceContent(
  request: ServiceRequest,
  catalog: Pick<SellableSource, 'current'>,
): Promise<SaleContent> {
  const { service, currency } = await findSellable(request, catalog)
  const recipient = service.kind === 'direct' ? readDirect(request) : readVoucherRecipient(request, service)
  const amount = readAmount(request.amount)
  refuseAmount(amount, service)
  return {
    kind: request.kind,
    serviceId: service.id,
    serviceName: service.name,
    brand: service.brand,
    ...recipient,
    amount: money(amount, currency),
    ...(request.orderId === undefined ? {} : { orderId: request.orderId }),
    ...(service.commission ? { commission: service.commission } : {}),
  }
}

async function findSellable(
  { kind, serviceId }: Pick<SaleContent, 'kind' | 'serviceId'>,
  catalog: Pick<SellableSource, 'current'>,
): Promise<{ service: Service; currency: string }> {
  const sellable = await catalog.current()
  if (!sellable)
    throw new RequestRefused(503, 'not-ready', 'The list of products has not loaded yet. Try again in a moment.')
  const service = sellable.services.find(({ id }) => id === serviceId)
  if (!service)
    throw new RequestRefused(422, 'service-not-found', 'This product is no longer in the list. Choose another one.')
  if (service.kind !== kind) {
    throw new RequestRefused(422, 'kind-mismatch', `${service.name} is not sold as ${kind} here.`)
  }
  if (!service.isActive) throw new RequestRefused(422, 'service-inactive', `${service.name} is not available now.`)
  return { service, currency: sellable.currency }
}

/** Throws `RequestRefused` if our rules no longer permit another line with this content. */
export async function refuseUnsellable(
  content: Pick<SaleContent, 'kind' | 'serviceId' | 'amount' | 'account' | 'customer'>,
  catalog: Pick<SellableSource, 'current'>,
): Promise<void> {
  for (const what of ['account', 'customer'] as const)
    if (isMasked(content[what]))
      throw new RequestRefused(422, `${what}-invalid`, 'Its number was erased. Start a new sale to sell it.')
  const { service, currency } = await findSellable(content, catalog)
  if (currency !== content.amount.currency)
    throw new RequestRefused(422, 'amount-invalid', `The shop sells in ${currency} now.`)
  refuseAmount(readAmount(content.amount.amount), service)
}

type Recipient = Pick<SaleContent, 'account' | 'customer'>

function readDirect({ account, customer }: ServiceRequest): Recipient {
  refuseHidden('number-invalid', 'The number', account)
  const number = readUaeNumber(account ?? '')
  if (!('account' in number)) {
    throw new RequestRefused(422, 'number-invalid', 'This is not a UAE number: 971 and 8 or 9 digits.')
  }
  if (customer !== undefined)
    throw new RequestRefused(422, 'customer-invalid', 'A direct top-up has no separate customer.')
  return { account: number.account }
}

function readVoucherRecipient({ account, customer }: ServiceRequest, service: Service): Recipient {
  if (account === undefined && service.isAccountRequired) {
    throw new RequestRefused(
      422,
      'account-missing',
      `${service.name} needs an account: a phone number or an email address.`,
    )
  }
  return {
    ...(account === undefined ? {} : { account: readContactOf('account', account) }),
    ...(customer === undefined ? {} : { customer: readContactOf('customer', customer) }),
  }
}

function readContactOf(what: 'account' | 'customer', typed: string): string {
  refuseHidden(`${what}-invalid`, `The ${what}`, typed)
  const text = findContact(typed)
  if (text === undefined) {
    throw new RequestRefused(422, `${what}-invalid`, `The ${what} is neither a phone number nor an email address.`)
  }
  return text
}

/** Applies to phone numbers too, although only their digits are sent: our screen never sends hidden characters. */
function refuseHidden(code: FailureCode, what: string, typed = ''): void {
  const hidden = findHiddenCharacter(typed)
  if (hidden) throw new RequestRefused(422, code, sayHidden(what, hidden))
}

/** The account as it is journaled; `undefined` if it is invalid. */
function findAccount({ kind, account }: ServiceRequest): string | undefined {
  if (account === undefined) return undefined
  if (kind === 'voucher') return findContact(account)
  const number = readUaeNumber(account)
  return 'account' in number ? number.account : undefined
}

/** The sale the person was asked about. Throws `RequestRefused`. */
export function readDuplicateOf(text: string | undefined): SaleId | undefined {
  if (text === undefined) return undefined
  const id = findSaleId(text)
  if (!id) throw new RequestRefused(400, 'invalid-request', 'duplicateOf: not the id of a sale.')
  return id
}

function readAmount(text: string): Decimal {
  const amount = findDecimal(text)
  if (!amount) throw new RequestRefused(422, 'amount-invalid', 'The amount has too many digits.')
  return amount
}

function refuseAmount(amount: Decimal, service: Service): void {
  const problem = findAmountProblem(amount, service.rule)
  if (problem === undefined && amount.units > 0n) return
  const reason = { 'below-min': 'is less than', 'above-max': 'is more than', 'off-step': 'is not a step of' }[
    problem ?? 'below-min'
  ]
  throw new RequestRefused(422, 'amount-invalid', `The amount ${reason} what ${service.name} can be sold for.`)
}
