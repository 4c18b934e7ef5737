import { useQuery } from '@tanstack/react-query'

import { hasPermission, type Permission } from '#domain/person.ts'
import { sessionQuery } from './api/session.ts'

/** Whether a supervisor allowed it to the person here, or they are one. Nothing is refused before it is known who is here: the proxy decides. */
export function usePermission(permission: Permission): boolean {
  const { data: session } = useQuery(sessionQuery)
  return session?.person === undefined || hasPermission(session.person, permission)
}
