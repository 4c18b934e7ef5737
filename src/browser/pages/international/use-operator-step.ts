import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'

import type { Country, Provider } from '#domain/catalog/international.ts'
import { tillQueries } from '../../api/international.ts'
import { useInternationalDraft } from '../../sale/international/international.ts'
import { findKnownOperator } from '../../sale/international/international-habits.ts'
import { findRecipientBlockReason, readRecipient, useRecipient } from '../../sale/international/recipient-entry.ts'
import { useWizardNavigate } from '../../sale/international/wizard-steps.ts'
import { paths } from '../../paths.ts'

/** Includes the automatic choice of the operator and the automatic next step. */
export function useOperatorStep(country: Country, providerId: string | undefined) {
  const navigate = useWizardNavigate()
  const { state } = useLocation() as { state: { isKnown?: boolean } | null }
  // The amount belongs only to the operator in the URL.
  const wantedId = useSearchParams()[0].get('amount')
  const cameFirst = useInternationalDraft((draft) => draft.cameFirst)
  const { mask, recipient } = useRecipient(country)
  const { data, error, refetch } = useQuery(tillQueries.country(country.id))
  const providers = data?.providers
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
  // The automatic choice was for a previous number.
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
  // Continues automatically if the whole number was typed first. With an open mask, we never know that the last digit was typed.
  const isWhole = isComplete && (cameFirst === 'pasted' || (cameFirst === 'typed' && !mask.isOpen))
  const isOwnChoice = chosen !== undefined && chosen.id === ownChoice?.id
  const goesOn = isWhole && isOwnChoice
  const goOnByItself = useEffectEvent(() => chosen && goOn(chosen, true))
  useEffect(() => {
    if (goesOn) goOnByItself()
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
    type: (text: string) => {
      useInternationalDraft.getState().setNumber(text)
      // Continues after the last digit if a person chose the operator before. An operator that was only known belongs to another number.
      const isDone = !isComplete && readRecipient(mask, text).entry.status === 'complete'
      if (chosen && isDone && !mask.isOpen && !isKnown) goOn(chosen, true)
    },
    choose: (provider: Provider) => {
      navigate(paths.internationalProvider(country.id, provider.id), { replace: true })
      if (isComplete) goOn(provider)
    },
    goOn: () => chosen && isComplete && goOn(chosen),
    blockReason: findRecipientBlockReason(entry, chosen),
  }
}
