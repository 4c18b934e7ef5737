import { X } from 'lucide-react'
import type { Ref } from 'react'

import type { Contact } from '#domain/contact.ts'
import { useText } from '../../i18n/use-text.ts'
import { Field } from '../../ui/Field.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { InputBox } from '../../ui/TextInput.tsx'
import { noteOf } from './contact-entry.ts'

type ContactFieldProps = {
  ref: Ref<HTMLInputElement>
  label: string
  text: string
  contact: Contact
  isActive: boolean
  onType: (typed: string) => void
  onFocus: () => void
  onEnter: () => void
  /** Takes the field away; absent if it has to be filled. */
  onDrop?: () => void
}

/** A phone number or an e-mail address; the note says which of the two was typed. It brings up a keyboard, since a keypad has no letters. */
export function ContactField(props: ContactFieldProps) {
  const { ref, label, text, contact, isActive, onType, onFocus, onEnter, onDrop } = props
  const t = useText()
  const note = noteOf(contact)
  const isFolded = note?.isGood === true && !isActive
  return (
    <Field
      label={label}
      problem={note?.isBad && t(note.message)}
      hint={note && t(note.message)}
      isMet={note?.isGood === true}
      isFolded={isFolded}
    >
      {(control) => (
        <InputBox
          size="lg"
          isActive={isActive}
          isBare={isFolded}
          end={
            onDrop &&
            !isFolded && (
              <span className="-me-3">
                <IconButton icon={X} label={t('ticket.dropCustomer')} onClick={onDrop} />
              </span>
            )
          }
        >
          <input
            {...control}
            ref={ref}
            className={`w-full min-w-0 self-stretch caret-act shadow-none outline-none ${isFolded ? 'text-end text-2' : 'text-4 font-medium rtl:text-end'}`}
            value={text}
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            dir="ltr"
            onFocus={onFocus}
            onChange={({ currentTarget }) => onType(currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.repeat || event.nativeEvent.isComposing) return
              event.preventDefault()
              onEnter()
            }}
          />
        </InputBox>
      )}
    </Field>
  )
}
