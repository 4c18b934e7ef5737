import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'

type SelectProps<T extends string> = Omit<ComponentProps<'select'>, 'className' | 'children' | 'onChange' | 'value'> & {
  value: T
  options: readonly { value: T; text: string; lang?: string }[]
  icon?: LucideIcon
  onChange: (value: T) => void
}

/** The browser's own list of choices, which every device knows how to show. */
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
        {options.map(({ value, text, lang }) => (
          <option key={value} value={value} lang={lang}>
            {text}
          </option>
        ))}
      </select>
      <ChevronDown
        className="pointer-events-none absolute end-3 top-1/2 -translate-y-1/2 text-ink-2"
        size={20}
        aria-hidden
      />
    </span>
  )
}
