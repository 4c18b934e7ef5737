import { findHiddenCharacter } from '#domain/typed-text.ts'
import { useText } from './i18n/use-text.ts'
import { Field } from './ui/Field.tsx'

type NameFieldProps = {
  label: string
  name: string
  /** What is wrong with it, beside the label. */
  problem?: string | undefined
  onType: (name: string) => void
}

const MAX_LENGTH = 60

/** What a person or a terminal is called. */
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
