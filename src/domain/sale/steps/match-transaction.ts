import { isMasked, isSameContact, matchesMasked } from '../../phone/contact.ts'
import { isOtherCountry, isOtherProvider, type NamedProvider } from '../../catalog/international.ts'
import { decimal, isSameDecimal } from '../../money/money.ts'
import type { SaleRecord } from '../record.ts'
import type { NamedField, Transaction } from '../../wallet/transaction.ts'

/** Only ids that both sides have. International transactions do not carry our id (spec 2.10); once their own is known, other fields prove nothing. */
export function belongsToSale(sale: SaleRecord, transaction: Transaction): boolean {
  const isKnown = sale.transactionId !== undefined
  if (isKnown && transaction.id !== sale.transactionId) return false
  if (isKnown && sale.kind === 'international') return true
  return transaction.saleId === undefined || transaction.saleId === sale.id
}

/** Whether an answer to check without our id is about another service or another international top-up. */
export function isForOtherSale(sale: SaleRecord, transaction: Transaction): boolean {
  if (transaction.saleId !== undefined) return false
  const { serviceId } = transaction
  return sale.kind === 'international'
    ? isOtherContent(sale, transaction)
    : serviceId !== undefined && serviceId !== sale.serviceId
}

/**
 * Any field differs or is unreadable (rule 10). If we sent no account, the answer's is the wholesaler's own. During the check, a person decides about a
 * different operator; afterward, the detected one must stay the same.
 */
export const differsFromSale = (sale: SaleRecord, transaction: Transaction): boolean =>
  namesOther(sale, transaction) || unreadableOf(sale, transaction).length > 0

export const namesOther = (sale: SaleRecord, transaction: Transaction): boolean =>
  isOtherContent(sale, transaction) || isInOtherCountry(sale, transaction) || isOtherProviderDetected(sale, transaction)

/** The cost is excluded because it is only recorded. */
export function unreadableOf(sale: SaleRecord, { unreadable = [] }: Transaction): readonly NamedField[] {
  const isInternational = sale.kind === 'international'
  return unreadable.filter((field) => {
    switch (field) {
      case 'cost':
        return false
      case 'account':
        return sale.account !== undefined
      case 'countryId':
      case 'providerId':
      case 'amountId':
        return isInternational
      case 'code':
        return sale.kind !== 'direct'
      default:
        return true
    }
  })
}

function isOtherContent(sale: SaleRecord, transaction: Transaction): boolean {
  const { account, amount, amountCurrency, serviceId, amountId } = transaction
  if (account !== undefined && sale.account !== undefined && !isAccountOf(sale.account, account)) return true
  if (amount !== undefined && !isSameDecimal(amount, decimal(sale.amount.amount))) return true
  if (amountCurrency !== undefined && amountCurrency !== sale.amount.currency) return true
  if (serviceId !== undefined && serviceId !== sale.serviceId) return true
  return sale.international !== undefined && amountId !== undefined && amountId !== sale.international.denomination.id
}

const isAccountOf = (ours: string, account: string) =>
  isMasked(ours) ? matchesMasked(account, ours) : isSameContact(account, ours)

export const isInOtherCountry = ({ international }: SaleRecord, { countryId, countryName }: Transaction): boolean =>
  international !== undefined && isOtherCountry(international.country, named(countryId, countryName))

function isOtherProviderDetected({ international, state, mismatch }: SaleRecord, transaction: Transaction): boolean {
  if (!international) return false
  const detected = detectedProvider(transaction)
  const isKnown = mismatch !== undefined && !isOtherProvider(mismatch.detected, detected)
  return state !== 'opened' && !isKnown && isOtherProvider(international.provider, detected)
}

export const detectedProvider = ({ providerId, providerName }: Transaction): NamedProvider =>
  named(providerId, providerName)

const named = (id: string | undefined, name: string | undefined): { id?: string; name?: string } => ({
  ...(id === undefined ? {} : { id }),
  ...(name === undefined ? {} : { name }),
})
