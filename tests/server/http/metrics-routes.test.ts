import { readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'

import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'

import { RequestRefused } from '#server/lib/failures.ts'
import { addReadings, createMetrics } from '#server/lib/metrics.ts'
import { metricsRoutes } from '#server/http/metrics-routes.ts'
import { addRoutes, createRouteTable } from '#server/http/route.ts'
import { VERSION } from '#server/lib/version.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { openWholesaler } from '../../support/open-wholesaler.ts'
import { answer } from '../../support/scripted-service.ts'
import { openShop, sell, signedIn } from '../../support/shop.ts'
import { createVirtualTime } from '../../support/virtual-time.ts'

/** @security V8.2.1, V13.4.5: `/metrics` answers only requests from this machine; all others need `METRICS_TOKEN`. */

const TOKEN = 'a-token-for-the-figures'

const OPEN_ITEMS = { openItems: 6, waiting: 0, attention: 2, refundsDue: 1, undelivered: 3, unread: 0 }

function readSamples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ')
      return [line.slice(0, cut), Number(line.slice(cut + 1))]
    }),
  )
}

const BUILD = `toptill_build_info{version="${VERSION}",build="abc"}`

it('a process that leads no shop reports its version, when its certificate expires, and the current free space', async () => {
  let free = 9
  let seen = free
  // The free space is read when `isFull` is called.
  const disk = { freeBytes: () => seen, isFull: () => ((seen = free), false) }
  const certificate = readFileSync('tests/support/localhost-cert.pem', 'utf8')
  const metrics = createMetrics({ disk, shopIds: ['deira'], build: 'abc', certificate })
  onTestFinished(metrics.close)
  free = 4
  const samples = readSamples(await metrics.readAll())
  expect(samples.get('toptill_disk_free_bytes')).toBe(4)
  expect(samples.get(BUILD)).toBe(1)
  expect(samples.get('toptill_certificate_end_timestamp_seconds')).toBe(Date.UTC(2126, 9, 27, 13, 7, 14) / 1_000)
})

it('the metrics of a shop that cannot be read in time do not delay those of the others', async () => {
  const time = createVirtualTime()
  const ids = ['deira', 'marina', 'ajman']
  const disk = { freeBytes: () => undefined, isFull: () => false }
  const metrics = createMetrics({ disk, shopIds: ids, build: 'abc', timers: time.timers })
  onTestFinished(metrics.close)
  let answers: (() => void) | undefined
  const reads = {
    deira: () => [{ value: 7 }],
    marina: async () => Promise.reject(new Error('the database is gone')),
    ajman: () => new Promise<{ value: number }[]>((resolve) => (answers = () => resolve([{ value: 9 }]))),
  }
  for (const [id, read] of Object.entries(reads)) {
    const measured = metrics.ofShop(id)
    addReadings(measured.registry).gauge('toptill_sales', 'Sales.', read)
    metrics.tell(id, measured)
  }
  const readNext = async () => {
    const reading = metrics.readAll()
    await time.pass(3_000)
    return Object.fromEntries(readSamples(await reading))
  }
  const first = await readNext()
  expect(first).toMatchObject({
    'toptill_sales{shop="deira"}': 7,
    'toptill_figures_missing{shop="deira"}': 0,
    'toptill_figures_missing{shop="marina"}': 1,
    'toptill_figures_missing{shop="ajman"}': 1,
  })
  expect(Object.keys(first)).not.toContain('toptill_sales{shop="ajman"}')

  answers?.()
  metrics.forget('marina')
  const next = await readNext()
  expect(next).toMatchObject({ 'toptill_sales{shop="ajman"}': 9, 'toptill_leads{shop="marina"}': 0 })
  expect(Object.keys(next)).not.toContain('toptill_figures_missing{shop="marina"}')
})

