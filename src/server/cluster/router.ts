import { createHmac, timingSafeEqual } from 'node:crypto'
import { IncomingMessage } from 'node:http'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { ENROLLMENT_CODE, SETUP_CODE_LENGTH } from '#domain/enrollment-code.ts'
import { findShopOfCode, MAX_CODE_LENGTH } from '#domain/shop-code.ts'
import { MAX_PRINT_BYTES } from '#receipt-printer/plain-document.ts'
import type { Config } from '../config/config.ts'
import { RequestRefused } from '../lib/failures.ts'
import { shopOfInvitation } from '../staff/terminals/phones.ts'
import { chooseLanguage } from '../status-page/languages.ts'
import { boundStatusAddress, shopOfStatusAddress, STATUS_ROUTE } from '../status-page/status-link.ts'
import { busyPage, sendStatusPage } from '../status-page/status-page.ts'
import { parseJsonObject } from '../lib/json/parse-json.ts'
import { HTTP_LIMITS, LONG_BODIES } from '../http/http-limits.ts'
import { invalidRequest, openHttp, type HttpOptions } from '../http/open-http.ts'
import { COMMAND_PATH, COMMANDED, distrust, notReady, PASSED_ON, type Forwarder } from './forward.ts'
import { sendProblem } from '../http/problem.ts'
import { networkOf } from '../http/rate-address.ts'
import { isApi } from '../http/request-shape.ts'
import { createShares } from './quota.ts'

/** Routes about this process itself, not about a shop. */
const OWN_PATHS = new Set<string>(['/healthz', '/readyz', '/metrics'])
/** Finds the shop's id in a typed code, which ends with `length` characters. */
const inCode = (length: number) => (code: string) =>
  code.length <= MAX_CODE_LENGTH ? findShopOfCode(code, length) : undefined
/** Routes that make a browser a till, display or customer's phone, and where their code names its shop. */
const SHOP_IN_CODE = new Map<string, (code: string) => string | undefined>([
  ['/api/terminals/enroll', inCode(ENROLLMENT_CODE.length)],
  ['/api/display/pair', inCode(ENROLLMENT_CODE.length)],
  ['/api/setup', inCode(SETUP_CODE_LENGTH)],
  ['/api/orders/phone', shopOfInvitation],
])
const BODY_DEPTH = 8
/** Bytes of long bodies buffered for other processes, in total and per network (two of the longest prints). */
const LONG_BYTES = { most: 4 * MAX_PRINT_BYTES, mostOfOne: 2 * MAX_PRINT_BYTES }

export type FrontShop = {
  id?: string | undefined
  /** Sent when the shop itself doesn't respond. */
  headers: () => Record<string, string>
  routes: () => ShopRoutes | undefined
  /** `undefined` if there is none, or it is this process. */
  leaderAddress: () => string | undefined
  /** `undefined` until the pepper was matched with the journal. */
  secrets: () => ShopSecrets | undefined
  answerCommand: (text: string) => Promise<string>
}

export type ShopRoutes = Pick<FastifyInstance, 'routing'>

/** These prove that the sender is a process of the same installation. `toCommand` never accompanies what a client sends. */
export type ShopSecrets = { toPassOn: string; toCommand: string }

type FrontOptions = Pick<HttpOptions, 'tls'> & {
  trustProxy: Config['trustProxy']
  /** The first shop serves clients that belong to none. */
  shops: readonly [FrontShop, ...FrontShop[]]
  forwarder: Forwarder
  /** The cookie is unverified: the shop checks whether its till or display is known. */
  findShopOfCookie: (header: string | undefined, path: string) => string | undefined
  /** Doesn't verify the cookie. */
  isOfTill: (header: string | undefined) => boolean
  hasStatusPages?: boolean
  /** Reported to load balancers by `/readyz`. */
  isStopping?: () => boolean
}

export function secretsOf(pepper: Buffer, shopId?: string): ShopSecrets {
  const secret = (use: string) =>
    createHmac('sha256', pepper)
      .update(`toptill ${use}${shopId === undefined ? '' : ` to ${shopId}`}`)
      .digest('base64url')
  return { toPassOn: secret('passes requests on'), toCommand: secret('sends commands') }
}

