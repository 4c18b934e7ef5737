import { Check, CircleAlert } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'

import { readUaeNumber, onlyPhoneCharacters } from '#domain/phone.ts'
import { useText } from '../../i18n/use-text.ts'
import { Field } from '../../ui/Field.tsx'
import { MaskedInput } from '../../ui/MaskedInput.tsx'
import { InputBox } from '../../ui/TextInput.tsx'
import type { NumberEntry } from './number-entry.ts'

type NumberFieldProps = {
  ref: RefObject<HTMLInputElement | null>
  entry: NumberEntry
  brand: string
  isActive: boolean
  onType: (typed: string) => void
  onFocus: () => void
  onEnter: () => void
  /** In place of the rule, once the number says more than that. */
  hint?: ReactNode
}

/** A UAE number behind its fixed prefix. It is judged only when it can no longer become one. */
export function NumberField({ ref, entry, brand, isActive, onType, onFocus, onEnter, hint }: NumberFieldProps) {
  const t = useText()
  const { number } = entry
  const isDone = number.status === 'mobile' || number.status === 'other'
  return (
    <Field
      label={t('ticket.mobileNumber')}
      problem={number.status === 'refused' ? t(`ticket.numberProblem.${number.reason}`) : undefined}
      hint={hint ?? <NumberRule entry={entry} brand={brand} />}
    >
      {(control) => (
        <InputBox
          size="lg"
          isActive={isActive}
          onPress={() => ref.current?.focus()}
          end={
            isDone ? (
              <Check className="-me-1 text-ok" size={24} aria-hidden />
            ) : (
              number.status === 'refused' && <CircleAlert className="text-bad" size={24} aria-hidden />
            )
          }
        >
          {/* Digits run left to right in every language; from right to left they are at the start side, too. */}
          <span className="flex min-w-0 flex-1 items-center overflow-hidden whitespace-pre [direction:ltr] rtl:justify-end">
            {entry.prefix !== '' && <span className="font-normal text-ink-2">{entry.prefix} </span>}
            <MaskedInput
              ref={ref}
              id={control.id}
              shown={entry.shown}
              mask={entry.mask}
              className="text-5 font-medium kiosk:sm:max-md:text-6"
              describedBy={control['aria-describedby']}
              isInvalid={control['aria-invalid']}
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
        </InputBox>
      )}
    </Field>
  )
}

function NumberRule({ entry: { number }, brand }: { entry: NumberEntry; brand: string }) {
  const t = useText()
  if (number.status === 'other') {
    return (
      <span className="inline-flex items-center gap-1 font-semibold text-ink">
        <CircleAlert size={16} aria-hidden /> {t('ticket.notMobile')}
      </span>
    )
  }
  const isBegun = number.status === 'incomplete' && number.national !== ''
  return isBegun ? t('ticket.digitsToGo', { count: number.missing }) : t('ticket.uaeOnly', { brand })
}
