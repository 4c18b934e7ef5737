import { Minus, Plus, type LucideIcon } from 'lucide-react'
import { useRef, useState, type ReactNode } from 'react'

import type { FieldControl } from './Field.tsx'

type AmountStepperProps = {
  /** Of the field around it. */
  control: FieldControl
  value: string
  /** The value as it is read, such as with separators, while nobody types. */
  formatted?: string
  /** In gray while it is empty. */
  placeholder?: string
  /** Before the figure, such as a currency; in the middle of the box, it stays beside the figure. */
  start?: ReactNode
  end?: ReactNode
  inputMode: 'decimal' | 'numeric'
  lower: Step
  raise: Step
  onType: (typed: string) => void
}

/** Without `onPress` there is no further step: the button stays in its place and does nothing. */
type Step = { label: string; onPress: (() => void) | undefined }

/** An amount that is typed, or lowered and raised by a step. */
export function AmountStepper(props: AmountStepperProps) {
  const { control, value, formatted = value, placeholder = '', start, end, inputMode, lower, raise, onType } = props
  const input = useRef<HTMLInputElement>(null)
  const [isActive, setIsActive] = useState(false)
  const shown = isActive ? value : formatted
  return (
    <div
      className="grid grid-cols-[48px_1fr_48px] rounded-2 border-1 border-line-strong bg-surface text-ink focus-within:border-act focus-within:shadow-act has-aria-invalid:border-bad-solid has-aria-invalid:shadow-bad"
      data-no-scan
    >
      <StepKey icon={Minus} step={lower} />
      {/* The whole middle leads to the figure. */}
      <span
        className="flex min-w-0 cursor-text items-center justify-center gap-1 px-2 text-3 font-semibold"
        onClick={() => input.current?.focus()}
      >
        {value !== '' && start !== undefined && <span>{start}</span>}
        <span className="inline-grid min-w-3 max-w-full *:[grid-area:1/1]">
          <span aria-hidden="true" className="invisible overflow-hidden px-1 whitespace-pre">
            {shown === '' ? placeholder : shown}
          </span>
          <input
            {...control}
            ref={input}
            className={`w-0 min-w-full text-center shadow-none outline-none placeholder:font-normal placeholder:text-ink-2 ${shown === '' ? '' : '[direction:ltr]'}`}
            inputMode={inputMode}
            autoComplete="off"
            placeholder={placeholder}
            value={shown}
            onFocus={() => setIsActive(true)}
            onBlur={() => setIsActive(false)}
            onChange={(event) => onType(event.currentTarget.value)}
          />
        </span>
        {value !== '' && end !== undefined && <span>{end}</span>}
      </span>
      <StepKey icon={Plus} step={raise} />
    </div>
  )
}

const StepKey = ({ icon: Icon, step: { label, onPress } }: { icon: LucideIcon; step: Step }) => (
  <button
    type="button"
    aria-label={label}
    aria-disabled={onPress === undefined}
    className="grid min-h-hit place-items-center bg-sunken first:rounded-s-2 last:rounded-e-2 aria-disabled:cursor-default aria-disabled:text-line-strong"
    onClick={onPress}
  >
    <Icon size={20} aria-hidden />
  </button>
)
