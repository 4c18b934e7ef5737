import type { SaleKind } from './sale/sale.ts'
import type { InternationalChoice } from './catalog/international.ts'
import { isSameMoney, type Money } from './money/money.ts'
import { readUaeNumber } from './phone/phone.ts'

export const CUSTOMER_ANSWERS = ['number-correct', 'number-changed'] as const
export type CustomerAnswer = (typeof CUSTOMER_ANSWERS)[number]

/** `skipped`: the shop asks customers to confirm the number, and this customer did not. */
export type NumberCheck = 'confirmed' | 'skipped' | 'without-display'

export type NumberQuestion = { kind: SaleKind; product: string; account: string; pays: Money }

type Asked = {
  kind: SaleKind
  serviceId: string
  account?: string | undefined
  international?: InternationalChoice | undefined
}

/** `undefined` for vouchers, which do not top up a number. `pays` is the total. */
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

/** `shown` is formatted as on the ticket. */
export function isNumberOf(kind: SaleKind, shown: string, account: string): boolean {
  if (kind === 'international') return shown.replace(/\D/g, '') === account
  const number = readUaeNumber(shown)
  return 'account' in number && number.account === account
}
