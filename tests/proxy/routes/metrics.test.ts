import fastify from 'fastify'
import { describe, expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { Refused } from '#proxy/failures.ts'
import { metricsRoutes } from '#proxy/routes/metrics.ts'
import { formatMetrics } from '#proxy/routes/metrics-text.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { openWholesaler } from '../../support/open-wholesaler.ts'
import { answer } from '../../support/scripted-service.ts'
import { openShop, sell } from '../../support/shop.ts'

/** Every sample by its name and labels. */
function readSamples(text: string): Map<string, number> {
  const lines = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return new Map(
    lines.map((line) => {
      const cut = line.lastIndexOf(' ')
      return [line.slice(0, cut), Number(line.slice(cut + 1))]
    }),
  )
}

describe('the figures of a till', () => {
  it('tell what it sold and what it asked', async () => {
    const shop = await openShop()
    const amal = shop.browser()
    await amal.signIn('Amal')
    await sell(amal, { account: recipients.success })
    await sell(amal, { account: recipients.fails })
    const { status, body, headers } = await shop.browser().ask<string>('GET', proxyPaths.metrics)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    const samples = readSamples(body)
    expect(Object.fromEntries(samples)).toMatchObject({
      'toptill_sales{state="succeeded"}': 1,
      'toptill_sales{state="failed"}': 1,
      'toptill_calls_total{path="/transaction/confirm",outcome="answered"}': 2,
      toptill_fenced: 1,
      toptill_service_away: 0,
      'toptill_selling_stopped{why="signature"}': 0,
      'toptill_selling_stopped{why="disk-full"}': 0,
      toptill_one_at_a_time: 0,
      toptill_overtaken_confirms_total: 0,
      toptill_clock_ahead: 0,
      toptill_wallet_low: 0,
    })
    expect(samples.get('toptill_keys_total')).toBeGreaterThan(4)
    expect(samples.get('toptill_disk_free_bytes')).toBeGreaterThan(0)
    expect(samples.get('toptill_event_loop_delay_seconds{quantile="0.99"}')).toBeGreaterThan(0)
    expect(body).not.toContain(recipients.success)
  })

  it('are for nobody behind a reverse proxy', async () => {
    const shop = await openShop()
    for (const header of ['x-forwarded-for', 'forwarded']) {
      const { status, body } = await shop.browser().ask('GET', proxyPaths.metrics, undefined, { [header]: '192.0.2.7' })
      expect([status, body.code]).toEqual([403, 'not-allowed'])
    }
  })

  async function aRoute(isFull = false) {
    const { wholesaler } = await openWholesaler({ script: { '/services': answer({ error: { code: 5 } }) } })
    await wholesaler.fenced
    await wholesaler.services()
    const app = fastify()
    app.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refused ? error.status : 500).send())
    const disk = { isFull: () => isFull, freeBytes: () => undefined }
    metricsRoutes(app, { wholesaler, disk, countByState: async () => [], version: '1.2.3' })
    return app
  }

  it.each([
    { remoteAddress: '127.0.0.1', status: 200 },
    { remoteAddress: '::1', status: 200 },
    { remoteAddress: '::ffff:127.0.0.1', status: 200 },
    { remoteAddress: '192.0.2.7', status: 403 },
    { remoteAddress: '::ffff:192.0.2.7', status: 403 },
  ])('asked from $remoteAddress are answered with $status', async ({ remoteAddress, status }) => {
    const app = await aRoute()
    const answered = await app.inject({ url: proxyPaths.metrics, remoteAddress })
    expect(answered.statusCode).toBe(status)
    expect(answered.body.includes('toptill_')).toBe(status === 200)
    await app.close()
  })

  it('name the reason for which nothing is sold', async () => {
    const app = await aRoute(true)
    const samples = readSamples((await app.inject(proxyPaths.metrics)).body)
    expect(Object.fromEntries(samples)).toMatchObject({
      'toptill_build_info{version="1.2.3"}': 1,
      'toptill_selling_stopped{why="inactive"}': 1,
      'toptill_selling_stopped{why="signature"}': 0,
      'toptill_selling_stopped{why="contradiction"}': 0,
      'toptill_selling_stopped{why="disk-full"}': 1,
    })
    expect(samples.get('toptill_disk_free_bytes')).toBeNaN()
    await app.close()
  })
})

it('are written as Prometheus reads them', () => {
  const metrics = [
    { name: 'a_total', help: 'A.', type: 'counter' as const, samples: [{ value: 3 }] },
    { name: 'b', help: 'B.', type: 'gauge' as const, samples: [{ labels: { x: 'say "\\"\n', y: '2' }, value: 0.5 }] },
    { name: 'c', help: 'C.', type: 'gauge' as const, samples: [] },
  ]
  expect(formatMetrics(metrics)).toBe(
    '# HELP a_total A.\n# TYPE a_total counter\na_total 3\n' +
      '# HELP b B.\n# TYPE b gauge\nb{x="say \\"\\\\\\"\\n",y="2"} 0.5\n' +
      '# HELP c C.\n# TYPE c gauge\n',
  )
})
