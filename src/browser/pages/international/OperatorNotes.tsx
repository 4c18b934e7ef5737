import { Info } from 'lucide-react'

import type { Country } from '#domain/catalog/international.ts'
import { findCountriesByNumber, isNumberFirst } from '#domain/phone/phone-country.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { useWizardNavigate } from '../../sale/international/wizard-steps.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { useOperatorStep } from './use-operator-step.ts'

type OperatorNotesProps = {
  country: Country
  countries: readonly Country[]
  step: ReturnType<typeof useOperatorStep>
}

export function OperatorNotes({ country, countries, step }: OperatorNotesProps) {
  const t = useText()
  const { recipient, providers, chosen, isKnown, isUnknown } = step
  const others = recipient.entry.status === 'refused' ? findOthers(recipient.shown, country, countries) : []
  const icon = <Info size={24} aria-hidden />
  // Shown from the start, so nothing moves when the operators load, until the number is whole.
  const isUnsure =
    recipient.entry.status === 'incomplete' && !isUnknown && !isKnown && others.length === 0 && providers?.length !== 1

  return (
    <>
      <div role="status" className="empty:hidden">
        {isUnknown && (
          <Notice tone="info" icon={icon}>
            {t('international.unknownOperator')}
          </Notice>
        )}
        {!isUnknown && others.length > 0 && <OtherCountry others={others} />}
        {!isUnknown && others.length === 0 && isKnown && (
          <Notice tone="info" icon={icon} heading={t('international.known', { operator: chosen?.name ?? '' })}>
            {t('international.knownHint')}
          </Notice>
        )}
      </div>
      {isUnsure && (
        <div className="max-sm:hidden">
          <Notice tone="info" icon={icon} heading={t('international.notSure')}>
            {t('international.notSureHint')}
          </Notice>
        </div>
      )}
    </>
  )
}

/** Links to the country of the number, which goes into the draft, because browser history outlives a sign-out. */
function OtherCountry({ others }: { others: readonly Country[] }) {
  const t = useText()
  const locale = useLocale()
  const navigate = useWizardNavigate()
  const [other] = others.length === 1 ? others : []
  const name = other && countryName(other, locale)
  return (
    <Notice
      tone="info"
      icon={<Info size={24} aria-hidden />}
      heading={name ? t('international.isNumberOf', { country: name }) : t('international.isElsewhere')}
    >
      <p className="mb-2">{t('international.numberStays')}</p>
      <Button
        onClick={() =>
          other
            ? navigate(paths.internationalCountry(other.id))
            : navigate(paths.international(), { state: { hasNumber: true } })
        }
      >
        {name ? t('international.changeTo', { country: name }) : t('international.chooseCountry')}
      </Button>
    </Notice>
  )
}

function findOthers(number: string, country: Country, countries: readonly Country[]): readonly Country[] {
  if (!isNumberFirst(number)) return []
  const found = findCountriesByNumber(number, countries)
  return found.status === 'found' ? found.countries.filter(({ id }) => id !== country.id) : []
}
