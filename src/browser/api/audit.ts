import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'

import type { AuditPage, AuditQuery } from '#contract/proxy/audit.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { AuditKind } from '#domain/audit.ts'
import { request } from './request.ts'

/** The audit log, newest first, page by page; of one kind where one is named. */
export const auditPagesQuery = (kind?: AuditKind) =>
  infiniteQueryOptions({
    queryKey: ['audit', kind],
    queryFn: ({ signal, pageParam }) =>
      request<AuditPage>('GET', pathOf({ ...(kind && { kind }), ...(pageParam && { cursor: pageParam }) }), { signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
  })

function pathOf(query: { [name in keyof AuditQuery]?: string }): string {
  const text = new URLSearchParams(query).toString()
  return text === '' ? proxyPaths.audit : `${proxyPaths.audit}?${text}`
}
