import { useQuery } from '@tanstack/react-query'

import { sessionQuery } from './api/session.ts'

/** This terminal is a kiosk: nothing but selling is open here, and nothing leads anywhere else. */
export function useIsKiosk(): boolean {
  return useQuery({ ...sessionQuery, select: ({ terminal }) => terminal?.isKiosk === true }).data ?? false
}
