import type { MessageId } from './i18n/locale.ts'
import { isTypedInto } from './shortcuts.ts'

/** A key of the till: which one it is, and what Help says of it. */
export type Key = {
  /** As a `KeyboardEvent` names it, or which ones it is. A letter is also the key in its place on a keyboard that writes another script. */
  key: string | ((event: KeyboardEvent) => boolean)
  text: MessageId
  /** As Help writes them: pressed together, or one instead of another. */
  shown: readonly string[]
  /** It counts in fields, too. */
  isForFields?: boolean
  withAlt?: boolean
  /** A key that is held down acts once. */
  isOnce?: boolean
  /** It counts where shortcuts are turned off, too. */
  isAlways?: boolean
  /** What a scanner types does not act: the key waits until it is sure, or it is skipped right behind another key. */
  scan?: 'waits' | 'skipped'
}

const WESTERN_OR_ARABIC_DIGIT = /^[\d+٠-٩۰-۹]$/

/** Where the focus mostly is; nobody looks for a product that begins with a question mark. */
const isEmptySearch = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.getAttribute('role') === 'combobox' && target.value === ''

/** Numbers and amounts are typed beside a keypad; there a stroke says nothing. */
const isInText = (target: EventTarget | null): boolean =>
  isTypedInto(target) && !(target instanceof HTMLInputElement && target.inputMode === 'none')

/** Every key that does something by itself, for those who handle it and for Help. */
export const KEYS = {
  search: {
    key: ({ key, target }) => key === '/' && !isInText(target),
    text: 'help.search',
    shown: ['/'],
    isForFields: true,
    scan: 'skipped',
  },
  letter: { key: ({ key }) => /^\p{L}$/u.test(key), text: 'help.letters', shown: ['A–Z'] },
  digit: { key: ({ key }) => WESTERN_OR_ARABIC_DIGIT.test(key), text: 'help.digits', shown: ['0–9', '+'] },
  favorite: {
    key: ({ code, shiftKey }) => !shiftKey && /^Digit[1-5]$/.test(code),
    text: 'help.favorite',
    shown: ['Alt', '1–5'],
    isForFields: true,
    withAlt: true,
    isOnce: true,
  },
  arrows: {
    key: ({ key, shiftKey }) => !shiftKey && /^(Arrow|Home$|End$|Page)/.test(key),
    text: 'help.arrows',
    shown: ['↑', '↓', '←', '→'],
    isForFields: true,
    isAlways: true,
  },
  delete: { key: 'Backspace', text: 'help.ticketDigits', shown: ['0–9', 'Backspace'] },
  enter: { key: 'Enter', text: 'help.continue', shown: ['Enter'], isOnce: true },
  escape: { key: 'Escape', text: 'help.escape', shown: ['Esc'], isForFields: true },
  print: { key: 'p', text: 'help.print', shown: ['P'], isOnce: true, scan: 'waits' },
  copy: { key: 'c', text: 'help.copy', shown: ['C'], isOnce: true, scan: 'waits' },
  given: { key: 'g', text: 'help.given', shown: ['G'], isOnce: true, scan: 'waits' },
  openItems: { key: 'F8', text: 'help.openItems', shown: ['F8'], isForFields: true, isOnce: true, scan: 'skipped' },
  help: {
    key: ({ key, target }) => /^[?؟]$/.test(key) && (!isTypedInto(target) || isEmptySearch(target)),
    text: 'help.sheet',
    shown: ['?'],
    isForFields: true,
    scan: 'waits',
  },
} as const satisfies Record<string, Key>
