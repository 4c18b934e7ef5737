import { Delete } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { useText } from '../i18n/use-text.ts'

type KeypadProps = {
  onDigit: (digit: string) => void
  onDelete: () => void
  onClear: () => void
  /** A step that is not whole needs a decimal key: it takes the place of Clear, and a held Delete clears. */
  onDecimal?: (() => void) | undefined
  isDisabled?: boolean
}

const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9']
const HOLD_MS = 600

/** Phone order, for one active field. It takes no focus from that field. */
export function Keypad({ onDigit, onDelete, onClear, onDecimal, isDisabled = false }: KeypadProps) {
  const t = useText()
  const holdDelete = useHold(onClear)
  const key = (digit: string) => (
    <button key={digit} type="button" className="key" disabled={isDisabled} onClick={() => onDigit(digit)}>
      {digit}
    </button>
  )
  return (
    <div className="pad" role="group" aria-label={t('shell.keypad')} onMouseDown={(event) => event.preventDefault()}>
      {DIGITS.map(key)}
      {onDecimal ? (
        <button
          type="button"
          className="key key--fn"
          disabled={isDisabled}
          onClick={onDecimal}
          aria-label={t('shell.key.decimal')}
        >
          .
        </button>
      ) : (
        <button type="button" className="key key--fn" disabled={isDisabled} onClick={onClear}>
          {t('shell.key.clear')}
        </button>
      )}
      {key('0')}
      <button
        type="button"
        className="key key--fn"
        disabled={isDisabled}
        onClick={() => !holdDelete.wasHeld() && onDelete()}
        onPointerDown={holdDelete.start}
        onPointerUp={holdDelete.stop}
        onPointerLeave={holdDelete.stop}
        aria-label={t('shell.key.delete')}
      >
        <Delete className="ic" size={28} />
      </button>
    </div>
  )
}

/** Runs once when a press lasts; the click that ends such a press is not a press of its own. */
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
