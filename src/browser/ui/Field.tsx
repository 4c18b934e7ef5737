import { Check, CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import { findHiddenCharacter } from '#domain/text/typed-text.ts'
import { useText } from '../i18n/use-text.ts'
import { TextArea, TextInput, type TextInputProps } from './TextInput.tsx'

export type FieldControl = { id: string; 'aria-describedby': string; 'aria-invalid': boolean }

export type FieldProps = {
  label: string
  /** The label is only for screen readers, because nearby text says the same. */
  isLabelHidden?: boolean
  /** What is allowed ("AED 5 to 500"). */
  hint?: ReactNode
  /** The problem or its fix. Replaces the hint and is announced. */
  problem?: string | undefined
  /** The value is valid: the hint gets a check mark. */
  isMet?: boolean
  /** The field is completed, so label and text share one line. */
  isFolded?: boolean
} & ({ children: (control: FieldControl) => ReactNode } | (Omit<TextInputProps, 'children'> & { children?: never }))

/** Nothing moves when the note changes. */
export function Field(props: FieldProps) {
  const { label, isLabelHidden = false, hint, problem, isMet = false, isFolded = false, children, ...input } = props
  const id = useId()
  const control = { id, 'aria-describedby': `${id}-note`, 'aria-invalid': problem !== undefined }
  return (
    <div className={`flex min-w-0 ${isFolded ? 'min-h-hit items-center gap-3 *:last:flex-1' : 'flex-col gap-1'}`}>
      <div className={isLabelHidden ? 'sr-only' : 'flex min-h-5 flex-wrap justify-between gap-x-2 text-1 text-ink-2'}>
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        <span id={`${id}-note`} className={isFolded ? 'sr-only' : problem ? NOTES.bad : isMet ? NOTES.met : NOTES.hint}>
          {problem ? <CircleAlert size={16} aria-hidden /> : isMet && <Check size={16} aria-hidden />}
          {/* Hints change with every key and only describe the field; problems are announced. */}
          <span role="status" className="contents">
            {problem}
          </span>
          {problem === undefined && hint}
        </span>
      </div>
      {children ? children(control) : <TextInput {...input} {...control} />}
    </div>
  )
}

const NOTES = {
  bad: 'inline-flex items-center gap-1 font-semibold text-bad',
  met: 'inline-flex items-center gap-1 font-medium text-ok',
  hint: 'inline-flex items-center gap-1',
}

type NameFieldProps = {
  label: string
  name: string
  problem?: string | undefined
  onType: (name: string) => void
}

const MAX_LENGTH = 60

export function NameField({ label, name, problem, onType }: NameFieldProps) {
  const t = useText()
  return (
    <Field
      label={label}
      size="lg"
      dir="auto"
      maxLength={MAX_LENGTH}
      problem={findHiddenCharacter(name) ? t('text.hidden') : problem}
      value={name}
      onChange={(event) => onType(event.currentTarget.value)}
    />
  )
}

type WordsFieldProps = {
  label: string
  rows: number
  longest: number
  text: string
  problem: string | undefined
  onType: (text: string) => void
}

/** One line of free text: line breaks become spaces. */
export const WordsField = ({ label, rows, longest, text, problem, onType }: WordsFieldProps) => (
  <Field label={label} problem={problem}>
    {(control) => (
      <TextArea
        {...control}
        rows={rows}
        maxLength={longest}
        value={text}
        onChange={(event) => onType(event.currentTarget.value.replaceAll(/[\n\t]/g, ' '))}
      />
    )}
  </Field>
)
