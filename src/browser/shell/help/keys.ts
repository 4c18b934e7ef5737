import type { MessageId } from '../../i18n/locale.ts'

type Line = {
  /** Pressed together, or one instead of another; digits and arrows stand for all of them. */
  keys: readonly string[]
  what: MessageId
}
type Group = { heading: MessageId; lines: readonly Line[] }

/** Every key that does something by itself, in the order of a sale. */
export const KEY_GROUPS: readonly Group[] = [
  {
    heading: 'help.choosing',
    lines: [
      { keys: ['/'], what: 'help.search' },
      { keys: ['A–Z'], what: 'help.letters' },
      { keys: ['0–9', '+'], what: 'help.digits' },
      { keys: ['Alt', '1–5'], what: 'help.favorite' },
      { keys: ['↑', '↓', '←', '→'], what: 'help.arrows' },
      { keys: ['Enter'], what: 'help.firstResult' },
    ],
  },
  {
    heading: 'help.selling',
    lines: [
      { keys: ['0–9', 'Backspace'], what: 'help.ticketDigits' },
      { keys: ['Enter'], what: 'help.continue' },
      { keys: ['Esc'], what: 'help.escape' },
    ],
  },
  {
    heading: 'help.sold',
    lines: [
      { keys: ['P'], what: 'help.print' },
      { keys: ['C'], what: 'help.copy' },
      { keys: ['G'], what: 'help.given' },
      { keys: ['Enter'], what: 'help.newSale' },
    ],
  },
  {
    heading: 'help.everywhere',
    lines: [
      { keys: ['F8'], what: 'help.openItems' },
      { keys: ['?'], what: 'help.sheet' },
    ],
  },
]
