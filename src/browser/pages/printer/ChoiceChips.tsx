type ChoiceChipsProps<T> = {
  heading: string
  choices: readonly { value: T; label: string }[]
  chosen: T
  onChoose: (value: T) => void
}

/** One of a few, side by side. */
export function ChoiceChips<T extends string | number>({ heading, choices, chosen, onChoose }: ChoiceChipsProps<T>) {
  return (
    <fieldset className="printer__choice">
      <legend>{heading}</legend>
      <div className="printer__chips">
        {choices.map(({ value, label }) => (
          <label key={value} className={value === chosen ? 'chip chip--sel' : 'chip'}>
            <input type="radio" name={heading} checked={value === chosen} onChange={() => onChoose(value)} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
