import { monitorEventLoopDelay } from 'node:perf_hooks'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { isLoopback, type Config } from '../config.ts'
import { RequestRefused } from '../failures.ts'
import type { DiskGuard } from '../journal/disk-guard.ts'
import { plainAddress } from '../trusted-proxies.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { formatMetrics, type Metric } from './metrics-text.ts'

type Deps = {
  wholesaler: Pick<Wholesaler, 'metrics' | 'health' | 'isFenced'>
  disk: Pick<DiskGuard, 'isFull' | 'freeBytes'>
  countByState: () => Promise<{ state: string; count: number }[]>
  version: string
  config: Pick<Config, 'publicOrigin' | 'trustProxy' | 'isMetricsToken'>
}

const NANOSECOND = 1e-9
const SAMPLED_EVERY_MS = 20

/** Figures for the operator, told to this machine or for `METRICS_TOKEN`: they say how much a shop sells. */
export function metricsRoutes(app: FastifyInstance, { wholesaler, disk, countByState, version, config }: Deps): void {
  const delay = monitorEventLoopDelay({ resolution: SAMPLED_EVERY_MS })
  delay.enable()
  app.addHook('onClose', async () => void delay.disable())

  app.get(proxyPaths.metrics, async (request, reply) => {
    refuseOthers(request, reply, config)
    const isFull = disk.isFull()
    const free = disk.freeBytes()
    const text = formatMetrics([
      gauge('toptill_build_info', 'The version of this build.', 1, { version }),
      {
        name: 'toptill_sales',
        help: 'Sales in the journal, by state.',
        type: 'gauge',
        samples: (await countByState()).map(({ state, count }) => ({ labels: { state }, value: count })),
      },
      ...ofSelling(wholesaler, isFull),
      ...ofQueue(wholesaler),
      gauge('toptill_disk_free_bytes', 'Room on the disk of the data folder.', free ?? Number.NaN),
      gauge(
        'toptill_event_loop_delay_seconds',
        'How late the process comes to its work since it was last asked.',
        delay.percentile(99) * NANOSECOND,
        { quantile: '0.99' },
      ),
    ])
    delay.reset()
    return reply.type('text/plain; version=0.0.4; charset=utf-8').header('cache-control', 'no-store').send(text)
  })
}

function ofSelling(wholesaler: Deps['wholesaler'], isFull: boolean): Metric[] {
  const { service, reason, wallet, isClockAhead } = wholesaler.health()
  const flag = (value: boolean) => (value ? 1 : 0)
  const stops = {
    signature: reason === 'signature',
    inactive: reason === 'inactive',
    contradiction: reason === 'contradiction',
  }
  return [
    gauge('toptill_fenced', 'Whether the service answered after the start.', flag(wholesaler.isFenced())),
    gauge('toptill_service_unreachable', 'Whether the service does not answer.', flag(service === 'unreachable')),
    {
      name: 'toptill_selling_stopped',
      help: 'Whether nothing new is sold, by reason.',
      type: 'gauge',
      samples: Object.entries({ ...stops, 'disk-full': isFull }).map(([reason, isStopped]) => ({
        labels: { reason: reason },
        value: flag(isStopped),
      })),
    },
    gauge('toptill_wallet_low', 'Whether a sale was refused for want of funds or a limit.', flag(wallet === 'low')),
    gauge('toptill_clock_ahead', "Whether keys do not follow the machine's clock.", flag(isClockAhead)),
  ]
}

function ofQueue(wholesaler: Deps['wholesaler']): Metric[] {
  const metrics = wholesaler.metrics()
  return [
    {
      name: 'toptill_calls_total',
      help: 'Calls to the service, by path and outcome.',
      type: 'counter',
      samples: metrics.calls.map(({ path, outcome, count }) => ({ labels: { path, outcome }, value: count })),
    },
    counter('toptill_keys_total', 'Keys given out.', metrics.keys),
    counter('toptill_calls_resent_total', 'Calls signed anew after a later key may have overtaken.', metrics.resent),
    counter('toptill_overtaken_confirms_total', 'Confirms refused after a later key.', metrics.overtakenConfirms),
    gauge('toptill_serial_mode', 'Whether one call goes at a time.', metrics.isSerial ? 1 : 0),
    gauge('toptill_calls_in_flight', 'Calls that are not answered yet.', metrics.inFlight),
    gauge('toptill_calls_waiting', 'Calls that wait for their turn.', metrics.waiting),
  ]
}

const gauge = (name: string, help: string, value: number, labels?: Record<string, string>): Metric => ({
  name,
  help,
  type: 'gauge',
  samples: [labels ? { labels, value } : { value }],
})
const counter = (name: string, help: string, value: number): Metric => ({
  ...gauge(name, help, value),
  type: 'counter',
})

const NEEDS_TOKEN = 'Elsewhere they are told for the METRICS_TOKEN, as a bearer token.'

function refuseOthers(request: FastifyRequest, reply: FastifyReply, config: Deps['config']): void {
  if (isFromHere(request, config)) return
  const { isMetricsToken } = config
  if (!isMetricsToken) {
    throw new RequestRefused(403, 'not-allowed', `The figures are told on the machine of the till only. ${NEEDS_TOKEN}`)
  }
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
  if (token !== undefined && isMetricsToken(token)) return
  reply.header('www-authenticate', 'Bearer')
  throw new RequestRefused(401, 'not-allowed', `The figures are told on the machine of the till only. ${NEEDS_TOKEN}`)
}

/** Headers by which a proxy says for whom it asks; there are many names that end in `ip` for an address. */
const OF_A_PROXY = /^(via|forwarded|cdn-loop|(cf|x-forwarded|x-original|x-envoy)(-.*)?)$|(-|client)ip$/

/**
 * Whether a program on this machine asks, and neither a page whose name was bound to this machine nor a reverse proxy for somebody else. A
 * reverse proxy may hide that it is one, down to a Host of this machine; where `PUBLIC_ORIGIN` or `TRUST_PROXY` says that one stands before
 * us, nobody is taken to be from here.
 */
function isFromHere({ socket, headers, hostname }: FastifyRequest, { publicOrigin, trustProxy }: Deps['config']) {
  if (publicOrigin !== undefined || trustProxy !== undefined) return false
  return (
    !Object.keys(headers).some((name) => OF_A_PROXY.test(name)) &&
    isLoopback(plainAddress(socket.remoteAddress ?? '')) &&
    isLoopback(hostname)
  )
}
