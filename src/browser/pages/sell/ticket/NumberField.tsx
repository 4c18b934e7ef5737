import { Check, CircleAlert } from 'lucide-react'
import { useId, type Ref } from 'react'

import { onlyPhoneCharacters, readUaeNumber } from '#domain/phone.ts'
import { useText } from '../../../i18n/use-text.ts'
import { MaskedInput } from '../../../ui/MaskedInput.tsx'
import type { NumberEntry } from './number-entry.ts'

type NumberFieldProps = {
  entry: NumberEntry
  brand: string
  isActive: boolean
  onType: (typed: string) => void
  onFocus: () => void
  onEnter: () => void
  ref: Ref<HTMLInputElement>
}

/** A UAE number behind its fixed prefix. It is judged only when it can no longer become one. */
export function NumberField({ entry, brand, isActive, onType, onFocus, onEnter, ref }: NumberFieldProps) {
  const t = useText()
  const id = useId()
  const isBad = entry.number.status === 'refused'
  const isDone = entry.number.status === 'mobile' || entry.number.status === 'other'
  const box = isBad ? 'field__box--bad' : isActive ? 'field__box--on' : ''

  return (
    <div className="field">
      <div className="field__top">
        <label htmlFor={id}>
          <b>{t('ticket.mobileNumber')}</b>
        </label>
        <NumberRule id={`${id}-rule`} entry={entry} brand={brand} />
      </div>
      <div
        className={`field__box cursor-text ${box}`}
        onClick={({ currentTarget }) => currentTarget.querySelector('input')?.focus()}
      >
        <span className="grow num entry">
          {entry.prefix !== '' && <span className="pre">{entry.prefix} </span>}
          <MaskedInput
            ref={ref}
            id={id}
            shown={entry.shown}
            mask={entry.mask}
            className="val"
            describedBy={`${id}-rule`}
            isInvalid={isBad}
            kept={onlyPhoneCharacters}
            onType={(typed) => onType(onlyPhoneCharacters(typed))}
            onPasteWhole={(pasted) => {
              const { status } = readUaeNumber(pasted)
              const isWhole = status === 'mobile' || status === 'other'
              if (isWhole) onType(onlyPhoneCharacters(pasted))
              return isWhole
            }}
            onFocus={onFocus}
            onEnter={onEnter}
          />
        </span>
        {isDone && <Check className="ic text-ok" size={24} aria-hidden="true" />}
        {isBad && <CircleAlert className="ic text-bad" size={24} aria-hidden="true" />}
      </div>
    </div>
  )
}

function NumberRule({ id, entry: { number }, brand }: { id: string; entry: NumberEntry; brand: string }) {
  const t = useText()
  if (number.status === 'refused') {
    return (
      <span id={id} className="field__rule field__rule--bad" role="alert">
        {t(`ticket.numberProblem.${number.reason}`)}
      </span>
    )
  }
  if (number.status === 'other') {
    return (
      <span id={id} className="field__rule field__rule--ask" role="status">
        <CircleAlert className="ic" size={16} aria-hidden="true" />
        {t('ticket.notMobile')}
      </span>
    )
  }
  const isBegun = number.status === 'incomplete' && number.national !== ''
  return (
    <span id={id} className="field__rule">
      {isBegun ? t('ticket.digitsToGo', { count: number.missing }) : t('ticket.uaeOnly', { brand })}
    </span>
  )
}
