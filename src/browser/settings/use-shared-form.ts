import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { isRecord } from '../lib/storage.ts'

export const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Merges other people's changes into the fields that were not edited here; edited fields keep their value. */
export function mergeDraft<Draft>(typed: Draft, before: Draft, after: Draft): Draft {
  if (isSame(typed, before)) return after
  if (!isRecord(typed) || !isRecord(before) || !isRecord(after)) return typed
  const merged = Object.keys(after).map((name) => [name, mergeDraft(typed[name], before[name], after[name])])
  return { ...typed, ...Object.fromEntries(merged) }
}

/** For data that others may change too. Saving requires that it is still what was shown here. */
export function useSharedForm<Stored, Draft extends object>(
  stored: Stored,
  toDraft: (stored: Stored) => Draft,
  findNow: (queryClient: QueryClient) => Stored | undefined,
) {
  const queryClient = useQueryClient()
  const [seen, setSeen] = useState(stored)
  const [draft, setDraft] = useState(() => toDraft(stored))
  return {
    seen,
    draft,
    isChanged: !isSame(draft, toDraft(seen)),
    set: (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change })),
    /** Shows what is stored now, instead of the draft. */
    follow: (now: Stored) => {
      setSeen(now)
      setDraft(toDraft(now))
    },
    /** Callbacks for the mutation that stores `saved`. While a field `isTyped`, its text is not replaced by its stored form. */
    settling: (saved: Stored, isTyped = false) => ({
      onSuccess: () => {
        setSeen(saved)
        setDraft((now) => (isSame(now, draft) && !isTyped ? toDraft(saved) : now))
      },
      onError: () => {
        const now = findNow(queryClient)
        if (now === undefined) return
        setDraft((typed) => mergeDraft(typed, toDraft(seen), toDraft(now)))
        setSeen(now)
      },
    }),
  }
}

type SaveState = { hasProblem: boolean; isChanged: boolean; save: { isSuccess: boolean } }

/** The label that replaces the verb when there is nothing to save. */
export function saveBlock({ hasProblem, isChanged, save }: SaveState) {
  if (hasProblem) return 'limits.fix'
  if (isChanged) return undefined
  return save.isSuccess ? 'limits.saved' : 'limits.unchanged'
}
