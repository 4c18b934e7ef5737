import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { OpenedAlerts } from './alerts/open-alerts.ts'
import { hasTls, type Config } from './config/config.ts'
import { handleErrors } from './http/error-handler.ts'
import { compressLists } from './http/compression.ts'
import { openHttp } from './http/open-http.ts'
import { refuseForeignOrigin } from './http/own-origin.ts'
import { limitEnrollment, limitRates, type LimitsByAddress } from './http/rate-limits.ts'
import { isApi, refuseMalformedRequests } from './http/request-shape.ts'
import { createSecurityHeaders } from './http/security-headers.ts'
import type { DailyBackups } from './database/maintenance/daily-backups.ts'
import type { Metrics } from './lib/metrics.ts'
import type { ShopContext } from './shop-context.ts'
import type { Printers } from './printers/printers.ts'
import { alertRoutes } from './alerts/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { batchRoutes } from './sales/batches/routes.ts'
import { browserRoute, readPage, serveBrowser, versionOf } from './http/browser-files.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { displayRoutes } from './display/routes.ts'
import { firstStepsRoutes } from './account/first-steps-routes.ts'
import { internationalRoutes, orderedInternationalRoutes } from './catalogue/international-routes.ts'
import { metricsRoutes } from './http/metrics-routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { printerRoutes } from './printers/routes.ts'
import { readyRoutes } from './account/ready-routes.ts'
import { receiptMailRoutes } from './alerts/receipt-mail-routes.ts'
import { recoveryRoutes } from './account/recovery-routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { addRoutes, createRouteTable, type Route } from './http/route.ts'
import { salesListRoutes } from './sales-list/routes.ts'
import { saleRoutes } from './sales/routes.ts'
import { sessionRoutes } from './staff/session-routes.ts'
import { settingsRoutes } from './staff/settings-routes.ts'
import { shiftRoutes } from './shifts/routes.ts'
import { personShopsRoutes, shopsRoutes } from './shops/routes.ts'
import { staffRoutes } from './staff/routes.ts'
import { statusPageRoutes } from './status-page/routes.ts'
import { statusRoutes } from './account/status-routes.ts'
import { terminalRoutes } from './staff/terminal-routes.ts'
import { walletRoutes } from './wallet/routes.ts'
import type { Practice } from './account/practice.ts'
import type { Recovery } from './account/recovery.ts'
import type { SellingStack, StackFor } from './account/services.ts'
import type { SellingState } from './account/selling-state.ts'
import type { Memberships } from './shops/memberships.ts'
import type { OverShops } from './shops/over-shops.ts'
import { createStepUp, guardRoutes, isIdentified, requesterOf } from './staff/access.ts'
import { isOfDisplay, type Cookies } from './staff/cookies.ts'
import type { StaffServices } from './staff/open-staff.ts'
import { boundStatusAddress, type StatusLinks } from './status-page/status-link.ts'
import type { PictureSource } from './wholesaler/picture.ts'

export type ServerDeps = Pick<ShopContext, 'clock' | 'log' | 'calendar'> & {
  config: Pick<
    Config,
    'shop' | 'practice' | 'host' | 'port' | 'publicOrigin' | 'tls' | 'trustProxy' | 'isMetricsToken' | 'database'
  >
  /** What sells for the shop. A route of one till asks `stackFor`. */
  selling: SellingStack
  stackFor: StackFor
  recovery: Recovery
  /** Absent in practice. */
  dailyBackups: DailyBackups | undefined
  alerts: OpenedAlerts
  printers: Printers
  /** Absent where the installation has one shop. */
  overShops: OverShops | undefined
  memberships: Memberships | undefined
  /** Absent where the whole shop is in practice. */
  practice: Practice | undefined
  metrics: Metrics
  staff: StaffServices
  cookies: Cookies
  /** Absent where no customer follows a sale. */
  statusLinks: StatusLinks | undefined
  shopName: () => string | undefined
  /** The built app, and the hosts that its pictures may come from at that time. */
  browserFolder: string
  pictures: () => PictureSource
  state: SellingState
  byAddress: LimitsByAddress
  /** Whose `X-Forwarded-…` is believed. */
  trustProxy: Config['trustProxy']
}

