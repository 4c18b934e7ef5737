import { decodeEntities } from './html.ts'

/** A path is resolved against `origin`, the wholesaler's own. */
export type PictureSource = { origin: string; others?: readonly string[]; hasNone?: true }

type Origins = Required<Omit<PictureSource, 'hasNone'>>

/** Other hosts use https, or http too if the wholesaler does. */
export function pictureSource(baseUrl: URL, hosts: readonly string[]): Origins {
  const schemes = baseUrl.protocol === 'http:' ? ['https', 'http'] : ['https']
  const others = hosts.flatMap((host) => schemes.map((scheme) => new URL(`${scheme}://${host}`).origin))
  return { origin: baseUrl.origin, others: [...new Set(others)].filter((other) => other !== baseUrl.origin) }
}

/** The hosts may change; the same object is returned while they don't. */
export function pictureSources(baseUrl: URL, hosts: () => readonly string[]): () => Origins {
  let last: { key: string; source: Origins } | undefined
  return () => {
    const now = hosts()
    const key = now.join()
    if (last?.key !== key) last = { key, source: pictureSource(baseUrl, now) }
    return last.source
  }
}

/** In characters, because the URL is stored with each sale. */
const MAX_ADDRESS = 2_000

/** A whole URL or a path on the wholesaler's host. `undefined` for an origin that `source` doesn't allow, because the browser would not load it. */
export function findPicture(value: string | null | undefined, source: PictureSource): string | undefined {
  const text = value && decodeEntities(value.trim())
  if (!text || source.hasNone || text.length > MAX_ADDRESS || !URL.canParse(text, source.origin)) return undefined
  const url = new URL(text, source.origin)
  // A `blob:` URL has the origin of the URL inside it.
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return url.origin === source.origin || source.others?.includes(url.origin) ? url.href : undefined
}
