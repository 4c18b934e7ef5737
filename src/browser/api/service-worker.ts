import { cacheOf, cachesToDelete, handlingOf, isFromServer, isStorable, PAGE, type BuiltFiles } from './worker-rules.ts'

/** What of a worker is used here: the types of all workers would stand in the way of those of the page. */
type WorkerEvent = Event & {
  request: Request
  respondWith: (response: Promise<Response>) => void
  waitUntil: (done: Promise<unknown>) => void
}
type PushEvent = WorkerEvent & { data: { json: () => unknown } | null }
type ToldEvent = WorkerEvent & { data: unknown }
type ClickEvent = WorkerEvent & { notification: { data: unknown; close: () => void } }
type Page = { url: string; focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> }
type Worker = {
  addEventListener: {
    (kind: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void): void
    (kind: 'message', listener: (event: ToldEvent) => void): void
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

// What is stored is the same for everybody, because it is the build and nothing else: never an answer of the API, and no picture of the wholesaler.
self.addEventListener('install', (event) => {
  const storeBuild = async () => {
    const paths = Object.keys(BUILT_FILES.digests).filter((path) => !BUILT_FILES.later.includes(path))
    // All of them, before the first is stored: half a build is none.
    const answers = await Promise.all(paths.map(async (path) => [path, await fetchWhole(path)] as const))
    const cache = await caches.open(CACHE)
    await Promise.all(answers.map(([path, answer]) => cache.put(path, answer)))
  }
  // It waits beside the worker of the build before it, until a page of its own build is there.
  event.waitUntil(storeBuild())
})

self.addEventListener('message', (event) => {
  if (event.data === BUILT_FILES.version) event.waitUntil(self.skipWaiting())
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

/** So long a server may take for the page: one that hangs must not look like one that answers. */
const PAGE_PATIENCE_MS = 3_000

/** The page comes from the till's server as long as that answers, so that a new build is seen at once. */
async function answerPage(request: Request): Promise<Response> {
  const asked = fetch(request).catch(() => undefined)
  const soon = await Promise.race([
    asked,
    new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), PAGE_PATIENCE_MS)),
  ])
  if (soon && isFromServer(soon)) return soon
  return (await findStored(PAGE)) ?? (await asked) ?? Response.error()
}

/** A file that the browser has thrown away, or that is stored only now, has to be that of this build, too. */
async function answerFile(path: string): Promise<Response> {
  const stored = await findStored(path)
  if (stored) return stored
  const answer = await fetchWhole(path)
  const cache = await caches.open(CACHE)
  await cache.put(path, answer.clone())
  return answer
}

/** What a page of another build asks for carries its content in its name, so it is what is meant, from wherever it comes. */
const answerOlderFile = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

const findStored = async (path: string): Promise<Response | undefined> =>
  (await caches.open(CACHE)).match(path, { ignoreVary: true })

/** The browser refuses an answer with other bytes than those of the build. */
async function fetchWhole(path: string): Promise<Response> {
  const answer = await fetch(path, { integrity: BUILT_FILES.digests[path] ?? '', redirect: 'error' })
  if (!isStorable(answer, path)) throw new Error(`${path} is not what was built`)
  return answer
}

// An alert for supervisors who turned messages on for this device. The worker shows its text and stores nothing of it.
self.addEventListener('push', (event) => {
  const { title = 'Toptill', body, tag, path } = readMessage(event.data)
  // A browser that gets a message has to show one.
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

/** Shows a page of the till: in a window that is open, or in a new one. Nothing that a message names leads to another origin. */
async function showPage(path: unknown): Promise<unknown> {
  const url = new URL(typeof path === 'string' ? path : '/', location.origin)
  const target = url.origin === location.origin ? url.href : location.origin
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (!page) return self.clients.openWindow(target)
  await page.focus()
  return page.navigate(target)
}
