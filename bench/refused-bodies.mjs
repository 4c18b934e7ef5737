import { channel } from 'node:diagnostics_channel'

import { register } from 'tsx/esm/api'

const MAX_MS = 50
/** The median of so many, of the worst bodies of a route: others on the machine and the first turns of a new process only add to a figure. */
const ROUNDS = 5

register()
const { HTTP_LIMITS, LONG_BODIES } = await import('../src/server/http/http-limits.ts')
const { handleErrors } = await import('../src/server/http/error-handler.ts')
const { openHttp } = await import('../src/server/http/open-http.ts')
const { refuseMalformedRequests } = await import('../src/server/http/request-shape.ts')
const { addRoutes, createRouteTable } = await import('../src/server/http/route.ts')
const { startToptill } = await import('../src/server/main.ts')
const { placesIn } = await import('../tests/support/body-schemas.ts')
const { routeIn } = await import('../tests/support/check-answers.ts')
const { prepareProxy, startHostileService } = await import('../tests/support/hostile-service.ts')

/** @typedef {import('../src/server/http/route.ts').Route} Route */

// The routes of a real shop, on a server that does nothing with a body but read it: what comes before and after it is not measured here.
const app = openHttp({ headers: {} })
handleErrors(app, { info: () => {}, error: (line) => console.error(line) })
// A request that came by no wire has no such list.
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

let hasMissed = false
for (const { method, path, body } of routes) {
  if (!body || !path.includes(process.argv[2] ?? '')) continue
  const maxBytes = LONG_BODIES.find((one) => one.method === method && one.path === path)?.maxBytes
  /** @type {{ ms: number, what: string, json: string }[]} */
  let worst = []
  for (const place of placesIn(body))
    for (const [what, json] of fills(place, maxBytes ?? HTTP_LIMITS.bodyBytes)) {
      const ms = await measure(method, path, json)
      worst = [...worst, { ms, what: `${what} at ${place.at || 'the top'}`, json }]
        .toSorted((a, b) => b.ms - a.ms)
        .slice(0, 3)
    }
  let [longest, what] = [0, '']
  for (const each of worst) {
    const times = []
    for (let round = 0; round < ROUNDS; round += 1) times.push(await measure(method, path, each.json))
    const ms = times.toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0
    if (ms > longest) [longest, what] = [ms, each.what]
  }
  const isKept = longest <= MAX_MS
  hasMissed ||= !isKept
  console.log(
    `${isKept ? 'ok    ' : 'MISSED'} ${method} ${path}: ${longest.toFixed(1)} ms (bound ${MAX_MS} ms), ${what}`,
  )
}
await app.close()
process.exitCode = hasMissed ? 1 : 0

/** @returns {Promise<Route[]>} */
async function findRoutes() {
  /** @type {Map<string, Route>} */
  const found = new Map()
  const listen = (/** @type {any} */ { fastify }) =>
    fastify.addHook('onRoute', (/** @type {{ config: unknown }} */ { config }) => {
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

/**
 * The longest bodies that are wrong in this place: lists of what it does not take and of what it does, texts, keys, brackets, and pictures that are right up
 * to the last.
 */
function* fills(
  /** @type {import('../tests/support/body-schemas.ts').Place} */ { bodyWith, element },
  /** @type {number} */ maxBytes,
) {
  const room = maxBytes - bodyWith('').length - 40
  const filled = (/** @type {string} */ before, /** @type {string} */ unit, /** @type {string} */ after) =>
    bodyWith(before + unit.repeat(Math.floor((room - before.length - after.length) / Buffer.byteLength(unit))) + after)
  const dots = '1E99/111'.repeat(12_000)
  const units = ['1', '{}', '[]', '""', '"a"', '{"kind":"text"}', '{"a":1}', ...(element ? [element] : [])]
  for (const unit of units) yield /** @type {const} */ ([`a list of ${unit}`, filled('[', `${unit},`, '1]')])
  for (const sign of ['x', '1', ' ', '\\\\', '\\n', 'ش', '\\u200b', '1e99 '])
    yield /** @type {const} */ ([`a text of ${sign}`, filled('"', sign, '"')])
  yield /** @type {const} */ (['a number of many digits', filled('', '1', '')])
  yield /** @type {const} */ (['keys', filled('{', '"a":1,', '"b":1}')])
  yield /** @type {const} */ (['keys named constructor', filled('{', '"constructor":1,', '"b":1}')])
  yield /** @type {const} */ (['brackets', filled('', '[', '')])
  yield /** @type {const} */ (['objects one in the other', filled('', '{"a":', '')])
  if (!element?.includes('"kind"')) return
  const picture = `{"kind":"picture","align":"start","width":576,"height":1000,"dots":"${dots}"},`
  yield /** @type {const} */ (['pictures, then 1', filled('[', picture, '1]')])
  const text = `{"kind":"text","align":"start","text":"${'░'.repeat(4_000)}"},`
  yield /** @type {const} */ (['long texts', filled('[', text, '1]')])
  yield /** @type {const} */ (['a letter beyond ASCII, pictures, then 1', filled('["ش",', picture, '1]')])
  const short = `{"kind":"pair","label":"${'░'.repeat(16)}","value":"${'\\n'.repeat(2)}"},`
  yield /** @type {const} */ ([
    'as many lines as there may be, then a wrong one',
    bodyWith(`[${short.repeat(1_999)}1]`),
  ])
}

/** Processor time (ms) of the whole process until the body is refused. */
async function measure(/** @type {string} */ method, /** @type {string} */ path, /** @type {string} */ payload) {
  const sent = Buffer.from(payload)
  const before = process.cpuUsage()
  const { statusCode, body } = await app.inject({
    method: /** @type {'POST'} */ (method),
    url: path.replace(':id', '01JD6X0000000000000000000A'),
    headers: { 'content-type': 'application/json', host: 'localhost' },
    payload: sent,
  })
  const { user, system } = process.cpuUsage(before)
  if (statusCode !== 400) throw new Error(`${method} ${path} took it: ${statusCode} ${body} ${payload.slice(0, 80)}`)
  return (user + system) / 1_000
}
