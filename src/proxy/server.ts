import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

import type { Failure } from '#contract/proxy/failure.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { handleErrors } from './error-handler.ts'
import type { Clock } from './clock.ts'
import { compressLists } from './http/compression.ts'
import type { Config } from './config.ts'
import { isApi } from './http/is-api.ts'
import type { BalanceStore } from './journal/account-store.ts'
import type { DiskGuard } from './journal/disk-guard.ts'
import type { Log } from './log.ts'
import { readJsonBodies } from './http/json-body.ts'
import { refuseForeignOrigin } from './http/own-origin.ts'
import { refuseOutdatedPage, versionOf } from './page-version.ts'
import { limitEnrollment, limitRates } from './http/rate-limits.ts'
import { refuseMalformedRequests } from './http/request-shape.ts'
import { auditRoutes } from './routes/audit.ts'
import { catalogueRoutes } from './routes/catalogue.ts'
import { internationalRoutes } from './routes/international.ts'
import { metricsRoutes } from './routes/metrics.ts'
import { saleRoutes } from './routes/sales.ts'
import { salesListRoutes } from './routes/sales-list.ts'
import { sessionRoutes } from './routes/session.ts'
import { sessionsRoutes } from './routes/sessions.ts'
import { settingsRoutes } from './routes/settings.ts'
import { staffRoutes } from './routes/staff.ts'
import { statusRoutes } from './routes/status.ts'
import { terminalRoutes } from './routes/terminals.ts'
import { walletRoutes } from './routes/wallet.ts'
import type { Sales } from './sales/sales.ts'
import type { SalesPages } from './sales/sales-pages.ts'
import { securityHeaders } from './http/security-headers.ts'
import { createStepUp } from './staff/step-up.ts'
import { guardRoutes, isIdentified, requesterOf } from './staff/access.ts'
import type { Cookies } from './staff/cookies.ts'
import type { StaffServices } from './staff/open-staff.ts'
import type { CatalogueCache } from './wholesaler/catalogue-cache.ts'
import type { Offers } from './wholesaler/offers.ts'
import type { PictureSource } from './wholesaler/picture.ts'
import type { Wholesaler } from './wholesaler/wholesaler.ts'
import { openHttp } from './http/open-http.ts'

export type ServerDeps = {
  config: Pick<Config, 'practice' | 'publicOrigin' | 'tls' | 'trustProxy' | 'timeZone' | 'isMetricsToken'>
  wholesaler: Wholesaler
  catalogue: CatalogueCache
  offers: Offers
  sales: Sales
  salesPages: SalesPages
  balances: BalanceStore
  disk: DiskGuard
  countByState: () => Promise<{ state: string; count: number }[]>
  staff: StaffServices
  cookies: Cookies
  clock: Clock
  log: Log
  /** The built app, and where its pictures may come from. */
  browserFolder: string
  pictures: PictureSource
}

/** Puts the proxy together: the one file that knows all its parts. Nothing listens yet. */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { config, log } = deps
  const page = readFileSync(join(deps.browserFolder, 'index.html'), 'utf8')
  const version = versionOf(page)
  const hasTls = config.tls !== undefined || config.publicOrigin?.startsWith('https:') === true
  const headers = securityHeaders(page, deps.pictures, hasTls)
  const app = openHttp({ tls: config.tls, trustProxy: config.trustProxy, headers })
  answerWithHeaders(app, headers)
  readJsonBodies(app)
  handleErrors(app, log, deps.staff.denials.recordDenied)
  compressLists(app)

  limitRates(app, {
    clock: deps.clock,
    tokensOf: ({ headers: { cookie } }) => deps.cookies.read(cookie),
    goodOf: (request) => {
      const { terminal, person } = requesterOf(request)
      return isIdentified(request) ? { terminal: terminal !== undefined, session: person !== undefined } : undefined
    },
  })
  refuseMalformedRequests(app)
  app.addHook('onRequest', async (request) => refuseForeignOrigin(request, config.publicOrigin))
  limitEnrollment(app, deps)
  guardRoutes(app, { ...deps.staff, cookies: deps.cookies, clock: deps.clock })
  app.addHook('onRequest', async (request) => {
    const { method, url } = request.routeOptions
    if (method === 'PUT' && url === proxyPaths.sale(':id')) refuseOutdatedPage(request, version)
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
  terminalRoutes(app, { staff: deps.staff, cookies: deps.cookies })
  staffRoutes(app, { staff: deps.staff, timeZone: config.timeZone })
  sessionsRoutes(app, deps.staff)
  settingsRoutes(app, deps.staff)
  auditRoutes(app, deps.staff)
  statusRoutes(app, { ...deps, version })
  metricsRoutes(app, { ...deps, version })
  catalogueRoutes(app, deps)
  internationalRoutes(app, deps)
  const stepUp = createStepUp({ pinGuard: deps.staff.pinGuard, clock: deps.clock })
  saleRoutes(app, { sales: deps.sales, stepUp, clock: deps.clock })
  salesListRoutes(app, { ...deps, pages: deps.salesPages, timeZone: config.timeZone })
  walletRoutes(app, deps)
  await serveBrowser(app, deps.browserFolder)
  return app
}

function answerWithHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers)
    if (isApi(request)) reply.header('cache-control', 'no-store')
  })
}

async function serveBrowser(app: FastifyInstance, browserFolder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: resolve(browserFolder),
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => {
      // Names under assets/ carry a hash of their content; everything else may change with the next build.
      const isHashed = path.includes(`${resolve(browserFolder)}/assets/`)
      reply.header('vary', 'accept-encoding')
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.setNotFoundHandler(async (request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api/') && !/\.\w+$/.test(request.url)
    if (isPage) return reply.sendFile('index.html')
    const failure: Failure = { code: 'not-found', message: 'There is nothing at this address.', moneyMoved: 'no' }
    return reply.code(404).send(failure)
  })
}
