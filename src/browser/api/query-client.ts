import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'

import { ServerFailure } from './request.ts'
import { forgetPerson, sessionQuery } from './session.ts'

const MAX_RETRIES_OF_A_READ = 2

/** Retries reads and never writes. Ignores the browser's online state, because the server may be this machine. */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (!(error instanceof ServerFailure)) return
    // The URL and the draft stay until the person signs in again.
    if (error.failure.code === 'signed-out') forgetPerson(queryClient)
    // Permissions or the enrollment may have changed.
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
        retry: (failures, error) => !(error instanceof ServerFailure) && failures < MAX_RETRIES_OF_A_READ,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return queryClient
}
