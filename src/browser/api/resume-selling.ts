import { useMutation, useQueryClient } from '@tanstack/react-query'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Status } from '#contract/proxy/status.ts'
import { request } from './request.ts'
import { statusQuery } from './status.ts'

/** A supervisor lets selling go on after it was stopped. */
export function useResumeSelling() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => request<Status>('POST', proxyPaths.resumeSelling),
    onSuccess: (status) => queryClient.setQueryData(statusQuery.queryKey, status),
  })
}
