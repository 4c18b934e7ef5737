import type { Endpoint } from '#api/endpoints.ts'
import type { PRACTICE_HEADER } from '#api/headers.ts'
import type { routes } from './paths.ts'

declare global {
  /** What was asked before the program was there, by path. Each answer is taken once, by `api/request.ts`. */
  var earlyAnswers: Record<string, Promise<Response | undefined>> | undefined
}

type Read = Endpoint extends infer E ? (E extends `GET ${infer Path}` ? Path : never) : never

// Written here once more, as an import would come with the program it is to overtake. The types hold that it is the same.
const SESSION = '/api/session' satisfies Read
const CATALOG = '/api/catalog' satisfies Read
const DISPLAY: (typeof routes)['display'] = '/display'
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

const readSession = async (answer: Promise<Response>) => (await (await answer).clone().json()) as Session

// A customer display is no till, and its browser is not to become one.
const session = location.pathname === DISPLAY ? Promise.resolve(new Response('{}')) : ask(SESSION, 'no-store')
const read = readSession(session)
const isSelling = read.then(({ person }) => Boolean(person))
// Nobody signed in is shown none, and asking would be a fault in the console.
const catalog = read.then(({ person, terminal }) =>
  person ? ask(CATALOG, 'no-cache', terminal?.isPractice ? PRACTICE : {}) : undefined,
)
globalThis.earlyAnswers = { [SESSION]: session, [CATALOG]: catalog }
// A fault is for the code that takes the answer.
void Promise.allSettled([session, isSelling, catalog])

// The program itself, once the opening is painted: neither its way over a slow line nor its start on a slow processor holds that up.
const start = () => {
  void import('./main.tsx')
  // Beside the program, and not behind it. The program asks again for what did not come, and tells of it.
  const loadSelling = () => Promise.all([import('./shell/AppFrame.tsx'), import('./pages/sell/SellPage.tsx')])
  void isSelling.then((isSelling) => (isSelling ? loadSelling() : undefined)).catch(() => undefined)
}
// A page that nobody sees paints nothing, and not every browser tells. To import twice is to import once.
setTimeout(start, PATIENCE_MS)
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
