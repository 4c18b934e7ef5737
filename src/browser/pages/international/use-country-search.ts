import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'

import type { Country } from '#domain/international.ts'
import { findCountriesByNumber, isNumberFirst, searchCountries } from '#domain/phone-country.ts'
import { readUaeNumber } from '#domain/phone.ts'
import { countryNames } from '../../i18n/country-name.ts'
import { useDraft } from '../../sale/draft.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'
import { onlyPhoneCharacters } from '../../phone-characters.ts'
import { paths } from '../../paths.ts'
import { useWizardNavigate } from './use-wizard-navigate.ts'

/**
 * One field for a country's name, its codes, or a whole number. A number leads on as soon as its country is certain, and is already kept by
 * then: what is typed while the next step comes adds to it.
 */
export function useCountrySearch(all: readonly Country[], listed: readonly Country[]) {
  const navigate = useWizardNavigate()
  const { state } = useLocation() as { state: { hasNumber?: boolean } | null }
  const kept = useInternationalDraft(({ number }) => number)
  const [text, setText] = useState(state?.hasNumber && isNumberFirst(kept) ? onlyPhoneCharacters(kept) : '')
  const isNumber = isNumberFirst(text)
  const byNumber = isNumber ? findCountriesByNumber(text, all) : undefined
  const hits = text.trim() === '' ? undefined : (byNumber?.countries ?? searchCountries(text, listed, countryNames))

  const type = (typed: string, isPasted = false) => {
    setText(typed)
    const { setNumber, cameFirst } = useInternationalDraft.getState()
    if (isNumberFirst(typed)) setNumber(onlyPhoneCharacters(typed), isPasted ? 'pasted' : 'typed')
    else if (cameFirst !== undefined) setNumber('')
  }

  useLayoutEffect(() => {
    // Begun on the shelves, where numbers of this country alone are sold.
    const { number, setNumber } = useDraft.getState()
    const read = readUaeNumber(number)
    if (read.status !== 'refused' || read.reason !== 'not-uae') return
    setNumber('')
    type(number)
    // What stands there when this screen takes over.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const leadsTo =
    byNumber?.status === 'found' && byNumber.countries.length === 1 ? byNumber.countries[0]?.id : undefined
  useEffect(() => {
    if (leadsTo !== undefined) navigate(paths.internationalCountry(leadsTo))
  }, [leadsTo, navigate])

  return { text, type, hits, isNumber, isShared: byNumber?.status === 'found' }
}
