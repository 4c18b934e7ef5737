import { isSameContact } from '../contact.ts'
import { isOtherCountry, isOtherProvider, type NamedProvider } from '../international.ts'
import { decimal, isSameDecimal } from '../money.ts'
import type { SaleRecord } from './record.ts'
import type { NamedField, Transaction } from '../transaction.ts'

/**
 * The answer speaks of this sale: the wholesaler's id once we know it, and ours wherever it is named. An international transaction has none of
 * ours (spec 2.10): once it is known, whatever else is named says nothing.
 */
export function belongsToSale(sale: SaleRecord, transaction: Transaction): boolean {
  const isKnown = sale.transactionId !== undefined
  if (isKnown && transaction.id !== sale.transactionId) return false
  if (isKnown && sale.kind === 'international') return true
  return transaction.saleId === undefined || transaction.saleId === sale.id
}

/** An answer to check that names no sale, and tells of something else than this one asks for: of another service, or of another top-up abroad. */
export function isForOtherSale(sale: SaleRecord, transaction: Transaction): boolean {
  if (transaction.saleId !== undefined) return false
  const { serviceId } = transaction
  return sale.kind === 'international'
    ? isOtherContent(sale, transaction)
    : serviceId !== undefined && serviceId !== sale.serviceId
}

/**
 * Rule 10: each field where it is present, also where it cannot be read. An account where we sent none is the wholesaler's own. Another operator
 * is a person's to judge while it is being checked; from then on it stays the one that was detected.
 */
export const differsFromSale = (sale: SaleRecord, transaction: Transaction): boolean =>
  namesOther(sale, transaction) || unreadableOf(sale, transaction).length > 0

/** Something can be read, and is not what was sold. */
export const namesOther = (sale: SaleRecord, transaction: Transaction): boolean =>
  isOtherContent(sale, transaction) || isInOtherCountry(sale, transaction) || isOtherProviderDetected(sale, transaction)

/** What the answer names of this sale in a way nobody can read. The cost is none of it: it is only noted. */
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
      default:
        return true
    }
  })
}

/** Another account, amount, service or offer is named than ours. */
function isOtherContent(sale: SaleRecord, transaction: Transaction): boolean {
  const { account, amount, amountCurrency, serviceId, amountId } = transaction
  if (account !== undefined && sale.account !== undefined && !isSameContact(account, sale.account)) return true
  if (amount !== undefined && !isSameDecimal(amount, decimal(sale.amount.amount))) return true
  if (amountCurrency !== undefined && amountCurrency !== sale.amount.currency) return true
  if (serviceId !== undefined && serviceId !== sale.serviceId) return true
  return sale.international !== undefined && amountId !== undefined && amountId !== sale.international.denomination.id
}

/** The number of an international sale lies in another country than the one chosen. */
export const isInOtherCountry = ({ international }: SaleRecord, { countryId, countryName }: Transaction): boolean =>
  international !== undefined && isOtherCountry(international.country, named(countryId, countryName))

function isOtherProviderDetected({ international, state, mismatch }: SaleRecord, transaction: Transaction): boolean {
  if (!international) return false
  const detected = detectedProvider(transaction)
  const isKnown = mismatch !== undefined && !isOtherProvider(mismatch.detected, detected)
  return state !== 'opened' && !isKnown && isOtherProvider(international.provider, detected)
}

/** The operator as the answer names it; empty where it names none. */
export const detectedProvider = ({ providerId, providerName }: Transaction): NamedProvider =>
  named(providerId, providerName)

const named = (id: string | undefined, name: string | undefined): { id?: string; name?: string } => ({
  ...(id === undefined ? {} : { id }),
  ...(name === undefined ? {} : { name }),
})
