import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Alive, Ready } from '#api/status.ts'
import type { Config } from '../config/config.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { DailyBackups } from '../database/maintenance/daily-backups.ts'
import type { DiskGuard } from '../database/maintenance/disk-guard.ts'
import { VERSION } from '../lib/version.ts'
import { addReadings, METRICS_TYPE, type Metrics } from '../lib/metrics.ts'
import { access } from '../staff/access.ts'
import type { Sales } from '../sales/sales.ts'
import type { Wallet } from '../wallet/wallet.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { isFromHere } from './from-here.ts'
import { route, type Route } from './route.ts'

type Deps = {
  wholesaler: Pick<Wholesaler, 'metrics' | 'health' | 'isFenced'>
  disk: Pick<DiskGuard, 'isFull'>
  sales: Pick<Sales, 'countOpenItems'>
  wallet: Pick<Wallet, 'findLow' | 'forecast' | 'now'>
  countByState: () => Promise<{ state: string; count: number }[]>
  config: Pick<Config, 'publicOrigin' | 'trustProxy' | 'isMetricsToken'>
  metrics: Pick<Metrics, 'registry' | 'readAll'>
  /** Absent in practice. */
  dailyBackups: Pick<DailyBackups, 'known'> | undefined
}

/** Metrics show how much a shop sells, so only programs on this machine and requests with `METRICS_TOKEN` get them. */
export function metricsRoutes(deps: Deps): Route[] {
  addShopReadings(deps.metrics.registry, deps)
  return [
    route('GET /metrics', {
      // The handler checks where the request comes from.
      access: access.anyone,
      handle: async ({ request, reply }) => {
        refuseUnlessOperator(request, reply, deps.config)
        const text = metricsFor(request, deps.config, await deps.metrics.readAll())
        return reply.type(METRICS_TYPE).header('cache-control', 'no-store').send(text)
      },
    }),
  ]
}

const flag = (value: boolean) => (value ? 1 : 0)

/** The counts are those of a supervisor. */
const SUPERVISOR = { id: '', name: '', role: 'supervisor' } as const

function addShopReadings(registry: Metrics['registry'], deps: Deps): void {
  const { wholesaler, disk, sales, countByState, dailyBackups } = deps
  const { gauge, counter } = addReadings(registry)
  const { health, metrics } = wholesaler
  gauge(
    'toptill_sales',
    'Sales in the database, by state.',
    async () => (await countByState()).map(({ state, count }) => ({ labels: { state }, value: count })),
    ['state'],
  )
  gauge(
    'toptill_open_items',
    'Open items that someone has to act on, by kind.',
    async () => {
      const { attention, refundsDue, undelivered } = await sales.countOpenItems(SUPERVISOR)
      return Object.entries({ attention, 'refund-due': refundsDue, undelivered }).map(([kind, value]) => ({
        labels: { kind },
        value,
      }))
    },
    ['kind'],
  )
  gauge('toptill_fenced', 'Whether the provider has responded since the start.', () => flag(wholesaler.isFenced()))
  gauge('toptill_service_unreachable', 'Whether the provider is not responding.', () =>
    flag(health().service === 'unreachable'),
  )
  gauge(
    'toptill_selling_stopped',
    'Whether nothing new is sold, by reason.',
    () => {
      const { reason } = health()
      const stops = { 'disk-full': disk.isFull() }
      for (const stop of ['signature', 'inactive', 'contradiction', 'restored'])
        Object.assign(stops, { [stop]: reason === stop })
      return Object.entries(stops).map(([name, isStopped]) => ({ labels: { reason: name }, value: flag(isStopped) }))
    },
    ['reason'],
  )
  gauge('toptill_wallet_low', 'Whether a sale was refused for lack of funds or a limit.', () =>
    flag(health().wallet === 'low'),
  )
  addWalletReadings(registry, deps.wallet)
  gauge('toptill_clock_ahead', "Whether keys do not follow the machine's clock.", () => flag(health().isClockAhead))
  gauge('toptill_last_backup_timestamp_seconds', 'When the newest good backup was made; 0 if there is none.', () => {
    const known = dailyBackups?.known()
    return known ? [{ value: Math.round((known.at ?? 0) / 1_000) }] : []
  })
  counter(
    'toptill_calls_total',
    'Calls to the provider, by path and outcome.',
    () => metrics().calls.map(({ path, outcome, count }) => ({ labels: { path, outcome }, value: count })),
    ['path', 'outcome'],
  )
  counter('toptill_keys_total', 'Keys given out.', () => metrics().keys)
  counter(
    'toptill_calls_resent_total',
    'Calls signed again because a later key may have overtaken them.',
    () => metrics().resent,
  )
  counter('toptill_overtaken_confirms_total', 'Confirms refused after a later key.', () => metrics().overtakenConfirms)
  gauge('toptill_serial_mode', 'Whether one call is sent at a time.', () => flag(metrics().isSerial))
  gauge('toptill_calls_in_flight', 'Calls that are not answered yet.', () => metrics().inFlight)
  gauge('toptill_calls_waiting', 'Calls that wait for their turn.', () => metrics().waiting)
}