/** Trusts the nearest `X-Forwarded-…`, because `createFront` renames those from unknown senders. */
export const trustFront =
  (trusted: Config['trustProxy']): NonNullable<Config['trustProxy']> =>
  (address, hop) =>
    hop === 0 || trusted?.(address, hop) === true

/** Routes added to it serve everything outside the API while no process leads. */
export function createFront(options: FrontOptions): FastifyInstance {
  const { tls, trustProxy, shops, hasStatusPages = false } = options
  const [first] = shops
  const app = openHttp({
    tls,
    headers: first.headers,
    trustProxy: trustProxy ?? false,
    ...(hasStatusPages && { rewriteAddress: boundStatusAddress }),
  })
  // A body is limited, and buffered completely, before it takes a connection to the leader.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(async (error: Error & { statusCode?: number }, _request, reply) => {
    if (error instanceof RequestRefused) return sendProblem(reply, error.status, error.failure)
    const { statusCode = 500 } = error
    if (statusCode < 500) return sendProblem(reply, statusCode, invalidRequest('The request cannot be read.'))
    return notReady(reply, 'unknown')
  })

  const choices = shopChoices(options)
  const longBodies = longBodyAdmission(options)
  app.addHook('onRequest', async (request, reply) => {
    const { shop, isPassedOn, routes } = choices.choose(request)
    if (routes) return serve(options, routes, request.raw, { reply, isPassedOn })
    reply.headers(shop.headers())
    return longBodies.admit(request, reply)
  })
  const neither = async () => {
    throw new Error('a request that was neither passed on nor refused')
  }
  app.all('/api/*', neither)
  for (const { method, path, maxBytes } of LONG_BODIES)
    app.route({ method, url: path, bodyLimit: maxBytes, handler: neither })
  if (hasStatusPages) app.get(STATUS_ROUTE, neither)
  for (const path of SHOP_IN_CODE.keys()) app.post(path, neither)
  // Without the secret, the path doesn't exist, here or at the leader.
  app.post(COMMAND_PATH, async (request, reply) => {
    const { shop, isCommand } = choices.of(request)
    if (!isCommand) return reply.callNotFound()
    return reply.type('application/json; charset=utf-8').send(await shop.answerCommand(textOf(request.body)))
  })
  app.addHook('preHandler', async (request, reply) => {
    const { url = '' } = request.routeOptions
    const { isPassedOn, isCommand, ...choice } = choices.of(request)
    if (isCommand || OWN_PATHS.has(url)) return
    const findIn = first.id !== undefined && !isPassedOn ? SHOP_IN_CODE.get(url) : undefined
    const named = findIn && findShop(shops, findShopIn(request.body, findIn))
    const shop = named ?? choice.shop
    const routes = shop.routes()
    if (routes) return serve(options, routes, withBody(request), { reply, isPassedOn })
    const [address, secrets] = [shop.leaderAddress(), shop.secrets()]
    // A request is forwarded only once.
    if (address === undefined || secrets === undefined || isPassedOn) {
      if (url === STATUS_ROUTE) return sendStatusPage(reply, busyPage(languageOf(request), 503))
      return isApi(request) ? notReady(reply, 'no') : undefined
    }
    const leave = longBodies.takeOver(request, reply)
    return options.forwarder.passOn(request, reply, { address, secret: secrets.toPassOn }).finally(leave)
  })
  return app
}

