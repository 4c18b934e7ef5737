import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { ProxyFailure } from './request.ts'
import { forgetPerson, sessionQuery } from './session.ts'

const MAX_RETRIES_OF_A_READ = 2

/** Reads are tried again; nothing that writes ever is. The browser's own idea of being online decides nothing: the proxy may be this machine. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ProxyFailure)) return
    // The address and the draft stay; the person comes back to them.
    if (error.failure.code === 'signed-out') forgetPerson(queryClient)
    // Who may sign in here and do what, and whether this is a terminal at all, may have changed with it.
    if (['signed-out', 'not-enrolled', 'not-allowed'].includes(error.failure.code))
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
  }
  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        staleTime: 2_000,
        retry: (failures, error) => !(error instanceof ProxyFailure) && failures < MAX_RETRIES_OF_A_READ,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return queryClient
}
