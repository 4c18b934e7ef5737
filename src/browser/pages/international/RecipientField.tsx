import { Check, CircleAlert, Info } from 'lucide-react'
import { useId, type Ref } from 'react'

import type { Country } from '#domain/international.ts'
import { readNumber, type PhoneMask } from '#domain/phone-mask.ts'
import { isNumberFirst } from '#domain/phone-country.ts'
import { countryName } from '../../i18n/country-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { onlyPhoneCharacters } from '../../phone-characters.ts'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import type { RecipientEntry } from './recipient-entry.ts'

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
  const id = useId()
  const { entry, prefix, shown, gaps } = recipient
  const isBad = entry.status === 'refused'

  return (
    <div className="field mt-2">
      <div className="field__top">
        <label htmlFor={id}>
          <b>{t('international.recipientNumber')}</b>
        </label>
        <RecipientRule id={`${id}-rule`} country={country} mask={mask} recipient={recipient} />
      </div>
      <div
        className={`field__box cursor-text ${isBad ? 'field__box--bad' : 'field__box--on'}`}
        onClick={({ currentTarget }) => currentTarget.querySelector('input')?.focus()}
      >
        <span className="grow num entry">
          {prefix !== '' && <span className="pre">{prefix} </span>}
          <MaskedInput
            ref={ref}
            id={id}
            shown={shown}
            mask={gaps}
            className="val"
            describedBy={`${id}-rule`}
            isInvalid={isBad}
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
        </span>
        {entry.status === 'complete' && <Check className="ic text-ok" size={24} aria-hidden="true" />}
        {isBad && <CircleAlert className="ic text-bad" size={24} aria-hidden="true" />}
      </div>
    </div>
  )
}

type RecipientRuleProps = { id: string; country: Country; mask: PhoneMask; recipient: RecipientEntry }

function RecipientRule({ id, country, mask, recipient: { entry, shown } }: RecipientRuleProps) {
  const t = useText()
  if (entry.status === 'refused') {
    return (
      <span id={id} className="field__rule field__rule--bad" role="alert">
        {entry.reason === 'not-digits' && t('ticket.numberProblem.not-digits')}
        {entry.reason === 'too-long' && t('international.tooLong', { most: mask.most })}
        {entry.reason === 'unclear' && t('international.unclear', { code: `+${mask.code}` })}
        {entry.reason === 'other-country' &&
          (isNumberFirst(shown)
            ? t('international.otherCountry')
            : t('international.wrongStart', { country: countryName(country) }))}
      </span>
    )
  }
  if (entry.status === 'complete') {
    return (
      <span id={id} className="field__rule field__rule--ok">
        <Check className="ic" size={16} aria-hidden="true" />
        {mask.isOpen ? t('international.digits', { count: entry.national.length }) : t('international.complete')}
      </span>
    )
  }
  return (
    <span id={id} className="field__rule">
      <Info className="ic" size={16} aria-hidden="true" />
      {t('ticket.digitsToGo', { count: entry.missing })}
    </span>
  )
}
