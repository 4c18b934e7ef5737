import { X509Certificate } from 'node:crypto'

import { AggregatorRegistry, collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

import { systemTimers, type Timers } from './ports.ts'
import { VERSION } from './version.ts'
import { waitAtMost } from './concurrency.ts'

/** One shop's metrics. Durations are in ms here and exported in seconds. */
export type Metrics = {
  registry: Registry
  /** `ms` counts from when the call was sent. */
  observeCall: (path: string, outcome: string, ms: number) => void
  /** One transaction may hold several steps. */
  observeCommit: (ms: number) => void
  /** `route` is the path pattern. */
  observeRequest: (method: string, route: string, status: number, ms: number) => void
  /** In the format of `METRICS_TYPE`. */
  readAll: () => Promise<string>
}

export type ProcessMetrics = Pick<Metrics, 'readAll'> & {
  /** Labeled `shop` with the id if there are several. */
  ofShop: (shopId?: string) => Metrics
  /** This process leads the shop from now on. */
  tell: (shopId: string | undefined, measured: Metrics) => void
  forget: (shopId: string | undefined) => void
  close: () => void
}

export const METRICS_TYPE = Registry.PROMETHEUS_CONTENT_TYPE

const MS = 1000
const SAMPLED_EVERY_MS = 20
/** The longest time (ms) that one shop delays the metrics of the others. */
const READ_MS = 3_000

const infoOf = (build: string) => [{ labels: { version: VERSION, build }, value: 1 }]

type Process = {
  disk: { freeBytes: () => number | undefined; isFull: () => boolean }
  shopIds: readonly (string | undefined)[]
  build: string
  /** The certificate that this process serves, as PEM. */
  certificate?: string | undefined
  timers?: Timers
}

/** Metrics of the process, its event loop and its shops. */
export function createMetrics({ disk, shopIds, build, certificate, timers = systemTimers }: Process): ProcessMetrics {
  const registry = new Registry()
  const led = new Map<string | undefined, Registry>()
  const readings = new Map<Registry, Promise<object[]>>()
  collectDefaultMetrics({ register: registry })
  const delays = new Histogram({
    name: 'toptill_event_loop_delay_seconds',
    help: `How late a timer of ${SAMPLED_EVERY_MS} ms came.`,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1],
    registers: [registry],
  })
  const { gauge } = addReadings(registry)
  const labelsOf = (shop: string | undefined) => (shop === undefined ? {} : { shop })
  gauge('toptill_build_info', 'This version, and the build of its page.', () => infoOf(build), ['version', 'build'])
  gauge('toptill_disk_free_bytes', 'Free space on the disk of the data folder.', () => {
    // A standby has no sales that would check the disk.
    disk.isFull()
    return disk.freeBytes() ?? Number.NaN
  })
  const certificateEnd = certificate && Date.parse(new X509Certificate(certificate).validTo) / MS
  gauge('toptill_certificate_end_timestamp_seconds', 'When the certificate of TLS_CERT_FILE expires.', () =>
    certificateEnd ? [{ value: certificateEnd }] : [],
  )
  gauge(
    'toptill_leads',
    'Whether this process sells.',
    () => shopIds.map((shop) => ({ labels: labelsOf(shop), value: led.has(shop) ? 1 : 0 })),
    ['shop'],
  )
  const missing = new Set<string | undefined>()
  gauge(
    'toptill_figures_missing',
    'Whether the figures of a shop that this process leads could not be read.',
    () => [...led.keys()].map((shop) => ({ labels: labelsOf(shop), value: missing.has(shop) ? 1 : 0 })),
    ['shop'],
  )
  let expected = performance.now() + SAMPLED_EVERY_MS
  const sampling = setInterval(() => {
    const now = performance.now()
    delays.observe(Math.max(0, now - expected) / MS)
    expected = now + SAMPLED_EVERY_MS
  }, SAMPLED_EVERY_MS).unref()

  /** `undefined` if reading the journal fails or takes too long, so the other shops are still exported. */
  async function readShop(shop: string | undefined, measured: Registry): Promise<object[] | undefined> {
    // A slow read is shared by all callers.
    const reading = readings.get(measured) ?? measured.getMetricsAsJSON().finally(() => readings.delete(measured))
    readings.set(measured, reading)
    let figures: object[] | undefined
    const read = reading.then((all) => (figures = all)).catch(() => {})
    await waitAtMost(timers, READ_MS, read)
    if (figures) missing.delete(shop)
    else missing.add(shop)
    return figures
  }

  async function readAll(): Promise<string> {
    const ofShops = await Promise.all([...led].map(([shop, measured]) => readShop(shop, measured)))
    // Their labels differ, so nothing is summed up, and each name is described once.
    const together = AggregatorRegistry.aggregate(ofShops.flatMap((figures) => (figures ? [figures] : [])))
    return [await registry.metrics(), await together.metrics()].join('\n')
  }

  return {
    readAll,
    ofShop: (shopId) => {
      const ofShop = new Registry()
      ofShop.setDefaultLabels(labelsOf(shopId))
      return { ...measure(ofShop), registry: ofShop, readAll }
    },
    tell: (shopId, measured) => void led.set(shopId, measured.registry),
    forget: (shopId) => void led.delete(shopId),
    close: () => {
      clearInterval(sampling)
      registry.clear()
      for (const shop of led.values()) shop.clear()
    },
  }
}

function measure(registry: Registry): Pick<Metrics, 'observeCall' | 'observeCommit' | 'observeRequest'> {
  const registers = [registry]
  const calls = new Histogram({
    name: 'toptill_call_seconds',
    help: 'Time from sending a call to the provider to its response, by path and outcome.',
    labelNames: ['path', 'outcome'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 60],
    registers,
  })
  const commits = new Histogram({
    name: 'toptill_commit_seconds',
    help: 'Time of a database commit, from its first statement until it is durable.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  })
  const requests = new Histogram({
    name: 'toptill_request_seconds',
    help: 'Time from a request of a till to its answer. A step of a sale is PUT /api/sales/:id and POST /api/sales/:id/confirm.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20],
    registers,
  })
  return {
    observeCall: (path, outcome, ms) => calls.observe({ path, outcome }, ms / MS),
    observeCommit: (ms) => commits.observe(ms / MS),
    observeRequest: (method, route, status, ms) => requests.observe({ method, route, status }, ms / MS),
  }
}

type Sample = { labels?: Record<string, string>; value: number }

/** Adds metrics that are read when they are collected. */
export function addReadings(registry: Registry) {
  const add =
    (Kind: typeof Gauge | typeof Counter) =>
    (
      name: string,
      help: string,
      read: () => number | readonly Sample[] | Promise<readonly Sample[]>,
      labelNames: string[] = [],
    ) =>
      new Kind({
        name,
        help,
        labelNames,
        registers: [registry],
        async collect() {
          const samples = await read()
          this.reset()
          // `reset` gives a metric without labels the value 0, as if that had been read.
          this.remove({})
          for (const { labels = {}, value } of typeof samples === 'number' ? [{ value: samples }] : samples)
            this.inc(labels, value)
        },
      })
  return { gauge: add(Gauge), counter: add(Counter) }
}
