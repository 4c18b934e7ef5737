import type { SaleKind } from './sale/sale.ts'
import type { InternationalChoice } from './international.ts'
import { isSameMoney, type Money } from './money.ts'
import { readUaeNumber } from './phone.ts'

/** What a customer can say on the display to the number they are shown. */
export const CUSTOMER_ANSWERS = ['number-correct', 'number-changed'] as const
export type CustomerAnswer = (typeof CUSTOMER_ANSWERS)[number]

/** Whether a sale went out with the customer's word that the number is right; without it where the shop asks for it; or with no display to ask on. */
export type NumberCheck = 'confirmed' | 'skipped' | 'without-display'

/** A number that a customer is asked about, what it is for, and what they pay in all. */
export type NumberQuestion = { kind: SaleKind; product: string; account: string; pays: Money }

type Asked = {
  kind: SaleKind
  serviceId: string
  account?: string | undefined
  international?: InternationalChoice | undefined
}

/** What the customer of this sale, or of this quantity for `pays` in all, is asked: nothing where nobody's number is topped up. */
export function questionOf(
  { kind, serviceId, account, international }: Asked,
  pays: Money,
): NumberQuestion | undefined {
  if (kind === 'voucher' || account === undefined) return undefined
  const product = international ? productOfOffer(international.country.id, international.provider.id) : serviceId
  return { kind, product, account, pays }
}

/** An international top-up by its country and its operator, as `NumberQuestion` names it. */
export const productOfOffer = (countryId: string, providerId: string): string => `${countryId}/${providerId}`
/** The operator that such a name has. */
export const providerOf = (product: string): string | undefined => /\/(.+)$/.exec(product)?.[1]

export const isSameQuestion = (one: NumberQuestion | undefined, other: NumberQuestion | undefined): boolean =>
  one?.kind === other?.kind &&
  one?.product === other?.product &&
  one?.account === other?.account &&
  (one === undefined || other === undefined || isSameMoney(one.pays, other.pays))

/** Whether a number as it is written on the ticket is this account. */
export function isNumberOf(kind: SaleKind, shown: string, account: string): boolean {
  if (kind === 'international') return shown.replace(/\D/g, '') === account
  const number = readUaeNumber(shown)
  return 'account' in number && number.account === account
}
