import { isMasked, isSameContact, matchesMasked } from '../../contact.ts'
import { isOtherCountry, isOtherProvider, type NamedProvider } from '../../international.ts'
import { decimal, isSameDecimal } from '../../money.ts'
import type { SaleRecord } from '../record.ts'
import type { NamedField, Transaction } from '../../transaction.ts'

/**
 * Whether the answer is about this sale: the wholesaler's id matches once it is known, and our id matches if the answer has one. International
 * transactions do not carry our id (spec 2.10), so once their id is known the other fields prove nothing.
 */
export function belongsToSale(sale: SaleRecord, transaction: Transaction): boolean {
  const isKnown = sale.transactionId !== undefined
  if (isKnown && transaction.id !== sale.transactionId) return false
  if (isKnown && sale.kind === 'international') return true
  return transaction.saleId === undefined || transaction.saleId === sale.id
}

/** Whether an answer to check without our id is about something else: another service, or another international top-up. */
export function isForOtherSale(sale: SaleRecord, transaction: Transaction): boolean {
  if (transaction.saleId !== undefined) return false
  const { serviceId } = transaction
  return sale.kind === 'international'
    ? isOtherContent(sale, transaction)
    : serviceId !== undefined && serviceId !== sale.serviceId
}

/**
 * Whether any field present in the answer differs from the sale or is unreadable (rule 10). If we sent no account, the one in the answer is the
 * wholesaler's own. During the check a person decides about a different operator; afterwards the detected operator has to stay the same.
 */
export const differsFromSale = (sale: SaleRecord, transaction: Transaction): boolean =>
  namesOther(sale, transaction) || unreadableOf(sale, transaction).length > 0

/** Whether a readable field differs from what was sold. */
export const namesOther = (sale: SaleRecord, transaction: Transaction): boolean =>
  isOtherContent(sale, transaction) || isInOtherCountry(sale, transaction) || isOtherProviderDetected(sale, transaction)

/** The fields of this sale that are present in the answer but unreadable. The cost is excluded because it is only recorded. */
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

/** Whether the answer has another account, amount, service or denomination than the sale. */
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

/** Whether the number of an international sale belongs to another country than the chosen one. */
export const isInOtherCountry = ({ international }: SaleRecord, { countryId, countryName }: Transaction): boolean =>
  international !== undefined && isOtherCountry(international.country, named(countryId, countryName))

function isOtherProviderDetected({ international, state, mismatch }: SaleRecord, transaction: Transaction): boolean {
  if (!international) return false
  const detected = detectedProvider(transaction)
  const isKnown = mismatch !== undefined && !isOtherProvider(mismatch.detected, detected)
  return state !== 'opened' && !isKnown && isOtherProvider(international.provider, detected)
}

/** The operator in the answer; empty if there is none. */
export const detectedProvider = ({ providerId, providerName }: Transaction): NamedProvider =>
  named(providerId, providerName)

const named = (id: string | undefined, name: string | undefined): { id?: string; name?: string } => ({
  ...(id === undefined ? {} : { id }),
  ...(name === undefined ? {} : { name }),
})
