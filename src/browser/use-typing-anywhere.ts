import { toWesternDigits } from '#domain/phone.ts'
import { useHotkeys } from './hotkeys.ts'
import { KEYS } from './keys.ts'

type TypingAnywhere = {
  /** A digit, or the plus a number may begin with. */
  onDigit: (key: string) => void
  onDelete: () => void
  onEnter?: () => void
  /** Returns false where there is nothing to leave or to empty. */
  onEscape?: () => unknown
}

/** A till's keys work wherever the focus is: digits, Backspace, Enter and Esc outside of a field go to the ticket. */
export function useTypingAnywhere({ onDigit, onDelete, onEnter, onEscape }: TypingAnywhere): void {
  useHotkeys([
    { ...KEYS.digit, run: ({ key }) => onDigit(toWesternDigits(key)) },
    { ...KEYS.delete, run: onDelete },
    // A focused button or link keeps its own Enter.
    { ...KEYS.enter, run: onEnter && (({ target }) => target === document.body && onEnter()) },
    { ...KEYS.escape, run: onEscape },
  ])
}
