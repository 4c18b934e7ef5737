import { isRecord, recall } from '../../storage.ts'

/** Whether there is something in the quick row, told before its code is here, so that its place stays free and nothing moves when it comes. */
export const hasSavedQuickRow = (personId: string): boolean =>
  recall('quick-picks', (stored) => {
    if (!isRecord(stored)) return false
    const { favorites, recent } = stored
    return [recent, isRecord(favorites) && favorites[personId]].some(
      (picks) => Array.isArray(picks) && picks.length > 0,
    )
  }) ?? false
