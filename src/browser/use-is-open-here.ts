import { useQuery } from '@tanstack/react-query'

import { isOpenAtKiosk } from '#domain/kiosk.ts'
import type { Sale } from '#domain/sale.ts'
import { sessionQuery } from './api/session.ts'
import { useProxyNow } from './use-proxy-now.ts'

/** Whether a sale that stands in the way of another can be looked at from here; the proxy decides by the same rule. */
export function useIsOpenHere(sale: Sale): boolean {
  const { data: session } = useQuery(sessionQuery)
  const now = useProxyNow()
  const { person, terminal } = session ?? {}
  return !terminal?.isKiosk || (person !== undefined && isOpenAtKiosk(sale, { person, terminal }, now))
}
