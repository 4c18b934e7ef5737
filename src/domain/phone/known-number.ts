import { formatRecipient, isMasked, maskForGood, maskInGroups } from './contact.ts'
import { findForeignSign, plainNumber, readUaeNumber } from './phone.ts'
import { groupOfSale } from '../sale/group.ts'
import type { SaleRecord } from '../sale/record.ts'
import type { Sale } from '../sale/sale.ts'

/** What was typed: a whole number in the form of `Sale.account`, or only its last three or four digits. */
export type NumberQuery = { whole: string } | { ending: string }

const ENDING = /^\d{3,4}$/
const MIN_FOREIGN = 8
const MAX_FOREIGN = 20

/** `undefined` while more digits are needed. A number of another country needs its country code. */
export function readNumberQuery(typed: string): NumberQuery | undefined {
  const plain = plainNumber(typed)
  if (ENDING.test(plain)) return { ending: plain }
  const whole = findWholeNumber(typed)
  return whole === undefined ? undefined : { whole }
}

export function findWholeNumber(typed: string): string | undefined {
  const number = readUaeNumber(typed)
  if ('account' in number) return number.account
  const plain = plainNumber(typed)
  if (number.status !== 'refused' || number.reason !== 'not-uae' || findForeignSign(plain) !== undefined)
    return undefined
  const digits = plain.replace(/^(\+|00)/, '')
  return digits.length >= MIN_FOREIGN && digits.length <= MAX_FOREIGN ? digits : undefined
}

/** The ends by which a number can be found again, with their lengths. */
export const endingsOf = (account: string) => ({ four: account.slice(-4), three: account.slice(-3) })

/**
 * Whether this number buys this product: it was sold, with money, to a phone number. Sales of tills at which customers type are left out where their till is
 * known.
 */
export const isKnownSale = (sale: SaleRecord): boolean =>
  sale.kind !== 'voucher' &&
  sale.state === 'succeeded' &&
  groupOfSale(sale) === 'sold' &&
  sale.refund === undefined &&
  !sale.isTest &&
  !sale.isPractice &&
  isPhoneNumber(sale.account)

const isPhoneNumber = (account: string | undefined): account is string =>
  account !== undefined && /^\d{7,20}$/.test(account)

/** One entry for each number, product and amount; `sales` and the result are newest first. */
export function distinctKnown<Known extends SaleRecord>(sales: readonly Known[]): Known[] {
  const seen = new Set<string>()
  return sales.filter((sale) => {
    const { account, serviceId, amount, international } = sale
    // Ids of denominations change with every offer.
    const product = international
      ? [international.country.id, international.provider.name, international.denomination.name]
      : [serviceId, amount.amount]
    const key = JSON.stringify([account, ...product, amount.currency])
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** As people know their own number, without its middle: `050 ••• 4562`, or `+63 ••• ••• 0142`. */
export function maskKnownNumber(sale: Pick<Sale, 'account' | 'international'>): string | undefined {
  const { account } = sale
  if (account === undefined) return undefined
  if (account.includes('@')) return isMasked(account) ? account : maskForGood(account)
  // Only its end is left.
  if (isMasked(account)) return `••• ${account.replaceAll('•', '')}`
  const [, area, last] = /^971(\d{1,2})\d{3}(\d{4})$/.exec(account) ?? []
  if (area !== undefined && last !== undefined) return `0${area} ••• ${last}`
  return maskInGroups(formatRecipient(sale) ?? account)
}

/** A number that a person wrote into a text, however it is grouped and with or without its country code. */
function inText(number: string): RegExp {
  const national = number.startsWith('971') ? number.slice(3) : number
  const spaced = (digits: string) => [...digits].join(String.raw`[\s.\-]*`)
  const country = number.startsWith('971')
    ? String.raw`(?:(?:\+|00)?${spaced('971')}[\s.\-]*|0)?`
    : String.raw`(?:\+|00)?`
  return new RegExp(String.raw`(?<!\d)${country}(?:\(0\)[\s.\-]*)?${spaced(national)}(?!\d)`, 'g')
}

export const eraseInText = (text: string, number: string): string => text.replace(inText(number), maskForGood(number))
