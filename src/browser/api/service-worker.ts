import { cacheOf, cachesToDelete, handlingOf, isFromServer, isStorable, PAGE, type BuiltFiles } from './worker-rules.ts'

/** The worker types used here. The `webworker` library would conflict with the page's types. */
type WorkerEvent = Event & {
  request: Request
  respondWith: (response: Promise<Response>) => void
  waitUntil: (done: Promise<unknown>) => void
}
type PushEvent = WorkerEvent & { data: { json: () => unknown } | null }
type WorkerMessage = WorkerEvent & { data: unknown }
type ClickEvent = WorkerEvent & { notification: { data: unknown; close: () => void } }
type Page = { url: string; focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> }
type Worker = {
  addEventListener: {
    (kind: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void): void
    (kind: 'message', listener: (event: WorkerMessage) => void): void
    (kind: 'push', listener: (event: PushEvent) => void): void
    (kind: 'notificationclick', listener: (event: ClickEvent) => void): void
  }
  skipWaiting: () => Promise<void>
  clients: {
    claim: () => Promise<void>
    matchAll: (options: { type: 'window' }) => Promise<readonly Page[]>
    openWindow: (url: string) => Promise<unknown>
  }
  registration: { showNotification: (title: string, options: object) => Promise<void> }
}
declare const self: Worker

declare const BUILT_FILES: BuiltFiles

const CACHE = cacheOf(BUILT_FILES)

// Only the build, which is the same for everyone, but no API responses or wholesaler's pictures.
self.addEventListener('install', (event) => {
  const storeBuild = async () => {
    const paths = Object.keys(BUILT_FILES.digests).filter((path) => !BUILT_FILES.later.includes(path))
    // Fetches all files before storing any, so an incomplete build is never stored.
    const answers = await Promise.all(paths.map(async (path) => [path, await fetchWhole(path)] as const))
    const cache = await caches.open(CACHE)
    await Promise.all(answers.map(([path, answer]) => cache.put(path, answer)))
  }
  // Waits behind the previous build's worker until a page of its own build appears.
  event.waitUntil(storeBuild())
})

self.addEventListener('message', (event) => {
  if (event.data === BUILT_FILES.build) event.waitUntil(self.skipWaiting())
})

self.addEventListener('activate', (event) => {
  const forgetOldBuilds = async () => {
    await Promise.all(cachesToDelete(await caches.keys(), CACHE).map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(forgetOldBuilds())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const handling = handlingOf(request, location.origin, BUILT_FILES)
  if (handling === 'page') event.respondWith(answerPage(request))
  else if (handling === 'file') event.respondWith(answerFile(new URL(request.url).pathname))
  else if (handling === 'older-file') event.respondWith(answerOlderFile(request))
})

/** How long (ms) to wait for the server's page before the stored page is used. */
const PAGE_PATIENCE_MS = 3_000

/** Asks the server first, so a new build is seen at once. */
async function answerPage(request: Request): Promise<Response> {
  const asked = fetch(request).catch(() => undefined)
  const soon = await Promise.race([
    asked,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PAGE_PATIENCE_MS)),
  ])
  if (soon && isFromServer(soon)) return soon
  return (await findStored(PAGE)) ?? (await asked) ?? Response.error()
}

/** Files that the browser evicted, or stored on first use, must be of this build too. */
async function answerFile(path: string): Promise<Response> {
  const stored = await findStored(path)
  if (stored) return stored
  const answer = await fetchWhole(path)
  const cache = await caches.open(CACHE)
  await cache.put(path, answer.clone())
  return answer
}

/** Files of other builds have a hash in their name, so any source will do. */
const answerOlderFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

const findStored = async (path: string): Promise<Response | undefined> =>
  (await caches.open(CACHE)).match(path, { ignoreVary: true })

/** `integrity` makes the browser reject any bytes that are not the build's. */
async function fetchWhole(path: string): Promise<Response> {
  const answer = await fetch(path, { integrity: BUILT_FILES.digests[path] ?? '', redirect: 'error' })
  if (!isStorable(answer, path)) throw new Error(`${path} is not what was built`)
  return answer
}

// On devices where supervisors turned messages on.
self.addEventListener('push', (event) => {
  const { title = 'Toptill', body, tag, path } = readMessage(event.data)
  // Browsers require a notification for each push message.
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon.svg', data: path }))
})

type Message = { [Part in 'title' | 'body' | 'tag' | 'path']?: string }

function readMessage(data: PushEvent['data']): Message {
  try {
    const message: unknown = data?.json()
    const isText = ([, value]: [string, unknown]) => typeof value === 'string'
    return typeof message === 'object' && message ? Object.fromEntries(Object.entries(message).filter(isText)) : {}
  } catch {
    return {}
  }
}

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(showPage(event.notification.data))
})

/** Never navigates to another origin. */
async function showPage(path: unknown): Promise<unknown> {
  const url = new URL(typeof path === 'string' ? path : '/', location.origin)
  const target = url.origin === location.origin ? url.href : location.origin
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(target)
  await page.focus()
  return page.navigate(target)
}
