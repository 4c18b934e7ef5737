import { useMemo } from 'react'

import type { Country, Provider } from '#domain/catalog/international.ts'
import {
  formatWithGaps,
  readNumber,
  readPhoneMask,
  type NumberEntry,
  type PhoneMask,
} from '#domain/phone/phone-mask.ts'
import { onlyPhoneCharacters } from '#domain/phone/phone.ts'
import { useInternationalDraft } from './international.ts'

export type RecipientEntry = {
  entry: NumberEntry
  /** `+63`, or empty if the input has its own country code. */
  prefix: string
  shown: string
  gaps: string
}

/** Reads input after the country code. What cannot be decided yet is shown as typed. */
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

export function useRecipient(country: Country) {
  const typed = useInternationalDraft((draft) => draft.number)
  const mask = useMemo(() => readPhoneMask(country.phoneCode, country.phoneMask), [country])
  const recipient = readRecipient(mask, typed)
  const account = recipient.entry.status === 'complete' ? recipient.entry.account : undefined
  return { mask, recipient, account }
}

/** Delete removes the last digit and the punctuation around it. */
export const keysForNumber = (shown: string, type: (typed: string) => void) => ({
  onDigit: (digit: string) => type(shown + digit),
  onDelete: () => type(shown.replace(/\D*\d?\D*$/, '')),
  onClear: () => type(''),
})

type BlockReason = {
  at: 'number' | 'operator'
  message: 'ticket.enterNumber' | 'ticket.finishNumber' | 'international.fixNumber' | 'international.chooseOperator'
}

export function findRecipientBlockReason(entry: NumberEntry, chosen: Provider | undefined): BlockReason | undefined {
  if (entry.status === 'refused') return { at: 'number', message: 'international.fixNumber' }
  if (entry.status === 'incomplete')
    return { at: 'number', message: entry.national === '' ? 'ticket.enterNumber' : 'ticket.finishNumber' }
  return chosen ? undefined : { at: 'operator', message: 'international.chooseOperator' }
}
