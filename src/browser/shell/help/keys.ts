import type { MessageId } from '../../i18n/locale.ts'
import { KEYS, type Key } from '../../keys.ts'

type Line = Pick<Key, 'shown' | 'text'>
type Group = { heading: MessageId; lines: readonly Line[] }

// What has the focus takes these by itself.
const ENTER_ON_A_PRODUCT: Line = { shown: ['Enter'], text: 'help.firstResult' }
const ENTER_WHEN_SOLD: Line = { shown: ['Enter'], text: 'help.newSale' }

/** Every key that does something by itself, in the order of a sale. */
export const KEY_GROUPS: readonly Group[] = [
  {
    heading: 'help.choosing',
    lines: [KEYS.search, KEYS.letter, KEYS.digit, KEYS.favorite, KEYS.arrows, ENTER_ON_A_PRODUCT],
  },
  { heading: 'help.selling', lines: [KEYS.delete, KEYS.enter, KEYS.escape] },
  { heading: 'help.sold', lines: [KEYS.print, KEYS.copy, KEYS.given, ENTER_WHEN_SOLD] },
  { heading: 'help.everywhere', lines: [KEYS.openItems, KEYS.help] },
]
