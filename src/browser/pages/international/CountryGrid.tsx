import type { ReactNode } from 'react'

import type { Country } from '#domain/international.ts'
import { countryName } from '../../i18n/country-name.ts'
import { Flag } from '../../ui/Flag.tsx'

type CountryGridProps = {
  label: string
  countries: readonly Country[]
  onPick: (country: Country) => void
  /** Ends the grid. */
  children?: ReactNode
}

/** Countries to tap, under their heading. */
export function CountryGrid({ label, countries, onPick, children }: CountryGridProps) {
  return (
    <section aria-label={label}>
      <h2 className="label intl__label">
        <bdi>{label}</bdi>
      </h2>
      <div className="cgrid">
        {countries.map((country) => (
          <button key={country.id} type="button" data-tile className="ctry" onClick={() => onPick(country)}>
            <Flag code={country.id} src={country.flag} />
            <span className="grow">
              <b>
                <bdi>{countryName(country)}</bdi>
              </b>{' '}
              <span className="m num">{country.phoneCode}</span>
            </span>
          </button>
        ))}
        {children}
      </div>
    </section>
  )
}
