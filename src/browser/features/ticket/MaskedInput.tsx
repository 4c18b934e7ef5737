import { useLayoutEffect, useRef, type Ref } from 'react'

import { caretAfterDigits } from './number-entry.ts'

type MaskedInputProps = {
  id: string
  /** What stands in the field, grouped for reading. */
  shown: string
  /** The places still to fill, behind the caret. */
  mask?: string
  className: string
  /** The keyboard a touch screen brings up; none where a keypad stands beside it. */
  keyboard?: 'none' | 'tel'
  describedBy?: string
  isInvalid: boolean
  /** What of the typed text stays in the field, apart from its grouping: the caret is counted in it. */
  kept: (typed: string) => string
  onType: (typed: string) => void
  onPasteWhole?: (pasted: string) => boolean
  onFocus: () => void
  onEnter: () => void
  ref: Ref<HTMLInputElement>
}

/**
 * An input as wide as its text, so that the mask stands right behind it. Regrouping moves characters: the caret stays behind the digit
 * that was typed.
 */
export function MaskedInput(props: MaskedInputProps) {
  const {
    id,
    shown,
    mask,
    className,
    keyboard = 'none',
    describedBy,
    isInvalid,
    kept,
    onType,
    onPasteWhole,
    onFocus,
    onEnter,
    ref,
  } = props
  const digitsBefore = useRef<{ input: HTMLInputElement; digits: number }>(undefined)

  useLayoutEffect(() => {
    const edit = digitsBefore.current
    digitsBefore.current = undefined
    if (!edit || document.activeElement !== edit.input) return
    const caret = caretAfterDigits(shown, edit.digits)
    edit.input.setSelectionRange(caret, caret)
  })

  return (
    <>
      <span className="sized">
        <span className={className} aria-hidden="true">
          {shown}
        </span>
        <input
          ref={ref}
          id={id}
          className={className}
          value={shown}
          inputMode={keyboard}
          autoComplete="off"
          spellCheck={false}
          dir="ltr"
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          onFocus={onFocus}
          onChange={({ currentTarget: input }) => {
            const before = input.value.slice(0, input.selectionStart ?? input.value.length)
            digitsBefore.current = { input, digits: kept(before).length }
            onType(input.value)
          }}
          onPaste={(event) => {
            if (onPasteWhole?.(event.clipboardData.getData('text'))) event.preventDefault()
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.repeat) return
            event.preventDefault()
            onEnter()
          }}
        />
      </span>
      {mask && (
        <span className="val mask" aria-hidden="true">
          {mask}
        </span>
      )}
    </>
  )
}
