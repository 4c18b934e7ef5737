type ChoiceRowProps = { name: string; label: string; hint: string; isChosen: boolean; onChoose: () => void }

/** One of a few, with what it means. */
export function ChoiceRow({ name, label, hint, isChosen, onChoose }: ChoiceRowProps) {
  return (
    <label className="choicerow">
      <input type="radio" name={name} checked={isChosen} onChange={onChoose} />
      <span className="grow">
        <b>{label}</b>
        <span className="small muted">{hint}</span>
      </span>
    </label>
  )
}
