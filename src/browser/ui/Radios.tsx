import type { LucideIcon } from 'lucide-react'
import { useId, type ReactNode } from 'react'

type RadioOption<T> = {
  value: T
  text: string
  hint?: ReactNode
  isDisabled?: boolean
  icon?: LucideIcon
  /** A spot beside the text. */
  color?: string
}

type RadiosProps<T> = {
  label: string
  options: readonly RadioOption<T>[]
  value: T
  /** `rows` have room for explanations, `chips` are side by side, `segments` share one box for frequent choices. */
  look?: 'rows' | 'chips' | 'segments'
  onChange: (value: T) => void
}

const ROW =
  'flex min-h-bar cursor-pointer items-center gap-3 rounded-2 border-1 border-line-strong bg-surface px-4 py-2 has-checked:border-act has-checked:bg-act-tint has-checked:shadow-act has-disabled:cursor-default has-disabled:text-ink-3'
const CHIP =
  'relative inline-flex min-h-hit min-w-hit cursor-pointer items-center justify-center rounded-full border-1 border-line-strong bg-surface px-4 text-3 font-medium whitespace-nowrap has-checked:border-act has-checked:bg-act has-checked:font-semibold has-checked:text-act-on has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

const SEGMENT =
  'relative flex min-h-hit min-w-0 flex-1 cursor-pointer items-center justify-center gap-2 rounded-2 border-2 border-transparent px-1 text-3 font-medium text-ink-2 has-checked:border-act has-checked:bg-act-tint has-checked:font-semibold has-checked:text-act-ink has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus'

const LOOKS = {
  rows: { legend: 'mb-2 font-semibold', box: 'grid gap-2' },
  chips: { legend: 'mb-2 font-semibold', box: 'flex flex-wrap gap-2' },
  segments: {
    legend: 'mb-1 text-1 font-medium',
    box: 'flex gap-1 rounded-3 border-1 border-line-strong bg-surface p-[3px]',
  },
}

export function Radios<T extends string | number>({ label, options, value, look = 'rows', onChange }: RadiosProps<T>) {
  const name = useId()
  return (
    <fieldset className="min-w-0">
      <legend className={LOOKS[look].legend}>{label}</legend>
      <div className={LOOKS[look].box}>
        {options.map((option) => {
          const input = (className: string) => (
            <input
              type="radio"
              name={name}
              className={className}
              checked={option.value === value}
              disabled={option.isDisabled}
              onChange={() => onChange(option.value)}
            />
          )
          return look === 'rows' ? (
            <label key={option.value} className={ROW}>
              {input('size-[20px] shrink-0 accent-act')}
              <span className="min-w-0 flex-1">
                <b className="block font-medium">{option.text}</b>
                {option.hint !== undefined && <span className="block text-1 text-ink-2">{option.hint}</span>}
              </span>
            </label>
          ) : (
            <label key={option.value} className={look === 'chips' ? CHIP : SEGMENT}>
              {input('absolute inset-0 cursor-pointer appearance-none rounded-full outline-none')}
              {option.icon && <option.icon size={20} aria-hidden />}
              {option.color !== undefined && (
                <span
                  className="me-2 size-4 rounded-full border-1 border-surface forced-color-adjust-none"
                  style={{ background: option.color }}
                />
              )}
              {option.text}
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
