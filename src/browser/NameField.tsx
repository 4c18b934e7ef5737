import { useId } from 'react'

import { findHiddenCharacter } from '#domain/typed-text.ts'
import { useText } from './i18n/use-text.ts'

type NameFieldProps = {
  label: string
  name: string
  /** What is wrong with it, beside the label. */
  problem?: string | undefined
  onType: (name: string) => void
}

const LONGEST = 60

/** How a person or a terminal is called. */
export function NameField({ label, name, problem: otherProblem, onType }: NameFieldProps) {
  const t = useText()
  const id = useId()
  const problem = findHiddenCharacter(name) ? t('text.hidden') : otherProblem
  return (
    <div className="field">
      <div className="field__top">
        <label htmlFor={id}>
          <b>{label}</b>
        </label>
        <span id={`${id}-rule`} className="field__rule field__rule--bad" role="status">
          {problem}
        </span>
      </div>
      <div className={problem ? 'field__box field__box--bad' : 'field__box'}>
        <input
          id={id}
          className="field__plain"
          dir="auto"
          autoComplete="off"
          spellCheck={false}
          maxLength={LONGEST}
          aria-describedby={`${id}-rule`}
          aria-invalid={problem !== undefined}
          value={name}
          onChange={(event) => onType(event.currentTarget.value)}
        />
      </div>
    </div>
  )
}
