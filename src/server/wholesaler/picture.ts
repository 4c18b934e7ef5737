import { decodeEntities } from './html.ts'

/** The origins from which pictures may come, unless it has none. A path is resolved against `origin`, the wholesaler's own. */
export type PictureSource = { origin: string; others?: readonly string[]; hasNone?: true }

type Origins = Required<Omit<PictureSource, 'hasNone'>>

/** The wholesaler's origin and those of further hosts: https, and http only where the wholesaler itself is reached by it. */
export function pictureSource(baseUrl: URL, hosts: readonly string[]): Origins {
  const schemes = baseUrl.protocol === 'http:' ? ['https', 'http'] : ['https']
  const others = hosts.flatMap((host) => schemes.map((scheme) => new URL(`${scheme}://${host}`).origin))
  return { origin: baseUrl.origin, others: [...new Set(others)].filter((other) => other !== baseUrl.origin) }
}

/** Like `pictureSource`, with hosts that may change. While they do not, it returns the same object. */
export function pictureSources(baseUrl: URL, hosts: () => readonly string[]): () => Origins {
  let last: { key: string; source: Origins } | undefined
  return () => {
    const now = hosts()
    const key = now.join()
    if (last?.key !== key) last = { key, source: pictureSource(baseUrl, now) }
    return last.source
  }
}

/** In characters; the address is stored with each sale. */
const MAX_ADDRESS = 2_000

/**
 * The address of a flag, logo or picture, which the wholesaler sends as a whole URL or as a path on its own host. Returns `undefined` for an
 * origin that `source` does not allow, because the browser would not load it.
 */
export function findPicture(value: string | null | undefined, source: PictureSource): string | undefined {
  const text = value && decodeEntities(value.trim())
  if (!text || source.hasNone || text.length > MAX_ADDRESS || !URL.canParse(text, source.origin)) return undefined
  const url = new URL(text, source.origin)
  // The origin of a `blob:` URL is that of the URL inside it.
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined
  return url.origin === source.origin || source.others?.includes(url.origin) ? url.href : undefined
}
