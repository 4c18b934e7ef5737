/** The files of one build: `vite.config.ts` writes them into the service worker. */
export type BuiltFiles = {
  build: string
  /** The digest of each file by its path, in the form of `integrity`. */
  digests: Record<string, string>
  /** Files stored on first use: fonts that only some languages and documents need. */
  later: readonly string[]
}

export const PAGE = '/index.html'

const CACHE_PREFIX = 'toptill-'

export const cacheOf = ({ build }: BuiltFiles): string => `${CACHE_PREFIX}${build}`

type Asked = { method: string; mode: string; url: string }

/**
 * - `page`: a screen of the till, server first.
 * - `file`: a stored file of this build.
 * - `older-file`: a file of another build, for a window that still shows its page.
 * - `none`: the worker does not handle the request.
 */
export type Handling = 'page' | 'file' | 'older-file' | 'none'

/** Paths outside the till's screens: not ours to show, or never to be cached. */
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

/** If only with a redirect. A web server in front of ours answers 5xx while ours is not responding. */
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

/** The browser has already checked the digest. */
export function isStorable({ status, type, redirected, headers }: Answer, path: string): boolean {
  const expected = TYPES[path.slice(path.lastIndexOf('.') + 1)]
  return status === 200 && type === 'basic' && !redirected && expected?.test(headers.get('content-type') ?? '') === true
}

/** All except this build's and the previous build's, whose page other windows may still show. `names` are in order of creation. */
export function cachesToDelete(names: readonly string[], own: string): string[] {
  const others = names.filter((name) => name !== own)
  const before = others.findLast((name) => name.startsWith(CACHE_PREFIX))
  return others.filter((name) => name !== before)
}
