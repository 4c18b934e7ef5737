import { Check } from 'lucide-react'
import type { Ref } from 'react'

import type { Country, Provider } from '#domain/catalog/international.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { PHONE, useMedia } from '../../lib/use-media.ts'
import { Flag } from '../../ui/Flag.tsx'
import { Picture } from '../../ui/Picture.tsx'

type CountryGridProps = {
  label: string
  countries: readonly Country[]
  onPick: (country: Country) => void
  ref?: Ref<HTMLDivElement>
}

export function CountryGrid({ label, countries, onPick, ref }: CountryGridProps) {
  const locale = useLocale()
  return (
    <section aria-label={label} ref={ref}>
      <h2 className="mb-2 text-1 font-medium text-ink-2">
        <bdi>{label}</bdi>
      </h2>
      <div className="grid grid-cols-[repeat(auto-fill,minmax(9.75rem,1fr))] gap-2 sm:grid-cols-[repeat(auto-fill,minmax(10.5rem,1fr))]">
        {countries.map((country) => (
          <button
            key={country.id}
            type="button"
            className="flex min-h-key min-w-0 items-center gap-3 rounded-2 border-1 border-line bg-surface px-3 py-2 text-start hover:border-line-strong active:bg-sunken"
            onClick={() => onPick(country)}
          >
            <Flag code={country.id} src={country.flag} />
            <span className="min-w-0 leading-4 font-medium wrap-anywhere">
              <bdi>{countryName(country, locale)}</bdi>{' '}
              <bdi className="block text-1 font-normal text-ink-2 [direction:ltr] rtl:text-end">
                {country.phoneCode}
              </bdi>
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}

type OperatorGridProps = {
  providers: readonly Provider[]
  chosenId: string | undefined
  onChoose: (provider: Provider) => void
  ref?: Ref<HTMLDivElement>
}

/** Up to this number, tiles are tall and in one row; more tiles are flat. */
const FITTING = 3

const TILE =
  'relative flex min-w-0 rounded-3 border-1 active:bg-sunken text-start max-sm:min-h-[56px] max-sm:items-center max-sm:gap-2 max-sm:p-2'
const FLAT = 'sm:min-h-[88px] sm:items-center sm:gap-3 sm:p-3'
const HIGH = 'sm:min-h-[160px] sm:flex-col sm:items-start sm:justify-between sm:gap-3 sm:p-4'
const UNCHOSEN = 'border-line bg-surface hover:border-line-strong'
const CHOSEN = 'border-act bg-act-tint shadow-act'

export function OperatorGrid({ providers, chosenId, onChoose, ref }: OperatorGridProps) {
  const t = useText()
  const isHigh = providers.length <= FITTING
  const isPhone = useMedia(PHONE)
  return (
    <div className="grid grid-cols-3 gap-2 sm:gap-3" role="group" aria-label={t('international.operators')} ref={ref}>
      {providers.map((provider) => {
        const isChosen = provider.id === chosenId
        return (
          <button
            key={provider.id}
            type="button"
            className={`${TILE} ${isHigh ? HIGH : FLAT} ${isChosen ? CHOSEN : UNCHOSEN}`}
            aria-pressed={isChosen}
            onClick={() => onChoose(provider)}
          >
            <Picture name={provider.name} src={provider.logo} size={isPhone ? 'xs' : isHigh ? 'md' : 'sm'} />
            <bdi
              className={`max-w-full min-w-0 leading-4 font-semibold wrap-anywhere ${isHigh ? 'sm:text-4' : 'sm:text-3 sm:leading-5'}`}
            >
              {provider.name}
            </bdi>
            {isChosen && (
              <span className="absolute end-2 top-2 max-sm:-end-1 max-sm:-top-1 grid size-5 place-items-center rounded-full bg-act text-act-on">
                <Check size={16} aria-hidden />
              </span>
            )}
          </button>
        )
      })}
    </div>
  )
}
