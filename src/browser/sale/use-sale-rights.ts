import { useQuery } from '@tanstack/react-query'

import type { Sale } from '#domain/sale/sale.ts'
import { mayPrint, mayReveal } from '#domain/sale/reveal-rights.ts'
import { sessionQuery } from '../api/session.ts'
import { useProxyNow } from '../use-proxy-now.ts'

/** What the person here is to a sale: its cashier goes on with it, a supervisor may, another cashier takes it over first (DESIGN section 3). */
export function useSaleRights(sale: Pick<Sale, 'cashier'>) {
  const { data: session } = useQuery(sessionQuery)
  const person = session?.person
  const isMine = person?.id === sale.cashier.id
  const isSupervisor = person?.role === 'supervisor'
  return { isMine, isSupervisor, mayGoOn: isMine || isSupervisor }
}

/** Whether the person here may see its code now; the proxy decides by the same rule (DESIGN rule 12). */
export function useRevealRight(sale: Parameters<typeof mayReveal>[0]): ReturnType<typeof mayReveal> {
  const { data: session } = useQuery(sessionQuery)
  const now = useProxyNow()
  return session?.person ? mayReveal(sale, session.person, now) : 'no'
}

/** Whether the person here may print its paper now; the proxy decides by the same rule. */
export function usePrintRight(sale: Parameters<typeof mayPrint>[0]): boolean {
  const { data: session } = useQuery(sessionQuery)
  const now = useProxyNow()
  return session?.person !== undefined && mayPrint(sale, session.person, now)
}