describe('the metrics of a till', () => {
  it('the metrics contain sales and calls, and no account', async () => {
    const shop = await openShop()
    const amal = await signedIn(shop, 'Amal')
    await sell(amal, { account: recipients.success })
    await sell(amal, { account: recipients.fails })
    const { status, body, headers } = await shop.browser().ask<string>('GET', '/metrics')
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const samples = readSamples(body)
    expect(Object.fromEntries(samples)).toMatchObject({
      'toptill_sales{state="succeeded"}': 1,
      'toptill_sales{state="failed"}': 1,
      'toptill_open_items{kind="attention"}': 0,
      'toptill_open_items{kind="refund-due"}': 0,
      'toptill_open_items{kind="undelivered"}': 0,
      'toptill_calls_total{path="/transaction/confirm",outcome="answered"}': 2,
      toptill_fenced: 1,
      toptill_service_unreachable: 0,
      'toptill_selling_stopped{reason="signature"}': 0,
      'toptill_selling_stopped{reason="disk-full"}': 0,
      toptill_serial_mode: 0,
      toptill_overtaken_confirms_total: 0,
      toptill_clock_ahead: 0,
      toptill_wallet_low: 0,
    })
    expect(samples.get('toptill_keys_total')).toBeGreaterThan(4)
    expect(samples.get('toptill_disk_free_bytes')).toBeGreaterThan(0)
    for (const measured of [
      'toptill_event_loop_delay_seconds_count',
      'toptill_commit_seconds_count',
      'toptill_call_seconds_count{path="/transaction/confirm",outcome="answered"}',
      'toptill_request_seconds_count{method="POST",route="/api/sales/:id/confirm",status="200"}',
      'process_resident_memory_bytes',
    ])
      expect(samples.get(measured), measured).toBeGreaterThan(0)
    expect(body).not.toContain(recipients.success)
    // What is unknown is left out, because a 0 would raise an alert.
    for (const unknown of ['certificate_end_timestamp_seconds', 'last_backup_timestamp_seconds', 'wallet_days'])
      expect(samples.has(`toptill_${unknown}`), unknown).toBe(false)
  })

  it('with METRICS_TOKEN, the metrics contain the balance, and whether it is below the amount that the shop has set', async () => {
    const METRICS_TOKEN = 'a-token-for-the-metrics'
    const shop = await openShop({ env: { METRICS_TOKEN } })
    shop.sandbox.setBalance('137.40')
    const hamad = await signedIn(shop, 'Hamad')
    await hamad.ask('GET', '/api/wallet')
    const readWallet = async (headers: Record<string, string> = { authorization: `Bearer ${METRICS_TOKEN}` }) => {
      const body = await (await fetch(`${shop.url}/metrics`, { headers })).text()
      return Object.fromEntries([...readSamples(body)].filter(([name]) => name.startsWith('toptill_wallet_')))
    }
    const known = { 'toptill_wallet_balance{currency="AED"}': 137.4, toptill_wallet_low: 0 }
    expect(await readWallet()).toEqual({ ...known, toptill_wallet_below: 0 })
    const wallet = { lowBalanceDays: null, notifyCashiers: true, flagUnaffordable: true }
    const line = { amount: '500.00', currency: 'AED' }
    expect((await hamad.ask('PUT', '/api/settings', { wallet: { ...wallet, line } })).status).toBeLessThan(300)
    expect(await readWallet()).toEqual({ ...known, toptill_wallet_below: 1 })
    // A cashier's browser may be on this computer.
    expect(await readWallet({})).toEqual({ toptill_wallet_low: 0 })
  })

  type Options = { isFull?: boolean; config?: Parameters<typeof metricsRoutes>[0]['config'] }
  async function aRoute({ isFull = false, config = {} }: Options = {}) {
    const { wholesaler } = await openWholesaler({ script: { '/services': answer({ error: { code: 5 } }) } })
    await wholesaler.fenced
    await wholesaler.services()
    const app = fastify({ trustProxy: config.trustProxy ?? false })
    onTestFinished(() => app.close())
    app.setErrorHandler((error, _request, reply) =>
      reply.code(error instanceof RequestRefused ? error.status : 500).send(),
    )
    const disk = { isFull: () => isFull, freeBytes: () => undefined }
    const measured = createMetrics({ disk, shopIds: [undefined], build: 'abc' })
    onTestFinished(measured.close)
    const metrics = measured.ofShop()
    measured.tell(undefined, metrics)
    const routes = metricsRoutes({
      wholesaler,
      disk,
      countByState: async () => [],
      sales: { countOpenItems: async () => OPEN_ITEMS },
      wallet: { now: () => ({ isStale: true }), forecast: async () => undefined, findLow: () => undefined },
      config,
      metrics,
      dailyBackups: undefined,
    })
    addRoutes(app, createRouteTable(routes))
    return async (from: string, asked: Record<string, string> = {}) => {
      const headers = { host: '127.0.0.1:8080', ...asked }
      const answer = await app.inject({ url: '/metrics', remoteAddress: from, headers })
      const { statusCode: status, body } = answer
      // Metrics are sent with status 200 only.
      expect(body.includes('toptill_')).toBe(status === 200)
      return { status, body, challenge: answer.headers['www-authenticate'] }
    }
  }

  it.each([
    [200, ['127.0.0.1', '127.8.9.10', '::1', '::ffff:127.0.0.1']],
    [403, ['192.0.2.7', '::ffff:192.0.2.7', 'fe80::1']],
  ])('a request for metrics is answered with %i from %j', async (status, addresses) => {
    const ask = await aRoute()
    for (const from of addresses) expect(await ask(from), from).toMatchObject({ status })
  })

  it('a request for metrics from or to a public address of this machine is rejected', async () => {
    const ask = await aRoute()
    const addresses = Object.values(networkInterfaces()).flatMap((all) => all ?? [])
    for (const { address } of addresses.filter(({ internal }) => !internal)) {
      expect((await ask(address)).status, address).toBe(403)
      expect((await ask('127.0.0.1', { host: address.includes(':') ? `[${address}]` : address })).status).toBe(403)
    }
  })

  it.each([
    [200, ['localhost:8080', 'localhost', '127.0.0.1:1', '127.1.2.3:8080', '[::1]:8080']],
    [403, ['evil.example:8080', 'localhost.evil.example', '127.0.0.1.evil.example:8080', '127.0.0.1.nip.io']],
    [403, ['127.999.999.999', '127.0.0', '0x7f.0.0.1', '2130706433', '0.0.0.0:8080', '192.0.2.7:8080']],
  ])('a request for metrics is answered with %i to the hosts %j', async (status, hosts) => {
    const ask = await aRoute()
    for (const host of hosts) {
      expect(await ask('127.0.0.1', { host }), host).toMatchObject({ status })
      expect(await ask('127.0.0.1', { host, 'sec-fetch-site': 'same-origin' }), host).toMatchObject({ status })
    }
  })

  it.each(
    `forwarded via cdn-loop x-forwarded x-forwarded-for x-forwarded-proto x-forwarded-host x-forwarded-port
    x-original-forwarded-for x-envoy-external-address x-real-ip x-client-ip true-client-ip x-cluster-client-ip
    fastly-client-ip x-azure-clientip cf-connecting-ip cf-ray`.split(/\s+/),
  )('a request for metrics that a reverse proxy forwarded, as %s shows, needs the token', async (header) => {
    const ask = await aRoute({ config: { isMetricsToken: (text) => text === TOKEN } })
    const forwarded = { [header]: '127.0.0.1' }
    expect(await ask('127.0.0.1', forwarded)).toMatchObject({ status: 401 })
    expect(await ask('127.0.0.1', { ...forwarded, authorization: `Bearer ${TOKEN}` })).toMatchObject({ status: 200 })
  })

  it('the metrics are sent to a local program whose headers are not those of a reverse proxy, such as Prometheus', async () => {
    const ask = await aRoute()
    const headers = { 'x-prometheus-scrape-timeout-seconds': '10', 'user-agent': 'Prometheus/3.0', accept: '*/*' }
    expect(await ask('127.0.0.1', { ...headers, 'accept-encoding': 'gzip' })).toMatchObject({ status: 200 })
  })

  it.each([
    { config: { publicOrigin: 'https://till.example' } },
    { config: { publicOrigin: 'https://till.example', trustProxy: () => true } },
    { config: { publicOrigin: 'http://localhost:8080' } },
    { config: { trustProxy: () => true } },
  ])('behind a configured reverse proxy the metrics need the token: $config', async ({ config }) => {
    const withoutToken = await aRoute({ config })
    const withToken = await aRoute({ config: { ...config, isMetricsToken: (text) => text === TOKEN } })
    // A reverse proxy may send the requested host or the address by which it knows this server.
    for (const host of ['till.example', 'localhost:8080', '127.0.0.1:8080']) {
      expect((await withoutToken('127.0.0.1', { host })).status, host).toBe(403)
      expect((await withToken('127.0.0.1', { host })).status, host).toBe(401)
      expect((await withToken('127.0.0.1', { host, authorization: `Bearer ${TOKEN}` })).status, host).toBe(200)
    }
  })

  it('the metrics are sent to any address only with the exact token', async () => {
    const ask = await aRoute({ config: { isMetricsToken: (text) => text === TOKEN } })
    const askAfar = (authorization?: string) => ask('192.0.2.7', { host: 'till.example', ...(authorization && { authorization }) }) // prettier-ignore
    for (const right of [`Bearer ${TOKEN}`, `bearer ${TOKEN}`]) expect((await askAfar(right)).status).toBe(200)
    for (const wrong of [
      undefined,
      TOKEN,
      `Bearer ${TOKEN}x`,
      'Bearer',
      'Bearer ',
      `Basic ${TOKEN}`,
      `Bearer ${TOKEN} x`,
    ])
      expect(await askAfar(wrong)).toMatchObject({ status: 401, challenge: 'Bearer' })
    expect((await ask('127.0.0.1')).status).toBe(200)
    const forwarded = { 'x-forwarded-for': '192.0.2.7', authorization: `Bearer ${TOKEN}` }
    expect((await ask('127.0.0.1', forwarded)).status).toBe(200)
  })

  it('the metrics name the reasons for which selling is stopped, and count the open items of each kind', async () => {
    const ask = await aRoute({ isFull: true })
    const samples = readSamples((await ask('127.0.0.1')).body)
    expect(Object.fromEntries(samples)).toMatchObject({
      [BUILD]: 1,
      'toptill_selling_stopped{reason="inactive"}': 1,
      'toptill_selling_stopped{reason="signature"}': 0,
      'toptill_selling_stopped{reason="contradiction"}': 0,
      'toptill_selling_stopped{reason="disk-full"}': 1,
      'toptill_open_items{kind="attention"}': 2,
      'toptill_open_items{kind="refund-due"}': 1,
      'toptill_open_items{kind="undelivered"}': 3,
    })
    expect(samples.get('toptill_disk_free_bytes')).toBeNaN()
  })
})
