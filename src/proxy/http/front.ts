import { createHmac, timingSafeEqual } from 'node:crypto'
import { IncomingMessage } from 'node:http'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { ENROLLMENT_CODE, SETUP_CODE_LENGTH } from '#domain/enrollment-code.ts'
import { findShopOfCode } from '#domain/shop-code.ts'
import type { Config } from '../config.ts'
import { parseJsonObject } from '../wholesaler/parse-json.ts'
import { invalidRequest, openHttp, type HttpOptions } from './open-http.ts'
import { createPassing, distrust, notReady, PASSED_ON } from './pass-on.ts'
import { isApi } from './request-shape.ts'

const LEADS_HELP = '# HELP toptill_leads Whether this process sells.\n# TYPE toptill_leads gauge'
/** What a process says of itself. */
const OWN_PATHS = new Set<string>([proxyPaths.alive, proxyPaths.ready, proxyPaths.metrics])
/** The routes by which a browser becomes a till of a shop, and how many letters of the code in the body are not of the shop's id. */
const CODE_LENGTHS = new Map<string, number>([
  [proxyPaths.enrol, ENROLLMENT_CODE.length],
  [proxyPaths.setup, SETUP_CODE_LENGTH],
])
const MAX_CODE_LENGTH = 40
const BODY_DEPTH = 8

/** A shop, as the door of a process sees it. */
export type FrontShop = {
  /** Absent where there is one shop. */
  id?: string | undefined
  /** The headers of every answer for it that it does not give itself. */
  headers: () => Record<string, string>
  /** Its routes, which are ready to serve, while this process leads it. */
  routes: () => FastifyInstance | undefined
  /** Where its leader is reached; `undefined` while there is none, or it is this process. */
  leaderAddress: () => string | undefined
  /** What only processes of this shop know (`secretToPassOn`); `undefined` until it was found. */
  secret: () => string | undefined
}

/** The door of one of several processes: it serves a request itself, or passes it on to the one that leads. */
export type Front = {
  /** Routes that are added to it serve what is not of the API while nobody leads. */
  app: FastifyInstance
  /** Resolves when nothing is passed on any more. */
  rest: () => Promise<void>
}

type FrontOptions = Pick<HttpOptions, 'tls'> & {
  trustProxy: Config['trustProxy']
  /** The first one serves whoever belongs to none. */
  shops: readonly [FrontShop, ...FrontShop[]]
  /** The id of the shop that a `Cookie` header names, true or not: the shop itself looks whether its till is known. */
  findShopOfCookie: (header: string | undefined) => string | undefined
}

/** The secret by which a process shows the leader of a shop that it is one of the same installation. */
export const secretToPassOn = (pepper: Buffer, shopId?: string): string =>
  createHmac('sha256', pepper)
    .update(`toptill passes requests on${shopId === undefined ? '' : ` to ${shopId}`}`)
    .digest('base64url')

/** Trusts the nearest `X-Forwarded-…`, because `createFront` renames those of anybody it does not know. */
export const trustFront =
  (trusted: Config['trustProxy']): NonNullable<Config['trustProxy']> =>
  (address, hop) =>
    hop === 0 || trusted?.(address, hop) === true

