import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Navigate, useParams } from 'react-router-dom'

import type { Country } from '#domain/international.ts'
import { countriesQuery } from '../../api/international.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths, withTile } from '../../paths.ts'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { LoadingNotice } from './LoadingNotice.tsx'
import { useWizardTile } from './use-wizard.ts'
import { WizardLayout, type WizardStep } from './WizardLayout.tsx'
import { WizardSummary } from './WizardSummary.tsx'

type AtCountryProps = {
  step: WizardStep
  /** All countries come along, for a number that turns out to be another one's. */
  children: (country: Country, countries: readonly Country[]) => ReactNode
}

/** A step in the country that the address names. One that is not sold leads back to the choice. */
export function AtCountry({ step, children }: AtCountryProps) {
  const t = useText()
  const { countryId = '', providerId } = useParams()
  const tileId = useWizardTile()
  const { data, error, refetch } = useQuery(countriesQuery)
  if (!data) {
    const panel = (
      <SidePanel isExtra>
        <WizardSummary />
      </SidePanel>
    )
    return (
      <WizardLayout step={step} countryId={countryId} providerId={providerId} panel={panel}>
        <LoadingNotice error={error} onRetry={() => void refetch()}>
          {t('international.loadingCountries')}
        </LoadingNotice>
      </WizardLayout>
    )
  }
  const { countries } = data
  const country = countries.find(({ id }) => id.toLowerCase() === countryId.toLowerCase())
  if (country) return children(country, countries)
  return <Navigate to={withTile(paths.international(), tileId)} state={{ unknownId: countryId }} replace />
}
