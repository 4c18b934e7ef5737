import type { FastifyInstance, FastifyRequest } from 'fastify'

import { hasTls } from './config/config.ts'
import { handleErrors } from './http/error-handler.ts'
import { compressLists } from './http/compression.ts'
import { openHttp } from './http/open-http.ts'
import { refuseForeignOrigin } from './http/own-origin.ts'
import { limitEnrollment, limitRates } from './http/rate-limits.ts'
import { isApi, refuseMalformedRequests } from './http/request-shape.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import { accountRoutes } from './account/account-routes.ts'
import { isFromHere } from './http/from-here.ts'
import { alertRoutes } from './alerts/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { batchRoutes } from './sales/batches/routes.ts'
import { browserRoute, buildOf, readPage, serveBrowser } from './http/browser-files.ts'
import { catalogRoutes } from './catalog/routes.ts'
import { displayRoutes } from './display/routes.ts'
import { firstStepsRoutes } from './account/first-steps-routes.ts'
import { internationalRoutes, orderedInternationalRoutes } from './catalog/international-routes.ts'
import { eraseNumberRoutes, knownNumberRoutes } from './known-numbers/routes.ts'
import { metricsRoutes } from './http/metrics-routes.ts'
import { openApiRoutes } from './http/openapi-routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { printerRoutes } from './printers/routes.ts'
import { readyRoutes } from './account/ready-routes.ts'
import { receiptMailRoutes } from './alerts/receipt-mail-routes.ts'
import { recoveryRoutes } from './account/recovery-routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { addRoutes, createRouteTable, type Route, type RouteTable } from './http/route.ts'
import type { ServerParts, ServerSources } from './parts/server-parts.ts'
import { salesListRoutes } from './sales-list/routes.ts'
import { saleRoutes } from './sales/routes.ts'
import { sessionRoutes } from './staff/session-routes.ts'
import { settingsRoutes } from './staff/settings-routes.ts'
import { shiftRoutes } from './shifts/routes.ts'
import { personShopsRoutes, shopsRoutes } from './shops/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { statusPageRoutes } from './status-page/routes.ts'
import { statusRoutes } from './account/status-routes.ts'
import { terminalRoutes } from './staff/terminals/terminal-routes.ts'
import { depositRoutes } from './wallet/deposit-routes.ts'
import { walletRoutes } from './wallet/routes.ts'
import { createStepUp, guardRoutes, isIdentified, requesterOf } from './staff/access.ts'
import { isOfDisplay } from './staff/cookies.ts'
import { boundStatusAddress } from './status-page/status-link.ts'

/** The only file that knows all parts. */
export async function createServer(deps: ServerSources): Promise<FastifyInstance> {
  const { config, log } = deps
  const page = readPage(deps.browserFolder)
  const stepUp = createStepUp({ pinGuard: deps.staff.pinGuard, clock: deps.clock })
  const parts = { ...deps, build: buildOf(page), stepUp, routes: () => table.routes }
  const table: RouteTable = createRouteTable(allRoutes(parts))
  const routeOf = ({ method, routeOptions }: FastifyRequest) => table.find(method, routeOptions.url)
  const headers = createSecurityHeaders(page, deps.pictures, hasTls(config))
  const app = openHttp({
    tls: config.tls,
    trustProxy: deps.trustProxy,
    headers,
    ...(deps.statusLinks && { rewriteAddress: boundStatusAddress }),
  })
  answerWithHeaders(app, headers)
  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const path = routeOf(request)?.path
    if (path !== undefined && isApi(request)) deps.metrics.observeRequest(request.method, path, statusCode, elapsedTime)
  })
  handleErrors(app, log, deps.staff.denials.recordDenied)
  compressLists(app, (request) => routeOf(request)?.isCompressed === true)

  limitRates(app, {
    clock: deps.clock,
    byAddress: deps.byAddress.requests,
    // A display has a terminal's bucket, even in its till's browser.
    tokensOf: ({ headers: { cookie }, routeOptions: { url = '' } }) =>
      isOfDisplay(url)
        ? { terminalToken: deps.cookies.readDisplay(cookie), sessionToken: undefined }
        : deps.cookies.read(cookie),
    goodOf: (request) => {
      const { terminal, display, person } = requesterOf(request)
      // Phones share the bucket of their address, or invitations would fill the list of tills.
      const isTerminal = (terminal ?? display) !== undefined && !terminal?.isPhone
      return isIdentified(request) ? { terminal: isTerminal, session: person !== undefined } : undefined
    },
  })
  refuseMalformedRequests(app, (request) => routeOf(request)?.query !== undefined)
  app.addHook('onRequest', async (request) => refuseForeignOrigin(request, config.publicOrigin))
  limitEnrollment(app, deps.byAddress.codeAttempts)
  guardRoutes(app, {
    ...deps.staff,
    cookies: deps.cookies,
    clock: deps.clock,
    ruleOf: (method, path) => table.find(method, path)?.access,
    isOpenInPractice: (method, path) => table.find(method, path)?.isOpenInPractice === true,
  })
  addRoutes(app, table)
  await serveBrowser(app, deps.browserFolder)
  return app
}

function allRoutes(parts: ServerParts): Route[] {
  const { config, selling, stackFor, practice, staff, alerts, statusLinks, clock } = parts
  // Open to tills in practice; everything else is about real money.
  const inPractice: Route[] = [
    ...sessionRoutes({
      ...parts,
      practice: config.practice,
      hasPractice: practice !== undefined,
      hasShops: config.shop !== undefined,
      whereToConnect: parts.connecting && ((request) => (isFromHere(request, config) ? 'here' : 'elsewhere')),
      mailsReceipts: alerts.receiptMail.isSetUp,
    }),
    ...terminalRoutes(parts),
    ...displayRoutes(parts),
    ...staffRoutes(parts),
    ...personShopsRoutes(parts),
    ...settingsRoutes(parts),
    ...auditRoutes(staff),
    ...openApiRoutes(parts),
    ...statusRoutes(parts),
    ...metricsRoutes({ ...selling, config, metrics: parts.metrics, dailyBackups: parts.dailyBackups }),
    ...catalogRoutes(stackFor),
    ...internationalRoutes(stackFor),
    ...saleRoutes(parts),
    ...printerRoutes(parts),
    ...batchRoutes(parts),
    ...salesListRoutes(parts),
    ...knownNumberRoutes(parts),
  ]
  return [
    ...inPractice.map((each): Route => ({ ...each, isOpenInPractice: true })),
    ...readyRoutes({ ...selling, staff, dailyBackups: parts.dailyBackups, clock, build: parts.build }),
    ...shiftRoutes(parts),
    ...eraseNumberRoutes(parts),
    ...orderRoutes(parts),
    ...orderedInternationalRoutes(stackFor, clock),
    ...firstStepsRoutes({ ...selling, staff, config }),
    ...reportRoutes(parts),
    ...shopsRoutes(parts),
    ...alertRoutes(alerts),
    ...receiptMailRoutes(parts),
    ...walletRoutes({ ...selling, staff, clock }),
    ...depositRoutes(parts),
    ...recoveryRoutes(parts.recovery),
    ...accountRoutes({ ...parts, wholesaler: selling.wholesaler }),
    ...(statusLinks ? statusPageRoutes(parts, statusLinks) : []),
    browserRoute,
  ]
}

function answerWithHeaders(app: FastifyInstance, headers: () => Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers())
    if (isApi(request)) reply.header('cache-control', 'no-store')
  })
}
