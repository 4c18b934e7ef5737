/** What of a worker is used here: the types of all workers would stand in the way of those of the page. */
type WorkerEvent = Event & {
  request: Request
  respondWith: (response: Promise<Response>) => void
  waitUntil: (done: Promise<unknown>) => void
}
type PushEvent = WorkerEvent & { data: { json: () => unknown } | null }
type ClickEvent = WorkerEvent & { notification: { data: unknown; close: () => void } }
type Page = { url: string; focus: () => Promise<unknown>; navigate: (url: string) => Promise<unknown> }
type Worker = {
  addEventListener: {
    (kind: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void): void
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

/** The files of this build: vite.config.ts writes them in here. */
export type BuiltFiles = { version: string; files: string[] }
declare const BUILT_FILES: BuiltFiles

const PAGE = '/index.html'
const CACHE = `toptill-${BUILT_FILES.version}`

// What is stored is the same for everybody, because it is the build and nothing else: never an answer of the API, and no picture of the wholesaler.
self.addEventListener('install', (event) => {
  const store = async () => {
    const cache = await caches.open(CACHE)
    await cache.addAll(BUILT_FILES.files)
    await self.skipWaiting()
  }
  event.waitUntil(store())
})

self.addEventListener('activate', (event) => {
  const forgetOtherBuilds = async () => {
    const others = (await caches.keys()).filter((name) => name !== CACHE)
    await Promise.all(others.map((name) => caches.delete(name)))
    await self.clients.claim()
  }
  event.waitUntil(forgetOtherBuilds())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(fromServerOrCache(request))
  else if (BUILT_FILES.files.includes(pathname)) event.respondWith(fromCacheOrServer(request))
})

/** The page comes from the till's server as long as that answers, so that a new build is seen at once. */
async function fromServerOrCache(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => undefined)
  // A reverse proxy in between answers for a server that is away.
  if (response && response.status < 500) return response
  return (await caches.match(PAGE)) ?? response ?? Response.error()
}

/** The other files carry their content in their name, so that they never change. */
const fromCacheOrServer = async (request: Request): Promise<Response> =>
  (await caches.match(request, { ignoreVary: true })) ?? fetch(request)

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
