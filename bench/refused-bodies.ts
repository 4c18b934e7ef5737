import { channel } from 'node:diagnostics_channel'

import { handleErrors } from '../src/server/http/error-handler.ts'
import { HTTP_LIMITS, LONG_BODIES } from '../src/server/http/http-limits.ts'
import { openHttp } from '../src/server/http/open-http.ts'
import { refuseMalformedRequests } from '../src/server/http/request-shape.ts'
import { addRoutes, createRouteTable, type Route } from '../src/server/http/route.ts'
import { startToptill } from '../src/server/main.ts'
import { placesIn, type Place } from '../tests/support/body-schemas.ts'
import { routeIn } from '../tests/support/check-answers.ts'
import { prepareProxy, startHostileService } from '../tests/support/hostile-service.ts'
import { check, median } from './support/measure.ts'

const MAX_MS = 50
/** The worst bodies are measured this often, and the median counts: other work of the machine and a new process only add time. */
const ROUNDS = 5

// A server that only reads bodies, so what comes before and after is not measured.
const app = openHttp({ headers: {} })
handleErrors(app, { info: () => {}, error: (line) => console.error(line) })
// An injected request lacks `headersDistinct`.
app.addHook(
  'onRequest',
  async ({ raw }) => void Object.defineProperty(raw, 'headersDistinct', { value: { host: ['localhost'] } }),
)
refuseMalformedRequests(app, () => false)
const routes = await findRoutes()
addRoutes(
  app,
  createRouteTable(
    routes.flatMap(({ method, path, access, body, answer }) =>
      body ? [{ method, path, access, body, answer, handle: () => Promise.resolve({}) }] : [],
    ),
  ),
)
await app.ready()

for (const { method, path, body } of routes) {
  if (!body || !path.includes(process.argv[2] ?? '')) continue
  const maxBytes = LONG_BODIES.find((one) => one.method === method && one.path === path)?.maxBytes
  let worst: { ms: number; what: string; json: string }[] = []
  for (const place of placesIn(body))
    for (const [what, json] of fills(place, maxBytes ?? HTTP_LIMITS.bodyBytes)) {
      const ms = await measure(method, path, json)
      worst = [...worst, { ms, what: `${what} at ${place.at || 'the top'}`, json }]
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, 3)
    }
  let [longest, what] = [0, '']
  for (const each of worst) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await measure(method, path, each.json))
    const ms = median(times)
    if (ms > longest) [longest, what] = [ms, each.what]
  }
  check(`${method} ${path}, ${what}`, longest, { most: MAX_MS }, 'ms')
}
await app.close()

async function findRoutes(): Promise<Route[]> {
  const found = new Map<string, Route>()
  const listen = ({ fastify }: any) =>
    fastify.addHook('onRoute', ({ config }: { config: unknown }) => {
      const route = routeIn(config)
      if (route) found.set(`${route.method} ${route.path}`, route)
    })
  channel('fastify.initialization').subscribe(listen)
  const service = await startHostileService({})
  const { env, browserFolder, remove } = prepareProxy(service.url)
  const proxy = await startToptill({ env, browserFolder, record: () => {}, pinCost: { N: 2, r: 1, p: 1 } })
  channel('fastify.initialization').unsubscribe(listen)
  await proxy.close()
  service.close()
  remove()
  return [...found.values()]
}

/** The longest bodies that have a wrong value in this place. */
function* fills({ bodyWith, element }: Place, maxBytes: number) {
  const room = maxBytes - bodyWith('').length - 40
  const filled = (before: string, unit: string, after: string) =>
    bodyWith(before + unit.repeat(Math.floor((room - before.length - after.length) / Buffer.byteLength(unit))) + after)
  const dots = '1E99/111'.repeat(12_000)
  const units = ['1', '{}', '[]', '""', '"a"', '{"kind":"text"}', '{"a":1}', ...(element ? [element] : [])]
  for (const unit of units) yield [`a list of ${unit}`, filled('[', `${unit},`, '1]')] as const
  for (const sign of ['x', '1', ' ', '\\\\', '\\n', 'ش', '\\u200b', '1e99 '])
    yield [`a text of ${sign}`, filled('"', sign, '"')] as const
  yield ['a number of many digits', filled('', '1', '')] as const
  yield ['keys', filled('{', '"a":1,', '"b":1}')] as const
  yield ['keys named constructor', filled('{', '"constructor":1,', '"b":1}')] as const
  yield ['brackets', filled('', '[', '')] as const
  yield ['objects one in the other', filled('', '{"a":', '')] as const
  if (!element?.includes('"kind"')) return
  const picture = `{"kind":"picture","align":"start","width":576,"height":1000,"dots":"${dots}"},`
  yield ['pictures, then 1', filled('[', picture, '1]')] as const
  const text = `{"kind":"text","align":"start","text":"${'░'.repeat(4_000)}"},`
  yield ['long texts', filled('[', text, '1]')] as const
  yield ['a letter beyond ASCII, pictures, then 1', filled('["ش",', picture, '1]')] as const
  const short = `{"kind":"pair","label":"${'░'.repeat(16)}","value":"${'\\n'.repeat(2)}"},`
  yield ['as many lines as there may be, then a wrong one', bodyWith(`[${short.repeat(1_999)}1]`)] as const
}

/** Processor time (ms) of the whole process until the body is rejected. */
async function measure(method: string, path: string, payload: string) {
  const sent = Buffer.from(payload)
  const before = process.cpuUsage()
  const { statusCode, body } = await app.inject({
    method: method as 'POST',
    url: path.replace(':id', '01JD6X0000000000000000000A'),
    headers: { 'content-type': 'application/json', host: 'localhost' },
    payload: sent,
  })
  const { user, system } = process.cpuUsage(before)
  if (statusCode !== 400) throw new Error(`${method} ${path} took it: ${statusCode} ${body} ${payload.slice(0, 80)}`)
  return (user + system) / 1_000
}
