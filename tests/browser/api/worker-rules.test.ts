import { expect, it } from 'vitest'

import {
  cacheOf,
  cachesToDelete,
  handlingOf,
  isFromServer,
  isStorable,
  type BuiltFiles,
} from '#browser/api/worker-rules.ts'

/** @security V3.2.1, V14.3.3: The service worker stores files of one build, and no answer of the API. */

const ORIGIN = 'https://till.example'
const built: BuiltFiles = {
  build: '0a1b2c3d',
  digests: {
    '/index.html': 'sha256-page',
    '/assets/first-1a2b.js': 'sha256-first',
    '/assets/mono-3c4d.woff2': 'sha256-mono',
    '/icon.svg': 'sha256-icon',
    '/manifest.webmanifest': 'sha256-manifest',
  },
  later: ['/assets/mono-3c4d.woff2'],
}
const handling = (path: string, more: { method?: string; mode?: string } = {}) =>
  handlingOf({ method: 'GET', mode: 'cors', url: new URL(path, ORIGIN).href, ...more }, ORIGIN, built)

const screens = '/ /sell /sell/product/42 /sale/01JD6X0000000000000000000A /sales?q=1 /index.html /setup /display'
it.each(screens.split(' '))('the screen %s is a page of the till', (path) => {
  expect(handling(path, { mode: 'navigate' })).toBe('page')
})

const files = ['/assets/first-1a2b.js', '/assets/mono-3c4d.woff2', '/icon.svg', '/manifest.webmanifest']
it.each(files)('%s is a file of this build', (path) => expect(handling(path)).toBe('file'))

it('a file of another build is looked up in the cache of that build', () => {
  expect(handling('/assets/first-9f9f.js')).toBe('older-file')
})

// The status page, on which a customer follows a sale, starts with `/s/`.
const ofServer = '/s/a-signed-token /display/idle /display-window /healthz /readyz /metrics'
const ofApi = '/api /api/session /api/catalog /api/status /api/sales/01JD6X0000000000000000000A'
it.each(`${ofServer} ${ofApi}`.split(' '))('the service worker ignores %s, whether it is read or opened', (path) => {
  for (const mode of ['cors', 'same-origin', 'navigate']) expect(handling(path, { mode }), mode).toBe('none')
})

it.each([
  { what: 'a write', path: '/sell', method: 'POST', mode: 'navigate' },
  { what: 'a HEAD', path: '/assets/first-1a2b.js', method: 'HEAD', mode: 'cors' },
  { what: 'a picture of the wholesaler', path: 'https://service.example/assets/first-1a2b.js' },
  { what: 'a page of another origin', path: 'https://service.example/sell', mode: 'navigate' },
  { what: 'the same name with a suffix', path: '/assets/first-1a2b.js?v=2' },
  { what: 'the page, when it is only fetched', path: '/index.html' },
  { what: 'the service worker itself', path: '/service-worker.js' },
  { what: 'a file that is opened', path: '/icon.svg', mode: 'navigate' },
  { what: 'the name of a method of all objects', path: '/constructor' },
])('the service worker ignores $what: $path', ({ path, method = 'GET', mode = 'cors' }) => {
  expect(handling(path, { method, mode })).toBe('none')
})

it('an error of a reverse proxy means that the server is not available, and a rejection means that it is', () => {
  expect([200, 304, 404, 429].map((status) => isFromServer({ status }))).toEqual([true, true, true, true])
  expect([500, 502, 503, 504].map((status) => isFromServer({ status }))).toEqual([false, false, false, false])
})

const answer = (type: string, more: Partial<Pick<Response, 'status' | 'type' | 'redirected'>> = {}) => ({
  status: 200,
  type: 'basic' as const,
  redirected: false,
  headers: new Headers({ 'content-type': type }),
  ...more,
})

it.each([
  ['/assets/first-1a2b.js', 'text/javascript; charset=utf-8'],
  ['/assets/first-1a2b.js', 'application/javascript'],
  ['/assets/a.css', 'text/css'],
  ['/index.html', 'text/html; charset=utf-8'],
  ['/assets/mono-3c4d.woff2', 'font/woff2'],
  ['/icon.svg', 'image/svg+xml'],
  ['/icon-192.png', 'image/png'],
  ['/manifest.webmanifest', 'application/manifest+json'],
])('the service worker stores %s that arrives as %s', (path, type) => expect(isStorable(answer(type), path)).toBe(true))

it.each([
  { why: 'it is the sign-in page of a network', path: '/assets/first-1a2b.js', given: answer('text/html') },
  { why: 'it has no type', path: '/assets/first-1a2b.js', given: { ...answer(''), headers: new Headers() } },
  { why: 'it is a part of a file', path: '/assets/a.css', given: answer('text/css', { status: 206 }) },
  { why: 'it is an error', path: '/index.html', given: answer('text/html', { status: 503 }) },
  { why: 'another server answered', path: '/icon.svg', given: answer('image/svg+xml', { type: 'cors' }) },
  { why: 'the source of the answer is unknown', path: '/icon.svg', given: answer('image/svg+xml', { type: 'opaque' }) },
  { why: 'it came from another address', path: '/index.html', given: answer('text/html', { redirected: true }) },
  { why: 'no file of this type is ours', path: '/data.bin', given: answer('application/octet-stream') },
])('the service worker does not store a file when $why', ({ path, given }) =>
  expect(isStorable(given, path)).toBe(false),
)

const own = cacheOf(built)

it('each build has its own cache', () => {
  expect(own).not.toBe(cacheOf({ ...built, build: 'ffffffff' }))
})

it.each([
  { before: 'none', names: [own], deleted: [] },
  { before: 'one', names: ['toptill-1', own], deleted: [] },
  { before: 'two', names: ['toptill-1', 'toptill-2', own], deleted: ['toptill-1'] },
  { before: 'one that this build replaced before', names: ['toptill-1', own, 'toptill-3'], deleted: ['toptill-1'] },
  { before: 'caches of another program', names: ['something', 'toptill-1', own], deleted: ['something'] },
])('with $before, only the build before it stays, for windows that still show it', ({ names, deleted }) => {
  expect(cachesToDelete(names, own)).toEqual(deleted)
})
