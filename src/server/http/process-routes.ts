import type { FastifyInstance } from 'fastify'

import type { Alive, Ready, ReadyShops } from '#api/status.ts'
import type { ProcessConfig } from '../config/config.ts'
import { METRICS_TYPE, type ProcessMetrics } from '../lib/metrics.ts'
import { isOperator, metricsFor, refuseUnlessOperator, tellAlive, tellReady } from './metrics-routes.ts'

type ShopOfProcess = {
  id?: string | undefined
  ready: () => Ready | undefined
  leaderAddress: () => string | undefined
  problem: () => string | undefined
}

type Deps = {
  settings: Pick<ProcessConfig, 'publicOrigin' | 'trustProxy' | 'isMetricsToken'>
  shops: readonly ShopOfProcess[]
  build: string
  metrics: Pick<ProcessMetrics, 'readAll'>
  /** A stopping process still answers, but should get no new requests. */
  isStopping?: () => boolean
}

/**
 * With several shops always, for a single shop only while it is a standby. The list of shops and the reason why none sells are for the administrator; a load
 * balancer uses the status code.
 */
export function addProcessRoutes(
  app: FastifyInstance,
  { settings, shops, build, metrics, isStopping = () => false }: Deps,
): void {
  app.get('/healthz', async (request): Promise<Alive> => tellAlive(request, settings, build))

  app.get('/readyz', async (request, reply) => {
    const each = shops.map((shop) => ({ id: shop.id, isServed: isServed(shop), ready: readyOf(shop) }))
    // One shop without a leader doesn't keep requests for the others away.
    reply.code(each.some((one) => one.isServed) && !isStopping() ? 200 : 503)
    const all = togetherOf(each.map(({ ready }) => ready))
    const list = each.flatMap(({ id, ready }) => (id === undefined ? [] : [{ id, ...ready }]))
    const isDetailed = list.length > 0 && isOperator(request, settings)
    return reply.send({ ...tellReady(request, settings, all), ...(isDetailed && { shops: list }) } satisfies ReadyShops)
  })

  // A leader's measurements are read from the leader.
  app.get('/metrics', async (request, reply) => {
    refuseUnlessOperator(request, reply, settings)
    return reply
      .type(METRICS_TYPE)
      .header('cache-control', 'no-store')
      .send(metricsFor(request, settings, await metrics.readAll()))
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

/** False if one is, else `undefined` if one is unknown. */
const allOf = (each: readonly (boolean | undefined)[]): boolean | undefined =>
  each.includes(false) ? false : each.includes(undefined) ? undefined : true
