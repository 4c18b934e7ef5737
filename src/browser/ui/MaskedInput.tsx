import { useLayoutEffect, useRef, useState, type Ref } from 'react'

import type { FieldControl } from './Field.tsx'

type MaskedInputProps = Partial<FieldControl> & {
  shown: string
  mask?: string
  className: string
  /** Removes grouping. The caret's position is counted in the result. */
  kept: (typed: string) => string
  onType: (typed: string) => void
  onPasteWhole?: (pasted: string) => boolean
  onFocus?: () => void
  onEnter: () => void
  keys?: Record<string, () => void>
  ref: Ref<HTMLInputElement>
}

/** An input as wide as its text, so that the mask follows directly. The caret stays after the typed digit when characters are regrouped. */
export function MaskedInput(props: MaskedInputProps) {
  const { shown, mask, className, kept, onType, onPasteWhole, onEnter, keys, ...rest } = props
  // Text being composed must not change, or the input method would write it again.
  const [composed, setComposed] = useState<{ value: string; shown?: string }>()
  const isOver = composed?.shown !== undefined && composed.shown !== shown
  if (composed && composed.shown === undefined) setComposed({ ...composed, shown })
  if (isOver) setComposed(undefined)
  const text = composed && !isOver ? composed.value : shown
  const keptBefore = useRef<{ input: HTMLInputElement; count: number }>(undefined)

  useLayoutEffect(() => {
    const edit = keptBefore.current
    keptBefore.current = undefined
    if (!edit || document.activeElement !== edit.input) return
    const caret = caretAfter(shown, edit.count, kept)
    edit.input.setSelectionRange(caret, caret)
  })

  return (
    <>
      <span className="inline-grid min-w-[2px] shrink-0 *:[grid-area:1/1] *:whitespace-pre">
        <span className={`${className} invisible pe-[2px]`} aria-hidden="true">
          {/* An empty line would have its baseline at the bottom. */}
          {text || '\u200b'}
        </span>
        <input
          {...rest}
          className={`${className} w-0 min-w-full bg-transparent p-0 text-start text-inherit caret-act shadow-none! outline-none`}
          value={text}
          inputMode="none" // There is a keypad beside the field.
          autoComplete="off"
          spellCheck={false}
          autoCorrect="off"
          dir="ltr"
          onChange={({ currentTarget: input, nativeEvent }) => {
            const { value, selectionStart } = input
            const { isComposing } = nativeEvent as InputEvent
            setComposed(isComposing ? { value } : undefined)
            if (isComposing) return onType(value)
            const isAtEnd = selectionStart === null || selectionStart === value.length
            keptBefore.current = { input, count: isAtEnd ? Infinity : kept(value.slice(0, selectionStart)).length }
            onType(input.value)
          }}
          onCompositionEnd={() => setComposed(undefined)}
          onPaste={(event) => {
            if (onPasteWhole?.(event.clipboardData.getData('text'))) event.preventDefault()
          }}
          onKeyDown={(event) => {
            if (event.repeat || event.nativeEvent.isComposing) return
            const onKey = event.key === 'Enter' ? onEnter : keys?.[event.key]
            if (!onKey) return
            event.preventDefault()
            onKey()
          }}
        />
      </span>
      {mask && (
        <span className={`${className} font-normal! text-ink-3`} aria-hidden="true">
          {mask}
        </span>
      )}
    </>
  )
}

/** The position in `shown` after `count` kept characters. */
export function caretAfter(shown: string, count: number, kept: (text: string) => string): number {
  let left = count
  for (let at = 0; at < shown.length; at++) {
    if (left === 0) return at
    if (kept(shown.charAt(at)) !== '') left--
  }
  return shown.length
}
