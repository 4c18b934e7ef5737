/** The files of one build: `vite.config.ts` writes them into the service worker. */
export type BuiltFiles = {
  /** That of its page (`PAGE_VERSION_META`). */
  version: string
  /** The digest of each file by its path, in the form of `integrity`. */
  digests: Record<string, string>
  /** Those of the files that are stored when they are first asked for: fonts that only some languages and papers need. */
  later: readonly string[]
}

export const PAGE = '/index.html'

const CACHE_PREFIX = 'toptill-'

export const cacheOf = ({ version }: BuiltFiles): string => `${CACHE_PREFIX}${version}`

type Asked = { method: string; mode: string; url: string }

/**
 * - `page`: one of the till's screens. The server is asked first.
 * - `file`: a file of this build, which is stored.
 * - `older-file`: a file of another build, for a window that still shows its page.
 * - `none`: the worker leaves the request alone, as if it were not there.
 */
export type Handling = 'page' | 'file' | 'older-file' | 'none'

/** Addresses of ours that are no screen of the till: what they show belongs to somebody else, or has to be as it is now. */
const NOT_THE_TILL = /^\/(api|s|metrics|healthz|readyz)([/-]|$)|^\/display[/-]/
const HASHED = /^\/assets\//

export function handlingOf({ method, mode, url }: Asked, origin: string, { digests }: BuiltFiles): Handling {
  const { origin: theirs, pathname, search } = new URL(url)
  if (method !== 'GET' || theirs !== origin || NOT_THE_TILL.test(pathname)) return 'none'
  if (mode === 'navigate') return pathname === PAGE || !/\.\w+$/.test(pathname) ? 'page' : 'none'
  if (search !== '' || pathname === PAGE) return 'none'
  if (Object.hasOwn(digests, pathname)) return 'file'
  return HASHED.test(pathname) ? 'older-file' : 'none'
}

/** Whether the server gave the page, or sends the browser elsewhere. A reverse proxy in between answers with 5xx for a server that is away. */
export const isFromServer = ({ status }: Pick<Response, 'status'>): boolean => status < 500

const TYPES: Record<string, RegExp> = {
  js: /^(text|application)\/javascript\b/,
  css: /^text\/css\b/,
  html: /^text\/html\b/,
  svg: /^image\/svg\+xml\b/,
  png: /^image\/png\b/,
  woff2: /^font\/woff2\b/,
  webmanifest: /^application\/(manifest\+)?json\b/,
}

type Answer = Pick<Response, 'status' | 'type' | 'redirected'> & { headers: Pick<Headers, 'get'> }

/** Whether who answered, and as what, is right; the browser has compared the bytes with the digest by then. */
export function isStorable({ status, type, redirected, headers }: Answer, path: string): boolean {
  const expected = TYPES[path.slice(path.lastIndexOf('.') + 1)]
  return status === 200 && type === 'basic' && !redirected && expected?.test(headers.get('content-type') ?? '') === true
}

/** All but its own and that of the build before it, whose page other windows may still show; `names` are in the order in which they were made. */
export function cachesToDelete(names: readonly string[], own: string): string[] {
  const others = names.filter((name) => name !== own)
  const before = others.findLast((name) => name.startsWith(CACHE_PREFIX))
  return others.filter((name) => name !== before)
}
