import { create } from 'zustand'

import type { SetSettings } from '#api/settings.ts'
import type { MessageId } from '../../i18n/locale.ts'

/** `before` and `after` have the same settings. */
export type Change = { section: MessageId; before: SetSettings; after: SetSettings }
type LastChange = { kind: 'saved'; change: Change } | { kind: 'undone' } | { kind: 'failed'; text: MessageId }

/** Outlives the section, because a text may be saved as its section is left. */
export const useLastChange = create<{ last?: LastChange | undefined; count: number }>(() => ({ count: 0 }))

export const noteChange = (last: LastChange | undefined): void =>
  useLastChange.setState(({ count }) => ({ last, count: count + 1 }))
