import { Delete } from 'lucide-react'
import { useEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react'

import { useText } from '../i18n/use-text.ts'

type KeypadProps = {
  onDigit: (digit: string) => void
  onDelete: () => void
  onClear: () => void
  /** Adds a decimal key instead of Clear; holding Delete then clears. */
  onDecimal?: (() => void) | undefined
  isDisabled?: boolean
}

const PAD = 'grid grid-cols-3 gap-2 [direction:ltr]'
const KEY =
  'grid min-h-key place-items-center rounded-3 border-1 border-b-3 text-center leading-none font-medium text-ink transition duration-1 active:translate-y-[2px] active:border-b disabled:text-ink-3'
const DIGIT_KEY = `${KEY} border-line bg-surface text-[1.625rem]`
const FUNCTION_KEY = `${KEY} border-line-strong bg-transparent text-3`

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const HOLD_MS = 600

const STEPS: Partial<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -3, ArrowDown: 3 }

/** In phone order. Does not take the focus from the field. One Tab stop, with arrow keys inside. */
export function Keypad({ onDigit, onDelete, onClear, onDecimal, isDisabled = false }: KeypadProps) {
  const t = useText()
  const holdDelete = useHold(onClear)
  const [stop, setStop] = useState(0)
  const base = (at: number) => ({ disabled: isDisabled, tabIndex: at === stop ? 0 : -1 })
  const key = (digit: string, at: number) => (
    <button key={digit} type="button" {...base(at)} className={DIGIT_KEY} onClick={() => onDigit(digit)}>
      {digit}
    </button>
  )
  return (
    <div
      className={PAD}
      role="group"
      aria-label={t('shell.keypad')}
      onMouseDown={(event) => event.preventDefault()}
      onFocus={({ currentTarget, target }: FocusEvent) => setStop([...currentTarget.children].indexOf(target))}
      onKeyDown={moveOn}
    >
      {DIGITS.map(key)}
      {onDecimal ? (
        <button
          type="button"
          {...base(9)}
          className={FUNCTION_KEY}
          onClick={onDecimal}
          aria-label={t('shell.key.decimal')}
        >
          .
        </button>
      ) : (
        <button type="button" {...base(9)} className={FUNCTION_KEY} onClick={onClear}>
          {t('shell.key.clear')}
        </button>
      )}
      {key('0', 10)}
      <button
        type="button"
        {...base(11)}
        className={FUNCTION_KEY}
        onClick={() => !holdDelete.wasHeld() && onDelete()}
        onPointerDown={holdDelete.start}
        onPointerUp={holdDelete.stop}
        onPointerLeave={holdDelete.stop}
        aria-label={t('shell.key.delete')}
      >
        <Delete size={28} aria-hidden />
      </button>
    </div>
  )
}

function moveOn(event: KeyboardEvent): void {
  const keys = [...event.currentTarget.querySelectorAll('button')]
  const step = STEPS[event.key]
  const next = step && keys[keys.findIndex((key) => key === event.target) + step]
  if (!next) return
  event.preventDefault()
  next.focus()
}

/** Runs once on a long press, whose final click is ignored. */
function useHold(onHeld: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  const start = () => {
    held.current = false
    timer.current = setTimeout(() => {
      held.current = true
      onHeld()
    }, HOLD_MS)
  }
  const wasHeld = () => {
    const was = held.current
    held.current = false
    return was
  }
  return { start, stop, wasHeld }
}
