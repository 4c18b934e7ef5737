import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'

import type { SetSettings, Settings } from '#contract/proxy/settings.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { request } from './request.ts'
import { sessionQuery } from './session.ts'

/** What holds for the whole shop. */
export const settingsQuery = queryOptions({
  queryKey: ['settings'],
  queryFn: ({ signal }) => request<Settings>('GET', proxyPaths.settings, { signal }),
})

export function useSaveSettings() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (settings: SetSettings) => request('PUT', proxyPaths.settings, { body: settings }),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: settingsQuery.queryKey }),
        queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey }),
      ]),
  })
}
