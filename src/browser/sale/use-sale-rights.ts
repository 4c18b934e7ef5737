import { mayPrint, mayReveal } from '#domain/sale/reveal-rights.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useProxyNow } from '../api/status.ts'
import { useCurrentUser } from '../current-user.ts'

/** What the person here is to a sale: its cashier goes on with it, a supervisor may, another cashier takes it over first. */
export function useSaleRights(sale: Pick<Sale, 'cashier'>) {
  const { person, isSupervisor } = useCurrentUser()
  const isMine = person.id === sale.cashier.id
  return { isMine, isSupervisor, mayGoOn: isMine || isSupervisor }
}

/** Whether the person here may see its code now; the proxy decides by the same rule (rule 12). */
export function useRevealRight(sale: Parameters<typeof mayReveal>[0]): ReturnType<typeof mayReveal> {
  const { person } = useCurrentUser()
  const now = useProxyNow()
  return mayReveal(sale, person, now)
}

/** Whether the person here may print its paper now; the proxy decides by the same rule. */
export function usePrintRight(sale: Parameters<typeof mayPrint>[0]): boolean {
  const { person } = useCurrentUser()
  const now = useProxyNow()
  return mayPrint(sale, person, now)
}
