import type { SaleKind } from './sale/sale.ts'
import type { InternationalChoice } from './international.ts'
import { isSameMoney, type Money } from './money.ts'
import { readUaeNumber } from './phone.ts'

/** The answers of a customer who is asked to check a number. */
export const CUSTOMER_ANSWERS = ['number-correct', 'number-changed'] as const
export type CustomerAnswer = (typeof CUSTOMER_ANSWERS)[number]

/** Whether the customer confirmed the number, did not although the shop asks for it, or had no display. */
export type NumberCheck = 'confirmed' | 'skipped' | 'without-display'

/** The number to check, and what the customer pays in total. */
export type NumberQuestion = { kind: SaleKind; product: string; account: string; pays: Money }

type Asked = {
  kind: SaleKind
  serviceId: string
  account?: string | undefined
  international?: InternationalChoice | undefined
}

/**
 * The question for a sale, or for a batch that costs `pays` in total; `undefined` for vouchers, which top up no number.
 */
export function questionOf(
  { kind, serviceId, account, international }: Asked,
  pays: Money,
): NumberQuestion | undefined {
  if (kind === 'voucher' || account === undefined) return undefined
  const product = international ? productOfOffer(international.country.id, international.provider.id) : serviceId
  return { kind, product, account, pays }
}

/** An international product as `NumberQuestion` names it. */
export const productOfOffer = (countryId: string, providerId: string): string => `${countryId}/${providerId}`
export const providerOf = (product: string): string | undefined => /\/(.+)$/.exec(product)?.[1]

export const isSameQuestion = (one: NumberQuestion | undefined, other: NumberQuestion | undefined): boolean =>
  one?.kind === other?.kind &&
  one?.product === other?.product &&
  one?.account === other?.account &&
  (one === undefined || other === undefined || isSameMoney(one.pays, other.pays))

/** Whether a number as written on the ticket is this account. */
export function isNumberOf(kind: SaleKind, shown: string, account: string): boolean {
  if (kind === 'international') return shown.replace(/\D/g, '') === account
  const number = readUaeNumber(shown)
  return 'account' in number && number.account === account
}