export function createFront({ tls, trustProxy, shops, findShopOfCookie }: FrontOptions): Front {
  const [first] = shops
  const isOfSeveral = first.id !== undefined
  const app = openHttp({ tls, headers: first.headers, trustProxy: trustProxy ?? false })
  const passing = createPassing(tls)
  /** For which shop a request is, and whether another process has passed it on. */
  const choices = new WeakMap<FastifyRequest, { shop: FrontShop; isPassedOn: boolean }>()

  // Whole, and no longer than any of ours, before it takes a connection to the leader.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(async (error: { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode < 500) return reply.code(statusCode).send(invalidRequest('The request cannot be read.'))
    return notReady(reply, 'unknown')
  })
  app.addHook('onClose', () => passing.close())

  const findShop = (id: string | undefined) => (id === undefined ? undefined : shops.find((shop) => shop.id === id))
  const findPassedTo = ({ headers: { [PASSED_ON]: said } }: IncomingMessage) =>
    typeof said === 'string' ? shops.find((shop) => isSame(said, shop.secret())) : undefined

  /** Serves a request with the routes of a shop that this process leads. `raw` is the request, or its copy with a body that was read. */
  function serve(routes: FastifyInstance, raw: IncomingMessage, reply: FastifyReply, isPassedOn: boolean): void {
    if (!isPassedOn && trustProxy?.(raw.socket.remoteAddress, 0) !== true) distrust(raw)
    reply.hijack()
    routes.routing(raw, reply.raw)
  }

  app.addHook('onRequest', async (request, reply) => {
    const { raw } = request
    const { url = '' } = request.routeOptions
    const passedTo = findPassedTo(raw)
    delete raw.headers[PASSED_ON]
    const shop = passedTo ?? findShop(findShopOfCookie(raw.headers.cookie)) ?? first
    choices.set(request, { shop, isPassedOn: passedTo !== undefined })
    reply.headers(shop.headers())
    if (isOfSeveral && OWN_PATHS.has(url)) return
    // Its body may name another shop.
    if (isOfSeveral && !passedTo && CODE_LENGTHS.has(url)) return
    const routes = shop.routes()
    if (routes) serve(routes, raw, reply, passedTo !== undefined)
  })
  app.get(proxyPaths.alive, async () => ({ alive: true }))
  app.get(proxyPaths.ready, async (_request, reply) => {
    const isServed = (shop: FrontShop) => shop.routes() !== undefined || shop.leaderAddress() !== undefined
    // One shop that nobody leads does not take the others away from this process.
    reply.code(shops.some(isServed) ? 200 : 503)
    const leads = shops.some((shop) => shop.routes() !== undefined)
    return reply.send({ selling: shops.every(isServed), fenced: shops.every(isServed), leads })
  })
  // What the leader measures is read from the leader.
  app.get(proxyPaths.metrics, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${LEADS_HELP}\ntoptill_leads 0\n`),
  )
  const neither = async () => {
    throw new Error('a request that was neither passed on nor refused')
  }
  app.all('/api/*', neither)
  for (const path of CODE_LENGTHS.keys()) app.post(path, neither)
  app.addHook('preHandler', async (request, reply) => {
    const { url = '' } = request.routeOptions
    if (OWN_PATHS.has(url)) return
    const choice = choices.get(request)
    if (!choice) throw new Error('a request for which no shop was chosen')
    const { isPassedOn } = choice
    const codeLength = isOfSeveral ? CODE_LENGTHS.get(url) : undefined
    const shop = (codeLength === undefined ? undefined : findShop(findShopIn(request.body, codeLength))) ?? choice.shop
    const routes = shop.routes()
    if (routes) return serve(routes, withBody(request), reply, isPassedOn)
    const [address, secret] = [shop.leaderAddress(), shop.secret()]
    // One hop only: what was passed on to a process that does not lead, is not passed on again.
    if (address === undefined || secret === undefined || isPassedOn)
      return isApi(request) ? notReady(reply, 'no') : undefined
    return passing.passOn(request, reply, { address, secret })
  })
  return { app, rest: passing.rest }
}

/** The shop in the code that a browser sends to become its till. */
function findShopIn(body: unknown, codeLength: number): string | undefined {
  const read = Buffer.isBuffer(body) ? parseJsonObject(body.toString('utf8'), BODY_DEPTH) : undefined
  const code = read?.ok ? read.value.code : undefined
  return typeof code === 'string' && code.length <= MAX_CODE_LENGTH ? findShopOfCode(code, codeLength) : undefined
}

/** The same request again, with the body that was read to find its shop. */
function withBody({ raw, body }: FastifyRequest): IncomingMessage {
  const { method, url, headers, headersDistinct, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor } = raw
  const head = { method, url, headers, headersDistinct, rawHeaders, httpVersion, httpVersionMajor, httpVersionMinor }
  const again = Object.assign(new IncomingMessage(raw.socket), head)
  if (Buffer.isBuffer(body)) again.push(body)
  again.push(null)
  again.complete = true
  return again
}

function isSame(one: string, other: string | undefined): boolean {
  if (other === undefined) return false
  const [given, wanted] = [Buffer.from(one), Buffer.from(other)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
