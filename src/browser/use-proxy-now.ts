import { useQuery } from '@tanstack/react-query'

import { statusQuery } from './api/status.ts'
import { useNow } from './ui/use-now.ts'

const STEP_MS = 500

/** The proxy's time, by which the next find is planned: this machine's clock may be off. */
export function useProxyNow(): number {
  const { data, dataUpdatedAt } = useQuery(statusQuery)
  return useNow(STEP_MS) + (data ? data.serverTime - dataUpdatedAt : 0)
}