/** Builds the server from its parts; it is the one file that knows all of them. Nothing listens yet. */
export async function createServer(deps: ServerDeps): Promise<FastifyInstance> {
  const { config, log } = deps
  const page = readPage(deps.browserFolder)
  const table = createRouteTable(allRoutes(deps, versionOf(page)))
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
    // A display has a bucket like a terminal's, also beside its till in one browser.
    tokensOf: ({ headers: { cookie }, routeOptions: { url = '' } }) =>
      isOfDisplay(url)
        ? { terminalToken: deps.cookies.readDisplay(cookie), sessionToken: undefined }
        : deps.cookies.read(cookie),
    goodOf: (request) => {
      const { terminal, display, person } = requesterOf(request)
      const isTerminal = (terminal ?? display) !== undefined
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

function allRoutes(deps: ServerDeps, version: string): Route[] {
  const { config, selling, stackFor, practice, staff, cookies, statusLinks, clock, calendar } = deps
  const stepUp = createStepUp({ pinGuard: staff.pinGuard, clock })
  // A till in practice finds here what its own stack serves, and what is about people and tills. Nothing else is open to it: it would be about
  // real money.
  const inPractice: Route[] = [
    ...sessionRoutes({
      staff,
      cookies,
      shopName: deps.shopName,
      practice: config.practice,
      hasPractice: practice !== undefined,
      hasShops: config.shop !== undefined,
      memberships: deps.memberships,
      calendar,
      mailsReceipts: deps.alerts.receiptMail.isSetUp,
      version,
    }),
    ...terminalRoutes({ staff, cookies, practice }),
    ...displayRoutes({ ...deps, practice: config.practice }),
    ...staffRoutes({ staff, calendar, memberships: deps.memberships }),
    ...personShopsRoutes(deps),
    ...settingsRoutes({ staff, stackFor, calendar, printers: deps.printers }),
    ...auditRoutes(staff),
    ...statusRoutes({ selling, stackFor, staff, config, state: deps.state, clock, version }),
    ...metricsRoutes({ ...selling, config, metrics: deps.metrics, dailyBackups: deps.dailyBackups }),
    ...catalogueRoutes(stackFor),
    ...internationalRoutes(stackFor),
    ...saleRoutes({ stackFor, stepUp, statusLinks, clock, version }),
    ...printerRoutes({ stackFor, staff, printers: deps.printers, clock }),
    ...batchRoutes({ stackFor, clock, version }),
    ...salesListRoutes({ stackFor, clock, calendar }),
  ]
  return [
    ...inPractice.map((each): Route => ({ ...each, isOpenInPractice: true })),
    ...readyRoutes({ ...selling, staff, dailyBackups: deps.dailyBackups, clock, version }),
    ...shiftRoutes({
      staff,
      catalogue: selling.catalogue,
      openItems: selling.sales.openItemsOfShop,
      onShiftOpened: () => selling.wallet.readSoon('shift'),
    }),
    ...orderRoutes({ stackFor, version }),
    ...orderedInternationalRoutes(stackFor, clock),
    ...firstStepsRoutes({ ...selling, staff, config }),
    ...reportRoutes({ reports: selling.reports, staff, calendar }),
    ...shopsRoutes({ overShops: deps.overShops, staff, calendar }),
    ...alertRoutes(deps.alerts),
    ...receiptMailRoutes({ mail: deps.alerts.receiptMail, sales: selling.sales, clock }),
    ...walletRoutes({ ...selling, staff, clock }),
    ...recoveryRoutes(deps.recovery),
    ...(statusLinks
      ? statusPageRoutes({
          links: statusLinks,
          sales: selling.sales,
          limits: deps.byAddress.statusPages,
          calendar,
          clock,
          isPractice: config.practice,
        })
      : []),
    browserRoute,
  ]
}

function answerWithHeaders(app: FastifyInstance, headers: () => Record<string, string>): void {
  app.addHook('onRequest', async (request, reply) => {
    reply.headers(headers())
    if (isApi(request)) reply.header('cache-control', 'no-store')
  })
}