function shopChoices({ shops, findShopOfCookie, isStopping = () => false }: FrontOptions) {
  const [first] = shops
  const isOfSeveral = first.id !== undefined
  const choices = new WeakMap<FastifyRequest, { shop: FrontShop; isPassedOn: boolean; isCommand: boolean }>()

  /** `routes` is set if the request is served at once. */
  function choose(request: FastifyRequest) {
    const { raw } = request
    const { url = '' } = request.routeOptions
    const passedTo = takeSecret(shops, raw, PASSED_ON, 'toPassOn')
    const commanded = takeSecret(shops, raw, COMMANDED, 'toCommand')
    const isCommand = commanded !== undefined && url === COMMAND_PATH
    // A status link names its shop, whichever till the browser belongs to.
    const idOf =
      url === STATUS_ROUTE ? shopOfStatusAddress(request.url) : findShopOfCookie(raw.headers.cookie, pathOf(raw))
    const named = isOfSeveral ? findShop(shops, idOf) : undefined
    const shop = (isCommand ? commanded : passedTo) ?? named ?? first
    const isPassedOn = passedTo !== undefined
    choices.set(request, { shop, isPassedOn, isCommand })
    // These paths are about the whole process, or their body may name another shop.
    const isKept =
      isCommand ||
      (isOfSeveral && (OWN_PATHS.has(url) || (SHOP_IN_CODE.has(url) && !isPassedOn))) ||
      (url === '/readyz' && isStopping())
    const routes = isKept ? undefined : shop.routes()
    return { shop, isPassedOn, routes }
  }

  function of(request: FastifyRequest) {
    const choice = choices.get(request)
    if (!choice) throw new Error('a request for which no shop was chosen')
    return choice
  }

  return { choose, of }
}

/** Long bodies stay in memory until the leader has them. */
function longBodyAdmission({ isOfTill }: FrontOptions) {
  const longBodies = createShares(LONG_BYTES)
  const leaving = new WeakMap<FastifyRequest, () => void>()

  /** Only a till may send a long body. Returns the reply if it was refused. */
  function admit(request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
    const bytes = lengthOf(request)
    if (bytes <= HTTP_LIMITS.bodyBytes) return
    if (!isOfTill(request.headers.cookie)) {
      reply.header('connection', 'close')
      throw new RequestRefused(413, 'invalid-request', 'The body is too long.')
    }
    const leave = longBodies.enter('all', networkOf(request.ip), bytes)
    if (!leave) return notReady(reply, 'no')
    leaving.set(request, leave)
    reply.raw.once('close', leave)
  }

  return {
    admit,
    /** Frees the memory once the leader has the body, even if the client has left. */
    takeOver: (request: FastifyRequest, reply: FastifyReply): (() => void) | undefined => {
      const leave = leaving.get(request)
      if (leave) reply.raw.off('close', leave)
      return leave
    },
  }
}

const findShop = (shops: FrontOptions['shops'], id: string | undefined) =>
  id === undefined ? undefined : shops.find((shop) => shop.id === id)

/** Deletes the header, so nothing later reads it. */
function takeSecret(
  shops: FrontOptions['shops'],
  { headers }: IncomingMessage,
  name: string,
  use: keyof ShopSecrets,
): FrontShop | undefined {
  const said = headers[name]
  delete headers[name]
  return typeof said === 'string' ? shops.find((shop) => isSame(said, shop.secrets()?.[use])) : undefined
}

/** `raw` is the request, or its copy with a body that was already read. */
function serve(
  { trustProxy }: FrontOptions,
  routes: ShopRoutes,
  raw: IncomingMessage,
  { reply, isPassedOn }: { reply: FastifyReply; isPassedOn: boolean },
): void {
  if (!isPassedOn && trustProxy?.(raw.socket.remoteAddress, 0) !== true) distrust(raw)
  reply.hijack()
  routes.routing(raw, reply.raw)
}

function findShopIn(body: unknown, findIn: (code: string) => string | undefined): string | undefined {
  const read = parseJsonObject(textOf(body), BODY_DEPTH)
  const code = read.ok ? read.value.code : undefined
  return typeof code === 'string' ? findIn(code) : undefined
}

/** 0 on routes without long bodies. */
function lengthOf({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  if (bodyLimit <= HTTP_LIMITS.bodyBytes) return 0
  if (headers['transfer-encoding'] !== undefined) return bodyLimit
  return Math.min(Number(headers['content-length'] ?? 0), bodyLimit)
}

const pathOf = ({ url = '' }: IncomingMessage): string => url.replace(/\?.*$/s, '')

const languageOf = ({ headers }: FastifyRequest) => chooseLanguage(headers['accept-language'])

const textOf = (body: unknown): string => (Buffer.isBuffer(body) ? body.toString('utf8') : '')

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
