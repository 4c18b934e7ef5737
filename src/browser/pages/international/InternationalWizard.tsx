import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { matchPath, useLocation } from 'react-router-dom'

import { countriesQuery } from '../../api/international.ts'
import { useInternationalDraft } from '../../sale/international-draft.ts'
import { useText } from '../../i18n/use-text.ts'
import { routes } from '../../paths.ts'
import { AmountStep } from './AmountStep.tsx'
import { CountryStep } from './CountryStep.tsx'
import { OperatorStep } from './OperatorStep.tsx'
import { LoadingNotice } from './LoadingNotice.tsx'
import { WizardLayout } from './WizardLayout.tsx'
import { WizardSummary } from './WizardSummary.tsx'

/** The step that the address names: country, operator and number, amount. The review is a sale. */
export function InternationalWizard() {
  const t = useText()
  useForgetOnTheShelves()
  const { pathname } = useLocation()
  const { countryId, providerId, denominationId } = findChosen(pathname)
  const isAmounts = matchPath(`${routes.internationalAmounts}/*`, pathname) !== null
  const { data, error, refetch } = useQuery(countriesQuery)
  const countries = data?.countries
  const waiting = (
    <LoadingNotice error={error} onRetry={() => void refetch()}>
      {t('international.loadingCountries')}
    </LoadingNotice>
  )
  if (countryId === undefined) return <CountryStep countries={countries} waiting={waiting} />
  if (!countries) {
    const step = isAmounts ? 'amount' : 'operator'
    return <WizardLayout step={step} countryId={countryId} stage={waiting} tray={<WizardSummary />} />
  }
  const country = countries.find(({ id }) => id.toLowerCase() === countryId.toLowerCase())
  if (!country) return <CountryStep countries={countries} waiting={waiting} unknownId={countryId} />
  if (!isAmounts || providerId === undefined)
    return <OperatorStep key={country.id} country={country} countries={countries} providerId={providerId} />
  return (
    <AmountStep
      key={`${country.id} ${providerId}`}
      country={country}
      providerId={providerId}
      denominationId={denominationId}
    />
  )
}

/** Whoever goes back to the shelves, by whatever way, begins anew: a number nobody sees there would come back for the next customer. */
function useForgetOnTheShelves() {
  // With the shelves, not a moment behind them: by then one may have gone back already.
  useLayoutEffect(
    () => () => {
      const { pathname } = window.location
      if (pathname.startsWith(routes.sell) && !pathname.startsWith(routes.international))
        useInternationalDraft.getState().clear()
    },
    [],
  )
}

type Chosen = { countryId?: string | undefined; providerId?: string | undefined; denominationId?: string | undefined }

const STEPS = [
  routes.internationalAmount,
  routes.internationalAmounts,
  routes.internationalProvider,
  routes.internationalCountry,
]

/** What the address says is chosen. */
function findChosen(pathname: string): Chosen {
  return STEPS.map((step) => matchPath(step, pathname)?.params).find((params) => params !== undefined) ?? {}
}
