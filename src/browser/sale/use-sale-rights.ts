import { mayPrint, mayReveal } from '#domain/sale/reveal-rights.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { useServerNow } from '../api/status.ts'
import { useCurrentUser } from '../lib/current-user.ts'

/** The cashier and supervisors may continue a sale; other cashiers take it over first. */
export function useSaleRights(sale: Pick<Sale, 'cashier'>) {
  const { person, isSupervisor } = useCurrentUser()
  const isMine = person.id === sale.cashier.id
  return { isMine, isSupervisor, mayGoOn: isMine || isSupervisor }
}

/** The server applies the same rule (rule 12). */
export function useRevealRight(sale: Parameters<typeof mayReveal>[0]): ReturnType<typeof mayReveal> {
  const { person } = useCurrentUser()
  const now = useServerNow()
  return mayReveal(sale, person, now)
}

/** The server applies the same rule. */
export function usePrintRight(sale: Parameters<typeof mayPrint>[0]): boolean {
  const { person } = useCurrentUser()
  const now = useServerNow()
  return mayPrint(sale, person, now)
}
