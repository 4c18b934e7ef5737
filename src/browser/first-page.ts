import type { QueryClient } from '@tanstack/react-query'

import { sessionQuery } from './api/session.ts'

/** How long (ms) the startup page stays while the first page is read. After that, the page says what is missing. */
const PATIENCE_MS = 1_000

type Selling = typeof import('./selling.ts')

let loading: Promise<Selling> | undefined

async function importSelling(): Promise<Selling> {
  try {
    return await import('./selling.ts')
  } catch (error) {
    // Lets the next page retry.
    loading = undefined
    throw error
  }
}

/** Kept, because the browser imports even a loaded module in a later task, and React would show a fallback until then. */
export const loadSelling = (): Promise<Selling> => (loading ??= importSelling())

/** Reads what the first page shows, so that it is rendered once instead of in steps. Ends early if that takes long or fails. */
export async function readFirstPage(client: QueryClient): Promise<void> {
  const read = async () => {
    await client.prefetchQuery(sessionQuery)
    if (!client.getQueryData(sessionQuery.queryKey)?.person) return
    const { readProducts } = await loadSelling()
    await readProducts(client)
  }
  const late = new Promise<void>((resolve) => setTimeout(resolve, PATIENCE_MS))
  await Promise.race([read().catch(() => {}), late])
}
