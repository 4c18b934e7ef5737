import { get, set, setMany } from 'idb-keyval'

import { pageVersion } from './page-version.ts'

const KEY = 'catalogue'
/** Of the kept one, when it was last said to be so still. */
const AGE_KEY = 'catalogue-as-of'

/** As text: it is written and read faster than what it says. */
type Kept = { content: string; owner: string }

/** A terminal belongs to one shop, and another build may read a catalogue otherwise. */
const ownerOf = (terminalId: string | undefined) => [terminalId, ...Object.values(pageVersion())].join(' ')

/** The catalogue this terminal saw last, or `undefined` where this browser has kept none, or keeps nothing. */
export async function findCachedCatalogue(
  terminalId: string | undefined,
): Promise<{ content: string; asOf: number } | undefined> {
  try {
    const [kept, asOf] = await Promise.all([get<Kept>(KEY), get<number>(AGE_KEY)])
    return kept?.owner === ownerOf(terminalId) && asOf !== undefined ? { content: kept.content, asOf } : undefined
  } catch {
    return undefined
  }
}

/** Keeps a catalogue, or only the age of the one that is kept, for the next time the page is opened. Without it that only takes longer, so a browser that refuses is not complained of. */
export async function cacheCatalogue(
  terminalId: string | undefined,
  content: string | undefined,
  asOf: number,
): Promise<void> {
  try {
    if (content === undefined) await set(AGE_KEY, asOf)
    else
      await setMany([
        [KEY, { content, owner: ownerOf(terminalId) } satisfies Kept],
        [AGE_KEY, asOf],
      ])
  } catch {}
}
