import { Check, CircleAlert, X } from 'lucide-react'
import { useId, type Ref } from 'react'

import type { Contact } from '#domain/contact.ts'
import { useText } from '../../../../i18n/use-text.ts'
import { remarkOn } from './contact-entry.ts'

type ContactFieldProps = {
  label: string
  text: string
  contact: Contact
  isActive: boolean
  onType: (typed: string) => void
  onFocus: () => void
  onEnter: () => void
  /** Takes the field away; absent where it has to be filled. */
  onDrop?: () => void
  ref: Ref<HTMLInputElement>
}

/** A phone number or an e-mail address; beside the label stands which of the two was typed. It has a keyboard of its own, since a keypad has no letters. */
export function ContactField(props: ContactFieldProps) {
  const { label, text, contact, isActive, onType, onFocus, onEnter, onDrop, ref } = props
  const t = useText()
  const id = useId()
  const remark = remarkOn(contact)
  const box = remark?.isBad ? 'field__box--bad' : isActive ? 'field__box--on' : ''
  // What is done with gives room to what is typed now.
  const isFolded = remark?.isGood === true && !isActive

  return (
    <div className={isFolded ? 'field field--folded' : 'field'}>
      <div className="field__top">
        <label htmlFor={id}>
          <b>{label}</b>
        </label>
        <span
          id={`${id}-rule`}
          role={remark?.isBad ? 'alert' : 'status'}
          className={`field__rule ${remark?.isBad ? 'field__rule--bad' : remark?.isGood ? 'field__rule--ok' : ''}`}
        >
          {remark?.isGood && <Check className="ic" size={16} aria-hidden="true" />}
          {remark?.isBad && <CircleAlert className="ic" size={16} aria-hidden="true" />}
          {remark && t(remark.message)}
        </span>
      </div>
      <div className={`field__box ${box}`}>
        <input
          ref={ref}
          id={id}
          className="contact"
          value={text}
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          dir="ltr"
          aria-describedby={`${id}-rule`}
          aria-invalid={remark?.isBad === true}
          onFocus={onFocus}
          onChange={({ currentTarget }) => onType(currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return
            event.preventDefault()
            onEnter()
          }}
        />
        {onDrop && (
          <button type="button" className="contact__drop" aria-label={t('ticket.dropCustomer')} onClick={onDrop}>
            <X className="ic" size={20} />
          </button>
        )}
      </div>
    </div>
  )
}
