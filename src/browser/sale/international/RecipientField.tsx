import { Check, CircleAlert } from 'lucide-react'
import type { Ref } from 'react'

import type { Country } from '#domain/catalog/international.ts'
import { isNumberFirst } from '#domain/phone/phone-country.ts'
import { readNumber, type PhoneMask } from '#domain/phone/phone-mask.ts'
import { onlyPhoneCharacters } from '#domain/phone/phone.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Field } from '../../ui/Field.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { InputBox } from '../../ui/TextInput.tsx'
import type { RecipientEntry } from './recipient-entry.ts'

type RecipientFieldProps = {
  country: Country
  mask: PhoneMask
  recipient: RecipientEntry
  onType: (typed: string) => void
  onEnter: () => void
  ref: Ref<HTMLInputElement>
}

/** The number after its country code, grouped by the country's mask. */
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
          {/* Digits run left to right in every language; in right-to-left languages, the number is at the end side. */}
          <div
            className="flex flex-1 cursor-text items-center justify-start self-stretch whitespace-pre [direction:ltr]"
            onClick={({ currentTarget }) => currentTarget.querySelector('input')?.focus()}
          >
            {prefix !== '' && <span className="font-normal text-ink-2">{prefix} </span>}
            <MaskedInput
              {...control}
              ref={ref}
              shown={shown}
              mask={gaps}
              className="text-5 font-medium"
              kept={onlyPhoneCharacters}
              onType={(typed) => onType(onlyPhoneCharacters(typed))}
              onPasteWhole={(pasted) => {
                const isWhole =
                  isNumberFirst(pasted) || readNumber(mask, onlyPhoneCharacters(pasted)).status === 'complete'
                if (isWhole) onType(onlyPhoneCharacters(pasted))
                return isWhole
              }}
              onEnter={onEnter}
            />
          </div>
        </InputBox>
      )}
    </Field>
  )
}

function useProblem(country: Country, mask: PhoneMask, { entry, shown }: RecipientEntry): string | undefined {
  const t = useText()
  const locale = useLocale()
  if (entry.status !== 'refused') return undefined
  switch (entry.reason) {
    case 'not-digits':
      return t('ticket.numberProblem.not-digits', { sign: entry.sign ?? '' })
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
