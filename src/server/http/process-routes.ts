import type { FastifyInstance } from 'fastify'

import type { Alive, Ready, ReadyShops } from '#api/status.ts'
import type { ProcessConfig } from '../config/config.ts'
import { METRICS_TYPE, type ProcessMetrics } from '../lib/metrics.ts'
import { isOperator, refuseUnlessOperator, tellReady } from './metrics-routes.ts'

/** A shop, as its process tells of it. */
type ShopOfProcess = {
  id?: string | undefined
  /** Whether it sells, where this process leads it. */
  ready: () => Ready | undefined
  /** Where another process leads it. */
  leaderAddress: () => string | undefined
  /** Why this process could not open it. */
  problem: () => string | undefined
}

type Deps = {
  settings: Pick<ProcessConfig, 'publicOrigin' | 'trustProxy' | 'isMetricsToken'>
  shops: readonly ShopOfProcess[]
  metrics: Pick<ProcessMetrics, 'readAll'>
  /** Whether this process is being stopped. It still answers whoever comes, and nobody should. */
  isStopping?: () => boolean
}

/**
 * What a process says of itself: one with several shops always, one with a single shop while it stands by. Which shops there are, and why none sells, is for the
 * administrator alone; a load balancer learns from the status whether to send requests here.
 */
export function addProcessRoutes(
  app: FastifyInstance,
  { settings, shops, metrics, isStopping = () => false }: Deps,
): void {
  app.get('/healthz', async (): Promise<Alive> => ({ alive: true }))

  app.get('/readyz', async (request, reply) => {
    const each = shops.map((shop) => ({ id: shop.id, isServed: isServed(shop), ready: readyOf(shop) }))
    // A shop that nobody leads does not take the others away from this process.
    reply.code(each.some((one) => one.isServed) && !isStopping() ? 200 : 503)
    const all = togetherOf(each.map(({ ready }) => ready))
    const list = each.flatMap(({ id, ready }) => (id === undefined ? [] : [{ id, ...ready }]))
    const isTold = list.length > 0 && isOperator(request, settings)
    return reply.send({ ...tellReady(request, settings, all), ...(isTold && { shops: list }) } satisfies ReadyShops)
  })

  // What a leader measures of its shops is read from the leader.
  app.get('/metrics', async (request, reply) => {
    refuseUnlessOperator(request, reply, settings)
    return reply
      .type(METRICS_TYPE)
      .header('cache-control', 'no-store')
      .send(await metrics.readAll())
  })
}

const isServed = (shop: ShopOfProcess): boolean => shop.ready() !== undefined || shop.leaderAddress() !== undefined

function readyOf(shop: ShopOfProcess): Ready & { leader?: string } {
  const leader = shop.leaderAddress()
  return (
    shop.ready() ??
    (leader === undefined
      ? { selling: false, reason: shop.problem() ?? 'no process leads it at the moment', fenced: false, leads: false }
      : { leads: false, leader })
  )
}

function togetherOf(all: readonly Ready[]): Ready {
  const selling = allOf(all.map((one) => one.selling))
  const fenced = allOf(all.map((one) => one.fenced))
  return {
    ...(selling !== undefined && { selling }),
    ...(selling === false && {
      reason: all.length === 1 ? 'no process leads it at the moment' : 'not every shop sells',
    }),
    ...(fenced !== undefined && { fenced }),
    leads: all.some((one) => one.leads),
  }
}

/** False if it is for one, `undefined` if nobody here knows. */
const allOf = (each: readonly (boolean | undefined)[]): boolean | undefined =>
  each.includes(false) ? false : each.includes(undefined) ? undefined : true
