import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

import type { Country, Provider } from '#domain/international.ts'
import { formatWithGaps, readNumber, readPhoneMask, type NumberEntry, type PhoneMask } from '#domain/phone-mask.ts'
import { onlyPhoneCharacters } from '#domain/phone.ts'
import { countryOfferQuery } from '../../api/catalogue.ts'
import { useInternationalDraft } from '../../sale/international.ts'
import { findKnownOperator } from '../../sale/international-habits.ts'
import { paths } from '../../paths.ts'
import { useWizardNavigate } from './WizardLayout.tsx'

/** Operator and number of one country: what is chosen, what the till chooses by itself, and when it goes on. */
export function useOperatorStep(country: Country, providerId: string | undefined) {
  const navigate = useWizardNavigate()
  const { state } = useLocation() as { state: { isKnown?: boolean } | null }
  // It came with the operator, and is of no other one.
  const wantedId = useSearchParams()[0].get('amount')
  const typed = useInternationalDraft((draft) => draft.number)
  const cameFirst = useInternationalDraft((draft) => draft.cameFirst)
  const mask = useMemo(() => readPhoneMask(country.phoneCode, country.phoneMask), [country])
  const { data, error, refetch } = useQuery(countryOfferQuery(country.id))
  const providers = data?.providers
  const recipient = readRecipient(mask, typed)
  const { entry } = recipient
  const isComplete = entry.status === 'complete'
  const chosen = providers?.find(({ id }) => id === providerId)
  const isAlone = providers?.length === 1
  const isKnown = state?.isKnown === true

  const knownId =
    isComplete && (providerId === undefined || isKnown) ? findKnownOperator(country.id, entry.national) : undefined
  const known = providers?.find(({ id }) => id === knownId)
  const ownChoice = isAlone ? providers[0] : known
  const ownChoiceId = ownChoice && ownChoice.id !== providerId ? ownChoice.id : undefined
  useEffect(() => {
    if (ownChoiceId === undefined) return
    navigate(paths.internationalProvider(country.id, ownChoiceId), {
      replace: true,
      state: isAlone ? null : { isKnown: true },
    })
  }, [ownChoiceId, isAlone, country.id, navigate])
  // The till chose by a number that is another one now.
  const isOutdated = providers !== undefined && isComplete && isKnown && !ownChoice
  useEffect(() => {
    if (isOutdated) navigate(paths.internationalCountry(country.id), { replace: true })
  }, [isOutdated, country.id, navigate])

  const goOn = (provider: Provider, isByItself = false) => {
    useInternationalDraft.getState().settle()
    const to =
      wantedId !== null && provider.id === providerId
        ? paths.internationalAmount(country.id, provider.id, wantedId)
        : paths.internationalAmounts(country.id, provider.id)
    navigate(to, { state: isByItself ? { isByItself } : null })
  }
  // Who types a whole number first has nothing left to do here. An open mask never tells that the last digit was typed.
  const isWhole = isComplete && (cameFirst === 'pasted' || (cameFirst === 'typed' && !mask.isOpen))
  const isOwnChoice = chosen !== undefined && chosen.id === ownChoice?.id
  const goesOn = isWhole && isOwnChoice
  useEffect(() => {
    if (goesOn) goOn(chosen, true)
    // Once for a number.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [goesOn])

  return {
    mask,
    recipient,
    providers,
    error,
    refetch,
    chosen,
    isKnown: isKnown && isOwnChoice,
    isUnknown: providers !== undefined && providerId !== undefined && !chosen && !isAlone,
    type: (text: string) => useInternationalDraft.getState().setNumber(text),
    choose: (provider: Provider) => {
      navigate(paths.internationalProvider(country.id, provider.id), { replace: true })
      if (isComplete) goOn(provider)
    },
    goOn: () => chosen && isComplete && goOn(chosen),
    blockReason: findBlockReason(entry, chosen),
  }
}

type BlockReason = {
  at: 'number' | 'operator'
  message: 'ticket.enterNumber' | 'ticket.finishNumber' | 'international.fixNumber' | 'international.chooseOperator'
}

function findBlockReason(
  entry: ReturnType<typeof readRecipient>['entry'],
  chosen: Provider | undefined,
): BlockReason | undefined {
  if (entry.status === 'refused') return { at: 'number', message: 'international.fixNumber' }
  if (entry.status === 'incomplete')
    return { at: 'number', message: entry.national === '' ? 'ticket.enterNumber' : 'ticket.finishNumber' }
  return chosen ? undefined : { at: 'operator', message: 'international.chooseOperator' }
}

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
