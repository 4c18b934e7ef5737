import type { Endpoint } from '#api/endpoints.ts'
import type { PRACTICE_HEADER } from '#api/headers.ts'
import type { routes } from './paths.ts'

type Read = Endpoint extends infer E ? (E extends `GET ${infer Path}` ? Path : never) : never

// An import would load the app that this file must be faster than. The types keep the values equal.
const SESSION = '/api/session' satisfies Read
const CATALOG = '/api/catalog' satisfies Read
const NO_TILLS: readonly string[] = ['/display', '/order'] satisfies (typeof routes)['display' | 'phone'][]
const DEADLINE_MS = 30_000
const PATIENCE_MS = 300

const PRACTICE: Record<typeof PRACTICE_HEADER, string> = { 'x-toptill-practice': '1' }

const ask = (path: string, cache: RequestCache, headers: Record<string, string> = {}) =>
  fetch(path, {
    credentials: 'same-origin',
    cache,
    headers: { Accept: 'application/json', ...headers },
    signal: AbortSignal.timeout(DEADLINE_MS),
  })

type Session = { person?: unknown; terminal?: { isPractice?: true } | null }

const readSession = async (answer: Promise<Response | undefined>): Promise<Session> =>
  ((await (await answer)?.clone().json()) as Session | undefined) ?? {}

// A customer display or phone is not a till, and its browser must not become one.
const session: Promise<Response | undefined> = NO_TILLS.includes(location.pathname)
  ? Promise.resolve(undefined)
  : ask(SESSION, 'no-store')
const read = readSession(session)
const isSelling = read.then(({ person }) => Boolean(person))
// Without a signed-in person the request would fail and log an error in the console.
const catalog = read.then(({ person, terminal }) =>
  person ? ask(CATALOG, 'no-cache', terminal?.isPractice ? PRACTICE : {}) : undefined,
)
globalThis.earlyAnswers = { [SESSION]: session, [CATALOG]: catalog }
void Promise.allSettled([session, isSelling, catalog])

// Imports the app after the first paint, so neither its download nor its startup delays it.
const start = () => {
  void import('./main.tsx')
  // Loads the first page in parallel with the app, which retries whatever fails here and reports it.
  void isSelling.then((isSelling) => (isSelling ? import('./selling.ts') : undefined)).catch(() => undefined)
}
// A hidden page never paints and not every browser reports paints. A second import does nothing.
setTimeout(start, PATIENCE_MS)
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
