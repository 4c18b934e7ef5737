import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { FailureCode } from '#api/failure.ts'
import { MAX_LIST_TEXT } from '#domain/phone/number-list.ts'
import { isRecord, onForget, persistIn } from '../../lib/storage.ts'

type Stored = {
  text: string
  /** The batch opened with this text. */
  batchId?: string | undefined
}

/** The list as typed, which outlives a reload and the way back from the review. */
type ListDraft = Stored & {
  /** The text before a change that was not typed. */
  before: string | undefined
  /** Why the server did not open the batch; `line` is that of the text. */
  refusal: { code: FailureCode; line?: number | undefined } | undefined
  type: (text: string) => void
  /** Like `type`, but can be undone. */
  replace: (text: string) => void
  undo: () => void
  noteOpened: (batchId: string) => void
  refuse: (refusal: ListDraft['refusal']) => void
  clear: () => void
}

const EMPTY = { text: '', batchId: undefined, before: undefined, refusal: undefined }

/** Longer text is cut to a length that is rejected. */
const bounded = (text: string) => text.slice(0, MAX_LIST_TEXT + 1)

export const useListDraft = create<ListDraft>()(
  persist(
    (set) => ({
      ...EMPTY,
      type: (text) => set({ ...EMPTY, text: bounded(text) }),
      replace: (text) => set((draft) => ({ ...EMPTY, text: bounded(text), before: draft.text || undefined })),
      undo: () => set(({ before, text }) => ({ ...EMPTY, text: before ?? text })),
      noteOpened: (batchId) => set({ batchId, refusal: undefined }),
      refuse: (refusal) => set({ refusal, batchId: undefined }),
      clear: () => set(EMPTY),
    }),
    {
      name: 'list-draft',
      storage: persistIn('list-draft', readStored),
      partialize: ({ text, batchId }): Stored => ({ text, batchId }),
    },
  ),
)
onForget('person', () => useListDraft.getState().clear())

function readStored(stored: unknown): Stored | undefined {
  if (!isRecord(stored) || typeof stored['text'] !== 'string') return undefined
  const { text, batchId } = stored
  return { text: bounded(text), batchId: typeof batchId === 'string' ? batchId : undefined }
}
