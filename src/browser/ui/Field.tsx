import { Check, CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import { TextInput, type TextInputProps } from './TextInput.tsx'

/** What ties a control to its label and its note. */
export type FieldControl = { id: string; 'aria-describedby': string; 'aria-invalid': boolean }

type FieldProps = {
  label: string
  /** What may be typed ("AED 5 to 500"). */
  hint?: ReactNode
  /** What is wrong with it, or how to mend it. It takes the place of the hint and is announced. */
  problem?: string | undefined
  /** What is typed is right: the hint gets a tick. */
  isMet?: boolean
  /** It is done with: label and text take one line, and give room to what is typed now. */
  isFolded?: boolean
} & ({ children: (control: FieldControl) => ReactNode } | (Omit<TextInputProps, 'children'> & { children?: never }))

/** A label, a control, and one note at the end of the label's line: the problem, or else the hint. Nothing moves when the note changes. */
export function Field({ label, hint, problem, isMet = false, isFolded = false, children, ...input }: FieldProps) {
  const id = useId()
  const control = { id, 'aria-describedby': `${id}-note`, 'aria-invalid': problem !== undefined }
  return (
    <div className={`flex min-w-0 ${isFolded ? 'min-h-7 items-center gap-3 *:last:flex-1' : 'flex-col gap-1'}`}>
      <div className="flex min-h-5 flex-wrap justify-between gap-x-2 text-1 text-ink-2">
        <label htmlFor={id} className="font-medium text-ink">
          {label}
        </label>
        <span
          id={`${id}-note`}
          role="status"
          className={isFolded ? 'sr-only' : problem ? NOTES.bad : isMet ? NOTES.met : NOTES.hint}
        >
          {problem ? <CircleAlert size={16} aria-hidden /> : isMet && <Check size={16} aria-hidden />}
          {problem ?? hint}
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
