import { useQuery } from '@tanstack/react-query'

import { isVisibleAtKiosk } from '#domain/sale/kiosk.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { sessionQuery } from './api/session.ts'
import { useProxyNow } from './api/status.ts'
import { useCurrentUser } from './current-user.ts'

/** Whether a sale that stands in the way of another can be looked at from here; the proxy decides by the same rule. */
export function useIsVisibleHere(sale: Sale | SaleSummary): boolean {
  const { person } = useCurrentUser()
  const { data: terminal } = useQuery({ ...sessionQuery, select: (session) => session.terminal })
  const now = useProxyNow()
  if (isSummary(sale)) return false
  return !terminal?.isKiosk || isVisibleAtKiosk(sale, { person, terminal }, now)
}
