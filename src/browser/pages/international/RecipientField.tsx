import { Check, CircleAlert, Info } from 'lucide-react'
import type { Ref } from 'react'

import type { Country } from '#domain/international.ts'
import { findCountriesByNumber, isNumberFirst } from '#domain/phone-country.ts'
import { readNumber, type PhoneMask } from '#domain/phone-mask.ts'
import { onlyPhoneCharacters } from '#domain/phone.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { InputBox } from '../../ui/TextInput.tsx'
import { useWizardNavigate } from './WizardLayout.tsx'
import type { RecipientEntry, useOperatorStep } from './use-operator-step.ts'

type RecipientFieldProps = {
  country: Country
  mask: PhoneMask
  recipient: RecipientEntry
  onType: (typed: string) => void
  onEnter: () => void
  ref: Ref<HTMLInputElement>
}

/** The recipient's number behind its fixed country code, grouped by the country's mask. */
export function RecipientField({ country, mask, recipient, onType, onEnter, ref }: RecipientFieldProps) {
  const t = useText()
  const problem = useProblem(country, mask, recipient)
  const { entry, prefix, shown, gaps } = recipient
  const isComplete = entry.status === 'complete'
  const digits = mask.isOpen ? t('international.digits', { count: entry.national.length }) : t('international.complete')

  return (
    <Field
      label={t('international.recipientNumber')}
      problem={problem}
      isMet={isComplete}
      hint={isComplete ? digits : t('ticket.digitsToGo', { count: entry.status === 'incomplete' ? entry.missing : 0 })}
    >
      {(control) => (
        <InputBox
          size="lg"
          end={
            <span className="ms-auto">
              {isComplete && <Check className="text-ok" size={24} aria-hidden />}
              {problem && <CircleAlert className="text-bad" size={24} aria-hidden />}
            </span>
          }
        >
          {/* Digits run left to right in every language; from right to left the number stands at the end side. */}
          <div
            className="flex flex-1 cursor-text items-center justify-start self-stretch whitespace-pre [direction:ltr]"
            onClick={({ currentTarget }) => currentTarget.querySelector('input')?.focus()}
          >
            {prefix !== '' && <span className="font-normal text-ink-2">{prefix} </span>}
            <MaskedInput
              ref={ref}
              id={control.id}
              shown={shown}
              mask={gaps}
              className="text-5 font-medium"
              describedBy={control['aria-describedby']}
              isInvalid={control['aria-invalid']}
              kept={onlyPhoneCharacters}
              onType={(typed) => onType(onlyPhoneCharacters(typed))}
              onPasteWhole={(pasted) => {
                const isWhole =
                  isNumberFirst(pasted) || readNumber(mask, onlyPhoneCharacters(pasted)).status === 'complete'
                if (isWhole) onType(onlyPhoneCharacters(pasted))
                return isWhole
              }}
              onFocus={() => {}}
              onEnter={onEnter}
            />
          </div>
        </InputBox>
      )}
    </Field>
  )
}

/** What is wrong with the number, once it cannot become right by typing on. */
function useProblem(country: Country, mask: PhoneMask, { entry, shown }: RecipientEntry): string | undefined {
  const t = useText()
  const locale = useLocale()
  if (entry.status !== 'refused') return undefined
  switch (entry.reason) {
    case 'not-digits':
      return t('ticket.numberProblem.not-digits')
    case 'too-long':
      return t('international.tooLong', { most: mask.most })
    case 'unclear':
      return t('international.unclear', { code: `+${mask.code}` })
    case 'other-country':
      return isNumberFirst(shown)
        ? t('international.otherCountry')
        : t('international.wrongStart', { country: countryName(country, locale) })
  }
}

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
  const icon = <Info size={24} aria-hidden />
  // There from the start, so that nothing moves when the operators come.
  const isUnsure = !isUnknown && !isKnown && others.length === 0 && providers?.length !== 1

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

/** A number with the code of another country: which, and the way there. The number goes along in the draft: the history outlives a sign-out. */
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