function addWalletReadings(registry: Metrics['registry'], wallet: Deps['wallet']): void {
  const { gauge } = addReadings(registry)
  gauge(
    'toptill_wallet_balance',
    'The balance at the last reading.',
    () => {
      const balance = wallet.now().reading?.balance
      return balance ? [{ labels: { currency: balance.currency }, value: Number(balance.amount) }] : []
    },
    ['currency'],
  )
  gauge(
    'toptill_wallet_days',
    'How many days the balance will last; absent until there were sales on a few days.',
    async () => {
      const forecast = await wallet.forecast()
      return forecast ? [{ value: forecast.runway.days }] : []
    },
  )
  gauge('toptill_wallet_below', 'Whether the balance is below the amount or the days that the shop has set.', () =>
    flag(wallet.findLow() !== undefined),
  )
}

const OF_THE_WALLET = /^(# \w+ )?toptill_wallet_(balance|days|below)\b/

/** Without `METRICS_TOKEN`, nothing about the balance: a cashier at the till's own computer can open this page. */
export const metricsFor = (request: FastifyRequest, config: Deps['config'], text: string): string =>
  hasToken(request, config)
    ? text
    : text
        .split('\n')
        .filter((line) => !OF_THE_WALLET.test(line))
        .join('\n')

const NEEDS_TOKEN = 'Elsewhere, METRICS_TOKEN is needed as a bearer token.'

/** True if the request comes from an administrator's program: from this machine, or with `METRICS_TOKEN`. */
export const isOperator = (request: FastifyRequest, config: Deps['config']): boolean =>
  isFromHere(request, config) || hasToken(request, config)

function hasToken(request: FastifyRequest, config: Deps['config']): boolean {
  const [, token] = /^Bearer +(\S+) *$/i.exec(request.headers.authorization ?? '') ?? []
  return token !== undefined && config.isMetricsToken?.(token) === true
}

/** Everyone may know whether a shop sells, as load balancers must; the reason is for the administrator. */
export const tellReady = (request: FastifyRequest, config: Deps['config'], { reason, ...ready }: Ready): Ready => ({
  ...ready,
  ...(reason !== undefined && isOperator(request, config) && { reason }),
})

export const tellAlive = (request: FastifyRequest, config: Deps['config'], build: string): Alive => ({
  alive: true,
  ...(isOperator(request, config) && { version: VERSION, build }),
})

export function refuseUnlessOperator(request: FastifyRequest, reply: FastifyReply, config: Deps['config']): void {
  if (isOperator(request, config)) return
  if (!config.isMetricsToken) {
    throw new RequestRefused(
      403,
      'not-allowed',
      `The metrics are available without a token only on the till's machine. ${NEEDS_TOKEN}`,
    )
  }
  reply.header('www-authenticate', 'Bearer')
  throw new RequestRefused(
    401,
    'not-allowed',
    `The metrics are available without a token only on the till's machine. ${NEEDS_TOKEN}`,
  )
}
