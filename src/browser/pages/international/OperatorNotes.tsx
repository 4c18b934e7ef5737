import { Info } from 'lucide-react'

import type { Country } from '#domain/international.ts'
import { findCountriesByNumber, isNumberFirst } from '#domain/phone-country.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Notice } from '../../ui/Notice.tsx'
import type { useOperatorStep } from './use-operator-step.ts'
import { useWizardNavigate } from './use-wizard-navigate.ts'

type OperatorNotesProps = {
  country: Country
  countries: readonly Country[]
  step: ReturnType<typeof useOperatorStep>
}

/** What has to be said about operator and number: one thing at a time, the most pressing first. */
export function OperatorNotes({ country, countries, step }: OperatorNotesProps) {
  const t = useText()
  const { recipient, providers, chosen, isKnown, isUnknown } = step
  const others = recipient.entry.status === 'refused' ? findOthers(recipient.shown, country, countries) : []
  const icon = <Info className="ic" size={24} aria-hidden="true" />
  // There from the start, so that nothing moves when the operators come.
  const isUnsure = !isUnknown && !isKnown && others.length === 0 && providers?.length !== 1

  return (
    <>
      <div className="intl__note" role="status">
        {isUnknown && (
          <Notice kind="info" icon={icon}>
            {t('international.unknownOperator')}
          </Notice>
        )}
        {!isUnknown && others.length > 0 && <OtherCountry others={others} />}
        {!isUnknown && others.length === 0 && isKnown && (
          <Notice kind="info" icon={icon} heading={t('international.known', { operator: chosen?.name ?? '' })}>
            {t('international.knownHint')}
          </Notice>
        )}
      </div>
      {isUnsure && (
        <div className="intl__note intl__note--hint">
          <Notice kind="info" icon={icon} heading={t('international.notSure')}>
            {t('international.notSureHint')}
          </Notice>
        </div>
      )}
    </>
  )
}

/** A number with the code of another country: which, and the way there. The number goes along in the draft: the history outlives a sign-out. */
function OtherCountry({ others }: { others: readonly Country[] }) {
  const t = useText()
  const navigate = useWizardNavigate()
  const [other] = others.length === 1 ? others : []
  return (
    <Notice
      kind="info"
      icon={<Info className="ic" size={24} aria-hidden="true" />}
      heading={other ? t('international.isNumberOf', { country: countryName(other) }) : t('international.isElsewhere')}
    >
      <p>{t('international.numberStays')}</p>
      <button
        type="button"
        className="btn mt-2"
        onClick={() =>
          other
            ? navigate(paths.internationalCountry(other.id))
            : navigate(paths.international(), { state: { hasNumber: true } })
        }
      >
        {other ? t('international.changeTo', { country: countryName(other) }) : t('international.chooseCountry')}
      </button>
    </Notice>
  )
}

function findOthers(number: string, country: Country, countries: readonly Country[]): readonly Country[] {
  if (!isNumberFirst(number)) return []
  const found = findCountriesByNumber(number, countries)
  return found.status === 'found' ? found.countries.filter(({ id }) => id !== country.id) : []
}
