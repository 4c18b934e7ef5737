import { Field } from './ui/Field.tsx'
import { TextArea } from './ui/TextInput.tsx'

type WordsFieldProps = {
  label: string
  rows: number
  longest: number
  text: string
  problem: string | undefined
  onType: (text: string) => void
}

/** What a person says in their own words, on one line: a line break becomes a space before their eyes. */
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
