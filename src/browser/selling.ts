import type { QueryClient } from '@tanstack/react-query'

import { catalogQuery } from './api/catalog.ts'

export { default as AppFrame } from './shell/AppFrame.tsx'
export { default as SellPage } from './pages/sell/SellPage.tsx'

/** Resolves once there are products, from the server or cached at this terminal, or when they cannot be read. */
export function readProducts(client: QueryClient): Promise<void> {
  const hasProducts = new Promise<void>((resolve) => {
    const stop = client.getQueryCache().subscribe(() => {
      if (!client.getQueryData(catalogQuery.queryKey)) return
      stop()
      resolve()
    })
  })
  return Promise.race([client.prefetchQuery(catalogQuery), hasProducts])
}
