import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import fastifyStatic from '@fastify/static'
import fastify, { type FastifyError, type FastifyInstance } from 'fastify'
import * as v from 'valibot'

import type { Failure } from '#contract/proxy/failure.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { Refused } from './failures.ts'
import type { BalanceStore } from './journal/account-store.ts'
import type { DiskGuard } from './journal/disk-guard.ts'
import type { Log } from './log.ts'
import { refuseForeignWrites } from './own-origin.ts'
import { refuseOtherPage, versionOf } from './page-version.ts'
import { catalogueRoutes } from './routes/catalogue.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { saleRoutes } from './routes/sales.ts'
import { salesListRoutes } from './routes/sales-list.ts'
import { sessionRoutes } from './routes/session.ts'
import { statusRoutes } from './routes/status.ts'
import { terminalRoutes } from './routes/terminals.ts'
import { walletRoutes } from './routes/wallet.ts'
import type { Sales } from './sales/sales.ts'
import type { SalesPages } from './sales/sales-pages.ts'
import { securityHeaders } from './security-headers.ts'
import { createStepUp } from './staff/step-up.ts'
import { guardRoutes } from './staff/access.ts'
import type { Cookies } from './staff/cookies.ts'
import type { Staff } from './staff/open-staff.ts'
import type { CatalogueCache } from './wholesaler/cache.ts'
import type { Wholesaler } from './wholesaler/wholesaler.ts'

export type ServerDeps = {
  config: Pick<Config, 'practice' | 'publicOrigin' | 'tls' | 'trustProxy' | 'timeZone'>
  wholesaler: Wholesaler
  catalogue: CatalogueCache
  sales: Sales
  salesPages: SalesPages
  balances: BalanceStore
  disk: DiskGuard
  countByState: () => Promise<{ state: string; count: number }[]>
  staff: Staff
  cookies: Cookies
  clock: Clock
  log: Log
  /** The built app, and the hosts its pictures may come from. */
  browserFolder: string
  pictureOrigins: readonly string[]
}

const MAX_BODY_BYTES = 16 * 1024
const REQUEST_TIMEOUT_MS = 30_000
const TRY_AGAIN_SECONDS = 5

/** Puts the proxy together: the one file that knows all its parts. Nothing listens yet. */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { config, log } = deps
  const app = fastify({
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    trustProxy: config.trustProxy,
    forceCloseConnections: 'idle',
    // What may no longer be asked while we stop, `sales` turns down in its own words; the rest is answered to the end.
    return503OnClosing: false,
    ...(config.tls ? { https: config.tls } : {}),
  }) as FastifyInstance

  const page = readFileSync(join(deps.browserFolder, 'index.html'), 'utf8')
  const version = versionOf(page)
  answerWithHeaders(app, deps, page)
  readEmptyBodies(app)
  answerFailures(app, log)

  app.addHook('onRequest', async (request) => refuseForeignWrites(request, config.publicOrigin))
  guardRoutes(app, { terminals: deps.staff.terminals, sessions: deps.staff.sessions, cookies: deps.cookies })
  app.addHook('onRequest', async (request) => {
    const { method, url } = request.routeOptions
    if (method === 'PUT' && url === proxyPaths.sale(':id')) refuseOtherPage(request, version)
  })

  const shopName = () => deps.catalogue.latest()?.point.agentName
  sessionRoutes(app, {
    staff: deps.staff,
    cookies: deps.cookies,
    shopName,
    practice: config.practice,
    timeZone: config.timeZone,
    version,
  })
  terminalRoutes(app, { terminals: deps.staff.terminals, cookies: deps.cookies })
  statusRoutes(app, { ...deps, version })
  metricsRoutes(app, { ...deps, version })
  catalogueRoutes(app, deps)
  const stepUp = createStepUp({ people: deps.staff.people, clock: deps.clock })
  saleRoutes(app, { sales: deps.sales, stepUp, clock: deps.clock })
  salesListRoutes(app, { ...deps, pages: deps.salesPages, timeZone: config.timeZone })
  walletRoutes(app, deps)
  await serveBrowser(app, deps.browserFolder)
  return app
}

function answerWithHeaders(app: FastifyInstance, { pictureOrigins, config }: ServerDeps, page: string): void {
  const headers = securityHeaders(page, pictureOrigins, config.tls !== undefined)
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
  })
}

/** A request that says nothing in its body is a request without a body. */
function readEmptyBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined)
    else void parse(request, body, done)
  })
}

function answerFailures(app: FastifyInstance, log: Log): void {
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    if (error instanceof Refused) {
      if (error.status === 503) reply.header('retry-after', String(TRY_AGAIN_SECONDS))
      return reply.code(error.status).send(error.failure)
    }
    if (error instanceof v.ValiError) return reply.code(400).send(unreadable(whatIsWrong(error)))
    const status = error.statusCode ?? 500
    if (status >= 400 && status < 500) return reply.code(status).send(unreadable('The request cannot be read.'))
    log.error({ what: 'request failed', route: request.routeOptions.url ?? '', problem: error.message })
    const failure: Failure = {
      code: 'failed',
      message: 'Something went wrong here. Look at the sale again before you do anything else.',
      moneyMoved: 'unknown',
    }
    return reply.code(500).send(failure)
  })
}

const unreadable = (message: string): Failure => ({ code: 'unreadable', message, moneyMoved: 'no' })

function whatIsWrong(error: v.ValiError<v.GenericSchema>): string {
  const [issue] = error.issues
  // What was received may be a PIN: it is never said back.
  return `${v.getDotPath(issue) ?? 'The body'}: ${issue.message.replace(/ but received .*$/s, '')}`
}

async function serveBrowser(app: FastifyInstance, browserFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(browserFolder),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content; everything else may change with the next build.
      const isHashed = path.includes(`${resolve(browserFolder)}/assets/`)
      reply.setHeader('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api/') && !/\.\w+$/.test(request.url)
    if (isPage) return reply.sendFile('index.html')
    const failure: Failure = { code: 'unknown', message: 'There is nothing at this address.', moneyMoved: 'no' }
    return reply.code(404).send(failure)
  })
}
