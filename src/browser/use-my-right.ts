import { useQuery } from '@tanstack/react-query'

import type { Sale } from '#domain/sale.ts'
import { sessionQuery } from './api/session.ts'

/** What the person here is to a sale: its cashier goes on with it, a supervisor may, another cashier takes it over first (DESIGN section 3). */
export function useMyRight(sale: Pick<Sale, 'cashier'>) {
  const { data: session } = useQuery(sessionQuery)
  const person = session?.person
  const isMine = person?.id === sale.cashier.id
  const isSupervisor = person?.role === 'supervisor'
  return { isMine, isSupervisor, mayGoOn: isMine || isSupervisor }
}
