import { useId } from 'react'

type WordsFieldProps = {
  label: string
  rows: number
  longest: number
  text: string
  /** What is wrong with it, beside the label. */
  problem: string | undefined
  onType: (text: string) => void
}

/** What a person says in their own words, on one line: a line break becomes a space before their eyes. */
export function WordsField({ label, rows, longest, text, problem, onType }: WordsFieldProps) {
  const id = useId()
  return (
    <>
      <div className="field__top">
        <label htmlFor={id}>
          <b>{label}</b>
        </label>
        <span id={`${id}-rule`} className="field__rule field__rule--bad" role="status">
          {problem}
        </span>
      </div>
      <textarea
        id={id}
        rows={rows}
        maxLength={longest}
        dir="auto"
        aria-describedby={`${id}-rule`}
        aria-invalid={problem !== undefined}
        value={text}
        onChange={(event) => onType(event.currentTarget.value.replaceAll(/[\n\t]/g, ' '))}
      />
    </>
  )
}
