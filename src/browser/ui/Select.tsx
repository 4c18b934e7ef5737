import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

import { Field, type FieldProps } from './Field.tsx'

type SelectProps<T extends string> = Omit<ComponentProps<'select'>, 'className' | 'children' | 'onChange' | 'value'> & {
  value: T
  /** Options of one group must be adjacent. */
  options: readonly { value: T; text: string; lang?: string; group?: string }[]
  icon?: LucideIcon
  onChange: (value: T) => void
}

export function Select<T extends string>({ value, options, icon: Icon, onChange, ...rest }: SelectProps<T>) {
  return (
    <span className="relative inline-flex min-w-0 text-2">
      {Icon && (
        <Icon
          className="pointer-events-none absolute start-3 top-1/2 -translate-y-1/2 text-ink-2"
          size={20}
          aria-hidden
        />
      )}
      <select
        {...rest}
        value={value}
        className={`min-h-hit w-full appearance-none truncate rounded-2 border-1 border-line-strong bg-surface pe-7 font-sans font-medium text-ink ${Icon ? 'field-sizing-content ps-7' : 'ps-3'}`}
        onChange={(event) => onChange(options[event.currentTarget.selectedIndex]!.value)}
      >
        {groupsOf(options).map(({ group, all }) => {
          const choices = all.map(({ value, text, lang }) => (
            <option key={value} value={value} lang={lang}>
              {text}
            </option>
          ))
          return group === undefined ? (
            choices
          ) : (
            <optgroup key={group} label={group}>
              {choices}
            </optgroup>
          )
        })}
      </select>
      <ChevronDown
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink-2"
        size={20}
        aria-hidden
      />
    </span>
  )
}

function groupsOf<Option extends { group?: string }>(options: readonly Option[]) {
  const groups: { group: string | undefined; all: Option[] }[] = []
  for (const option of options) {
    const last = groups.at(-1)
    if (last && last.group === option.group) last.all.push(option)
    else groups.push({ group: option.group, all: [option] })
  }
  return groups
}

type SelectFieldProps<T extends string> = SelectProps<T> & Pick<FieldProps, 'label' | 'hint'>

export const SelectField = <T extends string>({ label, hint, ...select }: SelectFieldProps<T>) => (
  <Field label={label} hint={hint}>
    {(control) => <Select {...control} {...select} />}
  </Field>
)
