import { queryOptions, type QueryClient } from '@tanstack/react-query'

import type { Catalogue, CatalogueContent } from '#contract/proxy/catalogue.ts'
import { CATALOGUE_AS_OF_HEADER, proxyPaths } from '#contract/proxy/paths.ts'
import { findCachedCatalogue, cacheCatalogue } from './cached-catalogue.ts'
import { exchange } from './request.ts'
import { sessionQuery } from './session.ts'

const READ_EVERY_MS = 5 * 60_000
/** The proxy reads it anew behind an answer that is old. */
const READ_OLD_AGAIN_MS = 30_000
const OLD_AFTER_MS = 15 * 60_000

/** What was read last. The same text is the same tiles: only the age is new, and nothing is arranged, searched or kept anew. */
let last: { text: string; content: CatalogueContent; terminalId: string | undefined } | undefined
/** Whether the last answer was old when it came, by the proxy's own clock. */
let wasOld = false

/** What can be sold, and `asOf` when. Until the first answer it is what this terminal saw last; without answers the last one stays. */
export const catalogueQuery = queryOptions({
  queryKey: ['catalogue'],
  queryFn: async ({ signal, client, queryKey }): Promise<Catalogue> => {
    const terminalId = client.getQueryData(sessionQuery.queryKey)?.terminal?.id
    void showKept(client, queryKey, terminalId)
    // Kept by the browser itself, too, which asks whether it is still so: most answers are a few bytes.
    const { answer, text, headers } = await exchange<CatalogueContent>('GET', proxyPaths.catalogue, {
      cache: 'no-cache',
      signal,
    })
    const asOf = Number(headers.get(CATALOGUE_AS_OF_HEADER)) || Date.now()
    wasOld = isOld(asOf, Date.parse(headers.get('date') ?? '') || Date.now())
    const isSame = last?.text === text && last.terminalId === terminalId
    if (!last || !isSame) last = { text, content: answer, terminalId }
    // What could not be read takes no place of what could.
    if (answer.frontview !== 'unreadable') void cacheCatalogue(terminalId, isSame ? undefined : text, asOf)
    return { ...last.content, asOf }
  },
  staleTime: READ_EVERY_MS,
  refetchInterval: ({ state: { data } }) =>
    data && (data.frontview === 'unreadable' || wasOld) ? READ_OLD_AGAIN_MS : READ_EVERY_MS,
  structuralSharing: false,
})

/** Whether a catalogue of that time is so old by now that it is said, both epoch ms. */
export const isOld = (asOf: number, now: number): boolean => now - asOf > OLD_AFTER_MS

async function showKept(client: QueryClient, queryKey: readonly string[], terminalId: string | undefined) {
  if (client.getQueryData(queryKey)) return
  const kept = await findCachedCatalogue(terminalId)
  // The network may have been faster: what it says is not taken back, and not made old.
  if (!kept || client.getQueryData(queryKey)) return
  const { content: text, asOf } = kept
  const content = JSON.parse(text) as CatalogueContent
  last = { text, content, terminalId }
  client.setQueryData(queryKey, { ...content, asOf }, { updatedAt: 0 })
}
