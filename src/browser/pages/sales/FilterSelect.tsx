import { ChevronDown, type LucideIcon } from 'lucide-react'

type FilterSelectProps = {
  label: string
  Icon: LucideIcon
  /** The first entry stands for all. */
  options: readonly { id: string; name: string }[]
  chosen: string
  onChoose: (id: string) => void
}

/** A native list to choose one from, as wide as what is chosen. */
export function FilterSelect({ label, Icon, options, chosen, onChoose }: FilterSelectProps) {
  return (
    <div className="select">
      <Icon className="ic" size={20} aria-hidden="true" />
      <select aria-label={label} value={chosen} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown className="ic" size={18} aria-hidden="true" />
    </div>
  )
}
