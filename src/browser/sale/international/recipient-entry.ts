import type { Provider } from '#domain/international.ts'
import { formatWithGaps, readNumber, type NumberEntry, type PhoneMask } from '#domain/phone-mask.ts'
import { onlyPhoneCharacters } from '#domain/phone.ts'

/** What stands in the field of the recipient's number: how it was read, how it is written there, and the places still to fill. */
export type RecipientEntry = {
  entry: NumberEntry
  /** `+63`, or nothing where what was typed begins with a country code of its own. */
  prefix: string
  shown: string
  gaps: string
}

/** Reads what was typed for the field behind the country's fixed code. What is not resolved yet is shown as typed. */
export function readRecipient(mask: PhoneMask, typed: string): RecipientEntry {
  const raw = onlyPhoneCharacters(typed)
  const entry = readNumber(mask, raw)
  const isUnresolved = entry.status === 'refused' && entry.reason !== 'too-long'
  const isCodeBegun = entry.national === '' && /^(\+|0)/.test(raw) && raw.replace(/^(\+|00)/, '') !== mask.code
  if (isUnresolved || isCodeBegun) return { entry, prefix: prefixOf(mask, raw), shown: raw, gaps: '' }
  const { typed: shown, gaps } = formatWithGaps(mask, entry.national)
  return { entry, prefix: mask.code === '' ? '+' : `+${mask.code}`, shown, gaps }
}

function prefixOf(mask: PhoneMask, raw: string): string {
  return /^(\+|00)/.test(raw) || mask.code === '' ? '' : `+${mask.code}`
}

type BlockReason = {
  at: 'number' | 'operator'
  message: 'ticket.enterNumber' | 'ticket.finishNumber' | 'international.fixNumber' | 'international.chooseOperator'
}

/** The first thing that keeps a customer or cashier from the amounts. */
export function findRecipientBlockReason(entry: NumberEntry, chosen: Provider | undefined): BlockReason | undefined {
  if (entry.status === 'refused') return { at: 'number', message: 'international.fixNumber' }
  if (entry.status === 'incomplete')
    return { at: 'number', message: entry.national === '' ? 'ticket.enterNumber' : 'ticket.finishNumber' }
  return chosen ? undefined : { at: 'operator', message: 'international.chooseOperator' }
}
