import type { FastifyInstance, FastifyRequest } from 'fastify'

import type { Endpoint } from '#api/endpoints.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'
import { networkOf } from './rate-address.ts'
import { createBuckets, type Buckets, type Rate } from './rate-buckets.ts'
import { STATUS_ROUTE } from '../status-page/status-link.ts'
import { isApi } from './request-shape.ts'

type Kind = 'api' | 'files'

/**
 * A session has its own bucket, so no one else's flood delays a sale, and so has a terminal without a session, so a person can sign in. Unknown requesters
 * share that of their network address: behind a web server or a router this may be a whole shop that starts up, 50 tills of 40 files each.
 */
export const RATES = {
  session: { api: { perSecond: 60, burst: 120 }, files: { perSecond: 60, burst: 400 } },
  terminal: { api: { perSecond: 20, burst: 120 }, files: { perSecond: 60, burst: 400 } },
  address: { api: { perSecond: 100, burst: 600 }, files: { perSecond: 400, burst: 4_000 } },
} satisfies Record<string, Record<Kind, Rate>>
/** Per network address. */
const ENROLMENT_RATE: Rate = { perSecond: 10 / 60, burst: 10 }
/** Per network address: forty phones behind one router, which reload automatically. */
export const STATUS_PAGE_RATE: Rate = { perSecond: 2, burst: 60 }

const MAX_KNOWN = 5_000
const MAX_ADDRESSES = 10_000
/** Rejected health probes would get a busy server killed. Status pages have their own limit, so the public cannot use up what a shop's tills share. */
const UNLIMITED = new Set<string>(['/healthz', '/readyz', STATUS_ROUTE])
const ENROLLMENT_ROUTES = new Set<string>([
  'POST /api/terminals/enroll',
  'POST /api/setup',
  'POST /api/account/try',
  'POST /api/account/connect',
  'POST /api/display/pair',
  'POST /api/orders/phone',
] satisfies Endpoint[])

export type LimitsByAddress = { requests: Record<Kind, Buckets>; codeAttempts: Buckets; statusPages: Buckets }

/** Shared by all shops of a process: another shop's id in a cookie or before a code gains nothing. */
export const limitByAddress = (clock: Pick<Clock, 'now'>): LimitsByAddress => ({
  requests: bucketsOf(RATES.address, MAX_ADDRESSES, clock),
  codeAttempts: createBuckets(ENROLMENT_RATE, MAX_ADDRESSES, clock),
  statusPages: createBuckets(STATUS_PAGE_RATE, MAX_ADDRESSES, clock),
})

export type RateDeps = {
  clock: Pick<Clock, 'now'>
  byAddress: LimitsByAddress['requests']
  /** Reads the tokens without verifying them. */
  tokensOf: (request: FastifyRequest) => { sessionToken: string | undefined; terminalToken: string | undefined }
  /** Called after the response; `undefined` if the tokens were not verified. */
  goodOf: (request: FastifyRequest) => { session: boolean; terminal: boolean } | undefined
}

/** Requests more frequent than any person's, before anything is read: 429 `rate-limited`. Call before the routes' guard. */
export function limitRates(app: FastifyInstance, { clock, byAddress, tokensOf, goodOf }: RateDeps): void {
  const sessions = knownOnes(RATES.session, clock)
  const terminals = knownOnes(RATES.terminal, clock)

  app.addHook('onRequest', async (request) => {
    const kind = kindOf(request)
    if (!kind) return
    const { sessionToken, terminalToken } = tokensOf(request)
    refuseWhen(
      sessions.take(kind, sessionToken) ??
        terminals.take(kind, terminalToken) ??
        byAddress[kind].take(networkOf(request.ip)),
    )
  })

  app.addHook('onResponse', async (request) => {
    const good = goodOf(request)
    if (!good) return
    const { sessionToken, terminalToken } = tokensOf(request)
    sessions.learn(sessionToken, good.session)
    terminals.learn(terminalToken, good.terminal)
  })
}

/** Per network address. Call this after requests from other origins were rejected, or another site could use up the shop's attempts. */
export function limitEnrollment(app: FastifyInstance, codeAttempts: LimitsByAddress['codeAttempts']): void {
  app.addHook('onRequest', async (request) => {
    const isDoor = ENROLLMENT_ROUTES.has(`${request.method} ${request.routeOptions.url}`)
    if (isDoor) refuseWhen(codeAttempts.take(networkOf(request.ip)))
  })
}

/** Tokens that were valid when last used. An invented token gets no bucket. */
function knownOnes(rates: Record<Kind, Rate>, clock: Pick<Clock, 'now'>) {
  const buckets = bucketsOf(rates, MAX_KNOWN, clock)
  const known = new Set<string>()
  return {
    /** `undefined` if the token is unknown. */
    take: (kind: Kind, token: string | undefined): number | undefined =>
      token !== undefined && known.has(token) ? buckets[kind].take(token) : undefined,
    learn: (token: string | undefined, isGood: boolean): void => {
      if (token === undefined) return
      known.delete(token)
      if (isGood) known.add(token)
      if (known.size > MAX_KNOWN) known.delete(known.values().next().value!)
    },
  }
}

const bucketsOf = (rates: Record<Kind, Rate>, most: number, clock: Pick<Clock, 'now'>): Record<Kind, Buckets> => ({
  api: createBuckets(rates.api, most, clock),
  files: createBuckets(rates.files, most, clock),
})

function refuseWhen(waitMs: number): void {
  if (waitMs === 0) return
  throw new RequestRefused(429, 'rate-limited', 'Too many requests at once. Wait a moment, then try again.', {
    retryAfterMs: waitMs,
  })
}

function kindOf(request: FastifyRequest): Kind | undefined {
  const { url = '' } = request.routeOptions
  if (UNLIMITED.has(url)) return undefined
  return isApi(request) || url === '/metrics' ? 'api' : 'files'
}
