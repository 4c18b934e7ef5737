import { useEffect } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { useAcknowledge } from '../../api/sale.ts'

/** Whoever has the sale on screen has seen what became of it; a page behind another one is not looked at. */
export function useAcknowledgeShown({ id, isUnread, version }: Sale): void {
  const { mutate } = useAcknowledge(id)
  useEffect(() => {
    if (!isUnread) return
    const markWhenVisible = () => {
      if (document.visibilityState === 'visible') mutate()
    }
    markWhenVisible()
    document.addEventListener('visibilitychange', markWhenVisible)
    return () => document.removeEventListener('visibilitychange', markWhenVisible)
  }, [isUnread, version, mutate])
}
