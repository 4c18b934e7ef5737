/** What of a worker is used here: the types of all workers would stand in the way of those of the page. */
type WorkerEvent = Event & {
  request: Request
  respondWith: (response: Promise<Response>) => void
  waitUntil: (done: Promise<unknown>) => void
}
type Worker = {
  addEventListener: (kind: 'install' | 'activate' | 'fetch', listener: (event: WorkerEvent) => void) => void
  skipWaiting: () => Promise<void>
  clients: { claim: () => Promise<void> }
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
