import { queryOptions, useQuery } from '@tanstack/react-query'

import type { Marks } from '#contract/proxy/catalogue.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

const READ_EVERY_MS = 30_000

const marksQuery = queryOptions({
  queryKey: ['marks'],
  queryFn: ({ signal }) => request<Marks>('GET', proxyPaths.marks, { signal }),
  staleTime: 5_000,
  refetchInterval: READ_EVERY_MS,
})

/** As a set: thousands of tiles ask it. */
const arrangeMarks = ({ services, ...rest }: Marks) => ({ services: new Set(services), ...rest })

/** What the wallet may not cover, where the shop wants it to be told, and no customer looks on. */
export function useMarks(): ReturnType<typeof arrangeMarks> | undefined {
  const { data: isOn = false } = useQuery({
    ...sessionQuery,
    select: ({ settings, terminal }) => settings?.walletMarks === true && !terminal?.isKiosk,
  })
  const { data } = useQuery({ ...marksQuery, select: arrangeMarks, enabled: isOn })
  return isOn ? data : undefined
}
